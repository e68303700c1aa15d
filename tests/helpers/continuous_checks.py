"""Checks of continuous mode that run on CPython and, unchanged, inside MicroPython."""

from firmware.shuffler.continuous import ContinuousPlan
from tests.helpers.plan_checks import seeded_draw


def play(coups):
    """Coups of 15 cards from eight decks; a number that both interpreters must agree on."""
    plan = ContinuousPlan(seeded_draw(b"c"))
    for token in range(416):
        assert plan.load(token * 54 // 416, token)
    mouth = []
    digest = 0
    for _ in range(coups):
        while len(mouth) < 15:
            box = plan.take()
            for place in range(plan.count_in(box)):
                mouth.append(plan.token_at(box, place))
            plan.emptied(box)
        dealt = mouth[:15]
        del mouth[:15]
        assert len(set(dealt)) == 15
        for token in dealt:
            digest = (digest * 31 + token) % 1000003
            assert plan.feed_back(token) >= 0
        assert plan.inside + len(mouth) == 416
    return digest
