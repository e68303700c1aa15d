"""docs/realtime.md says what the rows say; the charges stay below them."""

from __future__ import annotations

from hw_sim import realtime
from hw_sim.charges import CALLS, ROWS, charged_us
from hw_sim.vm import ROOT


def test_page__made_from_the_rows__is_the_one_in_docs() -> None:
    assert realtime.PAGE.read_text() == realtime.page(), "run: python -m hw_sim.realtime"


def test_charges__each_call__has_its_row_and_is_in_the_firmware() -> None:
    names = {row[0] for row in ROWS}
    assert len(names) == len(ROWS)
    for module, cls, method, _count, name in CALLS:
        text = (ROOT / (module.replace(".", "/") + ".py")).read_text()
        assert name in names
        assert f"class {cls}" in text if cls else True
        assert f"{method}(" in text  # defined there, or called


def test_charges__either_board__below_the_longest_times() -> None:
    longest = {row.what: row.most_us for row in realtime.ROWS}
    for kind in ("meter", "shoe"):
        us = charged_us(kind)
        assert us["collect"] <= longest["collection"]
        assert us["erase"] <= longest["sector erase"] and us["program"] <= longest["page program"]
        assert us["picture"] <= longest["a card's two pictures unpacked"]
        assert us["corner"] <= longest["a card corner read, briefly"]
        assert us["corner_more"] <= longest["one try more at a hard corner"]
