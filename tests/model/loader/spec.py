"""What must hold of a board's slots, written from docs/storage.md, 5 and docs/security.md.

1. Only what may run runs: once a signed image has run well, an image signed by the board's signer
   and no older than that one; before, what the board came with, too.  If the memory cannot be
   read, what is whole.
2. Outside a trial only a proved image runs, or one that somebody wrote there at the bench; if
   there is no signer, or the memory cannot be read, what is whole rather than nothing.
3. The slot in use runs while it may, except for a trial.
4. A board is red only if no slot holds what may run, and it says what it needs.
5. The minimum counter is that of an image that has run well, and never above what runs.
6. Only damage and the bench take the last proved image that may run from a board.
7. There is always a way out: by power alone, or by a program from the bench, to a board that runs
   well and takes the next update.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.store import cells as ce
from firmware.trust import slots as sl
from firmware.trust.keys import SIGNER_AT, SIGNER_BYTES
from tests.model.loader import events
from tests.model.loader.programs import BY_NAME
from tests.model.loader.world import OFF, RED, STARTED, UP, WELL, State, World


class Broken(AssertionError):
    """A board did what it must not do."""


@dataclass(frozen=True)
class Before:
    """What the memory said before a boot."""

    is_readable: bool
    has_key: bool
    active: int
    state: int
    candidate: int
    minimum: int
    is_power_on: bool


def look(world: World, is_power_on: bool) -> Before:
    store = world.peeked()
    if not store.is_open:
        return Before(False, False, 0, 0, 0, 0, is_power_on)
    cell = store.view(ce.CELL_UPDATES)
    key = bytes(store.view(ce.CELL_KEYS)[SIGNER_AT : SIGNER_AT + SIGNER_BYTES])
    minimum = int.from_bytes(cell[4:8], "little")
    return Before(True, any(key), cell[1], cell[0], cell[2], minimum, is_power_on)


def may_run(world: World, slot: int, before: Before) -> bool:
    program = BY_NAME.get(world.holds(slot))
    if program is None:
        return False
    if not before.is_readable or not before.has_key or before.minimum == 0:
        return True
    return program.signed_by == "us" and program.counter >= before.minimum


class Watch:
    """Rules 1 to 4, at each boot."""

    def before(self, world: World, is_power_on: bool) -> Before:
        return look(world, is_power_on)

    def after(self, world: World, before: Before) -> None:
        if world.phase == RED:
            self._red(world, before)
            return
        slot, is_trial = world.loaded.slot, world.loaded.is_trial
        if not may_run(world, slot, before):
            raise Broken(f"1: {world.holds(slot)} runs, minimum {before.minimum}")
        if is_trial:
            return
        other = sl.other(slot)
        name = world.holds(slot)
        memory = world.memory
        is_alone = not (before.is_readable and before.has_key) and world.holds(other) not in BY_NAME
        if name not in memory.ran_well and memory.bench[slot - 1] != name and not is_alone:
            raise Broken(f"2: {name} runs outside a trial")
        if before.active not in (0, slot) and may_run(world, before.active, before):
            raise Broken(f"3: slot {slot} runs, and {before.active} is in use and whole")

    def _red(self, world: World, before: Before) -> None:
        if before.has_key and f"counter {before.minimum} " not in world.choice.needed():
            raise Broken("4: red, and it does not say what it needs")
        for slot in (sl.SLOT_A, sl.SLOT_B):
            is_failed = before.state != sl.ST_STABLE and before.candidate == slot
            if may_run(world, slot, before) and not is_failed:
                raise Broken(f"4: red, and slot {slot} holds {world.holds(slot)}")


def check_state(world: World) -> None:
    """Rule 5."""
    store = world.peeked()
    if not store.is_open or world.memory.lost:
        return
    minimum = int.from_bytes(store.view(ce.CELL_UPDATES)[4:8], "little")
    counters = {BY_NAME[name].counter for name in world.memory.ran_well if BY_NAME[name].signed_by}
    if minimum not in counters | {0}:
        raise Broken(f"5: minimum {minimum}, but only {sorted(world.memory.ran_well)} ran well")
    is_signed = world.phase in (STARTED, UP, WELL) and not world.loaded.unsigned
    if is_signed and world.loaded.counter < minimum:
        raise Broken(f"5: minimum {minimum} above {world.running}, which runs")


def check_proved(world: World) -> None:
    """Rule 5, once the program that runs has been up for long enough."""
    before = look(world, True)
    program = BY_NAME[world.running]
    is_counted = before.is_readable and not world.memory.lost and before.has_key
    if is_counted and program.signed_by == "us" and program.counter > before.minimum:
        raise Broken(f"5: {program.name} runs well, and the minimum is {before.minimum}")


def has_proved(world: World) -> bool:
    """Rule 6: a board with power and an answering memory could run something proved."""
    is_silent = world.is_silent
    world.set_silent(False)
    before = look(world, True)
    world.set_silent(is_silent)
    memory = world.memory
    return any(
        may_run(world, slot, before)
        and (world.holds(slot) in memory.ran_well or world.holds(slot) == memory.bench[slot - 1])
        for slot in (sl.SLOT_A, sl.SLOT_B)
    )


def check_way_out(world: World, state: State) -> None:
    """Rule 7: what a patient person does, from any state."""
    world.restore(state)
    events.lose_power(world)
    if world.is_silent:  # for one boot
        _up_by_itself(world)
        events.lose_power(world)
    if not _up_by_itself(world):
        events.lose_power(world)
        events.write_both(world, "rescue")
        if not _up_by_itself(world):
            raise Broken("7: a good image from the bench does not run")
    app = world.app
    assert app
    if not app.store.is_open:
        events.new_store(world)
        if not _up_by_itself(world):
            raise Broken("7: with a new store nothing runs")
    app = world.app
    assert app
    if not app.has_signer():
        app.set_signer()
    if world.running != "rescue" and not events.update(world, "rescue"):
        raise Broken("7: an update is not taken")
    world.boot(events.RESTARTED)
    if not _up_by_itself(world) or world.running != "rescue":
        raise Broken(f"7: after the update {world.running} runs")
    check_state(world)


def _up_by_itself(world: World) -> bool:
    """Plug it in, again if it ends, until it runs well; False: red, or it ends each time."""
    for _ in range(2 * sl.MAX_TRIES):
        if world.phase == OFF:
            world.boot(events.POWER_ON)
        if world.phase == RED:
            return False
        events.START.do(world)
        if BY_NAME[world.running].is_good:
            events.WELL_UP.do(world)
            if not world.loaded.is_trial:
                return True
            events.lose_power(world)
        else:
            world.boot(events.RESTARTED)
    return False
