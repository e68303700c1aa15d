"""A wager sensor that flickers: found whenever somebody looks, believed again once it is quiet."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.jackpot import seat_watch as sw

_CHANGE_MS = 150
_BEAT_MS = 1_000


def found(phase_ms: int, until_ms: int) -> list[int]:
    """What each heartbeat finds while seat 1 changes all the time; the beat has its own phase."""
    watch: Any = sw.SeatWatch()
    watch.look(0, 0)
    troubles: list[int] = []
    for now_ms in range(1, until_ms):
        if now_ms % _CHANGE_MS == 0:
            watch.look(now_ms // _CHANGE_MS & 1, now_ms)
        if now_ms % _BEAT_MS == phase_ms:
            troubles.append(watch.trouble(0, now_ms))
    return troubles


@pytest.mark.rule("J2", "J12")
@pytest.mark.parametrize("phase_ms", range(0, _BEAT_MS, 50))
def test_flicker__goes_on_for_ever__seen_at_every_look_whatever_its_phase(phase_ms: int) -> None:
    troubles = found(phase_ms, 20_000)
    first = troubles.index(sw.FLICKERS)
    assert first <= 2
    assert set(troubles[first:]) == {sw.FLICKERS}


def test_flicker__quiet_again__believed_again() -> None:
    watch: Any = sw.SeatWatch()
    for n in range(12):
        watch.look(n & 1, n * 100)
    assert watch.trouble(0, 1_200) == sw.FLICKERS
    assert watch.trouble(0, 3_050) == sw.FLICKERS
    assert watch.trouble(0, 3_200) == sw.NO_TROUBLE
    watch.look(0, 10_000)
    assert watch.trouble(0, 10_100) == sw.NO_TROUBLE
