"""A MicroPython child process with the board's heap, and the simulator's end of its sim bus."""

from __future__ import annotations

import os
import select
import struct
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from hw_sim import bus_ops as ops
from hw_sim.heap_marks import marks_environment
from hw_sim.kernel import Event, Kernel
from hw_sim.processor_time import processor_s
from hw_sim.vm_process import SimError, VmProcess, find_micropython, start_vm

ROOT = Path(__file__).resolve().parent.parent
_RECORD = struct.Struct("<BBHii")
_HEADER = struct.Struct("<10i")  # as hw_sim/shims/simbus.py reads it
_HORIZON_LIMIT_US = 10_000  # how far firmware may run ahead by itself when nothing else is due
HANG_LIMIT_S = 4.0  # of its own processor time: a busy machine is not a hung board
_LOOK_MS = 500  # of real time, between two looks at a firmware that does not answer
_MOST_LOOKS = 240  # for one that does not compute either


class BoardCrashed(SimError):
    """The firmware ended or raised; the text holds its traceback."""


class BoardHung(SimError):
    """The firmware computes for ever and no watchdog was running."""


class Peripherals(Protocol):
    """What the bus is connected to (a SimBoard)."""

    encoder: Callable[[], int]

    def call(self, op: int, unit: int, arg: int, payload: bytes) -> tuple[int, bytes]: ...
    def posted(self, op: int, unit: int, arg: int, payload: bytes) -> None: ...
    def flash_descriptor(self) -> int: ...
    def input_flags(self) -> int: ...
    def take_ahead(self) -> tuple[int, bytes]: ...
    def fetch_irq(self) -> int: ...
    def on_reset(self) -> None: ...
    def on_hang(self) -> None: ...
    def on_end(self, text: str) -> None: ...


def _low_30_bits(number: int) -> int:
    """As a number with a sign: what a 32-bit VM holds without its heap."""
    return (number + (1 << 29) & (1 << 30) - 1) - (1 << 29)


class BoardVm:
    """Runs one board's firmware in lock step with the kernel's clock."""

    def __init__(
        self,
        name: str,
        heap_bytes: int,
        search_path: list[Path],
        kernel: Kernel,
        board: Peripherals,
    ) -> None:
        self.name = name
        self.heap_bytes = heap_bytes
        self.kernel = kernel
        self.round_trips = 0
        self._board = board
        self._search_path = [str(path) for path in search_path]
        self._process: VmProcess | None = None
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the VM)
        self._pipes: tuple[int, ...] = ()  # to read from the firmware, and to write to it
        self._poll = select.poll()
        self._buffer = b""
        self._at = 0  # what of the buffer has been taken
        self._answered_us = 0  # the firmware tells time as what has passed since then
        self._is_waiting = False
        self._is_interruptible = False
        self._is_reading = False
        self._is_masked = False
        self._deadline: Event | None = None

    @property
    def is_running(self) -> bool:
        return self._process is not None

    @property
    def process_id(self) -> int:
        """Of the MicroPython process, to look at its use of the processor; 0 when it is off."""
        return self._process.pid if self._process else 0

    def boot(self) -> None:
        """Start the firmware from nothing and run it until it first waits."""
        find_micropython()  # refused before a pipe is open
        ours_in, theirs_out = os.pipe()  # a turn takes half of what it would by a socket
        theirs_in, ours_out = os.pipe()
        environment = {
            "MICROPYPATH": ":".join([*self._search_path, ".frozen"]),
            "PATH": os.environ.get("PATH", ""),
            **marks_environment(self.name),
        }
        self._log.seek(0)
        self._log.truncate()
        self._process = start_vm(
            ["-X", f"heapsize={self.heap_bytes}", "-m", "vm_boot"],
            environment,
            self._search_path[0],  # the VM looks for modules here first
            self._log,
            [theirs_in, theirs_out, self._board.flash_descriptor()],
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._pipes = ours_in, ours_out
        self._poll = select.poll()
        self._poll.register(ours_in, select.POLLIN)
        self._buffer = b""
        self._at = 0
        self._answered_us = self.kernel.now_us
        self._serve()

    def kill(self) -> None:
        """Pull the plug: whatever the firmware was doing has ended."""
        if self._deadline:
            self._deadline.cancel()
        self._is_waiting = False
        for pipe in self._pipes:
            os.close(pipe)
        self._pipes = ()
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def log_text(self) -> str:
        """What the firmware printed, tracebacks included."""
        self._log.seek(0)
        return self._log.read().decode(errors="replace")

    def wake(self) -> None:
        """Something came in: if the firmware waits for input, it goes on now."""
        if self._is_waiting and self._is_interruptible:
            self._is_interruptible = False
            if self._deadline:
                self._deadline.cancel()
            self._deadline = self.kernel.at(self.kernel.now_us, self._resume)

    def _resume(self) -> None:
        self._is_waiting = False
        irq = -1 if self._is_masked else self._board.fetch_irq()
        if self._is_reading:
            self._answer(*self._board.take_ahead(), irq)
        else:
            self._answer(0, b"", irq)
        self._serve()

    def _wait_until(self, until_us: int, is_interruptible: bool) -> None:
        self._is_waiting = True
        self._is_interruptible = is_interruptible
        self._deadline = self.kernel.at(until_us, self._resume) if until_us >= 0 else None
        if is_interruptible and self._board.input_flags() & ops.FLAG_IRQ:
            self.wake()

    def _serve(self) -> None:
        """Answer the firmware's requests until it waits for time to pass."""
        kernel = self.kernel
        board = self._board
        while True:
            if len(self._buffer) - self._at < _RECORD.size and not self._read(_RECORD.size):
                return
            op, unit, size, arg, since_us = _RECORD.unpack_from(self._buffer, self._at)
            self._at += _RECORD.size
            local_us = self._answered_us + since_us
            payload = b""
            if size:
                if len(self._buffer) - self._at < size and not self._read(size):
                    return
                payload = self._buffer[self._at : self._at + size]
                self._at += size
            if op == ops.WAIT:
                self._is_reading = unit & ops.WAIT_READS != 0
                self._is_masked = unit & ops.WAIT_MASKED != 0
                is_for_ever = arg < 0
                until_us = -1 if is_for_ever else local_us + arg
                self._wait_until(until_us, is_for_ever or not self._is_masked)
                return
            if op == ops.SYNC:
                self._is_reading = False
                self._is_masked = True
                self._wait_until(local_us, False)
                return
            if op == ops.RESET:
                board.on_reset()
                return
            if local_us > kernel.now_us:
                kernel.now_us = local_us
            if op >= ops.FIRST_POSTED:
                board.posted(op, unit, arg, payload)
            elif op == ops.IRQ_FETCH:
                self._answer(board.fetch_irq(), b"", is_irq=True)
            else:
                self._answer(*board.call(op, unit, arg, payload))
            if self._process is None:
                return  # the access pulled the plug

    def _answer(self, value: int, payload: bytes, irq: int = -1, is_irq: bool = False) -> None:
        if self._process is None:
            return
        now_us = self.kernel.now_us
        horizon_us = min(self.kernel.next_us(), now_us + _HORIZON_LIMIT_US)
        flags = self._board.input_flags()
        count = self._board.encoder() if irq >= 0 or is_irq else 0
        now_ms, part_us = divmod(now_us, 1000)
        header = _HEADER.pack(
            _low_30_bits(now_us),
            now_us >> 30,
            _low_30_bits(now_ms),
            part_us,
            horizon_us - now_us,
            len(payload),
            flags,
            value,
            irq,
            count,
        )
        self._answered_us = now_us
        self.round_trips += 1
        try:
            os.write(self._pipes[1], header + payload)
        except BrokenPipeError:
            pass  # the child is dead: the next read tells why

    def _read(self, size: int) -> bool:
        """Wait for so many bytes of the firmware; False when it hung or ended."""
        self._buffer = self._buffer[self._at :]
        self._at = 0
        looks: list[float] = []
        while len(self._buffer) < size:
            if not self._poll.poll(_LOOK_MS):
                looks.append(processor_s(self.process_id))
                if looks[-1] - looks[0] < HANG_LIMIT_S and len(looks) < _MOST_LOOKS:
                    continue
                self._board.on_hang()
                return False
            more = os.read(self._pipes[0], 8192)
            if not more:
                status = self._process.wait() if self._process else None
                text = f"the firmware of '{self.name}' ended (status {status}):\n"
                text += self.log_text().strip()
                self.kill()
                self._board.on_end(text)
                return False
            self._buffer += more
        return True
