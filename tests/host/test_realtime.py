"""docs/realtime.md is a whole table; the charges stay below it."""

from __future__ import annotations

from hw_sim.charges import CALLS, ROWS, charged_us
from hw_sim.vm import ROOT
from tests.helpers.longest_times import longest_times


def test_page__every_row__keeps_loop_or_interrupts_for_a_time() -> None:
    rows = longest_times()
    assert len({row.what for row in rows}) == len(rows) > 20
    assert all(row.keeps in ("loop", "interrupts", "link") and row.most_us > 0 for row in rows)


def test_charges__each_call__has_its_row_and_is_in_the_firmware() -> None:
    names = {row[0] for row in ROWS}
    assert len(names) == len(ROWS)
    for module, cls, method, _count, name in CALLS:
        text = (ROOT / (module.replace(".", "/") + ".py")).read_text()
        assert name in names
        assert f"class {cls}" in text if cls else True
        assert f"{method}(" in text  # defined there, or called


def test_charges__either_board__below_the_longest_times() -> None:
    longest = {row.what: row.most_us for row in longest_times()}
    for kind in ("meter", "shoe"):
        us = charged_us(kind)
        assert us["collect"] <= longest["collection"]
        assert us["erase"] <= longest["sector erase"] and us["program"] <= longest["page program"]
        assert us["picture"] <= longest["a card's two pictures unpacked"]
        assert us["corner"] <= longest["a card corner read, briefly"]
        assert us["corner_more"] <= longest["one try more at a hard corner"]
