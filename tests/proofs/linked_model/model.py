"""`linked.pml` as a program: one function for each of its steps, on a state of bytes.

`explore` finds as many states as SPIN does (which counts one more, before `init`), and says from
which of them play cannot come back: SPIN has no way to ask that.

python -m tests.proofs.linked_model.model --failures 1
"""

from __future__ import annotations

import argparse
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

OLD, SPARE, NOBODY = 0, 1, 255
IDLE, ASKING, PENDING = 0, 1, 2
NONE, PAID, CANCEL = 0, 2, 3
TABLES = (0, 1)
Step = tuple[Any, ...]


class Broken(Exception):
    """An assertion of the model."""


def _pair() -> list[int]:
    return [0, 0]


def _on() -> list[int]:
    return [1, 1]


def _nobody() -> list[int]:
    return [NOBODY, NOBODY]


def _four() -> list[int]:
    return [0, 0, 0, 0]


@dataclass
class Model:
    """The variables of `linked.pml` under its names; of table t of holder h at 2h + t."""

    failures: int = 1
    losses: int = 1
    repeats: int = 1
    wagers: int = 1
    tgen: list[int] = field(default_factory=_pair)
    twho: list[int] = field(default_factory=_nobody)
    tacc: list[int] = field(default_factory=_pair)
    top: list[int] = field(default_factory=_pair)
    tkind: list[int] = field(default_factory=_pair)
    tst: list[int] = field(default_factory=_pair)
    wins: list[int] = field(default_factory=_pair)
    ton: list[int] = field(default_factory=_on)
    tjoin: list[int] = field(default_factory=_pair)
    tdone: list[int] = field(default_factory=_pair)
    hgen: list[int] = field(default_factory=_pair)
    hrole: list[int] = field(default_factory=lambda: [1, 0])
    stopped: list[int] = field(default_factory=_pair)
    hon: list[int] = field(default_factory=lambda: [1, 0])
    hasled: list[int] = field(default_factory=_pair)
    joined: list[int] = field(default_factory=_four)
    loaded: list[int] = field(default_factory=_four)
    brought: list[int] = field(default_factory=_four)
    anyboard: list[int] = field(default_factory=_four)
    missing: list[int] = field(default_factory=_four)
    hit: list[int] = field(default_factory=_four)
    racc: list[int] = field(default_factory=_four)
    rop: list[int] = field(default_factory=_four)
    heard: list[int] = field(default_factory=_four)
    asks: list[int] = field(default_factory=_four)
    taking: list[int] = field(default_factory=_pair)
    cur: list[int] = field(default_factory=_four)
    jacc: list[int] = field(default_factory=_pair)
    jop: list[int] = field(default_factory=_pair)
    jhit: list[int] = field(default_factory=_pair)
    isloaded: int = 0
    kept: tuple[int, ...] = ()  # holder, table, current, generation, joined, hit, operation
    ownwin: list[int] = field(default_factory=_pair)

    def key(self) -> bytes:
        """All of it: counts, pairs, fours, and what the line keeps."""
        lists = [bytes(getattr(self, name)) for name in _LISTS]
        counts = bytes([getattr(self, name) for name in _COUNTS])
        return b"".join((counts, *lists, bytes(self.kept)))

    @classmethod
    def of(cls, key: bytes) -> Model:
        model = cls.__new__(cls)
        at = len(_COUNTS)
        for name, value in zip(_COUNTS, key[:at], strict=True):
            setattr(model, name, value)
        for name in _LISTS:
            size = 4 if name in _FOURS else 2
            setattr(model, name, list(key[at : at + size]))
            at += size
        model.kept = tuple(key[at:])
        return model

    # -- what is so ------------------------------------------------------------------------

    def leads(self, h: int) -> bool:
        is_on = self.hon[h] and self.hrole[h] and not self.stopped[h] and not self.taking[h]
        return bool(is_on and self._is_complete(h))

    def _is_complete(self, h: int) -> bool:
        return all(
            not self.joined[2 * h + t] or self.heard[2 * h + t] or self.missing[2 * h + t]
            for t in TABLES
        )

    def _is_fresh(self, h: int) -> bool:
        return self.hgen[h] >= self.hgen[1 - h] or not self.hrole[1 - h]

    # -- what can happen -------------------------------------------------------------------

    def steps(self) -> Iterator[Step]:
        """Each name is a method."""
        for h in (OLD, SPARE):
            yield from self._holder_steps(h)
        for t in TABLES:
            yield from self._table_steps(t)
        if self.kept and self.ton[self.kept[1]] and self.repeats:
            yield ("deliver",)
        if self.failures:
            yield from (("table_off", t) for t in TABLES if self.ton[t])
            if self.hon[OLD]:
                yield ("holder_off", OLD)
            if self.hon[SPARE] and self.hrole[SPARE]:
                yield ("holder_off", SPARE)
        yield from (("table_on", t) for t in TABLES if not self.ton[t])
        yield from (("holder_on", h) for h in (OLD, SPARE) if not self.hon[h])
        if not self.isloaded and not self.hon[OLD] and (self.joined[0] or self.joined[1]):
            yield ("take_over", NOBODY)
            yield from (("take_over", t) for t in TABLES if self.racc[t])
        for h in (OLD, SPARE):
            is_asked = self.hon[h] and self.hrole[h] and not self.stopped[h]
            if is_asked and (h == SPARE or self._is_fresh(OLD)):
                yield from (("go_on_without", h, t) for t in TABLES if not self.ton[t])

    def _holder_steps(self, h: int) -> Iterator[Step]:
        if self.hon[h] and self.hrole[h] and not self.stopped[h]:
            for t in TABLES:
                if not self.ton[t]:
                    continue
                yield ("exchange", h, t)
                if self.losses:
                    yield ("poll_lost", h, t)
                    yield ("answer_lost", h, t)
                    if self.repeats and not self.kept:
                        yield ("poll_late", h, t)
        is_other = self.leads(1 - h) and self.hgen[1 - h] < self.hgen[h]
        if self.taking[h] and self._is_complete(h) and not is_other:
            yield ("waited", h)
        if self.leads(h) and not self.ownwin[h]:
            yield ("own_win", h)

    def _table_steps(self, t: int) -> Iterator[Step]:
        if not self.ton[t]:
            return
        if self.tst[t] == IDLE:
            if self.tjoin[t] and self.tacc[t] < self.wagers:
                yield ("wager", t)
            if self.tacc[t] and not self.wins[t]:
                yield ("win", t)
        elif self.tst[t] == PENDING:
            yield ("settle", t, PAID)
            yield ("settle", t, CANCEL)
        elif self.losses:
            yield ("withdraw", t)

    def do(self, step: Step) -> None:
        """Broken when an assertion does not hold."""
        getattr(self, step[0])(*step[1:])

    # -- holders ---------------------------------------------------------------------------

    def exchange(self, h: int, t: int) -> None:
        self._take_poll(t, self._poll(h, t))
        self._take_answer(h, t)

    def poll_lost(self, _h: int, _t: int) -> None:
        self.losses -= 1

    def poll_late(self, h: int, t: int) -> None:
        self.losses -= 1
        self.kept = self._poll(h, t)

    def answer_lost(self, h: int, t: int) -> None:
        self.losses -= 1
        self._take_poll(t, self._poll(h, t))

    def waited(self, h: int) -> None:
        self.taking[h] = 0
        self._note_lead(h)

    def own_win(self, h: int) -> None:
        self.ownwin[h] = 1
        self._serve(h)

    def _poll(self, h: int, t: int) -> tuple[int, ...]:
        at = 2 * h + t
        is_joined = int(self.leads(h) and bool(self.joined[at]))
        hit = int(self.hit[at] and self.asks[at])
        return (h, t, self.cur[at], self.hgen[h], is_joined, hit, self.rop[at])

    def _note_lead(self, h: int) -> None:
        if self.leads(h):
            self.hasled[h] = 1

    def _serve(self, h: int) -> None:
        if self.hgen[1 - h] > self.hgen[h] and self.hasled[1 - h]:
            raise Broken("a board pays a win though one of a later generation has led")

    def _take_answer(self, h: int, t: int) -> None:
        at = 2 * h + t
        self.cur[at] = 1
        if self.tgen[t] > self.hgen[h] or (
            self.tgen[t] == self.hgen[h] and self.twho[t] not in (h, NOBODY)
        ):
            self.stopped[h] = 1
            self.heard[2 * h] = self.heard[2 * h + 1] = 0
            return
        if self.tgen[t] < self.hgen[h] or self.twho[t] == NOBODY:
            return
        self._take_into_book(h, t, at)
        self.missing[at] = 0
        self.heard[at] = 1
        self._note_lead(h)

    def _take_into_book(self, h: int, t: int, at: int) -> None:
        if not self.joined[at]:
            self.joined[at] = 1
            self.brought[at] = int(self.tacc[t] > 0)
            self.racc[at] = self.tacc[t]
            self.rop[at] = self.top[t]
            return
        if self.racc[at] > self.tacc[t]:
            raise Broken("a wager is counted that there was not")
        self.racc[at] = self.tacc[t]
        if self.anyboard[at]:
            self.anyboard[at] = 0
            self.taking[h] = 1
        self.asks[at] = 0
        is_foreign = (self.loaded[at] or self.brought[at]) and not self.hit[at]
        if self.top[t] != self.rop[at] and is_foreign:
            self.rop[at] = self.top[t]
            self.loaded[at] = self.brought[at] = 0
        elif self.top[t] == self.rop[at]:
            if self.tst[t] == ASKING and self.tdone[t] == self.top[t]:
                if self.hit[at]:
                    self.asks[at] = 1
                elif self.leads(h):
                    self.hit[at] = self.asks[at] = 1
                    self._serve(h)
        elif self.top[t] == self.rop[at] + 1:
            if not self.hit[at] and self.tkind[t] != CANCEL:
                raise Broken("a table says that a hit was paid that is not in the book")
            self.hit[at] = 0
            self.rop[at] = self.top[t]
            self.loaded[at] = self.brought[at] = 0
        else:
            raise Broken("an operation is missing")

    # -- tables ----------------------------------------------------------------------------

    def _new_nonce(self, t: int) -> None:
        self.cur[t] = self.cur[2 + t] = 0
        if self.kept and self.kept[1] == t:
            self.kept = (*self.kept[:2], 0, *self.kept[3:])

    def _take_poll(self, t: int, poll: tuple[int, ...]) -> None:
        h, _, is_current, generation, is_joined, has_hit, op = poll
        is_led = generation > self.tgen[t] or (
            generation == self.tgen[t] and self.twho[t] in (NOBODY, h)
        )
        if not is_current or not is_led:
            return
        self.tgen[t] = generation
        self.twho[t] = h
        self._new_nonce(t)
        self.tjoin[t] = is_joined
        self.tdone[t] = op
        if has_hit and self.tst[t] == ASKING and op == self.top[t]:
            self.tst[t] = PENDING

    def wager(self, t: int) -> None:
        self.tacc[t] += 1

    def win(self, t: int) -> None:
        self.wins[t] += 1
        self.tst[t] = ASKING

    def settle(self, t: int, kind: int) -> None:
        self.tst[t] = IDLE
        self.top[t] += 1
        self.tkind[t] = kind

    def withdraw(self, t: int) -> None:
        self.losses -= 1
        self.settle(t, CANCEL)

    # -- line, power, people ---------------------------------------------------------------

    def deliver(self) -> None:
        self.repeats -= 1
        self._take_poll(self.kept[1], self.kept)
        if not self.repeats:
            self.kept = ()

    def table_off(self, t: int) -> None:
        self.failures -= 1
        self.ton[t] = self.tjoin[t] = 0
        self.tdone[t] = 0
        self._new_nonce(t)

    def holder_off(self, h: int) -> None:
        self.failures -= 1
        self.hon[h] = 0
        self._forget(h)
        self.taking[h] = int(any(self.loaded[2 * h : 2 * h + 2]))

    def table_on(self, t: int) -> None:
        self.ton[t] = 1

    def holder_on(self, h: int) -> None:
        self.hon[h] = 1

    def _forget(self, h: int) -> None:
        for at in (2 * h, 2 * h + 1):
            self.heard[at] = self.asks[at] = self.cur[at] = 0

    def take_over(self, short: int) -> None:
        """By all that the journal tells, or by all but the last wager of one table."""
        self.isloaded = 1
        self.jacc, self.jop, self.jhit = self.racc[:2], self.rop[:2], self.hit[:2]
        if short != NOBODY:
            self.jacc[short] -= 1
        self.hgen[SPARE] = self.hgen[OLD] + 1
        self.hrole[SPARE] = self.hon[SPARE] = 1
        self.joined[2:] = self.joined[:2]
        self.racc[2:], self.rop[2:], self.hit[2:] = self.jacc, self.jop, self.jhit
        self.loaded[2:] = self.anyboard[2:] = self.joined[:2]
        self._forget(SPARE)
        self.taking[SPARE] = 1

    def go_on_without(self, h: int, t: int) -> None:
        self.missing[2 * h + t] = 1


_COUNTS = ("failures", "losses", "repeats", "wagers", "isloaded")
_FOURS = (
    "joined",
    "loaded",
    "brought",
    "anyboard",
    "missing",
    "hit",
    "racc",
    "rop",
    "heard",
    "asks",
    "cur",
)
_LISTS = tuple(f.name for f in fields(Model) if f.name not in (*_COUNTS, "kept"))
_TROUBLE = ("table_off", "holder_off", "poll_lost", "poll_late", "answer_lost", "withdraw")


def is_playing(model: Model) -> bool:
    """One board leads all tables that have power, and none of them waits for it."""
    return any(
        model.leads(h)
        and all(
            model.twho[t] == h and model.tjoin[t] and model.tst[t] == IDLE
            for t in TABLES
            if model.ton[t]
        )
        for h in (OLD, SPARE)
    )


@dataclass
class Found:
    """All states that can be reached, and those from which play cannot come back."""

    states: int
    stuck: list[Model]


def explore(first: Model, most: int = 10**8) -> Found:
    """Breadth first; Broken comes up.  A way out is one without more trouble."""
    number = {first.key(): 0}
    keys = list(number)
    sources, targets = array("I"), array("I")
    good = bytearray()
    at = 0
    while at < len(keys) and at < most:
        here = Model.of(keys[at])
        good.append(is_playing(here))
        for step in here.steps():
            model = Model.of(keys[at])
            model.do(step)
            found = model.key()
            place = number.setdefault(found, len(keys))
            if place == len(keys):
                keys.append(found)
            if step[0] not in _TROUBLE and place != at:
                sources.append(at)
                targets.append(place)
        at += 1
    good.extend(bytes(len(keys) - at))
    _spread(good, sources, targets)
    return Found(len(keys), [Model.of(keys[i]) for i in range(at) if not good[i]])


def _spread(good: bytearray, sources: array[int], targets: array[int]) -> None:
    """From where a good state can be reached is good: until nothing changes."""
    has_changed = True
    while has_changed:
        has_changed = False
        for i in range(len(sources) - 1, -1, -1):
            if good[targets[i]] and not good[sources[i]]:
                good[sources[i]] = 1
                has_changed = True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--failures", type=int, default=1)
    parser.add_argument("--losses", type=int, default=0)
    parser.add_argument("--repeats", type=int, default=0)
    args = parser.parse_args()
    found = explore(Model(args.failures, args.losses, args.repeats))
    print(f"{found.states} states, {len(found.stuck)} of them without a way back to play")
    for model in found.stuck[:3]:
        print(model)
    return 1 if found.stuck else 0


if __name__ == "__main__":
    sys.exit(main())
