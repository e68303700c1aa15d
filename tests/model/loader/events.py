"""What can happen to a board, by the phase it is in; each may be cut at any write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from faro.build.image import HEAD_BYTES
from firmware.store import cells as ce
from firmware.store.states import ST_LOST
from firmware.trust import slots as sl
from firmware.update.updater import US_STAGED
from tests.model.loader.programs import BY_NAME, SLOT_BYTES, damaged, released
from tests.model.loader.world import OFF, RED, STARTED, UP, WELL, App, World

POWER_ON, RESTARTED = True, False
SENT = ("third", "another-fourth", "fifth", "bad-sixth", "foreign")


class Event(NamedTuple):
    """`cost` is what it takes of an order's length: what follows by itself takes nothing."""

    name: str
    cost: int
    do: Callable[[World], object]
    is_written: bool = True  # by the board itself, so it can be cut
    may_take: bool = False  # the last image from the board


def possible(world: World) -> Iterator[Event]:
    """All that can happen now."""
    if world.phase == OFF:
        yield Event("power", 0, lambda w: w.boot(POWER_ON))
        yield from _at_the_bench(world)
        return
    yield Event("cut", 1, _cut, False)
    if world.phase == RED:
        return
    yield Event("end", 1, lambda w: _restart(w))
    if world.phase == STARTED:
        yield Event("start", 0, _start)
    elif world.phase == UP:
        if BY_NAME[world.running].is_good:
            yield Event("well", 0, _well)
        if world.app and world.app.trial.is_on():
            yield Event("self-test", 1, _fail_self_test)
    else:
        yield from _at_the_table(world)


def _at_the_bench(world: World) -> Iterator[Event]:
    for slot in (sl.SLOT_A, sl.SLOT_B):
        if world.holds(slot) in BY_NAME:
            yield Event(f"damage {'ab'[slot - 1]}", 1, lambda w, s=slot: _damage(w, s), False, True)
    if not world.is_silent:
        yield Event("silent", 1, lambda w: w.set_silent(True), False)
    for cell in (ce.CELL_KEYS, ce.CELL_UPDATES, ce.CELL_METERS):
        if cell not in world.memory.lost:
            yield Event(
                f"lose {ce.CELLS[cell - 1][1]}", 1, lambda w, c=cell: _lose(w, c), False, True
            )
    yield Event("flash factory", 1, lambda w: write_both(w, "factory"), False, True)
    yield Event("flash fifth", 1, lambda w: write_both(w, "fifth"), False, True)


def _at_the_table(world: World) -> Iterator[Event]:
    app = world.app
    assert app
    if world.is_silent:
        yield Event("memory back", 1, _memory_back)
    yield Event("renew", 1, renew)
    if app.store.is_open:
        if app.has_signer():
            for name in SENT:
                yield Event(f"update {name}", 1, lambda w, n=name: update(w, n))
        else:
            yield Event("set signer", 1, set_signer)
        yield Event("reset store", 1, reset_store)
    elif app.store.state == ST_LOST:
        yield Event("new store", 1, new_store)


# -- by themselves ---------------------------------------------------------------------------


def _cut(world: World) -> None:
    lose_power(world)


def lose_power(world: World) -> None:
    """What only lives with power is gone; a silent bus is silent for one boot."""
    if world.phase != OFF:
        world.set_silent(False)
    world.phase, world.app, world.loaded = OFF, None, None


def _restart(world: World) -> None:
    world.boot(RESTARTED)


def _start(world: World) -> None:
    app = world.app = App(world)
    app.start()
    world.phase = UP


def _well(world: World) -> None:
    app = world.app
    assert app
    world.remember(ran_well=world.memory.ran_well | {world.running})
    app.well()
    world.phase = WELL


def _fail_self_test(world: World) -> None:
    app = world.app
    assert app
    app.trial.give_up()
    assert app.is_restarted
    world.boot(RESTARTED)


def _memory_back(world: World) -> None:
    """board/storage.py, came_back: the store is opened, and the board restarts."""
    world.set_silent(False)
    world.boot(RESTARTED)


# -- by people -------------------------------------------------------------------------------


def update(world: World, name: str) -> bool:
    """Send an image; True when it is staged."""
    app = world.app
    assert app
    updater, data = app.updater, released().images[name].data
    if app.worker.begin(len(data)) < 0:
        return False
    forget_bench(world, app.updater.slot)
    for first, last in ((0, HEAD_BYTES), (HEAD_BYTES, len(data))):
        while updater.step():
            pass
        for at in range(first, last, 1024):
            if updater.data(at, data[at : min(at + 1024, last)]) < 0:
                return False
    updater.finish()
    while updater.step():
        pass
    return updater.state == US_STAGED


def renew(world: World) -> None:
    """The second slot, as the firmware's own task does it."""
    app = world.app
    assert app
    spare = sl.other(world.loaded.slot)
    before = world.holds(spare)
    while app.worker.renew_spare():
        pass
    if world.holds(spare) != before:
        forget_bench(world, spare)


def forget_bench(world: World, slot: int) -> None:
    """The slot holds something else from now on."""
    bench = world.memory.bench
    world.remember(bench=("", bench[1]) if slot == sl.SLOT_A else (bench[0], ""))


def set_signer(world: World) -> None:
    app = world.app
    assert app
    app.set_signer()


def reset_store(world: World) -> None:
    app = world.app
    assert app
    app.order_forget()
    world.boot(RESTARTED)


def new_store(world: World) -> None:
    """Of a store that is lost: what ran well is as good as before, the rest is forgotten."""
    app = world.app
    assert app
    world.remember(lost=frozenset())
    app.make_new()
    world.boot(RESTARTED)


def write_both(world: World, name: str) -> None:
    """`faro flash`: both slots."""
    data = released().images[name].padded(SLOT_BYTES)
    for chip in world.chips:
        chip.load(data)
    world.remember(bench=(name, name))


def _damage(world: World, slot: int) -> None:
    chip = world.chips[slot - 1]
    chip.load(damaged(chip.contents()))


def _lose(world: World, cell: int) -> None:
    """All three copies, at home and in the last intent."""
    store = world.peeked()
    rig = world.rig
    at = store.homes[cell - 1] + 8
    for chip, base in ((0, 0), (1, 0), (0, 0x4000)):
        rig.frams[chip].flip_bit(base + at, 3)
        for offset in range(0x2060, 0x2400):
            rig.frams[chip].data[base + offset] = 0
    world.remember(lost=world.memory.lost | {cell})


POWER = Event("power", 0, lambda w: w.boot(POWER_ON))
START = Event("start", 0, _start)
WELL_UP = Event("well", 0, _well)
PHASES = (OFF, RED, STARTED, UP, WELL)
