"""Does anything that was seen tell where a card went?  Pure statistics over samples and truth.

A channel is one number that was seen again and again: a field of an answer, or how long an answer
took.  Each card has a span of time; what a channel did in it, and in the spans beside it, are
features.  On some cycles the feature is chosen that goes with a secret best and its values are
kept as templates, as by somebody who owns such a machine; on the others every secret is guessed
from the nearest templates.  Those cycles had no part in the choice, so their hits are fair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Series = tuple[Floats, Floats]  # times in ms, values
LIMIT_SIGMA = 4.5  # by luck once in 150,000 verdicts
_NEAREST = 5
_SPANS = (-1, 0, 1)  # the card's own, the one before and the one after
_AROUND = 9  # cards: how a secret drifts over a pass is no secret


@dataclass(frozen=True)
class Watched:
    """One stretch of a cycle, cards in or cards out: what was seen, and the truth."""

    channels: dict[str, Series]
    ends_ms: Floats  # when each card was in its compartment, or out of it
    secrets: dict[str, Floats]  # by card

    @cached_property
    def features(self) -> dict[str, Floats]:
        """Whatever secret is asked for, they are the same."""
        return features(self)


@dataclass(frozen=True)
class Verdict:
    """How well a secret was guessed on cycles that had no part in the choice."""

    secret: str
    channel: str
    cards: int
    hits: float
    luck: float  # hits of one who knows how often each value comes, and no more
    correlation: float

    @property
    def error(self) -> float:
        return float(np.sqrt(self.luck * (1 - self.luck) / self.cards))

    @property
    def sigma(self) -> float:
        """How far from luck, by hits or by correlation.

        What was learned on other cycles and holds gives a positive one; a negative one is luck.
        """
        r = min(max(self.correlation, 0.0), 0.999_999)
        by_hits = (self.hits - self.luck) / max(self.error, 1e-9)
        return max(by_hits, float(np.arctanh(r)) * max(self.cards - 3, 1) ** 0.5)

    @property
    def is_leak(self) -> bool:
        return self.sigma > LIMIT_SIGMA

    @property
    def sentence(self) -> str:
        return (
            f"{self.secret} by {self.channel}: {self.hits:.1%} of {self.cards} cards,"
            f" guessing {self.luck:.1%} ± {self.error:.1%}, r = {self.correlation:+.2f}"
        )


def features(watched: Watched) -> dict[str, Floats]:
    """By name, one value per card."""
    found: dict[str, Floats] = {}
    ends = watched.ends_ms
    starts = np.concatenate(([ends[0] - np.median(np.diff(ends))], ends[:-1]))
    for name, (times, values) in watched.channels.items():
        rows = np.zeros((6, len(ends)))
        before = 0.0  # when the span before had its highest value
        moved = np.flatnonzero(np.diff(values)) + 1  # samples with another value than before
        for card, (start, end) in enumerate(zip(starts, ends, strict=True)):
            first, last = np.searchsorted(times, (start, end))
            span = values[first:last]
            if not len(span):
                rows[(0, 1, 5), card] = values[max(first - 1, 0)]  # as it was said last
                continue
            changes = moved[(moved >= first) & (moved < last)]
            rows[0, card] = span[-1]
            rows[1, card] = np.mean(span)
            rows[2, card] = np.mean(np.abs(np.diff(values[max(first - 1, 0) : last + 1])))
            # a channel that changes all the time would only tell how long the span was
            is_rare = 0 < len(changes) <= len(span) // 2
            rows[3, card] = times[changes[-1]] - start if is_rare else -1
            peak = times[first + int(np.argmax(span))]
            rows[4, card] = peak - before
            before = peak
            rows[5, card] = np.max(span)
        for kind, row in zip(("last", "mean", "moved", "when", "peak", "most"), rows, strict=True):
            for span in _SPANS:
                found[f"{name} {kind} {span:+d}"] = np.roll(row, -span)
        gaps = np.full(len(ends), -1.0)
        for card, end in enumerate(ends):  # the pause before the change that this card made
            at = np.searchsorted(times[moved], end + 1)
            if at >= 2:
                gaps[card] = times[moved[at - 1]] - times[moved[at - 2]]
        for span in _SPANS:
            found[f"{name} pause {span:+d}"] = np.roll(gaps, -span)
    return found


def judge(learned: Sequence[Watched], tried: Sequence[Watched], secret: str) -> Verdict:
    """Choose and learn on some cycles, guess on others."""
    known = _joined([watched.features for watched in learned])
    seen = _joined([watched.features for watched in tried])
    truth = np.concatenate([watched.secrets[secret] for watched in learned])
    wanted = np.concatenate([watched.secrets[secret] for watched in tried])
    names = [name for name in known if name in seen]
    drift = _local(truth)
    best = max(names, key=lambda name: abs(_correlation(_local(_ranks(known[name])), drift)))
    order = np.abs(seen[best][:, None] - known[best][None, :]).argsort(axis=1, kind="stable")
    near = truth[order[:, :_NEAREST]]
    guesses = near[:, 0]
    values = np.unique(np.concatenate((guesses, wanted)))
    luck = sum(float(np.mean(guesses == value) * np.mean(wanted == value)) for value in values)
    return Verdict(
        secret,
        best,
        len(wanted),
        float(np.mean(guesses == wanted)),
        luck,
        _correlation(_local(np.mean(near, axis=1)), _local(wanted)),
    )


def _joined(parts: Sequence[dict[str, Floats]]) -> dict[str, Floats]:
    names = set.intersection(*(set(part) for part in parts))
    return {name: np.concatenate([part[name] for part in parts]) for name in sorted(names)}


def _local(values: Floats) -> Floats:
    """Against the mean of the cards around: in a second pass all know which half is where."""
    around = np.ones(_AROUND)
    counts = np.convolve(np.ones(len(values)), around, "same")
    return values - np.convolve(values, around, "same") / counts


def _ranks(values: Floats) -> Floats:
    """Ties get the same rank: most channels hardly ever change."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - counts / 2)[inverse].astype(np.float64)


def _correlation(a: Floats, b: Floats) -> float:
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])
