"""A board's life: boot in order, self-test in silence, then work for ever."""

import asyncio
from time import ticks_ms

from firmware.board import self_test
from firmware.board.leaving import ServiceOrdered
from firmware.board.rows import EV_BOOTED, FAULT_WATCHDOG_BITE
from firmware.drivers import watchdog

_HEARTBEAT_MS = 1_000
_RESET_WATCHDOG = 3  # machine.WDT_RESET


def run(board, rooms, heartbeat):
    """Only service mode ends it."""
    try:
        asyncio.run(_live(board, rooms, heartbeat))
    except ServiceOrdered:
        return  # to the REPL: lid open, technician's session, recorded
    except Exception as error:
        board.failures.stop(error)
        raise  # nobody feeds the watchdog any more: it starts the board afresh
    finally:
        if board.is_sealed:
            watchdog.restart()  # a sealed board never falls into the REPL


async def _live(board, rooms, heartbeat):
    asyncio.get_event_loop().set_exception_handler(_crash)
    tell_boot(board)
    heartbeat.beat(ticks_ms())
    rooms.set_up()
    is_well = self_test.run(board)
    rooms.start()
    board.safety.test_done()
    dog = watchdog.Watchdog()
    tasks = [asyncio.create_task(task) for task in board.serving.tasks()]
    tasks.append(asyncio.create_task(_watch(board, rooms)))
    tasks.append(asyncio.create_task(board.updates.run(is_well)))
    tasks.append(asyncio.create_task(board.updates.keep_spare()))
    while True:
        dog.feed()
        heartbeat.beat(ticks_ms())
        rooms.tick(ticks_ms())
        heartbeat.keep_house()
        board.pump()
        await asyncio.sleep_ms(_HEARTBEAT_MS)


def tell_boot(board):
    """This boot and what it found, as events and faults, before anything else is recorded."""
    storage = board.storage
    board.record(EV_BOOTED, board.boot_count, board.reset_cause)
    storage.load_faults(board.faults)
    storage.report(board.raise_fault)
    board.updates.report()
    had_power = board.reset_cause == _RESET_WATCHDOG
    if had_power and not storage.was_restart_ordered:
        board.raise_fault(FAULT_WATCHDOG_BITE)
    board.guard.look_at_latch(had_power)
    board.generator.start()
    storage.make_epoch(board.generator.nonce_bytes)


async def _watch(board, rooms):
    """Each interrupt wakes it."""
    while True:
        await board.wake.wait()
        board.clock.update(ticks_ms())
        board.inputs.drain(board.guard, rooms)
        board.pump()


def _crash(_loop, context):
    """A task failed: end the program, so that the watchdog starts the board afresh."""
    raise context["exception"]
