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
    bounds = np.concatenate(([ends[0] - np.median(np.diff(ends))], ends))
    for name, (times, values) in watched.channels.items():
        moved = np.flatnonzero(np.diff(values)) + 1  # samples with another value than before
        rows = _in_spans(times, values, moved, bounds)
        rows["pause"] = _pauses(times[moved], ends)
        for kind, row in rows.items():
            for span in _SPANS:
                found[f"{name} {kind} {span:+d}"] = np.roll(row, -span)
    return found


def _in_spans(
    times: Floats, values: Floats, moved: NDArray[np.intp], bounds: Floats
) -> dict[str, Floats]:
    """What a channel did in each card's span; one in which nothing was said keeps what was."""
    edges = np.searchsorted(times, bounds)
    kept = values[np.maximum(edges[:-1] - 1, 0)]
    found = {kind: kept.copy() for kind in ("last", "mean", "most")}
    found |= {kind: np.zeros(len(kept)) for kind in ("moved", "when", "peak")}
    said = np.flatnonzero(np.diff(edges))
    if not len(said):
        return found
    first, last = edges[said], edges[said + 1]
    inside = values[: last[-1]]  # the next span begins where one ends
    found["last"][said] = values[last - 1]
    found["mean"][said] = np.add.reduceat(inside, first) / (last - first)
    most = np.maximum.reduceat(inside, first)
    found["most"][said] = most
    # steps from the sample before to the one after
    begin, end = np.maximum(first - 1, 0), np.minimum(last, len(values) - 1)
    steps = np.append(np.abs(np.diff(values)), 0.0)
    sums = np.add.reduceat(steps, np.column_stack((begin, end)).ravel())[::2]
    found["moved"][said] = sums / np.maximum(end - begin, 1)
    # a channel that changes all the time would only tell how long the span was
    until = np.searchsorted(moved, last)
    changes = until - np.searchsorted(moved, first)
    is_rare = (changes > 0) & (changes <= (last - first) // 2)
    latest = times[np.append(moved, 0)[until - 1]]
    found["when"][said] = np.where(is_rare, latest - bounds[said], -1)
    highest = np.flatnonzero(inside[first[0] :] == np.repeat(most, last - first)) + first[0]
    peaks = times[highest[np.searchsorted(highest, first)]]
    found["peak"][said] = np.diff(peaks, prepend=0.0)  # since the span before had its own
    return found


def _pauses(changed_ms: Floats, ends: Floats) -> Floats:
    """The pause before the change that a card made; -1 for none."""
    at = np.searchsorted(changed_ms, ends + 1)
    gaps = np.full(len(ends), -1.0)
    later = np.flatnonzero(at >= 2)
    gaps[later] = changed_ms[at[later] - 1] - changed_ms[at[later] - 2]
    return gaps


def judge(
    learned: Sequence[Watched], tried: Sequence[Watched], secrets: Sequence[str]
) -> list[Verdict]:
    """Choose and learn on some cycles, guess on others."""
    known = _joined([watched.features for watched in learned])
    seen = _joined([watched.features for watched in tried])
    names = [name for name in known if name in seen]
    rows = _local(_ranks(np.stack([known[name] for name in names])))
    found: list[Verdict] = []
    for secret in secrets:
        truth = np.concatenate([watched.secrets[secret] for watched in learned])
        wanted = np.concatenate([watched.secrets[secret] for watched in tried])
        best = names[int(np.argmax(np.abs(_correlations(rows, _local(truth)))))]
        order = np.abs(seen[best][:, None] - known[best][None, :]).argsort(axis=1, kind="stable")
        near = truth[order[:, :_NEAREST]]
        guesses = near[:, 0]
        values = np.unique(np.concatenate((guesses, wanted)))
        luck = sum(float(np.mean(guesses == value) * np.mean(wanted == value)) for value in values)
        followed = _correlations(_local(np.mean(near, axis=1))[None, :], _local(wanted))
        hits = float(np.mean(guesses == wanted))
        found.append(Verdict(secret, best, len(wanted), hits, luck, float(followed[0])))
    return found


def _joined(parts: Sequence[dict[str, Floats]]) -> dict[str, Floats]:
    names = set.intersection(*(set(part) for part in parts))
    return {name: np.concatenate([part[name] for part in parts]) for name in sorted(names)}


def _local(rows: Floats) -> Floats:
    """Against the mean of the cards around: in a second pass all know which half is where."""
    return rows - _around(rows) / _around(np.ones(rows.shape[-1]))


def _around(rows: Floats) -> Floats:
    """Each card's sum with those beside it, as far as there are any."""
    cards, beside = rows.shape[-1], _AROUND // 2
    padded = np.zeros((*rows.shape[:-1], cards + 2 * beside))
    padded[..., beside : beside + cards] = rows
    return np.sum([padded[..., at : at + cards] for at in range(_AROUND)], axis=0)


def _ranks(rows: Floats) -> Floats:
    """Of each row; ties get the same rank: most channels hardly ever change."""
    order = rows.argsort(axis=1, kind="stable")
    ordered = np.take_along_axis(rows, order, axis=1)
    places = np.arange(rows.shape[1])
    is_new = np.diff(ordered, axis=1, prepend=np.nan) != 0
    begin = np.maximum.accumulate(np.where(is_new, places, 0), axis=1)
    is_last = np.roll(is_new, -1, axis=1)
    end = np.minimum.accumulate(np.where(is_last, places + 1, len(places))[:, ::-1], axis=1)
    ranks = np.empty(rows.shape)
    np.put_along_axis(ranks, order, (begin + end[:, ::-1]) / 2, axis=1)
    return ranks


def _correlations(rows: Floats, other: Floats) -> Floats:
    """Of each row with the other; 0 where one of them stays the same."""
    rows = rows - np.mean(rows, axis=1, keepdims=True)
    other = other - np.mean(other)
    size = np.sqrt(np.sum(rows**2, axis=1) * np.sum(other**2))
    return np.divide(np.sum(rows * other, axis=1), size, np.zeros(len(rows)), where=size > 0)
