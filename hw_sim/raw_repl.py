"""A simulated board whose application has ended: the base's REPL behind a serial port."""

import json
import os
import pty
import re
import signal
import subprocess
import threading
import tty
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from boards.layout import SECTOR_BYTES, board_facts, load_layout
from hw_sim.gateway import GatewayPort, Inputs, LineEnd, PtyPort
from hw_sim.vm_process import find_micropython

SHIMS = Path(__file__).parent / "shims"
CTRL_A, CTRL_B, CTRL_C = b"\x01", b"\x02", b"\x03"  # raw mode, friendly mode, interrupt
HEAP_KB = 384
LOOK_UP_S = 60.0
FLUSH_AGAIN_S = 0.005  # while the program is slow to read
MPY_VERSION = 6
# Numbers of py/persistentcode.h, as in bits 10… of sys.implementation._mpy.
MPY_ARCHES = {"x86": 1, "x64": 2, "armv6m": 4, "armv7emsp": 7}

OnStart = Callable[[Path], None]


@dataclass(frozen=True)
class ReplIdentity:
    """What the simulated chip says about itself."""

    machine: str
    version: tuple[int, int, int] = (1, 29, 0)
    mpy: int = MPY_VERSION
    storage_sectors: int = 336  # what rp2.Flash reaches
    frozen: dict[str, dict[str, int | str]] = field(default_factory=dict[str, dict[str, int | str]])
    boot_info: tuple[int, int] | None = None  # slot and `unsigned` of the application that ended


def identity_of(board: str, march: str | None = None, *, is_stock: bool = False) -> ReplIdentity:
    """The chip and the base that a board must have by its board.toml; a stock one has no base.

    The VM loads bytecode of any chip, but runs viper and native code only for `march="x64"`.
    """
    facts, layout = board_facts(board), load_layout(board)
    regions = [region for region in layout.regions.values() if region.name != "base"]
    numbers: dict[str, int | str] = {"BASE_SECTORS": layout.base.sectors}
    for region in regions:
        numbers[f"{region.name.upper()}_AT"] = region.at - layout.base.sectors
        numbers[f"{region.name.upper()}_SECTORS"] = region.sectors
    return ReplIdentity(
        machine=facts["micropython"]["machines"][0],
        mpy=MPY_VERSION | MPY_ARCHES[march or facts["chip"]["march"]] << 10,
        storage_sectors=sum(region.sectors for region in regions),
        frozen={} if is_stock else {"board": {"NAME": board}, "flash_layout": numbers},
    )


class RawReplBoard:
    """Owns port, flash and VM of one board; `on_start` gets the flash when it is started.

    The flash `folder/flash.img` (all behind the base) outlives power cuts and this object.  On a
    soft reset of a board with a base `on_start(flash file)` is called, and the port (`board.port`)
    is left to the callee until `stop_app()`.
    """

    def __init__(
        self,
        folder: Path,
        identity: ReplIdentity,
        *,
        on_start: OnStart | None = None,
        make_port: Callable[[LineEnd], GatewayPort] = PtyPort,
    ) -> None:
        self.started = threading.Event()
        self.lost_power = threading.Event()
        self.failure: Exception | None = None  # why the simulation itself ended, if it did
        self.image = folder / "flash.img"
        self.bad_reads: tuple[int, ...] = ()  # numbers of flash reads that give a wrong bit
        self.identity = identity
        self._on_start = on_start
        self._make_port = make_port
        self.rx = bytearray()  # said, and not yet taken by the port
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        """What pyserial and mpremote open; a new one after each power_on()."""
        return self.port.url

    def power_on(self, *, cut_after_writes: int | None = None) -> None:
        """Plug in; the power fails in the middle of flash write number `cut_after_writes`."""
        self.started.clear()
        self.lost_power.clear()
        self._writes_left = -1 if cut_after_writes is None else cut_after_writes
        self._is_watchdog_on = True  # as the application left it
        if not self.image.exists():
            self.image.write_bytes(b"\xff" * (self.identity.storage_sectors * SECTOR_BYTES))
        self.rx.clear()
        self.port: GatewayPort = self._make_port(self)
        self._wake_read, self._wake_write = os.pipe()
        self._is_app_running = False
        self._spawn(is_raw=False)
        self._thread = threading.Thread(target=self._relay, name="raw-repl", daemon=True)
        self._thread.start()

    def power_off(self) -> None:
        """Pull the plug at once and close the port."""
        if self._thread.is_alive():
            self._wake(b"q")
        self._thread.join()
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
        os.close(self._wake_read)
        os.close(self._wake_write)

    def stop_app(self) -> None:
        """Take the port back from the started application and offer the REPL again."""
        self._wake(b"r")

    def __enter__(self) -> "RawReplBoard":
        self.power_on()
        return self

    def __exit__(self, *_: object) -> None:
        self.power_off()

    def _wake(self, word: bytes) -> None:
        os.write(self._wake_write, word)

    def _spawn(self, is_raw: bool) -> None:
        """Start a VM on the flash; its own REPL is on a console that the relay holds."""
        self._is_raw = is_raw
        self._has_prompted = False
        self._control_read, control_write = os.pipe()
        self._console, console = pty.openpty()
        tty.setraw(console)
        config = {
            "is_raw": is_raw,
            "image": str(self.image.resolve()),
            "writes_left": self._writes_left,
            "bad_reads": self.bad_reads,
            "is_watchdog_on": self._is_watchdog_on,
            "control_fd": control_write,
            "machine": self.identity.machine,
            "version": self.identity.version,
            "mpy": self.identity.mpy,
            "frozen": self.identity.frozen,
            "boot_info": self.identity.boot_info,
        }
        heap = ("-X", f"heapsize={HEAP_KB}k")
        self._vm = subprocess.Popen(
            [*find_micropython(), *heap, "-i", "-c", "import raw_repl_vm; del raw_repl_vm"],
            env=os.environ | {"FARO_RAW_REPL": json.dumps(config), "MICROPYPATH": str(SHIMS)},
            stdin=console,
            stdout=console,
            pass_fds=(control_write,),
            start_new_session=True,  # Ctrl-C at the developer's terminal is not the board's
        )
        os.close(console)
        os.close(control_write)
        if is_raw:
            os.write(self._console, CTRL_A)

    def _end_vm(self) -> None:
        self._vm.kill()
        self._vm.wait()
        os.close(self._console)
        os.close(self._control_read)

    def _relay(self) -> None:
        """Thread: works until the power goes; nobody is left waiting on a dead board."""
        try:
            while self._step():
                pass
        except Exception as error:  # noqa: BLE001  (whatever it was, the port must close)
            self.failure = error
        finally:
            if not self._is_app_running:
                self._end_vm()
            self.port.close()

    def _step(self) -> bool:
        """Carry bytes between port and VM once, and do what was asked; False: power gone."""
        if self._is_app_running:
            return self._wait_for_word()
        inputs = Inputs()
        for fd in (self._console, self._control_read, self._wake_read):
            inputs.add(fd, self.port)
        self.port.register(inputs)
        ready = [fd for fd, _ in inputs.wait(FLUSH_AGAIN_S if self.rx else LOOK_UP_S)]
        if self._wake_read in ready and not self._wait_for_word():
            return False
        if self._control_read in ready and not self._obey():
            return False
        if self._console in ready:
            self._hear()
        else:
            for fd in ready:
                if fd not in (self._control_read, self._wake_read):
                    self.port.readable(fd)
        self.port.flush()
        return True

    def _wait_for_word(self) -> bool:
        """Take one word from power_off() or stop_app()."""
        word = os.read(self._wake_read, 1)
        if word == b"r" and self._is_app_running:
            self._is_app_running = False
            self._is_watchdog_on = True
            self.started.clear()
            self._spawn(is_raw=False)
        return word != b"q"

    def write(self, data: bytes) -> None:
        """What somebody sent to the port, for the VM."""
        if CTRL_C in data and self._has_prompted and self._is_executing():
            data = data.replace(CTRL_C, b"")
            self._vm.send_signal(signal.SIGINT)
        if CTRL_A in data or CTRL_B in data:
            self._is_raw = data.rfind(CTRL_A) > data.rfind(CTRL_B)
        os.write(self._console, data)

    def _is_executing(self) -> bool:
        """MicroPython takes SIGINT only while it executes a command; else it reads Ctrl-C."""
        status = Path(f"/proc/{self._vm.pid}/status").read_text()
        caught = re.search(r"SigCgt:\s*(\w+)", status)
        return caught is not None and bool(int(caught[1], 16) >> (signal.SIGINT - 1) & 1)

    def _hear(self) -> None:
        """What the VM says; a REPL that ends (Ctrl-D, SystemExit) is a board's soft reset."""
        try:
            self.rx += os.read(self._console, 65536)
            self._has_prompted = True
            return
        except OSError:  # the console's other end is closed
            self.rx += b"\r\nMPY: soft reboot\r\n"
            self.port.flush()  # an application takes the port over
        self._end_vm()
        if self._is_raw or not self.identity.frozen:
            self._spawn(self._is_raw)
        else:
            self._start_app()

    def _obey(self) -> bool:
        """Act on the VM's words; False when the power has gone."""
        words = os.read(self._control_read, 64)
        if b"w" in words:
            self._is_watchdog_on = False
        if b"X" in words:
            self.lost_power.set()
        return b"X" not in words

    def _start_app(self) -> None:
        self._is_app_running = True
        if self._on_start is not None:
            self._on_start(self.image)
        self.started.set()
