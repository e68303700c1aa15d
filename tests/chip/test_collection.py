"""How long the meter's heap takes to collect, on the image that ships."""

from __future__ import annotations

from tests.chip.collection_bench import LIMIT_MS, STEP_NS, collections
from tests.chip.table import ChipTable


def test_collection__idle_meter__within_its_budget(table: ChipTable) -> None:
    (one,) = collections(table.chip, 1)
    assert sum(one.values()) * STEP_NS / 1e6 <= LIMIT_MS
