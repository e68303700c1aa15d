"""Every situation that the second reading of the rules knows, played on the whole firmware.

`python -m tests.model.every_situation` plays each finding at each moment with each answer, by the
board's own questions, and compares record, wagers, next round, notices and (at Caribbean Stud
Poker) the meter with the reading.  Situations that no board can tell apart are left out: what it
knows by itself is not answered, and at poker a deal that is over is either decided or settled.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import click

from faro.wire.errors import FaroError
from hw_sim.world.croupier import DECKS, POKER
from tests.helpers.documents import rule_on
from tests.helpers.documents.case import FINDINGS, MOMENTS, Case
from tests.model.board_desk import coded_rig
from tests.model.irregular_campaign import Difference, check_fresh, play, seated
from tests.model.people import People
from tests.model.troubles import DEALER, Trouble

SEATS = (1, 3, 6)
SEAT = 3
# a board knows these by itself, or nobody asks: they come with the state of the table
_KNOWN = {"up_card", "low_limit", "warned", "works_again"}
_AT_SETTLEMENT = ("RESULT_WRONG", "DEALER_SET_WRONG")
_DEALERS_TURNED = {("csp", False): 5, ("fcp", False): 6, ("fcp", True): 6}  # 7.3, 7.4


@dataclass(frozen=True)
class Asked(Case):
    """Remembers which facts a reading looked at."""

    asked: set[str] = field(default_factory=set[str], compare=False)

    def says(self, fact: str) -> bool:
        self.asked.add(fact)
        return super().says(fact)


def situations(game: str, is_device: bool) -> Iterator[Trouble]:
    """Each with every combination of the answers that matter to it."""
    for finding, moment, place in itertools.product(FINDINGS, MOMENTS, (None, DEALER, SEAT)):
        if _is_seen_by_boards(game, finding, moment, place):
            known = _known(game, is_device, finding, moment, place)
            case = Asked(game, finding, moment, is_device, known, place)
            for facts in _answers(case):
                yield _trouble(finding, moment, place, facts)


def _trouble(finding: str, moment: str, place: int | None, facts: frozenset[str]) -> Trouble:
    detail = {"DEALER_EXTRA_CARD": 255, "COLLUSION": 2}.get(finding, 0)
    whose = None if place == SEAT else SEAT
    return Trouble(finding, moment, place, facts, detail, whose=whose)


def _is_seen_by_boards(game: str, finding: str, moment: str, place: int | None) -> bool:
    is_late = game != "ldb" and moment in ("decide", "settle")
    if is_late and (finding in _AT_SETTLEMENT) != (moment == "settle"):
        return False
    is_told = game in POKER and moment in ("deal", "decide") and finding.startswith("EXPOSED")
    if is_told and finding != "EXPOSED_MORE":  # the board tells by the place which of them it is
        return place == (DEALER if finding == "EXPOSED_DEALER" else SEAT)
    if is_told or (finding == "NO_DECISION" and game == "ldb" and moment == "decide"):
        return place is not None and (place != DEALER or is_told)
    return True


def _known(
    game: str, is_device: bool, finding: str, moment: str, place: int | None
) -> frozenset[str]:
    """What the board sees: the dealer's last card is out, and it is the one dealt face up."""
    is_last = (game, is_device) in _DEALERS_TURNED and moment in ("decide", "settle")
    is_it = is_last and finding == "FACE_UP_LATER" and place == DEALER
    return frozenset({"up_card"}) if is_it else frozenset()


def _answers(case: Asked) -> Iterator[frozenset[str]]:
    done: set[frozenset[str]] = set()
    todo = [case.facts]
    while todo:
        facts = todo.pop()
        if facts not in done:
            done.add(facts)
            one = replace(case, facts=facts, asked=set())
            rule_on(one)
            yield facts
            todo += [facts | {fact} for fact in one.asked - facts - _KNOWN]


def try_out(people: People, trouble: Trouble) -> None:
    """One situation from a shuffled pack to the moment when the next round may begin."""
    if trouble.moment == "fresh":
        check_fresh(people, trouble)
    else:
        play(people, SEATS, trouble)
    if people.is_last_announced:
        play(people, SEATS, None)


def of_rules(game: str, equipment: str, rules: tuple[str, ...], most: int) -> list[Trouble]:
    """Situations that these rules settle ("CSP 14.14"; none: all), so many of each at most."""
    found: list[Trouble] = []
    count: Counter[str] = Counter()
    is_device = equipment == "device"
    for trouble in situations(game, is_device):
        case = Case(game, trouble.finding, trouble.moment, is_device, trouble.facts, trouble.place)
        made = rule_on(case)
        cited = {f"{game.upper()} {rule}" for rule in (made.rule, *made.also) if rule}
        is_named = any(f"{rule}.".startswith(f"{name}.") for rule in cited for name in rules)
        if (is_named or not rules) and (not most or count[made.rule] < most):
            count[made.rule] += 1
            found.append(trouble)
    return found


def run(game: str, equipment: str, every: int = 1) -> int:
    """Play each so-many-th; gives how many."""
    return play_all(game, equipment, list(situations(game, equipment == "device"))[::every])


def play_all(game: str, equipment: str, chosen: list[Trouble]) -> int:
    """One after another; all differences are told at the end."""
    wrong: list[str] = []
    at = 0
    while at < len(chosen):
        with coded_rig(has_meter=game == "csp") as rig:
            people = seated(rig, game, equipment, 1)
            while at < len(chosen):
                trouble = chosen[at]
                at += 1
                try:
                    try_out(people, trouble)
                except (AssertionError, FaroError) as error:
                    wrong.append(f"{trouble}: {error!r}")
                    break  # go on with a new board
    if wrong:
        raise Difference(f"{len(wrong)} of {len(chosen)}:\n" + "\n".join(wrong))
    return len(chosen)


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(list(DECKS)))
@click.option("--rule", "rules", multiple=True, help="Only what this rule settles: CSP 14.14.")
@click.option("--most", default=0, help="Of each rule, game and equipment.  [default: all]")
def main(games: tuple[str, ...], rules: tuple[str, ...], most: int) -> None:
    """Play, compare, and say how it went."""
    for game, equipment in itertools.product(games or tuple(DECKS), ("shoe", "device")):
        start_s = time.monotonic()
        chosen = of_rules(game, equipment, rules, most)
        if not chosen:
            continue
        try:
            count = play_all(game, equipment, chosen)
        except Difference as difference:
            raise click.ClickException(f"{game} {equipment}: {difference}") from None
        click.echo(
            f"{game} {equipment:7} {count:5} situations: done as the documents say"
            f"  ({time.monotonic() - start_s:.0f} s)"
        )


if __name__ == "__main__":
    main()
