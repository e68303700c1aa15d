"""A simulated board that is not started yet: MicroPython's REPL behind a serial port."""

import json
import os
import select
import shutil
import signal
import subprocess
import threading
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hw_sim.raw_repl_port import Port, PtyPort
from hw_sim.vm import find_micropython

VM_SCRIPT = Path(__file__).parent / "shims" / "raw_repl_vm.py"
BOARDS = Path(__file__).parent.parent / "boards"
SECTOR_BYTES = 4096
CTRL_C = 0x03
MPY_VERSION = 6
# Numbers of py/persistentcode.h, as in bits 10… of sys.implementation._mpy.
MPY_ARCHES = {"x64": 2, "armv6m": 4, "armv7m": 5, "armv7em": 6, "armv7emsp": 7, "armv7emdp": 8}

OnStart = Callable[[Path], None]


@dataclass(frozen=True)
class ReplIdentity:
    """What the simulated chip says about itself."""

    machine: str
    version: tuple[int, int, int] = (1, 29, 0)
    mpy: int = MPY_VERSION
    littlefs_sectors: int = 176
    heap_kb: int = 384


def identity_of(board: str, boards: Path = BOARDS, march: str | None = None) -> ReplIdentity:
    """Read boards/<board>/board.toml: the chip that this board must have.

    The VM loads bytecode of any chip, but runs viper and native code only for `march="x64"`.
    """
    facts = tomllib.loads((boards / board / "board.toml").read_text())
    return ReplIdentity(
        machine=facts["micropython"]["machines"][0],
        mpy=MPY_VERSION | MPY_ARCHES[march or facts["chip"]["march"]] << 10,
        littlefs_sectors=facts["flash"]["littlefs_sectors"],
        heap_kb=facts["sim"]["heap_kb"],
    )


class RawReplBoard:
    """Owns port, flash image and VM of one board; `on_start` gets the files when it is started.

    The flash image `folder/flash.img` outlives power cuts and this object. On a soft reset
    with a main.py, the files are laid out under `folder/started`, `on_start(that folder)` is
    called, and the port (`board.port`) is left to the callee until `stop_app()`.
    """

    def __init__(
        self,
        folder: Path,
        identity: ReplIdentity,
        *,
        on_start: OnStart | None = None,
        make_port: Callable[[], Port] = PtyPort,
    ) -> None:
        self.started = threading.Event()
        self.lost_power = threading.Event()
        self.failure: Exception | None = None  # why the simulation itself ended, if it did
        self.image = folder / "flash.img"
        self._export_folder = folder / "started"
        self._identity = identity
        self._on_start = on_start
        self._make_port = make_port
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        """What pyserial and mpremote open; a new one after each power_on()."""
        return self.port.url

    def power_on(self, *, cut_after_writes: int | None = None) -> None:
        """Plug in; the power fails in the middle of flash write number `cut_after_writes`."""
        self.started.clear()
        self.lost_power.clear()
        self._stdin_read, self._stdin_write = os.pipe()
        self._writes_left = -1
        if not self.image.exists():
            self._format()
        if cut_after_writes is not None:
            self._writes_left = cut_after_writes
        self.port: Port = self._make_port()
        self._wake_read, self._wake_write = os.pipe()
        self._is_app_running = False
        self._is_running = False  # a command is being executed
        self._is_interruptible = True  # micropython.kbd_intr(3), the default
        self._spawn("friendly")
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
        for fd in (self._stdin_read, self._stdin_write, self._wake_read, self._wake_write):
            os.close(fd)

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

    def _spawn(self, mode: str, image: Path | None = None) -> None:
        """Start a VM on the image; unread input stays in the pipe from one VM to the next."""
        self._control_read, control_write = os.pipe()
        config = {
            "mode": mode,
            "image": str((image or self.image).resolve()),
            "sectors": self._identity.littlefs_sectors,
            "writes_left": self._writes_left,
            "control_fd": control_write,
            "machine": self._identity.machine,
            "version": self._identity.version,
            "mpy": self._identity.mpy,
            "folder": str(self._export_folder.resolve()),
        }
        heap = f"heapsize={self._identity.heap_kb}k"
        self._vm = subprocess.Popen(
            [*find_micropython(), "-X", heap, str(VM_SCRIPT)],
            env=os.environ | {"FARO_RAW_REPL": json.dumps(config)},
            stdin=self._stdin_read,
            stdout=subprocess.PIPE,
            pass_fds=(control_write,),
            start_new_session=True,  # Ctrl-C at the developer's terminal is not the board's
        )
        os.close(control_write)

    def _run_vm(self, mode: str, image: Path | None = None) -> None:
        """Let a VM do one thing and end."""
        self._spawn(mode, image)
        said = self._vm.communicate()[0]
        os.close(self._control_read)
        if self._vm.returncode != 0:
            raise RuntimeError(f"the simulated board cannot {mode}: {said.decode()}")

    def _format(self) -> None:
        """Make an empty file system, whole or not at all."""
        draft = self.image.with_suffix(".draft")
        with open(draft, "wb") as image:
            image.truncate(self._identity.littlefs_sectors * SECTOR_BYTES)
        self._run_vm("format", draft)
        draft.replace(self.image)

    def _end_vm(self) -> None:
        self._vm.kill()
        self._vm.wait()
        assert self._vm.stdout is not None
        rest = self._vm.stdout.read()
        if rest and not self.lost_power.is_set():
            self.port.send(rest)
        self._vm.stdout.close()
        os.close(self._control_read)
        self._is_running = False
        self._is_interruptible = True

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
        assert self._vm.stdout is not None
        sources = [self.port, self._vm.stdout, self._control_read, self._wake_read]
        ready = select.select(sources, [], [])[0]
        if self._wake_read in ready and not self._wait_for_word():
            return False
        # The VM's words first: they say what a Ctrl-C from the port means.
        if self._control_read in ready:
            return self._obey()
        if self._vm.stdout in ready:
            self.port.send(os.read(self._vm.stdout.fileno(), 65536))
        if self.port in ready:
            self._feed(self.port.receive())
        return True

    def _wait_for_word(self) -> bool:
        """Take one word from power_off() or stop_app()."""
        word = os.read(self._wake_read, 1)
        if word == b"r" and self._is_app_running:
            self._is_app_running = False
            self.started.clear()
            self._spawn("friendly")
        return word != b"q"

    def _feed(self, data: bytes) -> None:
        if self._is_running and self._is_interruptible and CTRL_C in data:
            data = data.replace(bytes((CTRL_C,)), b"")
            self._vm.send_signal(signal.SIGINT)
        os.write(self._stdin_write, data)

    def _obey(self) -> bool:
        """Act on the VM's words; False when the power has gone."""
        words = os.read(self._control_read, 64)
        if not words:
            raise RuntimeError(f"the board's VM ended by itself, code {self._vm.wait()}")
        for word in words.decode():
            if word in "RP":
                self._is_running = word == "R"
            elif word in "iI":
                self._is_interruptible = word == "I"
            elif word == "X":
                self.lost_power.set()
                return False
            elif word in "sS":
                self._end_vm()
                if word == "S" and self._start_app():
                    break
                self._spawn("raw" if word == "s" else "friendly")
                break
        return True

    def _start_app(self) -> bool:
        """Lay out the files as a folder and hand over; False without a main.py."""
        shutil.rmtree(self._export_folder, ignore_errors=True)
        self._export_folder.mkdir()
        self._run_vm("export")
        if not (self._export_folder / "main.py").exists():
            return False
        self._is_app_running = True
        if self._on_start is not None:
            self._on_start(self._export_folder)
        self.started.set()
        return True
