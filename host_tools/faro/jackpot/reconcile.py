"""Recomputes the jackpot's books from the journal alone, and compares them with what is told.

Uses no code of the firmware: wagers and rates give the increments, cards give the winners, rule
12 gives the payments.  Every amount that an event tells is compared to the micro-cent.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from faro.jackpot.rules import (
    MOST_POOL_UC,
    UC,
    Payment,
    PayTable,
    Purses,
    class_of,
    pay_order,
    settle,
)
from faro.journal.file import EVIDENCE
from faro.wire.dictionary import own_dictionary
from faro.wire.events import Event
from faro.words.jackpot import METERS, TERMS

_MOVING = ("HIT_PENDING", "PAID", "HIT_CLOSED", "HIT_CANCELLED", "HAND_VOIDED", "ROUND_VOIDED")
_IN_A_ROUND = (*_MOVING, "HANDS_READ", "CLAIMED", "WAGERS_REOPENED")
_PARTS = 3
_MEMBER = 2


@dataclass(frozen=True)
class Difference:
    """An amount or a step that the journal tells and that cannot be right."""

    number: int
    text: str


@dataclass
class Round:
    """The round in play as the events tell it."""

    number: int
    seats: set[int]
    parts: dict[int, int] = field(default_factory=dict[int, int])
    classes: dict[int, int] = field(default_factory=dict[int, int])
    claimed: set[int] = field(default_factory=set[int])
    due: list[Payment] = field(default_factory=list[Payment])
    order: list[int] = field(default_factory=list[int])  # seats that are still to be paid
    taken: tuple[int, int, int, int] = (0, 0, 0, 0)  # pool, bonus, reserve moved, seeded
    is_reset: bool = False
    is_paid: bool = False


class Books:
    """Feed it events in order; `meters` are the recomputed ones, None before a first statement."""

    def __init__(self) -> None:
        known = own_dictionary().settings
        self.settings = {spec.number: spec.default for spec in known.values()}
        self._numbers = {name: known[name].number for name in (*TERMS, "link_role")}
        self.meters: dict[str, int] | None = None
        self.differences: list[Difference] = []
        self.rounds = 0
        self.payments = 0
        self.statements = 0
        self._round: Round | None = None
        self._stated: dict[int, bytes] = {}
        self.linked_hits: dict[int, tuple[int, int, int, int]] = {}  # pending, by address
        self.tables: dict[int, list[int]] = {}  # address → wagers, given back, operation
        self._at = 0

    # -- feeding ---------------------------------------------------------------------------

    def feed(self, number: int, name: str, fields: dict[str, Any]) -> None:
        """Take one event in."""
        self._at = number
        if name == "SETTING_CHANGED":
            self.settings[fields["setting"]] = fields["new_value"]
        elif name in ("JOURNAL_GAP", "EVENTS_OVERWRITTEN"):
            if fields["ring"] == EVIDENCE:
                self.meters = None  # what is missing is missing: on from the next statement
                self._round = None
        elif name == "TERMS_SET":
            if not fields["is_waiting"]:
                self._take_terms(fields["values"])
        elif name == "TERMS_STATED":
            self._terms_stated(fields["values"])
        elif name == "METERS_STATED":
            self._meters_stated(fields["part"], fields["values"])
        elif name == "POOL_STARTED":
            self.meters = dict.fromkeys(METERS, 0)
            self.meters["start"] = self.meters["pool"] = fields["pool_uc"]
        elif self.meters is not None:
            handler = getattr(self, "_" + name.lower(), None)
            if handler is not None and self._is_round_known(name):
                handler(self.meters, fields)
            self._check_balance()

    def _is_round_known(self, name: str) -> bool:
        """A journal may begin inside a round: its money is known from the next statement on."""
        if self._round is None and name in _IN_A_ROUND:
            if name in _MOVING:
                self.meters = None
            return False
        return True

    def compare(self, meters: dict[str, int]) -> None:
        """What the board itself says now."""
        for name, value in meters.items():
            if self.meters is not None:
                self._same(f"the board's meter {name}", value, self.meters[name])

    # -- what the events mean --------------------------------------------------------------

    def _value(self, name: str) -> int:
        return self.settings[self._numbers[name]]

    def _is_member(self) -> bool:
        return self._value("link_role") == _MEMBER

    def _round_frozen(self, m: dict[str, int], f: dict[str, Any]) -> None:
        self.rounds += 1
        m["rounds"] += 1
        seats = {seat for seat in range(1, 8) if f["seats"] >> (seat - 1) & 1}
        self._same("the wager", f["wager_cents"], self._value("wager_cents"))
        self._round = Round(f["round"], seats)
        for seat in sorted(seats):
            self._round.parts[seat] = self._take_in(m, 1)
            m["wagers"] += 1
            m["wagered"] += f["wager_cents"] * UC
            m["retained"] += f["wager_cents"] * UC - self._brought()
        self._purses(m, f)

    def _brought(self) -> int:
        rates = self._value("pool_ppm") + self._value("reserve_ppm") + self._value("bonus_ppm")
        return self._value("wager_cents") * rates

    def _take_in(self, m: dict[str, int], count: int) -> int:
        """Increments of so many wagers; gives what the pool itself got."""
        wager = self._value("wager_cents") * count
        m["contributed"] += self._brought() * count
        if self._is_member():
            m["sent"] += self._brought() * count
            return 0
        amount = wager * self._value("pool_ppm")
        limit = self._value("limit_cents") * UC or MOST_POOL_UC
        part = max(min(amount, limit - m["pool"]), 0)
        m["pool"] += part
        m["overflow"] += amount - part
        m["reserve"] += wager * self._value("reserve_ppm") + amount - part
        m["bonus_pool"] += wager * self._value("bonus_ppm")
        return part

    def _give_back(self, m: dict[str, int], part: int) -> None:
        """One voided wager; `part` is what it had put into the pool."""
        wager = self._value("wager_cents")
        m["wagers_voided"] += 1
        m["wagered_back"] += wager * UC
        m["retained_back"] += wager * UC - self._brought()
        m["taken_back"] += self._brought()
        if self._is_member():
            m["sent"] -= self._brought()
            return
        over = wager * self._value("pool_ppm") - part
        m["overflow"] -= over
        self._draw(m, "pool", part)
        self._draw(m, "reserve", wager * self._value("reserve_ppm") + over)
        self._draw(m, "bonus_pool", wager * self._value("bonus_ppm"))

    def _draw(self, m: dict[str, int], purse: str, amount: int) -> None:
        for name in (purse, "pool", "reserve", "bonus_pool"):
            part = min(m[name], amount)
            m[name] -= part
            amount -= part
        m["adjusted"] += amount

    def _hand_voided(self, m: dict[str, int], f: dict[str, Any]) -> None:
        play = self._of_round(f)
        paid = play.claimed if play and play.is_paid else set[int]()
        self._check(f["seat"] not in paid, "a hand that was paid was voided")
        if play and self._check(f["seat"] in play.seats, "a hand without a wager was voided"):
            play.seats.discard(f["seat"])
            play.claimed.discard(f["seat"])
            self._give_back(m, play.parts[f["seat"]])
        self._purses(m, f)

    def _round_voided(self, m: dict[str, int], f: dict[str, Any]) -> None:
        play = self._of_round(f)
        for seat in sorted(play.seats) if play else ():
            self._give_back(m, play.parts[seat] if play else 0)
        self._purses(m, f)
        self._round = None

    def _hands_read(self, m: dict[str, int], f: dict[str, Any]) -> None:
        play = self._of_round(f)
        for seat in range(1, 8):
            if play and f["seats"] >> (seat - 1) & 1:
                play.classes[seat] = class_of(f["cards"][5 * seat - 5 : 5 * seat])

    def _claimed(self, m: dict[str, int], f: dict[str, Any]) -> None:
        play = self._of_round(f)
        if play:
            play.claimed.add(f["seat"])
            self._same("the claimed class", f["hand_class"], play.classes.get(f["seat"], 0))
            self._check(f["seat"] in play.seats, "a claim without a wager was accepted")

    def _hit_pending(self, m: dict[str, int], f: dict[str, Any]) -> None:
        play = self._of_round(f)
        if play is None:
            return
        winners = {seat: play.classes.get(seat, 0) for seat in play.claimed}
        missed = {s for s in play.seats if play.classes.get(s)} - play.claimed
        self._check(not missed, f"seats {sorted(missed)} have won and are left out")
        play.order = pay_order(winners)
        if self._is_member():  # the holder of the pool has computed it
            play.is_reset = f["seeded_uc"] > 0
            return
        play.due, play.taken = self._hold(m, winners)
        play.is_reset = any(play.taken[2:])
        self._same("what was taken", f["taken_uc"], play.taken[0] + play.taken[1])
        self._same("the new seed", f["seeded_uc"], play.taken[3])
        self._purses(m, f)

    def _hold(
        self, m: dict[str, int], winners: dict[int, int]
    ) -> tuple[list[Payment], tuple[int, int, int, int]]:
        names = ("royal_cents", "straight_cents", "four_cents", "full_cents", "flush_cents")
        cents = {kind: self._value(name) for kind, name in enumerate(names, 1)}
        table = PayTable(cents, self._value("seed_cents"), self._value("bonus_source"))
        purses = Purses(m["pool"], m["reserve"], m["bonus_pool"])
        payments, seeded = settle(purses, winners, table)
        pool_taken = sum(p.pool_cents for p in payments) * UC
        bonus_taken = sum(p.bonus_cents for p in payments) * UC
        moved = m["reserve"] - purses.reserve
        m["pool"], m["reserve"], m["bonus_pool"] = purses.pool, purses.reserve, purses.bonus
        m["topped_up"] += seeded
        m["pending"] += pool_taken + bonus_taken
        return payments, (pool_taken, bonus_taken, moved, seeded)

    def _paid(self, m: dict[str, int], f: dict[str, Any]) -> None:
        self.payments += 1
        play = self._of_round(f)
        told = Payment(
            f["seat"], f["hand_class"], f["pool_cents"], f["bonus_cents"], f["house_cents"]
        )
        m["hits"] += 1
        m["house_paid"] += told.house_cents * UC
        if play is None:
            return
        turn = play.order.pop(0) if play.order else None
        self._check(told.seat == turn, f"paid seat {told.seat}, it was seat {turn}'s turn")
        if self._is_member():  # the holder of the pool has computed the amounts
            return
        if self._check(bool(play.due), "a payment that nobody is due"):
            due = play.due.pop(0)
            self._check(told == due, f"paid {told}, due {due}")
        out = (told.pool_cents + told.bonus_cents) * UC
        m["pending"] -= out
        m["paid"] += out

    def _hit_closed(self, m: dict[str, int], f: dict[str, Any]) -> None:
        play = self._of_round(f)
        if play:
            self._check(not play.order, "a hit was closed with winners unpaid")
            play.is_paid = True
            m["resets"] += play.is_reset
        self._same("the jackpot", f["pool_uc"], m["pool"])
        self._same("the count of payments", f["hits"], m["hits"])

    def _hit_cancelled(self, m: dict[str, int], f: dict[str, Any]) -> None:
        play = self._of_round(f)
        if play and not self._is_member():
            self._undo(m, play.taken)
        if play:
            play.due, play.order, play.claimed, play.is_reset = [], [], set(), False
        self._purses(m, f)

    def _undo(self, m: dict[str, int], taken: tuple[int, int, int, int]) -> None:
        pool_taken, bonus_taken, moved, seeded = taken
        m["pool"] += pool_taken - moved - seeded
        m["reserve"] += moved
        m["bonus_pool"] += bonus_taken
        m["pending"] -= pool_taken + bonus_taken
        m["topped_up"] -= seeded

    def _wagers_reopened(self, m: dict[str, int], f: dict[str, Any]) -> None:
        play = self._of_round(f)
        if play and not play.is_paid:
            unpaid = [seat for seat in play.seats if play.classes.get(seat)]
            self._check(not unpaid, f"the round ended with seats {unpaid} unpaid")
        # it stays the last one: a hand of it may still be voided until the next first card

    def _pool_adjusted(self, m: dict[str, int], f: dict[str, Any]) -> None:
        m["pool"] += f["amount_uc"]
        m["adjusted"] += f["amount_uc"]
        self._same("the jackpot", f["pool_uc"], m["pool"])

    # -- linked tables ---------------------------------------------------------------------

    def _linked_in(self, m: dict[str, int], f: dict[str, Any]) -> None:
        row = self.tables.setdefault(f["address"], [0, 0, 0])
        row[0] += f["accepted"]
        row[1] += f["voided"]
        self._take_in(m, f["accepted"])
        m["linked_in"] += self._brought() * f["accepted"]
        if f["voided"]:
            wager = self._value("wager_cents") * f["voided"]
            m["taken_back"] += self._brought() * f["voided"]
            m["linked_back"] += self._brought() * f["voided"]
            amount = wager * self._value("pool_ppm")
            limit = self._value("limit_cents") * UC
            is_full = limit and m["pool"] >= limit  # then the last wagers went over the limit
            over = min(amount, m["overflow"], m["reserve"]) if is_full else 0
            m["overflow"] -= over
            self._draw(m, "pool", amount - over)
            self._draw(m, "reserve", wager * self._value("reserve_ppm") + over)
            self._draw(m, "bonus_pool", wager * self._value("bonus_ppm"))
        self._purses(m, f)

    def _table_joined(self, m: dict[str, int], f: dict[str, Any]) -> None:
        self.tables[f["address"]] = [f["accepted"], f["voided"], f["number"]]

    def _linked_hit(self, m: dict[str, int], f: dict[str, Any]) -> None:
        classes: bytes = f["classes"]
        winners = {seat: kind for seat, kind in enumerate(classes, 1) if kind}
        _, taken = self._hold(m, winners)
        self.linked_hits[f["address"]] = taken
        self._same("the new seed", f["seeded_uc"], taken[3])
        self._purses(m, f)

    def _linked_done(self, m: dict[str, int], f: dict[str, Any]) -> None:
        self.tables.setdefault(f["address"], [0, 0, 0])[2] = f["number"]
        taken = self.linked_hits.pop(f["address"], None)
        if taken is not None:
            self._same("what the hit had taken", f["paid_uc"], taken[0] + taken[1])
        if f["what"] == 1:
            m["pending"] -= f["paid_uc"]
            m["paid"] += f["paid_uc"]
        elif taken is not None:
            self._undo(m, taken)
        else:
            self.meters = None  # held by a board before this one: on from the next statement
            return
        self._purses(m, f)

    def _taken_over(self, m: dict[str, int], f: dict[str, Any]) -> None:
        purses = struct.unpack("<4q", f["purses"])
        for name, amount in zip(("pool", "reserve", "bonus_pool", "pending"), purses, strict=True):
            m["adjusted"] += amount - m[name]
            m[name] = amount

    # -- statements and checks -------------------------------------------------------------

    def _terms_stated(self, values: bytes) -> None:
        stated = struct.unpack(f"<{len(TERMS)}i", values)
        for name, value in zip(TERMS, stated, strict=True):
            if self.meters is not None:
                self._same(f"the setting {name}", value, self._value(name))
        self._take_terms(values)

    def _take_terms(self, values: bytes) -> None:
        for name, value in zip(TERMS, struct.unpack(f"<{len(TERMS)}i", values), strict=True):
            self.settings[self._numbers[name]] = value

    def _meters_stated(self, part: int, values: bytes) -> None:
        self._stated[part] = values
        if part != _PARTS - 1 or not all(i in self._stated for i in range(_PARTS)):
            return
        self.statements += 1
        numbers = struct.unpack("<24q", b"".join(self._stated[i] for i in range(_PARTS)))
        self._stated = {}
        told = dict(zip(METERS, numbers, strict=True))
        if self.meters is None:
            self.meters = told
            self._balance(told)
        else:
            for name, value in told.items():
                self._same(f"the meter {name}", value, self.meters[name])

    def _of_round(self, fields: dict[str, Any]) -> Round | None:
        """The round in play; None when the journal begins inside it."""
        if self._round is not None and self._round.number != fields["round"]:
            self._check(False, f"round {fields['round']}, but {self._round.number} is in play")
            return None
        return self._round

    def _purses(self, m: dict[str, int], f: dict[str, Any]) -> None:
        self._same("the jackpot", f["pool_uc"], m["pool"])
        self._same("the reserve", f["reserve_uc"], m["reserve"])

    def _check_balance(self) -> None:
        """Unless what happened has left the meters unknown."""
        if self.meters is not None:
            self._balance(self.meters)

    def _balance(self, m: dict[str, int]) -> None:
        came = m["start"] + m["contributed"] + m["topped_up"] + m["adjusted"]
        held = m["pool"] + m["reserve"] + m["bonus_pool"] + m["pending"] + m["sent"]
        self._same("start + contributions + top-ups + adjustments", came,
                   held + m["paid"] + m["taken_back"])  # fmt: skip
        self._same("wagers", m["wagered"], m["contributed"] - m["linked_in"] + m["retained"])

    def _same(self, what: str, told: int, computed: int) -> None:
        self._check(told == computed, f"{what}: told {told}, computed {computed}")

    def _check(self, is_right: bool, text: str) -> bool:
        if not is_right:
            self.differences.append(Difference(self._at, text))
        return is_right


def reconcile(events: Iterable[Event]) -> Books:
    """Replay events in order."""
    books = Books()
    for event in events:
        books.feed(event.number, event.name, event.fields)
    return books
