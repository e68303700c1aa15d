"""The rulings' room with a real tracker and real requests, in memory, with power cuts."""

from __future__ import annotations

from typing import Any

from firmware import shoe_rows
from firmware.core.rows import INSPECTOR, SUPERVISOR, TABLE
from firmware.rounds.findings import NO_PLACE
from firmware.rounds.happenings import Happenings
from firmware.ruling import rows
from firmware.ruling.dialogue import Case
from firmware.ruling.requests import REQUESTS
from firmware.ruling.room import Rulings
from firmware.ruling.vocabulary import fact_name
from tests.helpers.round_desk import TrackerDesk, cards

_NAMES = {row[0]: row[1] for row in shoe_rows.EVENTS}
_REQUESTS: Any = REQUESTS
_ANSWER = next(row for row in rows.MESSAGES if row[0] == rows.MSG_RULING)[-1].split()
# hands of two seats and the dealer, as they are dealt from a shoe
DEALS = {
    "tcp": "2S 3S 4S 5S 6S 7S 8S 9S TS",
    "fcp": "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 3H 4H",
    "csp": "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 3H",
}


class _Port:
    now_ms = 0

    def __init__(self, role: int) -> None:
        self.role = role

    def may_know(self) -> bool:
        return True

    def answer(self, *fields: int) -> dict[str, int]:
        return dict(zip(_ANSWER, fields, strict=True))


class RoomTable(TrackerDesk):
    """One table; `boot` loses everything but the cells of the rulings and the tracker itself."""

    def __init__(self, game: str, equipment: str = "shoe", seats: tuple[int, ...] = (1, 2)) -> None:
        super().__init__(game, equipment, {"tcb": 8, "ldb": 3}.get(game, 1))
        self.game = game
        self.is_open = True
        self.store: Any = self
        self.happenings = Happenings()
        self.kept = 0
        self.events: list[tuple[str, tuple[int, ...]]] = []
        self._cells: dict[int, bytes] = {}
        self._staged: dict[int, bytearray] = {}
        self.rulings: Any = Rulings(self, self)
        self.new_pack()
        self.set_seats(seats)

    def boot(self) -> None:
        self._staged = {}
        self.rulings = Rulings(self, self)
        self.rulings.resume()

    # -- what a board and a table are to the room ------------------------------------------

    def on(self, *_requests: Any) -> None:
        pass

    def is_low_limit(self) -> bool:
        return False

    def keep(self) -> None:
        self.kept += 1

    def view(self, cell: int) -> bytes:
        return self._cells.get(cell, bytes(244))

    def edit(self, cell: int) -> bytearray:
        return self._staged.setdefault(cell, bytearray(self.view(cell)))

    def commit(self, event: int, *fields: int) -> None:
        self._cells.update((cell, bytes(buf)) for cell, buf in self._staged.items())
        self._staged = {}
        self.record(event, *fields)

    def record(self, event: int, *fields: int) -> None:
        self.events.append((_NAMES[event], fields))

    # -- people ----------------------------------------------------------------------------

    def deal(self, named: str = "") -> None:
        for card in cards(named or DEALS[self.game]):
            self.reading(card)

    def found(self, finding: int, place: int = NO_PLACE, detail: int = 0) -> Case:
        """Something that the board itself has noticed."""
        return self.rulings.finding(finding, detail, 0, place)

    def ask(self, message: int, *fields: int, role: int = SUPERVISOR) -> dict[str, int] | int:
        """The answer's fields, or the error as a negative number."""
        return _REQUESTS[message](self.rulings, _Port(role), *fields)

    def report(
        self, finding: int, place: int = NO_PLACE, detail: int = 0, role: int = SUPERVISOR
    ) -> Any:
        return self.ask(rows.MSG_REPORT_FINDING, finding, place, detail, role=role)

    def answer(self, case: int, is_so: int, place: int = NO_PLACE) -> Any:
        """To the open question of this case."""
        found = self.rulings.desk.find(case)
        return self.ask(rows.MSG_ANSWER, case, found.question, is_so, place)

    def withdraw(self, case: int, role: int = SUPERVISOR) -> Any:
        return self.ask(rows.MSG_WITHDRAW_RULING, case, rows.REASON_REVIEW, 0, role=role)

    def done(self, case: int, step: int, role: int = TABLE) -> Any:
        return self.ask(rows.MSG_RULING_DONE, case, step, role=role)

    def question(self) -> str:
        """Of the oldest open case."""
        case = self.rulings.desk.find(0)
        return fact_name(case.question) if case is not None and case.is_open else ""

    @property
    def hands(self) -> list[int]:  # type: ignore[override]
        """What rulings do to the dealer's place and the seats' wagers."""
        return list(self.tracker.record.ruled)


ROLES = {"table": TABLE, "supervisor": SUPERVISOR, "inspector": INSPECTOR}
