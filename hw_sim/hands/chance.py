"""Time and chance, and a look at the table."""

from __future__ import annotations

from hw_sim.hands.card_words import face_of
from hw_sim.hands.reach import Done, Reach
from hw_sim.hands.words import BadWords
from hw_sim.parts.ht16k33 import digits_text
from hw_sim.rig import BoardRig
from hw_sim.world.cards import Card

_MOST_NAMED = 6
_MOST_SPEED = 1_000


def time(reach: Reach, move: str, value: float | None) -> Done:
    if move in ("pause", "go") and value is not None:
        raise BadWords(f"time {move} takes no number")
    if move in ("step", "x") and value is None:
        raise BadWords(f"time {move}: a number is missing")
    if move == "x" and value is not None and value > _MOST_SPEED:
        raise BadWords(f"time x: at most {_MOST_SPEED} times")
    if move == "step":
        ms = int(value or 0)
        if reach.pace is not None:
            reach.pace.hurry(ms * 1000)
        return Done(f"{ms} ms passed", ms)
    if reach.pace is not None:
        if move == "x":
            reach.pace.set_speed(value or 1.0)
        else:
            reach.pace.set_paused(move == "pause")
    told = {"pause": "time stands still", "go": "time goes on"}
    return Done(told.get(move) or f"time goes {value:g} times as fast as the clock on the wall")


def seed(reach: Reach, number: int) -> Done:
    """All that comes by chance from now on: packs, noise, torn writes, the boards' entropy."""
    broken = [id for id, _board in reach.broken if id.startswith("entropy")]
    if broken:
        raise BadWords(f"{broken[0]} is on: mend it first")
    kernel = reach.rig.kernel
    kernel.seed = number
    reach.rng = kernel.rng("hands")
    reach.rig.bus.noise.rng = kernel.rng("rs485/noise")
    for name, board in reach.rig.boards.items():
        board.usb.noise.rng = kernel.rng(name + "/usb/noise")
        board.board.supply.rng = kernel.rng(name + "/supply")
        board.board.entropy = kernel.rng(name + "/entropy").randbytes
    return Done(f"chance comes from seed {number} now")


def look(reach: Reach) -> Done:
    lines = [f"{reach.rig.kernel.now_us / 1e6:.3f} s"]
    for name, board in reach.rig.boards.items():
        lines.append(f"{name}: {', '.join(_seen(reach, name, board))}")
    if reach.broken:
        lines.append("broken: " + ", ".join(f"{id} at {board}" for id, board in reach.broken))
    if reach.armed:
        lines.append("to come: " + ", ".join(f"{id} at {board}" for id, board in reach.armed))
    return Done("\n".join(lines))


def _seen(reach: Reach, name: str, board: BoardRig) -> list[str]:
    if not board.board.is_powered:
        return ["without power"]
    seen = [f"lamp {board.lamp.colour}"]
    if not board.board.vm.is_running:
        seen.append("its program has ended")
    if not board.wiring["PIN_LID"].is_active:
        seen.append("lid open")
    if board.display and board.expander and board.ante_expander:
        seen.append(f"display {digits_text(board.display.segments()) or 'dark'}")
        bets = [str(seat + 1) for seat in range(7) if board.expander.is_there(seat)]
        antes = [str(seat + 1) for seat in range(7) if board.ante_expander.is_there(seat)]
        seen += [f"bets at {' '.join(bets) or 'no seat'}", f"antes at {' '.join(antes) or 'none'}"]
    if board.machine:
        machine, ready = board.machine, reach.worlds[name].cards
        inside = sum(map(len, machine.drum.compartments))
        seen.append(f"{len(ready)} cards in the shoe{_next(ready)}")
        seen.append(f"tray {len(machine.path.tray)}, way {len(machine.path.cards)}")
        seen.append(f"carousel {inside}, output {len(machine.output)}")
        seen.append("gate open" if machine.is_unlocked else "gate locked")
    return seen


def _next(cards: list[Card]) -> str:
    names = [face_of(card) for card in cards[:_MOST_NAMED]]
    return f" (next {' '.join(names)})" if names else ""
