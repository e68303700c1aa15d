"""The supervisor's desk: open cases in the order in which they came, and rulings that stand.

Fed findings and answers; gives back the case, whose question or ruling cases.py records.
"""

import struct

from firmware.core.compat import const
from firmware.rounds import findings
from firmware.ruling.damaged import DamagedList
from firmware.ruling.dialogue import CASE_BYTES, Case
from firmware.ruling.effects import DO_CALL_SUPERVISOR, ROUND_ENDED, ROUND_VOID
from firmware.ruling.findings_told import FND_DEVICE_FAILED, FND_JAM
from firmware.ruling.vocabulary import DAMAGED

MOST_OPEN = const(5)
MOST_RULED = const(8)
_CASES_AT = const(4)
_LIST_AT = const(154)  # 4 + 5 cases
DESK_BYTES = const(219)
RULED_BYTES = const(240)
# whose hand it is, or whether the card was seen, comes later than that something is wrong
_TELLS_MORE = (
    (findings.FND_HAND_COUNT, findings.FND_COUNT_WRONG),
    (findings.FND_DEALER_COUNT, findings.FND_COUNT_WRONG),
    (findings.FND_HAND_WITHOUT_WAGER, findings.FND_COUNT_WRONG),
    (findings.FND_DEALER_EXTRA_CARD, findings.FND_DEALER_EXTRA_CARD),
)
_ENDS_ROUND = (ROUND_VOID, ROUND_ENDED)


class Desk:
    """At most MOST_OPEN dialogues wait; what comes on top of them goes to the supervisor."""

    def __init__(self):
        self.last_number = 0
        self.is_ruled_new = False  # the rulings' cell is not what stands here
        self.untold = 0  # the case whose question or ruling is not recorded yet
        self.ruled = [Case() for _ in range(MOST_RULED)]  # the newest is the last
        self._cases = [Case() for _ in range(MOST_OPEN)]
        self.damaged = DamagedList()

    @property
    def newest(self):
        """The case that was ruled last."""
        return self.ruled[-1]

    @property
    def open_count(self):
        count = 0
        for case in self._cases:
            if case.is_open:
                count += 1
        return count

    def find(self, number):
        """A case by its number; 0 gives the oldest open one, else the newest; None for no such."""
        found = None
        for case in self._cases:
            if case.is_open and (case.number == number or number == 0):
                if found is None or case.number < found.number:
                    found = case
        if found is not None:
            return found
        for case in reversed(self.ruled):
            if case.number and (case.number == number or number == 0):
                return case
        return None

    def finding(self, code, game, moment, place, detail, known, yes, round_number=0):
        """A new irregularity; gives its case, ruled at once or with the first question."""
        self.last_number = self.last_number % 0xFFFF + 1
        if self.damaged.missing:
            known |= DAMAGED
            yes |= DAMAGED
        case = self._free()
        is_full = case is None
        if is_full:
            case = self._for_ruled()
        case.begin(self.last_number, round_number, code, game, moment, place, detail, known, yes)
        if is_full and case.is_open:
            case.refer()  # nobody can follow a sixth dialogue: a person decides
        self.untold = case.number
        return self._settled(case)

    def asked_already(self, code, round_number):
        """The open case of one more card too many: people are asked once; None for a new one."""
        if code == findings.FND_COUNT_WRONG:
            for case in self._cases:
                if case.is_open and case.finding == code and case.round == round_number:
                    return case
        return None

    def superseded_by(self, code):
        """The open case about which `code` tells more; None when there is none."""
        for case in self._cases:
            if case.is_open and (code, case.finding) in _TELLS_MORE:
                return case
        return None

    def answer(self, case, fact, is_so, place=findings.NO_PLACE):
        """The supervisor's answer; False when that is not what was asked."""
        if not case.answer(fact, is_so, place):
            return False
        self.untold = case.number
        self._settled(case)
        return True

    def told(self):
        """The question or ruling of the newest step is about to be recorded."""
        self.untold = 0

    def withdraw(self, case):
        """The finding or the ruling is taken back."""
        case.withdraw()
        self.is_ruled_new = True

    def tick(self, case, index):
        """A step of a ruling is done."""
        case.tick(index)
        self.is_ruled_new = True

    def next_moot(self, ruled):
        """An open question about the round that `ruled` ended; None when there is none.

        What is asked about a machine stays open: it stands still whatever became of the round.
        """
        if ruled.verdict.round in _ENDS_ROUND:
            for case in self._cases:
                if case.is_open and not FND_JAM <= case.finding <= FND_DEVICE_FAILED:
                    return case
        return None

    def next_settled(self, ruled):
        """A ruling that left it to the supervisor, of the round that `ruled` ended; None: none."""
        if ruled.verdict.round in _ENDS_ROUND:
            for case in self.ruled:
                steps = case.verdict.steps
                is_left = case.is_to_do(0) and DO_CALL_SUPERVISOR in steps
                if is_left and case.round == ruled.round:
                    return case
        return None

    # -- what rulings hold up --------------------------------------------------------------

    def stops(self):
        """What the open steps of all rulings hold up, as bits."""
        found = 0
        for case in self.ruled:
            found |= case.stops()
        return found

    # -- inner -----------------------------------------------------------------------------

    def _free(self):
        for case in self._cases:
            if not case.is_open:
                return case
        return None

    def _for_ruled(self):
        """A place for a ruling, as the newest: the oldest one that holds nothing up makes room."""
        ruled = self.ruled
        at = 0
        for i in range(MOST_RULED):
            if not ruled[i].stops():
                at = i
                break
        case = ruled.pop(at)
        ruled.append(case)
        return case

    def _settled(self, case):
        """A case without a question is the newest ruling; its place is free for another.

        One about a card that nobody dealt, without a game, holds nothing up: it is not kept.
        """
        if not case.is_open and case.game:
            self.is_ruled_new = True
        if not case.is_open and case is not self.ruled[-1]:
            at = self._cases.index(case)
            self._cases[at] = self._for_ruled()
            self._cases[at].withdraw()
            self.ruled[-1] = case
        return case

    def pack_into(self, buf):
        """The open dialogues."""
        struct.pack_into("<HH", buf, 0, self.last_number, self.untold)
        for i in range(MOST_OPEN):
            self._cases[i].pack_into(buf, _CASES_AT + i * CASE_BYTES)
        self.damaged.pack_into(buf, _LIST_AT)

    def pack_ruled_into(self, buf):
        """The rulings, with what is done of their steps."""
        self.is_ruled_new = False
        for i in range(MOST_RULED):
            self.ruled[i].pack_into(buf, i * CASE_BYTES)

    def unpack_from(self, buf, ruled):
        """After a boot: dialogues go on where they stood, rulings stand."""
        self.last_number, self.untold = struct.unpack_from("<HH", buf, 0)
        for i in range(MOST_OPEN):
            self._cases[i].unpack_from(buf, _CASES_AT + i * CASE_BYTES)
        self.damaged.unpack_from(buf, _LIST_AT)
        for i in range(MOST_RULED):
            case = self.ruled[i]
            case.unpack_from(ruled, i * CASE_BYTES)
            if case.number:
                case.judge_again()
