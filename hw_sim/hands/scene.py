"""What a person sees at the simulated table, as plain data; and apart from it what nobody sees."""

from __future__ import annotations

from typing import Any

from hw_sim.hands.card_words import face_of
from hw_sim.hands.reach import Reach
from hw_sim.mechanics.machine import Machine
from hw_sim.rig import BoardRig

Data = dict[str, Any]
_SEATS = 7
_CABLES = {"usb": "usb-cut", "bus": "bus-cut", "bets": "line-cut"}


def seen(reach: Reach) -> Data:
    """Everything that can be looked at from outside, as it is now."""
    rig = reach.rig
    return {
        "seed": rig.kernel.seed,
        "boards": {name: _board(reach, name, board) for name, board in rig.boards.items()},
        "broken": [{"id": id, "board": board} for id, board in reach.broken],
        "armed": [{"id": id, "board": board} for id, board in reach.armed],
    }


def truth(reach: Reach) -> Data:
    """The faces of cards that nobody at a table can see."""
    found: Data = {}
    for name, world in reach.worlds.items():
        machine = reach.rig.boards[name].machine
        assert machine is not None  # every shoe has one
        found[name] = {
            "shoe": [face_of(card) for card in world.cards],
            "tray": [face_of(card) for card in machine.path.tray],
            "way": [face_of(card.card) for card in machine.path.cards],
            "compartments": [[face_of(card) for card in box] for box in machine.drum.compartments],
            "output": [face_of(card) for card in machine.output],
        }
    return found


def changed(before: Data, now: Data) -> Data:
    """What of `now` is not in `before`, key by key and inside; nothing when all is the same."""
    found: Data = {}
    for key, value in now.items():
        old = before.get(key)
        if old == value and key in before:
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            value = changed(old, value)  # type: ignore[arg-type]
        found[key] = value
    return found


def _board(reach: Reach, name: str, board: BoardRig) -> Data:
    broken = reach.broken
    found: Data = {
        "is_powered": board.board.is_powered,
        "is_running": board.board.vm.is_running,
        "lamp": board.lamp.colour,
        "is_lid_open": not board.wiring["PIN_LID"].is_active,
        "cables": {line: (id, name) not in broken for line, id in _CABLES.items()},
        "buzzer": board.wiring["PIN_BUZZER"].pin.pwm_duty_u16 > 0,
    }
    if board.machine is not None:
        gates = ("feed", "carousel", "output", "throat", "mouth")
        found["gates"] = {g: board.wiring[f"PIN_GATE_{g.upper()}"].is_active for g in gates}
        found["mouth"] = {"card": board.gates["mouth"].is_blocked}
        found["shoe_cards"] = len(reach.worlds[name].cards)
        found["machine"] = _machine(board.machine)
    if board.display is not None:
        found |= _meter(board)
    return found


def _meter(board: BoardRig) -> Data:
    assert board.display and board.expander and board.ante_expander
    lit = board.expander.lit if board.board.is_powered else 0
    segments = board.display.segments() if board.board.is_powered else bytes(16)
    return {
        "segments": segments.hex(),
        "brightness": board.display.brightness,
        "bets": [board.expander.is_there(seat) for seat in range(_SEATS)],
        "antes": [board.ante_expander.is_there(seat) for seat in range(_SEATS)],
        "seat_lamps": [bool(lit >> seat & 1) for seat in range(_SEATS)],
        "keys": {
            who: board.wiring[f"PIN_KEY_{who.upper()}"].is_active
            for who in ("supervisor", "inspector")
        },
    }


def _machine(machine: Machine) -> Data:
    now_s = machine.kernel.now_us / 1e6
    return {
        "tray": len(machine.path.tray),
        "way": [
            {
                "x_mm": round(x_mm, 1),
                "tail_mm": round(x_mm - card.length_mm, 1),
                "branch": card.branch,
                "is_stuck": card.is_stuck or card.is_at_wall,
            }
            for card, x_mm in machine.places()
        ],
        "angle_turns": round(machine.drum.turns(), 4),
        "is_turning": machine.drum.is_turning,
        "compartments": [len(box) for box in machine.drum.compartments],
        "output": len(machine.output),
        "is_unlocked": machine.is_unlocked,
        "is_flap_open": machine.is_flap_open,
        "is_pusher_out": machine.is_pusher_out,
        "roller_mm_s": round(machine.motor.speed_mm_s(now_s)),
        "current_ma": machine.motor.current_ma(now_s),
    }
