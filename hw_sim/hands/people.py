"""Lid, keys, buttons, chips: what hands do that touch no card."""

from __future__ import annotations

from hw_sim.hands.reach import Done, Reach
from hw_sim.hands.words import BadWords
from hw_sim.parts.mcp23017 import Mcp23017

_SETTLE_MS = 50  # until a board has noticed a contact
_PRESS_MS = 170


def lid(reach: Reach, move: str, board: str | None) -> Done:
    at = reach.board(board)
    at.set_lid(move == "open")
    return Done(f"lid of {at.board.name}: {move}", _SETTLE_MS)


def key(reach: Reach, which: str, move: str, board: str | None) -> Done:
    at = reach.board(board, "meter")
    at.wiring[f"PIN_KEY_{which.upper()}"].show(move == "turn")
    return Done(f"the {which}'s key at {at.board.name}: {move}", _SETTLE_MS)


def button(reach: Reach, which: str, board: str | None) -> Done:
    at = reach.board(board)
    at.press(which)
    return Done(f"button {which} of {at.board.name} pressed", _PRESS_MS)


def bet(reach: Reach, move: str, seats: tuple[list[int], ...], board: str | None) -> Done:
    return _chips("jackpot bet", reach.board(board, "meter").expander, move, seats)


def ante(reach: Reach, move: str, seats: tuple[list[int], ...], board: str | None) -> Done:
    return _chips("ante", reach.board(board, "meter").ante_expander, move, seats)


def _chips(what: str, spots: Mcp23017 | None, move: str, seats: tuple[list[int], ...]) -> Done:
    if spots is None:
        raise BadWords("this board has no bet spots")
    wanted = sorted({seat for some in seats for seat in some})
    for seat in wanted:
        spots.set_sensor(seat - 1, move == "place")
    numbers = ", ".join(map(str, wanted))
    return Done(f"{what}, seat {numbers}: {'placed' if move == 'place' else 'taken'}", _SETTLE_MS)
