"""What the table program decides, without I/O: the boards' events in, one request at a time out.

Nothing is told twice and nothing is lost because it compares: the shoe's record says what must be
so, the meter's state says what is so, and the next request is the first difference.  After a
restart, a cut or a lost answer both are simply read again.  Only three things are kept: where the
program is in both records, which round of the meter is which of the shoe, and meter faults that
the shoe has not heard of.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from faro.jackpot.rules import class_of
from faro.table.shoe_rounds import CSP, HAND_CARDS, ShoeRound, ShoeRounds
from faro.wire.dictionary import Fields
from faro.wire.events import Event
from firmware.jackpot import rows as jackpot
from firmware.jackpot.round_states import ST_DONE, ST_FROZEN, ST_OPEN
from firmware.rounds.findings import NO_PLACE
from firmware.ruling.findings_told import FND_JACKPOT_FAILED

SHOE, METER = "shoe", "meter"
# malfunctions of what records wagers and of the display: play stops (CSP 14.15, J12)
MALFUNCTIONS = (
    jackpot.FAULT_EXPANDER_LOST,
    jackpot.FAULT_DISPLAY_LOST,
    jackpot.FAULT_SEAT_SENSOR,
    jackpot.FAULT_ANTE_SENSORS,
    jackpot.FAULT_RATES,
)
_FRESH_MS = 3_000  # later than this after the first card nobody's wager may be frozen any more
_STRAY_MS = 5_000  # a round of the meter that no card of the shoe has followed
_SAME_S = 5  # both boards tell of one first card within this time
_AGAIN_MS = 10_000  # after a refusal, if nothing has changed
_NO_CARD = 0xFF
_UNKNOWN = 0xFF  # where the dealer sees wagers: nobody says
_SEATS = 7


@dataclass(frozen=True)
class Request:
    """Something to be told; `round` is the shoe's, 0 for none."""

    board: str
    name: str
    fields: Fields
    round: int = 0


class TableCore:
    """`shoe` and `meter` feed it, `wants` says what to send, `done` and `refused` what came."""

    def __init__(self) -> None:
        self.shoe_rounds = ShoeRounds()
        self.known = 0  # the meter's last round that was matched or voided
        self.reports: list[int] = []  # malfunctions that the shoe has not heard of
        self.frozen = (0, 0)  # the meter's last round, and when its wagers were frozen (UTC)
        self.tells_antes = True  # no sensors of its own do
        self.question: tuple[int, list[int]] | None = None  # which of these is the meter's round?
        self.notices: list[str] = []  # for people; whoever shows them takes them out
        self._seen_ms: dict[int, int] = {}  # shoe rounds whose first card was seen as it came
        self._held: tuple[Request, Fields, int] | None = None  # sent, and nothing came of it yet
        self._stray: tuple[int, int] | None = None  # a round of the meter alone, and since when
        self._report_due_ms = 0

    # -- what the boards tell ------------------------------------------------------------------

    def shoe(self, event: Event, now_ms: int, is_live: bool) -> None:
        """An event of the shoe; `is_live`: it came while somebody was listening."""
        f, play = event.fields, self.shoe_rounds.round(event.fields.get("round", 0))
        before = play.returned if play is not None and play.last_event else 0
        self.shoe_rounds.take(event)
        if play is not None and before & ~play.returned:
            self.notices.append(
                f"round {play.number} of the shoe: a return was withdrawn. Wagers that the meter"
                " has given back already stay so: two roles adjust the pool"
            )
        if event.name == "ROUND_OPENED" and is_live:
            self._seen_ms = {f["round"]: now_ms}
        is_report = event.name == "FINDING_MADE" and f["irregularity"] == FND_JACKPOT_FAILED
        if is_report and f["detail"] in self.reports:
            self.reports.remove(f["detail"])  # it stands in the shoe's record: told once

    def meter(self, event: Event) -> None:
        """An event of the meter."""
        if event.name == "ROUND_FROZEN":
            self.frozen = (event.fields["round"], event.utc_s)
        elif event.name == "FAULT_RAISED":
            self.malfunction(event.fields["fault"])
        elif event.name == "FAULT_CLEARED" and event.fields["fault"] in self.reports:
            self.reports.remove(event.fields["fault"])  # the inspector was there first

    def malfunction(self, fault: int) -> None:
        """The shoe must hear of it, once (CSP 14.15)."""
        if fault in MALFUNCTIONS and fault not in self.reports:
            self.reports.append(fault)

    def match(self, meter_round: int, shoe_round: int) -> None:
        """A person's answer to `question`; 0: none of them."""
        for play in self.shoe_rounds.unmatched:
            if play.number == shoe_round:
                self._pair(play, meter_round)
            elif not shoe_round:
                play.meter_round = 0
        self.question = None

    def begin(self, state: Fields | None) -> None:
        """After a first start: of what was before, only the last round can matter."""
        rounds = self.shoe_rounds.rounds
        for play in rounds[: None if state is None or state["state"] == ST_OPEN else -1]:
            if play.last_event:
                play.meter_round = 0

    # -- what to tell them ---------------------------------------------------------------------

    def report(self, now_ms: int) -> Request | None:
        """A malfunction of the meter, as a finding for the shoe."""
        if not self.reports or self.shoe_rounds.game != CSP or now_ms < self._report_due_ms:
            return None
        fields = {"irregularity": FND_JACKPOT_FAILED, "place": NO_PLACE, "detail": self.reports[0]}
        return Request(SHOE, "REPORT_FINDING", fields)

    def wants(self, state: Fields, now_ms: int) -> Request | None:
        """The next request to the meter, whose JACKPOT is `state`; None: all is as it must be."""
        request = self._next(state, now_ms)
        if request is None or self._held is None:
            return request
        held, before, until_ms = self._held
        if request == held and before == _steady(state) and now_ms < until_ms:
            return None
        self._held = None
        return request

    def done(self, request: Request, answer: Fields, state: Fields, now_ms: int) -> None:
        """It was answered."""
        play = self._play(request)
        if request.name == "FREEZE" and play is not None:
            self._frozen(play, answer["value"])
        elif request.name == "TELL_HANDS" and play is not None:
            play.are_hands_told = True
        elif answer.get("number"):  # PENDING: a second role must confirm it
            self._hold(request, state, now_ms + 1000 * answer["limit_s"])
            self.notices.append(f"{_words(request)}: an inspector must confirm it")

    def refused(self, request: Request, error: str, state: Fields, now_ms: int) -> None:
        """The board said no: nothing has happened; people may have to do something."""
        play = self._play(request)
        if request.name == "FREEZE" and error == "not_now" and play is not None:
            self._frozen(play, state["round"])  # told before, the answer was lost
            return
        if request.board == SHOE:
            self._report_due_ms = now_ms + _AGAIN_MS
        else:
            self._hold(request, state, now_ms + _AGAIN_MS)
        self.notices.append(f"{_words(request)} was refused: {error}")

    # -- the differences -----------------------------------------------------------------------

    def _next(self, state: Fields, now_ms: int) -> Request | None:
        self._note_missed(state["round"])
        if state["state"] == ST_OPEN:
            return self._when_open(state, now_ms)
        number = state["round"]
        play = self.shoe_rounds.of_meter(number) or self._matching(number)
        if play is None:
            return self._alone(number, now_ms)
        self._stray = None
        for later in self.shoe_rounds.unmatched:  # opened while the meter was at this one
            self._without(later)
        if not play.last_event:
            return None if play.is_frozen else _of(play, "FREEZE")
        return self._void(play, state) or self._settle(play, state)

    def _note_missed(self, number: int) -> None:
        """A return that came after the meter's next round had begun is for people to put right."""
        for play in self.shoe_rounds.rounds:
            missed = play.returned & play.standing
            if missed and (play.meter_round or 0) < number:
                play.standing &= ~missed
                seats = ", ".join(map(str, _seats(missed)))
                self.notices.append(
                    f"round {play.number} of the shoe: wagers of seats {seats} go back, but round"
                    f" {play.meter_round} of the jackpot is over: two roles adjust the pool"
                )

    def _when_open(self, state: Fields, now_ms: int) -> Request | None:
        """Wagers may be placed: late returns, a first card, or antes."""
        number, rounds = state["round"], self.shoe_rounds
        self.known = max(self.known, number)
        self._stray = self.question = None
        last = rounds.of_meter(number)
        void = self._void(last, state) if last is not None else None
        if last is not None:
            last.standing &= ~state["voided"]
        if void is not None:
            return void
        for play in rounds.unmatched:
            if play is rounds.in_play and self._is_fresh(play, now_ms):
                return _of(play, "FREEZE")
            if state["antes"] and play is rounds.in_play and self.tells_antes:
                return _antes(0)
            self._without(play)
        antes = rounds.antes if self.tells_antes and rounds.in_play is None else None
        return None if antes is None or antes == state["antes"] else _antes(antes)

    def _without(self, play: ShoeRound) -> None:
        play.meter_round = 0
        self.notices.append(
            f"round {play.number} of the shoe has no jackpot: the meter had not opened its wagers,"
            " or was not told of the first card in time"
        )

    def _matching(self, number: int) -> ShoeRound | None:
        """Which of the shoe's rounds the meter has frozen: the one whose first card came then.

        Order alone does not tell: a meter without power or with wagers not open yet lets a first
        card pass.  Where a clock is not set, a round in play is taken, and else a person is asked.
        """
        found = self.shoe_rounds.unmatched
        if not found or number <= self.known:
            return None
        utc_s = self.frozen[1] if self.frozen[0] == number else 0
        if utc_s and all(play.utc_s for play in found):
            found = [play for play in found if abs(play.utc_s - utc_s) <= _SAME_S]
        elif found != [self.shoe_rounds.in_play]:
            self._ask(number, [play.number for play in found])
            return None
        if len(found) != 1:
            return None
        self._pair(found[0], number)
        return found[0]

    def _ask(self, number: int, rounds: list[int]) -> None:
        if self.question != (number, rounds):
            self.question = (number, rounds)
            self.notices.append(
                f"which round of the shoe is round {number} of the jackpot:"
                f" {', '.join(map(str, rounds))} or none?"
            )

    def _pair(self, play: ShoeRound, number: int) -> None:
        play.meter_round = number
        self.known = number

    def _frozen(self, play: ShoeRound, number: int) -> None:
        play.is_frozen = True
        self._pair(play, number)

    def _alone(self, number: int, now_ms: int) -> Request | None:
        """The line froze wagers, but no round followed: a card pulled back, a shoe without power.

        Once the shoe is there and has no round, the wagers go back.
        """
        rounds = self.shoe_rounds
        if self.question is not None or rounds.in_play is not None:
            self._stray = None
            return None
        if self._stray is None or self._stray[0] != number:
            self._stray = (number, now_ms)
        if now_ms - self._stray[1] < _STRAY_MS:
            return None
        return Request(METER, "VOID_ROUND", {"round": number})

    def _void(self, play: ShoeRound, state: Fields) -> Request | None:
        """A void or misdeal by the shoe's ruling: increments are taken back (J13, CSP 14.14)."""
        standing = state["accepted"] & ~state["voided"]
        if state["state"] != ST_FROZEN:
            standing &= ~state["claimed"]  # those are paid
        if state["state"] not in (ST_OPEN, ST_FROZEN, ST_DONE):
            return None
        back = play.returned & standing
        if not back:
            return None
        if back == standing and state["state"] == ST_FROZEN:
            return _of(play, "VOID_ROUND", round=state["round"])
        return _of(play, "VOID_HAND", round=state["round"], seat=_seats(back)[0])

    def _settle(self, play: ShoeRound, state: Fields) -> Request | None:
        """The round is over: hands, claims, and wagers open again once all are paid (J10, J14)."""
        number = state["round"]
        if state["state"] == ST_FROZEN:
            if not play.are_hands_told and state["accepted"] & ~state["voided"]:
                return _of(play, "TELL_HANDS", round=number, **_hands(play))
            for seat in _seats(state["winners"] & ~state["claimed"]):
                kind = class_of(play.provable.get(seat, b""))
                return _of(play, "CLAIM", round=number, seat=seat, hand_class=kind)
        if state["state"] == ST_DONE or (state["state"] == ST_FROZEN and not state["winners"]):
            play.standing = state["accepted"] & ~state["voided"] & ~state["claimed"]
            return _of(play, "REOPEN_WAGERS", round=number)
        return None  # won: supervisor and inspector decide

    # -- small things --------------------------------------------------------------------------

    def _is_fresh(self, play: ShoeRound, now_ms: int) -> bool:
        """Its first card came just now: what lies there was placed before it (CSP 5.6)."""
        seen_ms = self._seen_ms.get(play.number)
        return seen_ms is not None and now_ms - seen_ms <= _FRESH_MS

    def _hold(self, request: Request, state: Fields, until_ms: int) -> None:
        self._held = (request, _steady(state), until_ms)

    def _play(self, request: Request) -> ShoeRound | None:
        return self.shoe_rounds.round(request.round)

    # -- keeping -------------------------------------------------------------------------------

    def as_json(self) -> dict[str, Any]:
        return {
            "shoe_rounds": self.shoe_rounds.as_json(),
            "known": self.known,
            "reports": self.reports,
            "frozen": self.frozen,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TableCore:
        core = cls()
        core.shoe_rounds = ShoeRounds.from_json(data["shoe_rounds"])
        core.known, core.frozen = int(data["known"]), (data["frozen"][0], data["frozen"][1])
        core.reports = [int(fault) for fault in data["reports"]]
        return core


def _of(play: ShoeRound, name: str, **fields: Any) -> Request:
    return Request(METER, name, fields, play.number)


def _antes(seats: int) -> Request:
    return Request(METER, "TELL_ANTES", {"antes": seats, "wagers": _UNKNOWN})


def _hands(play: ShoeRound) -> Fields:
    """TELL_HANDS without the digest, which is over the shoe's records of the round."""
    cards = bytearray([_NO_CARD] * HAND_CARDS * _SEATS)
    seats = 0
    for seat, hand in play.provable.items():
        cards[HAND_CARDS * (seat - 1) : HAND_CARDS * seat] = hand
        seats |= 1 << (seat - 1)
    ends = {"shoe_first": play.first_event, "shoe_last": play.last_event}
    return {"seats": seats, "cards": bytes(cards), **ends}


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(1, _SEATS + 1) if bits >> (seat - 1) & 1]


def _steady(state: Fields) -> Fields:
    """What of the meter's state changes only when something happens."""
    names = ("state", "round", "accepted", "voided", "claimed", "winners", "antes")
    return {name: state[name] for name in names}


def _words(request: Request) -> str:
    where = f" (round {request.round} of the shoe)" if request.round else ""
    seat = f", seat {request.fields['seat']}" if "seat" in request.fields else ""
    return f"{request.name}{seat}{where}"
