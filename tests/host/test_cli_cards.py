"""`faro deck`, `enrol`, `service`: on a live shoe, and with everything wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faro.cli import main
from faro.sim.rig import Rig
from faro.sim.scenarios.enrolled import enrol
from hw_sim.live import LiveTable
from hw_sim.world.cards import Card, deck, pack
from hw_sim.world.shoe import ShoeWorld


class Shoe:
    """A live, enrolled shoe with keys; a hand pulls a card each time a command waits."""

    def __init__(self, live: LiveTable, keys: Path) -> None:
        self.live = live
        self.keys = str(keys)
        self.world = ShoeWorld(live.rig.boards["shoe"])
        self.cards: list[Card] = []

    def faro(self, *words: str) -> Result:
        arguments = [*words, "-p", self.live.url("shoe")]
        return CliRunner().invoke(main, arguments)

    def feed(self, cards: list[Card]) -> None:
        def act() -> None:
            for card in cards:
                self.world.feed(card)
                self.live.wait_ms(200)

        self.live.do(act)

    def wait(self, _duration_s: float) -> None:
        """What the commands do while they wait for somebody to feed cards."""
        if self.cards:
            self.feed(self.cards[:13])
            del self.cards[:13]


@pytest.fixture(scope="module")
def shoe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shoe]:
    folder = tmp_path_factory.mktemp("shoe")
    rig = Rig(("shoe",))
    enrol(rig.boards["shoe"])
    with LiveTable(rig, speed=5.0) as live:
        shoe = Shoe(live, folder / "office.keys")
        live.do(lambda: rig.boards["shoe"].set_lid(True))
        live.do(lambda: live.wait_ms(1_500))
        assert shoe.faro("provision", str(folder)).exit_code == 0
        live.do(lambda: rig.boards["shoe"].set_lid(False))
        live.do(lambda: live.wait_ms(15_000))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("faro.cards.deck_check.time.sleep", shoe.wait)
            yield shoe


def check(shoe: Shoe, *more: str) -> Result:
    return shoe.faro("deck", "check", "-k", shoe.keys, "--idle", "0.5", *more)


@pytest.mark.campaign
def test_service_frames__after_refusals__pngs_with_the_reason(shoe: Shoe, tmp_path: Path) -> None:
    shoe.feed([Card("7C", spoil=(("sticker", "b", 1.0),))])
    out = tmp_path / "frames"
    done = shoe.faro("service", "frames", "-k", shoe.keys, "--out", str(out))
    assert done.exit_code == 0 and "pictures in" in done.stdout
    assert any("_B_" in path.name for path in out.glob("*.png"))
    again = shoe.faro("service", "frames", "-k", shoe.keys, "--out", str(out))
    assert again.exit_code == 1 and "not empty" in again.stderr


@pytest.mark.rule("C2", "C4")
def test_deck_check__jack_for_a_queen_then_good__names_and_exit_codes(shoe: Shoe) -> None:
    there = pack(1, shoe.live.rig.kernel.rng("pack"))
    bad = [card.but(face="JD") if card.face == "QD" else card for card in there]
    shoe.cards = bad
    found = check(shoe, "--json")
    report = json.loads(found.stdout)
    assert found.exit_code == 2
    assert [m["card"] for m in report["missing"] if m["card"] == "QD"] == ["QD"]
    assert [m["card"] for m in report["extra"]] == ["JD"]
    text = shoe.faro("deck", "check").stdout
    assert "NOT GOOD" in text and "missing: " in text and "J♦ doubled" in text
    shoe.cards = there
    good = check(shoe)
    if good.exit_code == 2:  # a card may be refused once: then it is named as not read
        assert "not read" in good.stdout
    else:
        assert good.exit_code == 0 and "GOOD: every card is there" in good.stdout


def test_enrol_show__pairs_and_version__readable(shoe: Shoe) -> None:
    report = json.loads(shoe.faro("enrol", "--show", "--json").stdout)
    assert report["is_enrolled"] and report["version"] == 1
    assert "deck enrolled: version 1" in shoe.faro("enrol", "--show").stdout


def test_enrol__wrong_cards__one_clear_line_and_the_old_deck_stays(shoe: Shoe) -> None:
    shoe.cards = [card.but(spoil=(("sticker", "a", 1.0),)) for card in deck()[:8]]
    refused = shoe.faro("enrol", "-k", shoe.keys, "--json", "--idle", "5")
    assert refused.exit_code == 1
    assert "refused at 2♠" in refused.stderr and "old deck stays" in refused.stderr
    assert json.loads(shoe.faro("enrol", "--show", "--json").stdout)["version"] == 1
    shoe.cards = []
    nobody = shoe.faro("enrol", "-k", shoe.keys, "--idle", "0.6", "--json")
    assert nobody.exit_code == 1 and "no card for" in nobody.stderr


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("service", "frames", "--out", "x"), "give your key file"),
        (("enrol",), "give your key file"),
        (("deck", "check", "-k", "no-such-file"), "no-such-file"),
        (("deck", "check", "--decks", "5"), "5"),
        (("deck", "check", "--back", "pink"), "pink"),
    ],
)
def test_commands__without_what_they_need__one_clear_line(
    shoe: Shoe, words: tuple[str, ...], text: str
) -> None:
    result = shoe.faro(*words)
    assert result.exit_code in (1, 2) and text in result.stderr
    assert "Traceback" not in result.output
