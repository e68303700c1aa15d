"""An event that the journal refused is appended once, not at every start."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.jackpot import voids
from firmware.jackpot.rows import EV_METERS_STATED, EV_POOL_ADJUSTED
from tests.model.meter_soak import Bench


def adjusted(bench: Bench) -> int:
    reader: Any = bench.storage.journal
    numbers = range(1, reader.last_number + 1)
    return sum(reader.load(n) and reader.type == EV_POOL_ADJUSTED for n in numbers)


@pytest.mark.rule("J12")
def test_outbox__journal_refused_the_event__later_starts_append_it_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench(1)
    recorder = bench.storage.recorder
    with monkeypatch.context() as patch:
        patch.setattr(recorder, "append", lambda *_: 0)
        assert voids.adjust(bench.book, 1_000_000, 2, 4) == 0
    for _ in range(5):  # others take the number that it should have had
        bench.book.record(EV_METERS_STATED, 0, bytes(64))
    assert adjusted(bench) == 0
    for _ in range(3):
        bench.boot()
    assert adjusted(bench) == 1
