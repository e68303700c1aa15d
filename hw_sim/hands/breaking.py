"""Faults of both catalogues, plug, cables, noise: how things go wrong, and right again."""

from __future__ import annotations

from hw_sim import faults, machine_faults
from hw_sim.hands.reach import ANYWHERE, TAKEN, Done, Reach
from hw_sim.hands.words import BadWords, NeedsCards
from hw_sim.parts.noise import LineNoise
from hw_sim.power import Cut, CutMode
from hw_sim.rig import BoardRig

FAULTS = (*faults.BY_ID, *machine_faults.BY_ID)
AFTER_HAND = "hand"  # no step of the device: somebody has taken what it offered
WHEN = (*machine_faults.STEPS, AFTER_HAND)
# what is seen of a step from outside: a pack that is delivered and one that is unloaded look alike
_SEEN = {
    machine_faults.FEED: "in",
    machine_faults.DELIVER: "out",
    machine_faults.UNLOAD: "out",
    machine_faults.COUNT: "back",
    AFTER_HAND: TAKEN,
}
_CABLES = {"usb": "usb-cut", "bus": "bus-cut", "bets": "line-cut"}


def fault(
    reach: Reach, id: str, move: str, at: int | None, step: str | None, board: str | None
) -> Done:
    at_board = reach.board(board, _kind_of(id, board, reach))
    name = at_board.board.name
    if move == "off":
        if at is not None or step is not None:
            raise BadWords("fault: at= and in= go with on")
        if (id, name) in reach.armed:
            reach.no_longer(reach.armed.pop((id, name)))
            return Done(f"{id} at {name}: does not come any more")
        _mend(reach, id, name)
        return Done(f"{id} at {name}: mended")
    if step is not None and id in machine_faults.BY_ID:
        steps = machine_faults.BY_ID[id].steps
        if (machine_faults.DELIVER if step == AFTER_HAND else step) not in steps:
            raise BadWords(f"{id} cannot show in {step}; it can in {', '.join(steps)}")
    if at is None and step is None:
        _break(reach, id, at_board)
        return Done(f"{id} at {name}: {_effect(id)}")
    if (id, name) in reach.broken or (id, name) in reach.armed:
        raise BadWords(f"{id} at {name} is there already")
    place = _SEEN[step] if step else ANYWHERE
    reach.armed[id, name] = reach.after_cards(place, at or 1, lambda: _strike(reach, id, at_board))
    if step == AFTER_HAND:
        return Done(f"{id} at {name}: once hand {at or 1} from now is taken")
    where = f" in {step}" if step else ""
    return Done(f"{id} at {name}: with card {at or 1}{where} from now")


def _strike(reach: Reach, id: str, board: BoardRig) -> None:
    """The card has come for which it waited."""
    del reach.armed[id, board.board.name]
    _break(reach, id, board)


def _kind_of(id: str, board: str | None, reach: Reach) -> str:
    """Which kind of board this can happen to; nothing when the one named is such a board."""
    kinds = faults.BY_ID[id].kinds if id in faults.BY_ID else ("shoe",)
    if board is not None and reach.rig.boards[board].model.kind in kinds:
        return ""
    here = [kind for kind in kinds if any(b.model.kind == kind for b in reach.rig.boards.values())]
    return here[0] if here else kinds[0]


def _effect(id: str) -> str:
    row = faults.BY_ID.get(id) or machine_faults.BY_ID[id]
    return f"{row.part}, {row.effect}"


def _break(reach: Reach, id: str, board: BoardRig) -> None:
    name = board.board.name
    if (id, name) in reach.broken:
        raise BadWords(f"{id} at {name} is there already")
    if id in faults.BY_ID:
        row = faults.BY_ID[id]
        if id == "plug-pulled" and not board.board.is_powered:
            raise BadWords(f"the plug of {name} is out already")
        row.start(reach.rig, board)
        reach.broken[id, name] = lambda: row.stop(reach.rig, board)
        return
    machine = board.machine
    assert machine is not None  # every shoe has one
    try:
        machine_faults.BY_ID[id].start(machine)
    except ValueError as error:
        raise NeedsCards(f"{id}: {error}; load the feed tray first") from None
    reach.broken[id, name] = lambda: machine_faults.mend(machine)


def _mend(reach: Reach, id: str, name: str) -> None:
    if (id, name) not in reach.broken:
        broken = ", ".join(f"{fault} at {board}" for fault, board in reach.broken) or "nothing"
        raise BadWords(f"{id} at {name} is not broken; broken is {broken}")
    reach.broken.pop((id, name))()
    if id in machine_faults.BY_ID:  # a technician puts the whole machine right
        for other in [k for k in reach.broken if k[0] in machine_faults.BY_ID and k[1] == name]:
            del reach.broken[other]


# -- plug, cables, noise -------------------------------------------------------------------


def plug(reach: Reach, move: str, write: CutMode | None, nth: int, board: str | None) -> Done:
    at = reach.board(board)
    name = at.board.name
    if move == "in":
        if write is not None:
            raise BadWords("plug: write= goes with pull")
        if at.board.is_powered:
            raise BadWords(f"the plug of {name} is in already")
        at.board.supply.cut = None
        reach.broken.pop(("plug-pulled", name), None)
        at.board.power_on()
        return Done(f"plug of {name} in")
    if not at.board.is_powered:
        raise BadWords(f"the plug of {name} is out already")
    if write is None:
        _break(reach, "plug-pulled", at)
        return Done(f"plug of {name} pulled")
    at.board.supply.cut = Cut(at.board.supply.operations + nth - 1, write)
    return Done(f"plug of {name} will be pulled at non-volatile write {nth} from now, {write} it")


def cable(reach: Reach, line: str, move: str, board: str | None) -> Done:
    id = _CABLES[line]
    at = reach.board(board, _kind_of(id, board, reach))
    name = at.board.name
    if move == "pull":
        _break(reach, id, at)
    else:
        _mend(reach, id, name)
    return Done(f"{line} cable of {name}: {'out' if move == 'pull' else 'in'}")


def noise(reach: Reach, line: str, ppm: int, board: str | None) -> Done:
    at = reach.board(board)
    on: LineNoise = at.usb.noise if line == "usb" else reach.rig.bus.noise
    on.flip_ppm = on.drop_ppm = ppm // 2
    return Done(f"{line}: {ppm} of a million bytes are damaged or lost")


def send(reach: Reach, line: str, data: bytes) -> Done:
    end = reach.rig.bus_host if line == "bus" else reach.rig.boards[line].usb_host
    end.write(data)
    return Done(f"{len(data)} bytes to {line}")
