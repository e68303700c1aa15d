"""What the table program decides, without I/O: the boards' events in, one request at a time out.

Nothing is told twice and nothing is lost because it compares: the shoe's record says what must be
so, the meter's state says what is so, and the next request is the first difference.  After a
restart, a cut or a lost answer both are simply read again.  Kept are only: where the program is in
both records, which round of the meter is which of the shoe, meter faults that the shoe has not
heard of, and what is open (open_matters.py).
"""

from __future__ import annotations

from typing import Any

from faro.jackpot.rules import class_of
from faro.table.malfunctions import Malfunctions
from faro.table.open_matters import OpenMatters
from faro.table.requests import (
    METER,
    SHOE,
    Request,
    hands_of,
    named_cases,
    request_of,
    seats_of,
    short_list,
    tell_antes,
    words_of,
)
from faro.table.shoe_rounds import CSP, ShoeRound, ShoeRounds
from faro.wire.dictionary import Fields
from faro.wire.events import Event
from faro.words.money import dollars
from firmware.jackpot.round_states import ST_DONE, ST_FROZEN, ST_OPEN
from firmware.rounds.deal_order import WIN_PENDING, WIN_SETTLED

_FRESH_MS = 3_000  # later than this after the first card nobody's wager may be frozen any more
_STRAY_MS = 5_000  # a round of the meter that no card of the shoe has followed
_SAME_S = 5  # both boards record one first card within this time, if their clocks agree
_AGAIN_MS = 10_000  # after a refusal, if nothing has changed
# refusals that stay: the next round has begun, the wager is not there any more
_TOO_LATE = ("not_now", "wrong_round", "no_wager", "wrong_phase", "out_of_range", "out_of_turn")


class TableCore:
    """`shoe` and `meter` feed it, `wants` says what to send, `done` and `refused` what came."""

    def __init__(self) -> None:
        self.shoe_rounds = ShoeRounds()
        self.known = 0  # the meter's last round that was matched or voided
        self.malfunctions = Malfunctions()
        self.open = OpenMatters()
        self.do_folded_win = True  # CSP 9.5, 11.4 make no exception; an authority may
        self.frozen = (0, 0)  # the meter's last round, and when its wagers were frozen (UTC)
        self.tells_antes = True  # no sensors of its own do
        self.question: tuple[int, list[int]] | None = None  # which of these is the meter's round?
        self.notices: list[str] = []  # for people; whoever shows them takes them out
        self._seen_ms: dict[int, int] = {}  # shoe rounds whose first card was seen as it came
        self._held: tuple[Request, Fields, int] | None = None  # sent, and nothing came of it yet
        self._stray: tuple[int, int] | None = None  # a round of the meter alone, and since when
        self._told_open: tuple[int, list[int]] | None = None  # a hold that people know of

    # -- what the boards tell ------------------------------------------------------------------

    def shoe(self, event: Event, now_ms: int, is_live: bool) -> None:
        """An event of the shoe; `is_live`: it came while somebody was listening."""
        f, play = event.fields, self.shoe_rounds.round(event.fields.get("round", 0))
        before = play.returned if play is not None and play.last_event else 0
        self.shoe_rounds.take(event)
        self.open.shoe(event, self.shoe_rounds.newest)
        if play is not None and before & ~play.returned:
            self.notices.append(
                f"round {play.number} of the shoe: a return was withdrawn. Wagers that the meter"
                " has given back already stay so: two roles adjust the pool"
            )
        if event.name == "ROUND_OPENED" and is_live:
            self._seen_ms = {f["round"]: now_ms}
        self.malfunctions.shoe(event)

    def meter(self, event: Event) -> None:
        """An event of the meter."""
        if event.name == "ROUND_FROZEN":
            self.frozen = (event.fields["round"], event.utc_s)
        elif event.name == "PAID":
            self.open.payment(event.fields)
        elif event.name == "HIT_CANCELLED":
            play = self.shoe_rounds.of_meter(event.fields["round"])
            if play is not None:
                play.is_cancelled = True
        else:
            self.malfunctions.meter(event)

    def meter_is_there(self, is_there: bool, now_ms: int) -> None:
        """A meter that is lost is a malfunction too: no power, unplugged, silent (CSP 14.15)."""
        has_jackpot = self.shoe_rounds.game == CSP
        if self.malfunctions.meter_is_there(is_there, has_jackpot, now_ms):
            self.notices.append(
                "the meter does not answer: it is reported to the shoe as a malfunction of the"
                " jackpot, and an inspector decides whether play goes on (CSP 14.15)"
            )

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
        return self.malfunctions.request(now_ms) if self.shoe_rounds.game == CSP else None

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
            self.notices.append(f"{words_of(request)}: an inspector must confirm it")

    def refused(self, request: Request, error: str, state: Fields, now_ms: int) -> None:
        """The board said no: nothing has happened; people may have to do something."""
        play = self._play(request)
        if request.name == "FREEZE" and error == "not_now" and play is not None:
            self._frozen(play, state["round"])  # told before, the answer was lost
            return
        if play is not None and self._is_final(request, play, error, state):
            return
        if request.name == "REPORT_FINDING":
            self.malfunctions.refused(now_ms)
        else:
            self._hold(request, state, now_ms + _AGAIN_MS)
        self.notices.append(f"{words_of(request)} was refused: {error}")

    def _is_final(self, request: Request, play: ShoeRound, error: str, state: Fields) -> bool:
        """What asking again would not change; people are told what is left to them."""
        if request.name == "DECIDE" and error in _TOO_LATE:
            play.unheld |= 1 << (request.fields["seat"] - 1)
            return True
        if request.name != "VOID_HAND" or state["state"] == ST_FROZEN or error not in _TOO_LATE:
            return False
        play.unreturnable |= 1 << (request.fields["seat"] - 1)
        self.notices.append(
            f"round {play.number} of the shoe, seat {request.fields['seat']}: the wager goes back,"
            f" but the meter refuses it now ({error}): two roles adjust the pool"
        )
        return True

    # -- the differences -----------------------------------------------------------------------

    def _next(self, state: Fields, now_ms: int) -> Request | None:
        self._note_missed(state["round"])
        self._note_paid()
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
            return None if play.is_frozen else request_of(play, "FREEZE")
        return self._hold_hands(play, state) or self._void(play, state) or self._settle(play, state)

    def _note_missed(self, number: int) -> None:
        """A return that came after the meter's next round had begun is for people to put right."""
        for play in self.shoe_rounds.rounds:
            missed = play.returned & play.standing
            if missed and (play.meter_round or 0) < number:
                play.standing &= ~missed
                seats = ", ".join(map(str, seats_of(missed)))
                self.notices.append(
                    f"round {play.number} of the shoe: wagers of seats {seats} go back, but round"
                    f" {play.meter_round} of the jackpot is over: two roles adjust the pool"
                )

    def _note_paid(self) -> None:
        """Paid, and void afterwards: nothing on the meter takes it back, people do."""
        for play in self.shoe_rounds.rounds:
            paid = self.open.paid.get(play.meter_round or 0, {})
            for seat in seats_of(play.returned & ~play.paid_told):
                if seat in paid:
                    play.paid_told |= 1 << (seat - 1)
                    self.notices.append(
                        f"round {play.number} of the shoe, seat {seat}: {dollars(paid[seat])} was"
                        " paid from the jackpot, and a ruling voids the hand. Notify supervisor,"
                        " inspector and surveillance; two roles adjust the pool"
                    )

    def _hold_hands(self, play: ShoeRound, state: Fields) -> Request | None:
        """A winning hand stays on the table, and no round begins, until it is paid (CSP 9.5)."""
        if play.number != self.shoe_rounds.newest:
            return None
        wins = self._wins(play, state) & ~play.unheld
        for seat in seats_of((wins ^ play.held) & ~play.unheld):
            is_won = wins >> (seat - 1) & 1
            fields = {"seat": seat, "decision": WIN_PENDING if is_won else WIN_SETTLED}
            return Request(SHOE, "DECIDE", fields, play.number)
        return None

    def _wins(self, play: ShoeRound, state: Fields) -> int:
        """Seats with a wager and a hand that wins, not paid yet, a bit each."""
        if state["state"] in (ST_OPEN, ST_DONE) or not play.last_event:
            return 0
        standing = state["accepted"] & ~state["voided"] & ~play.returned
        hands = play.provable(self.do_folded_win)
        return standing & sum(1 << (s - 1) for s, hand in hands.items() if class_of(hand))

    def _is_asked(self, play: ShoeRound) -> bool:
        """A question about that round is open: its answer may void what would be paid."""
        cases = self.open.open_of(play.number)
        told = (play.number, cases)
        if cases and told != self._told_open:
            self.notices.append(
                f"round {play.number} of the shoe: {named_cases(cases)} first. Until then no hand"
                " is told or claimed, and no jackpot may be confirmed"
            )
        self._told_open = told if cases else None
        return bool(cases)

    def _when_open(self, state: Fields, now_ms: int) -> Request | None:
        """Wagers may be placed: late returns, a first card, or antes."""
        number, rounds = state["round"], self.shoe_rounds
        self.known = max(self.known, number)
        self._stray = self.question = None
        last = rounds.of_meter(number)
        void = None
        if last is not None:
            void = self._hold_hands(last, state) or self._void(last, state)
            last.standing &= ~state["voided"]
        if void is not None:
            return void
        for play in rounds.unmatched:
            if play is rounds.in_play and self._is_fresh(play, now_ms):
                return request_of(play, "FREEZE")
            if state["antes"] and play is rounds.in_play and self.tells_antes:
                return tell_antes(0)
            self._without(play)
        antes = rounds.antes if self.tells_antes and rounds.in_play is None else None
        return None if antes is None or antes == state["antes"] else tell_antes(antes)

    def _without(self, play: ShoeRound) -> None:
        play.meter_round = 0
        self.notices.append(
            f"round {play.number} of the shoe has no jackpot: the meter had not opened its wagers,"
            " or was not told of the first card in time"
        )

    def _matching(self, number: int) -> ShoeRound | None:
        """Which of the shoe's rounds the meter has frozen: the one whose first card came then.

        Neither tells alone: a meter without power or with wagers not open yet lets a first card
        pass, and clocks drift apart.  If the times name no round, it is the one in play when no
        other can be meant; else a person is asked, and nothing is voided until the answer.
        """
        found = self.shoe_rounds.unmatched
        if not found or number <= self.known:
            return None
        utc_s = self.frozen[1] if self.frozen[0] == number else 0
        are_timed = utc_s and all(play.utc_s for play in found)
        same = [play for play in found if are_timed and abs(play.utc_s - utc_s) <= _SAME_S]
        if len(same) != 1 and found == [self.shoe_rounds.in_play]:
            same = found
        if len(same) != 1:
            self._ask(number, [play.number for play in found])
            return None
        self._pair(same[0], number)
        return same[0]

    def _ask(self, number: int, rounds: list[int]) -> None:
        if self.question != (number, rounds):
            self.question = (number, rounds)
            self.notices.append(
                f"which round of the shoe is round {number} of the jackpot:"
                f" {short_list(rounds)} or none?"
            )

    def _pair(self, play: ShoeRound, number: int) -> None:
        play.meter_round = number
        self.known = number
        self.question = None

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
        back = play.returned & standing & ~play.unreturnable
        if not back:
            return None
        if back == standing and state["state"] == ST_FROZEN:
            return request_of(play, "VOID_ROUND", round=state["round"])
        return request_of(play, "VOID_HAND", round=state["round"], seat=seats_of(back)[0])

    def _settle(self, play: ShoeRound, state: Fields) -> Request | None:
        """The round is over: hands, claims, and wagers open again once all are paid (J10, J14)."""
        number = state["round"]
        if self._is_asked(play):
            return None
        if state["state"] == ST_FROZEN:
            hands = play.provable(self.do_folded_win)
            if not play.are_hands_told and state["accepted"] & ~state["voided"]:
                return request_of(play, "TELL_HANDS", round=number, **hands_of(play, hands))
            claimable = 0 if play.is_cancelled else state["winners"] & ~state["claimed"]
            for seat in seats_of(claimable):
                kind = class_of(hands.get(seat, b""))
                return request_of(play, "CLAIM", round=number, seat=seat, hand_class=kind)
        if state["state"] == ST_DONE or (state["state"] == ST_FROZEN and not state["winners"]):
            play.standing = state["accepted"] & ~state["voided"] & ~state["claimed"]
            return request_of(play, "REOPEN_WAGERS", round=number)
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
            "malfunctions": self.malfunctions.as_json(),
            "frozen": self.frozen,
            "open": self.open.as_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TableCore:
        core = cls()
        core.shoe_rounds = ShoeRounds.from_json(data["shoe_rounds"])
        core.known, core.frozen = int(data["known"]), (data["frozen"][0], data["frozen"][1])
        core.malfunctions = Malfunctions.from_json(data["malfunctions"])
        core.open = OpenMatters.from_json(data["open"])
        return core


def _steady(state: Fields) -> Fields:
    """What of the meter's state changes only when something happens."""
    names = ("state", "round", "accepted", "voided", "claimed", "winners", "antes")
    return {name: state[name] for name in names}
