"""The guesser on made-up channels: finds what tells something, finds nothing in what does not."""

from __future__ import annotations

import numpy as np
import pytest

from tests.proofs.attacks.observe_guess import Verdict, Watched, judge

CARDS = 52


def watched(seed: int, leak: str) -> Watched:
    """A constant pace but for `leak`; a sample every 7 ms of three channels."""
    rng = np.random.default_rng(seed)
    distance = rng.integers(0, 28, CARDS).astype(np.float64)
    pace = 293.0 + (5 * distance if leak == "pause" else 0)
    ends = 1_000 + np.cumsum(np.broadcast_to(pace, (CARDS,)))
    times = np.arange(0, ends[-1] + 400, 7.0)
    at = np.searchsorted(ends, times, side="right")
    wait = rng.normal(2, 0.2, len(times))
    if leak == "latency":
        wait += distance[np.minimum(at, CARDS - 1)] / 28
    value = distance[np.minimum(at, CARDS - 1)] if leak == "value" else np.full(len(times), 3.0)
    channels = {"count": (times, at.astype(np.float64)), "latency": (times, wait)}
    return Watched({**channels, "value": (times, value)}, ends, {"distance": distance})


def verdict_of(leak: str) -> Verdict:
    learned, tried = [watched(1, leak), watched(2, leak)], [watched(3, leak)]
    return judge(learned, tried, ["distance"])[0]


@pytest.mark.parametrize(
    ("leak", "channel"), [("pause", "count"), ("latency", "latency"), ("value", "value")]
)
def test_judge__channel_that_tells_the_distance__found(leak: str, channel: str) -> None:
    verdict = verdict_of(leak)
    assert verdict.is_leak and verdict.channel.startswith(channel), verdict.sentence
    assert verdict.correlation > 0.8


def test_judge__value_itself_is_told__every_card_hit() -> None:
    assert verdict_of("value").hits == 1


def test_judge__nothing_told__as_good_as_luck() -> None:
    for seed in range(4, 40, 3):
        seen = [watched(seed + i, "") for i in range(3)]
        (verdict,) = judge(seen[:2], seen[2:], ["distance"])
        assert not verdict.is_leak and abs(verdict.hits - verdict.luck) < 5 * verdict.error + 0.02
