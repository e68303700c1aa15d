"""Bring an image into both slots of a board: look, write what differs, verify, start.

| at any moment | holds |
|---|---|
| a slot that is written | no head, until all behind it is right |
| the other slot | what it held before, or the new image |

So a cut leaves at least one whole image where there was one, and the next flash goes on.
"""

import hashlib
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from boards.layout import SECTOR_BYTES, BuildError, Layout, board_facts, load_layout
from faro.build.compile import vm_march
from faro.build.flash_repl import SLOTS, BoardRepl, FlashError, Identity
from faro.build.image import Image, board_side, build_rom, make_image
from faro.output import progress

__all__ = ["FlashError", "FlashResult", "flash", "image_of"]

# py/persistentcode.h: ARM variants are ordered, each runs the code of those before it.
MPY_ARM = {"armv6m": 4, "armv7m": 5, "armv7em": 6, "armv7emsp": 7, "armv7emdp": 8}
MPY_ARCHES = {"x86": 1, "x64": 2, **MPY_ARM}
MPY_VERSION = 6
ROUNDS = 5  # write, look, head, look: one to spare for a bad read or a page that did not take


@dataclass(frozen=True)
class FlashResult:
    """What was done, or would be done; made for printing and for --json."""

    board: str
    port: str
    machine: str
    micropython: str
    version: str  # of the image
    build: str
    counter: int
    dry_run: bool
    written: tuple[str, ...]  # slots, in this order
    kept: tuple[str, ...]  # slots that held the image already
    bytes_sent: int
    hello: str | None
    duration_ms: int


def image_of(board: str, march: str | None = None) -> Image:
    """The firmware of the checkout, unsigned; `march` x64: for the simulated board."""
    return make_image(build_rom(board, march=march, is_sim=march == vm_march()), board)


def flash(
    board: str,
    port: str,
    image: Image | Callable[[], Image],
    dry_run: bool = False,
    *,
    march: str | None = None,
    open_repl: Callable[[str], None] | None = None,
    wait_for_hello: Callable[[str], str] | None = None,
    is_quiet: bool = False,
) -> FlashResult:
    """Put `image` into both slots of `board` on `port`, and start it; raises FlashError.

    An image that has yet to be made is made when port and board are known to be right.
    `open_repl(port)` is called first, to make a running application leave to its REPL.
    `wait_for_hello(port)` is called after the restart and gives back the board's HELLO.
    """
    began_s = time.monotonic()
    facts, layout = board_facts(board), load_layout(board)
    if isinstance(image, Image):
        check_image(image, layout)
    if open_repl is not None:
        open_repl(port)
    repl = BoardRepl(port)
    try:
        try:
            identity = repl.identity()
            check_identity(facts, march or facts["chip"]["march"], identity)
            check_base(layout, identity)
            if not isinstance(image, Image):
                image = image()
                check_image(image, layout)
            repl.open_slots(layout)
            work = _Work(repl, image, layout)
            work.check_loader(identity)
            order = work.plan(identity.slot)
        except (FlashError, BuildError):
            repl.resume()
            raise
        if dry_run:
            repl.resume()
        else:
            work.write(order, is_quiet)
            repl.start()
    finally:
        repl.close()
    hello = wait_for_hello(port) if wait_for_hello is not None and not dry_run else None
    return FlashResult(
        board=board,
        port=port,
        machine=identity.machine,
        micropython=".".join(map(str, identity.version)),
        version=image.header.version,
        build=image.header.build,
        counter=image.counter,
        dry_run=dry_run,
        written=tuple(SLOTS[slot] for slot in order),
        kept=tuple(SLOTS[slot] for slot in (0, 1) if slot not in order),
        bytes_sent=work.bytes_sent,
        hello=hello,
        duration_ms=round((time.monotonic() - began_s) * 1000),
    )


def check_image(image: Image, layout: Layout) -> None:
    """Refuse an image that this board could not run, before anything is asked of the board."""
    header = image.header
    if header.board != layout.board:
        raise FlashError(f"this image is for {header.board}, not for {layout.board}")
    digest = hashlib.sha256(image.rom).digest()
    if len(image.rom) != header.rom_bytes or digest != header.rom_sha256:
        raise FlashError("the image is damaged: its code is not what its header says")
    layout.check_fits("slot_a", len(image.data))


def check_identity(facts: dict[str, Any], march: str, identity: Identity) -> None:
    """Refuse the wrong chip, and a MicroPython that cannot run our code."""
    if identity.name != "micropython":
        raise FlashError(f"this is {identity.name}, not MicroPython", _first(facts["name"]))
    machines = facts["micropython"]["machines"]
    if not any(machine in identity.machine for machine in machines):
        raise FlashError(
            f"wrong board: {facts['name']} needs {machines[0]}, this is {identity.machine}",
            "look at BOARD and PORT",
        )
    oldest = facts["micropython"]["oldest"]
    if identity.version[:2] < tuple(map(int, oldest.split(".")[:2])):
        version = ".".join(map(str, identity.version))
        hint = f"{oldest} or newer is needed: {_first(facts['name'])}"
        raise FlashError(f"MicroPython {version} is too old", hint)
    version, arch = identity.mpy & 0xFF, identity.mpy >> 10 & 0xF
    needed = MPY_ARCHES[march]
    can_load = arch == needed or (march in MPY_ARM and needed < arch <= max(MPY_ARM.values()))
    if version != MPY_VERSION or not can_load:
        raise FlashError(
            f"this MicroPython does not load .mpy version {MPY_VERSION} for {march}",
            _first(facts["name"]),
        )


def check_base(layout: Layout, identity: Identity) -> None:
    """Refuse a board without Faro's base, or with the base of another board or layout."""
    if not identity.board:
        raise FlashError(
            "this board runs a stock MicroPython without Faro's flash layout; nothing was changed",
            _first(layout.board),
        )
    if identity.board != layout.board:
        raise FlashError(
            f"wrong board: this one has the base of {identity.board}, not of {layout.board}",
            "look at BOARD and PORT",
        )
    wanted = {name: int(n) for name, n in re.findall(r"(\w+) = (\d+)", layout.module_text())}
    if identity.layout != wanted:
        raise FlashError(
            "the base on this board has another flash layout than board.toml; nothing was changed",
            _first(layout.board),
        )


def _first(board: str) -> str:
    return (
        f"put dist/{board}/{board}.uf2 on it first (make image BOARD={board}; hold BOOTSEL while"
        " plugging it in, and copy the file to the drive that appears)"
    )


class _Work:
    """The image by sectors, against the two slots of a board."""

    def __init__(self, repl: BoardRepl, image: Image, layout: Layout) -> None:
        self._repl = repl
        self._image = image
        self._board = layout.board
        data = image.padded(layout.regions["slot_a"].size_bytes)
        self._sectors = [data[at : at + SECTOR_BYTES] for at in range(0, len(data), SECTOR_BYTES)]
        self._used = -(-len(image.data) // SECTOR_BYTES)
        self._sums = [hashlib.sha256(sector).hexdigest() for sector in self._sectors]
        self._is_right = [False, False]
        self.bytes_sent = 0
        self._headers = [repl.header(slot) for slot in (0, 1)]

    def check_loader(self, identity: Identity) -> None:
        """Refuse what the loader would refuse at the next start, in both slots."""
        if not identity.is_signed_only:
            return
        if not self._image.signature:
            raise FlashError(
                "this board runs signed images only", "--image names one; faro sign image makes it"
            )
        counter = self._headers[identity.slot - 1].counter
        if self._image.counter < counter:
            raise FlashError(
                f"the image has counter {self._image.counter}, the board has run {counter} already"
            )

    def plan(self, ran_from: int) -> list[int]:
        """Slots to write, in order: never first the only one with an image, or the one that ran."""
        self._is_right = [self._repl.sums(slot) == self._sums for slot in (0, 1)]
        is_whole = [self._is_whole(slot) for slot in (0, 1)]
        order = [0, 1] if ran_from == 2 else [1, 0]
        if is_whole[0] != is_whole[1]:
            order = [1, 0] if is_whole[0] else [0, 1]
        return [slot for slot in order if not self._is_right[slot]]

    def _is_whole(self, slot: int) -> bool:
        header = self._headers[slot]
        slot_bytes = len(self._sectors) * SECTOR_BYTES
        return (
            header.code == board_side.IMAGE_OK
            and header.check_target(self._board, 0, slot_bytes) == board_side.IMAGE_OK
            and header.rom_sha256 == self._repl.code_hash(slot, header.rom_bytes)
        )

    def write(self, order: list[int], is_quiet: bool) -> None:
        """Write these slots, one after the other."""
        with progress("writing", is_quiet) as show:
            for slot in order:
                for sector in self._write_slot(slot):
                    show(f"writing {SLOTS[slot]}", sector or self._used, self._used)
                self._is_right[slot] = True

    def _write_slot(self, slot: int) -> Iterator[int]:
        """Yields each sector that was written."""
        # What follows the image each time: a cut erase may read blank and yet not be.
        for sector in (0, *range(self._used, len(self._sectors))):
            self._repl.erase(slot, sector)
        for _ in range(ROUNDS):
            found = self._repl.sums(slot)
            stale = [n for n, wanted in enumerate(self._sums) if found[n : n + 1] != [wanted]]
            if not stale:
                return
            body = [n for n in stale if n]
            for n in body or stale:  # the head alone, once all else is right
                self._put(slot, n)
                yield n
        raise FlashError(
            f"{SLOTS[slot]} does not hold what is written to it",
            "flash again; a worn flash chip fails repeatedly",
        )

    def _put(self, slot: int, sector: int) -> None:
        if self._is_right[1 - slot]:
            self._repl.copy(1 - slot, slot, sector)
        else:
            self._repl.put(slot, sector, self._sectors[sector])
            self.bytes_sent += SECTOR_BYTES
