"""`faro ruling` and `faro table` with rulings, against a board behind a real serial port."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from faro.cli import main
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from hw_sim.live import LiveTable
from tests.model.board_desk import CODED_CARDS, CardFeed

SHOE, DEVICE = 0, 1
TCP, TCB, LDB = 1, 4, 5


class Table:
    """A live shoe with its key file; commands are given as words, the board's options follow."""

    def __init__(self, live: LiveTable, keys: Path) -> None:
        self.live = live
        self.url = live.url("shoe")
        self.keys = keys
        self._feed = CardFeed(live.rig)

    def open(self, game: int, equipment: int, areas: int) -> None:
        with Client.open(self.url) as client:
            client.open_session(DeviceKeys.load(self.keys), "table")
            fields = {"equipment": equipment, "decks": 0, "areas": areas}
            client.request("OPEN_TABLE", game=game, **fields)

    def deal(self, *codes: int) -> None:
        for code in codes:
            self.live.do(lambda code=code: self._feed.start(code))
            self.live.do(lambda: self.live.wait_ms(800))

    def faro(self, *words: str, keys: bool = True) -> tuple[int, str]:
        names = ["-k", str(self.keys)] if keys else []
        done = CliRunner().invoke(main, [*words[:2], "-p", self.url, *names, *words[2:]])
        return done.exit_code, " ".join(done.output.split())

    def asked(self, *words: str, keys: bool = True) -> Any:
        status, output = self.faro(*words, "--json", keys=keys)
        assert status == 0, output
        return json.loads(output)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Table]:
    """A shoe whose cameras see numbers, with keys and no table."""
    rig = Rig(("shoe",), seed=5, extra_path=(CODED_CARDS,))
    with LiveTable(rig, speed=4.0) as table:
        board = rig.boards["shoe"]
        with Client.open(table.url("shoe")) as client:
            keys = DeviceKeys.create(client.identity.unique_id, client.identity.name)
            keys.save(tmp_path / "keys")
            for is_open in (True, False):
                table.do(lambda is_open=is_open: board.set_lid(is_open))
                table.do(lambda: table.wait_ms(1_500))
                if is_open:
                    client.provision(keys)
        yield Table(table, tmp_path / "keys")


@pytest.mark.rule("S7", "S8")
def test_ruling__live__report_ask_answer_show_and_damaged_cards(live: Table) -> None:
    live.open(LDB, DEVICE, 1)
    status, output = live.faro("ruling", "show", keys=False)
    assert status == 1 and "nothing has happened" in output
    told = live.asked("ruling", "report", "dealt_wrong", "--seat", "dealer")
    assert told["ruling"] == "NO_RULE" and told["state"] == "fresh"
    assert live.faro("ruling", "report", "earthquake")[0] == 2
    assert live.faro("ruling", "report", "dealt_wrong", "--seat", "9")[0] == 2
    assert live.faro("ruling", "answer", "sunny", "yes")[0] == 2
    jam = live.asked("ruling", "report", "jam")
    assert jam["rule"] == "LDB 4.1.1" and jam["text"].endswith("Rule LDB 4.1.1.")
    status, output = live.faro("ruling", "show", keys=False)
    assert status == 0 and "Rule LDB 4.1.1." in output
    status, output = live.faro("ruling", "answer", "spare", "no")
    assert status == 1 and "waits for no answer" in output
    assert live.asked("ruling", "damaged", "7d", "QC")["missing"] == 2
    listed = live.asked("ruling", "damaged", keys=False)["cards"]
    assert listed[0] == {"card": "7D", "replaced": False}
    assert live.faro("ruling", "damaged", "1X")[0] == 2
    status, output = live.faro("ruling", "damaged", "QC", "--off")
    assert status == 0 and "1 to be replaced" in output
    assert live.faro("ruling", "damaged", "--feed")[0] == 0


@pytest.mark.rule("C6", "TCB 12.13.3")
def test_ruling__live__void_shoe_stops_play_until_the_steps_are_ticked_off(live: Table) -> None:
    live.open(TCB, SHOE, 1)
    told = live.asked("ruling", "report", "missing_card", "--detail", "7D")
    case = str(told["case"])
    assert told["ruling"] == "SHOE_BAD_IDLE" and told["stopped"].startswith("no coup may begin")
    check = next(step for step in told["steps"] if step["step"] == "check_pack")
    assert check["open"] and check["by"] == ["supervisor", "inspector"]
    status, output = live.faro("table", "pack")
    assert status == 1 and "until a ruling is carried out" in output
    noted = live.asked("round", "status", keys=False)
    assert noted["stopped"] and any("Check the decks" in note for note in noted["notes"])
    status, output = live.faro("ruling", "list")
    assert status == 0 and "open: supervisor or inspector ticks it off" in output
    assert "stopped: no coup may begin" in output
    status, output = live.faro("ruling", "done", case, "collect the cards")
    assert status == 1 and "nobody has to tick it off" in output
    status, output = live.faro("ruling", "done", case, "sing", "aloud")
    assert status == 2 and "its steps are: 1 " in output
    assert live.faro("ruling", "done", "77", "1")[0] == 1
    done = live.asked("ruling", "done", case, "check", "the", "decks")
    assert [step["open"] for step in done["steps"] if step["step"] == "check_pack"] == [False]
    again = live.faro("ruling", "done", case, str(check["number"]))
    assert again[0] == 1 and "done already" in again[1]
    assert live.faro("table", "pack")[0] == 0
    assert live.asked("ruling", "list")["stopped"] == ""


@pytest.mark.rule("C10", "A3")
def test_ruling__live__whose_hand_asked_withdrawn_and_asked_again(live: Table) -> None:
    live.open(TCP, SHOE, 3)
    assert live.faro("table", "pack")[0] == 0
    live.deal(0, 4, 8)
    told = live.asked("ruling", "report", "hand_count")
    assert told["question"] == "handled" and len(told["outcomes"]) == 3
    status, output = live.faro("ruling", "show")
    assert status == 0 and "Has any player touched the cards of this round?" in output
    assert "no: All wagers of this round are void" in output
    assert live.asked("ruling", "answer", "handled", "yes")["question"] == "dealers"
    told = live.asked("ruling", "answer", "dealers", "no")
    assert told["question"] == "whose" and "Name the seat" in told["ask"]
    assert live.faro("ruling", "answer", "whose", "8")[0] == 2
    ruled = live.asked("ruling", "answer", "whose", "2")
    assert ruled["seat"] == 2 and ruled["text"].startswith("The Ante, Play and Pair Plus wagers")
    case = str(ruled["case"])
    again = live.asked("ruling", "withdraw", case, "--reason", "hand-wrong", "--again")
    assert again["question"] and again["case"] > ruled["case"]
    status, output = live.faro("ruling", "withdraw", case, "--reason", "other")
    assert status == 1 and "no ruling that stands" in output


@pytest.mark.rule("I11", "TCP 12.11")
def test_ruling__live__collusion_is_the_supervisors_and_names_the_measure(live: Table) -> None:
    live.open(TCP, SHOE, 3)
    report = ("ruling", "report", "collusion")
    assert live.faro(*report)[0] == 2
    status, output = live.faro(*report, "--measure", "apart", "--role", "table")
    assert status == 1 and "only a casino supervisor" in output
    told = live.asked(*report, "--measure", "english", "--role", "supervisor")
    assert told["rule"] == "TCP 12.11" and "speak English only" in told["text"]


@pytest.mark.rule("I14", "TCB 14.8")
def test_table_odds__live__sign_first_then_twenty_minutes_or_consent(live: Table) -> None:
    live.open(TCB, SHOE, 1)
    odds = ("table", "odds", "even_money")
    status, output = live.faro(*odds, "on", "--ground", "sign")
    assert status == 1 and "not been up for 20 minutes" in output
    assert live.asked(*odds, "on", "--ground", "sign-up")["changed"] is False
    status, output = live.faro(*odds, "on", "--ground", "sign")
    assert status == 1 and "20 minutes" in output
    status, output = live.faro(*odds, "on", "--ground", "consent")
    assert status == 0 and "Even Money Three Card Baccarat from the next round on" in output
    assert live.faro(*odds, "maybe", "--ground", "consent")[0] == 2


@pytest.mark.rule("I6", "TCP 8.4")
def test_round_decide__live__fold_is_lost_when_the_round_is_over(live: Table) -> None:
    live.open(TCP, SHOE, 3)
    assert live.faro("table", "pack")[0] == 0
    live.deal(0, 4, 8, 12, 16, 20, 24, 28, 32)
    assert live.faro("round", "decide", "1", "folds")[0] == 0
    assert live.faro("round", "decide", "2", "plays")[0] == 0
    status, output = live.faro("round", "end")
    assert status == 0, output
    hands = live.asked("round", "show", "1", keys=False)["hands"]
    folded = next(hand for hand in hands if hand["place"] == 1)
    assert folded["wagers"]["ante"]["result"] == folded["wagers"]["pair_plus"]["result"] == "lose"
