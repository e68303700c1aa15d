"""The table as lines: everything said by signs and words, nothing wider than the terminal."""

from __future__ import annotations

import pytest

from faro.top import lines
from faro.top.state import State
from faro.top.waiting import matters
from tests.unit.top.fake_hub import FAULT, QUESTION, RULING, board, event, events, jackpot, known
from tests.unit.top.fake_hub import table as table_section


@pytest.mark.parametrize(("segments", "text"), [
    ("00006d003f003f003f00db0006004f00", "50002.13"),
    ("00" * 16, ""),
    ("4000" * 8, "--------"),
    ("01" + "00" * 15, "?"),
])  # fmt: skip
def test_segments__as_the_chip_lights_them__read_as_people_do(segments: str, text: str) -> None:
    expected = text.replace("50002.13", "5000" + "2.13")
    assert lines.segments_text(segments) == expected


def test_table__round__cards_results_and_chips() -> None:
    shown = lines.table_lines(known(), 80).plain.split("\n")
    assert shown[0].split() == ["dealer", "Q♥", "4♦", "3♣", "4♣", "9♥", "pair"]
    assert shown[1].split() == ["1", "A★", "5♠", "A♦", "5♦", "4♠", "Q♣", "pair",
                                "ante", "wins", "1:1"]  # fmt: skip
    assert "A·" in shown[2] and "10♥" in shown[2] and "joker" in shown[2]
    assert shown[2].endswith("ante loses") and len(shown) == 8
    assert max(map(len, shown)) <= 80


def test_table__round_in_play__no_results_yet() -> None:
    shown = lines.table_lines(known(table=table_section(phase="deal")), 80).plain
    assert "wins" not in shown and "loses" not in shown


def test_table__cards_that_may_not_be_seen__backs() -> None:
    state = known()
    for hand in state.table["hands"].values():
        hand["cards"] = []
    shown = lines.table_lines(state, 80).plain
    assert "▒▒" in shown and "♥" not in shown


def test_boards__broken_ones__words_say_it_without_colour() -> None:
    silent = board(is_there=False, age_ms=12_000)
    state = known(boards={"shoe": board(faults=[FAULT], clock="unset"), "meter": silent})
    state.scene["boards"]["shoe"] |= {"is_lid_open": True, "lamp": "red"}
    state.scene["boards"]["meter"] |= {"is_powered": False, "cables": {"usb": False}}
    shoe, meter, _jackpot = lines.board_lines(state, "shoe", 80).plain.split("\n")
    for words in ("▸ shoe", "● red", "clock unset", "lid open", "GATE_STUCK"):
        assert words in shoe
    for words in ("  meter", "○ off", "no answer for 12 s", "no power", "usb cable out"):
        assert words in meter


def test_jackpot__display_of_the_chip_pool_and_what_is_held() -> None:
    state = known(jackpot=jackpot(pending_cents=5_000_000, linked=[
        {"name": "table 0x31", "is_up": False}]))  # fmt: skip
    line = lines.board_lines(state, "shoe", 120).plain.split("\n")[2]
    assert max(map(len, lines.board_lines(state, "shoe", 72).plain.split("\n"))) <= 72
    for words in ("50002.13", "pool $50,002.13", "held $50,000.00", "wagers at 1, 2", "silent"):
        assert words in line
    real = known(is_simulated=False)
    assert "$50,002.13" in lines.board_lines(real, "shoe", 80).plain  # its chip cannot be seen


def test_wear__near_its_limit__is_shown() -> None:
    row = {"title": "feed roller slips", "value": 26.0, "unit": "%", "limit": 25.0,
           "forecast": "about 400 cards left", "is_near": True}  # fmt: skip
    shown = lines.board_lines(known(health=[row]), "shoe", 80).plain
    assert "feed roller slips 26.0 %, limit 25.0 %; about 400 cards left" in shown
    far = known(health=[{**row, "is_near": False}])
    assert "feed roller" not in lines.board_lines(far, "shoe", 80).plain


@pytest.mark.parametrize("height", [2, 3, 4, 6, 20])
@pytest.mark.parametrize("case", [QUESTION, RULING])
def test_matter__little_room__never_more_lines_than_fit(case: dict, height: int) -> None:
    state = known(cases=[case])
    shown = lines.matter_lines(state, matters(state), height, 80).plain.split("\n")
    assert len(shown) <= height and max(map(len, shown)) <= 80
    words = case.get("ask") or case["text"]
    assert words.startswith(shown[0][:60])


def test_matter__ruling_with_room__words_steps_and_rule() -> None:
    state = known(cases=[RULING])
    shown = lines.matter_lines(state, matters(state), 12, 80).plain
    for words in ("[x] 1 Notify", "    2 Collect", "[ ] 3 Check", "CSP 14.9.2", "CSP 14.9.4"):
        assert words in shown


def test_matter__ruling_with_little_room__the_open_step_stays() -> None:
    state = known(cases=[RULING])
    shown = lines.matter_lines(state, matters(state), 4, 80).plain
    assert "[ ] 3 Check" in shown and "[x]" not in shown


def test_matter__question__says_who_may_answer() -> None:
    state = known(cases=[QUESTION])
    assert "it takes the supervisor" in lines.matter_lines(state, matters(state), 9, 80).plain
    state = known(cases=[QUESTION], role="supervisor")
    assert "it takes" not in lines.matter_lines(state, matters(state), 9, 80).plain


def test_matter__nothing_waits__the_page_s_sentence() -> None:
    state = known()
    assert lines.matter_lines(state, [], 9, 80).plain == "Round 4 is dealt: settle the wagers."


def test_log__newest_at_the_bottom__and_pages_back() -> None:
    shown = lines.log_lines(events(30), 5, 0, 80).plain.split("\n")
    assert shown[-1] == "00:55:24 shoe  card 30" and len(shown) == 5
    assert lines.log_lines(events(30), 5, 4, 80).plain.endswith("card 26")
    assert lines.log_lines(events(30), 5, 999, 80).plain.split("\n")[0].endswith("card 1")
    assert lines.log_lines(events(2), 5, 9, 80).plain.endswith("card 2")
    assert lines.log_lines([], 5, 0, 80).plain == ""


def test_log__long_text_and_no_clock__cut_and_said() -> None:
    long = event(1, text="x" * 200, time_text="clock not set", severity="stop")
    line = lines.log_lines([long], 5, 0, 80).plain
    assert line.startswith("--:--:-- shoe  xxx") and len(line) == 80 and line.endswith("…")


def test_log__group__only_its_events() -> None:
    state = known()
    state.take({"kind": "events", "is_history": False, "events": [event(31, group="money")]})
    state.group = "money"
    assert [row["number"] for row in state.log()] == [31]


@pytest.mark.parametrize("width", [20, 40, 72, 80, 200])
def test_footer__any_width__the_last_three_stay(width: int) -> None:
    keys = [(str(n), "words") for n in range(9)]
    shown = lines.footer_line(keys, width).plain
    assert shown.endswith("6 words 7 words 8 words")
    assert len(shown) <= max(width, 23)


def test_title__simulation_and_time__role_at_the_right() -> None:
    state = known()
    title = lines.title_line(state, 80).plain
    assert "SIMULATION  x1  00:01:01" in title and title.endswith("the dealer ")
    assert len(title) == 80
    state.scene["is_paused"] = True
    assert "TIME STANDS STILL" in lines.title_line(state, 80).plain
    assert "SIMULATION" not in lines.title_line(known(is_simulated=False, role=""), 80).plain


def test_told__error_and_frames__one_line() -> None:
    frame = {"board": "shoe", "name": "OPEN_TABLE", "sent": "00ff" * 40}
    last = {"ok": True, "told": "csp is open", "command": "faro table open", "frames": [frame]}
    line = lines.told_line(last, "", 80).plain
    assert line.startswith("✓ csp is open  faro table open  shoe OPEN_TABLE 00ff")
    assert len(line) == 80
    assert lines.told_line({"ok": False, "error": "no"}, "", 80).plain == "✗ no"
    assert lines.told_line(last, "deal", 80).plain == "… deal"


def test_state__empty__everything_can_be_drawn() -> None:
    state = State()
    assert lines.board_lines(state, "shoe", 80).plain == ""
    assert "no game is open" in lines.table_lines(state, 80).plain
    assert lines.table_title(state) == "Table" and matters(state) == []
