"""The jam watch when the encoder's 31 bits go round: found by 3,000 cycles on end."""

from __future__ import annotations

import pytest

from firmware.shuffler import jam_watch as jam
from firmware.shuffler.geometry import ENCODER_PER_MM


def read_ma() -> int:
    return 500


@pytest.mark.parametrize("way", [1, -1])
def test_watch__counter_goes_round_in_mid_way__no_jam_and_a_real_one_still_seen(way: int) -> None:
    watch = jam.JamWatch()
    top = 1 << 30
    count = way * (top - 40 * ENCODER_PER_MM)
    watch.run(count)
    watch.expect(jam.GATE_CAROUSEL, 0, 200, count)
    seen = []
    for _ in range(20):
        count += way * 20 * ENCODER_PER_MM
        if abs(count) >= top:
            count -= way * 2 * top
        seen.append(watch.look(count, read_ma))
    assert jam.SEEN_OVERDUE in seen
    # 200 mm and 30 % slack are 13 looks of 20 mm; the one that went round is lost
    assert 12 <= seen.index(jam.SEEN_OVERDUE) <= 14
    assert not any(seen[:12])
