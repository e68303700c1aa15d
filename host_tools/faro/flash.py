"""Bring the firmware onto a board: compile, compare, copy what changed, verify, start."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from faro.flash_plan import (
    NEW,
    OWN_FILES,
    OWN_FOLDER,
    SECTOR_BYTES,
    BoardFacts,
    FlashError,
    Plan,
    build,
    load_facts,
    make_plan,
    sha256_hex,
)
from faro.flash_repl import BoardRepl, Identity, missing, port_is_there
from faro.image_build import only_needed

__all__ = ["FlashError", "FlashResult", "flash"]

CHECKOUT = Path(__file__).resolve().parents[2]
# py/persistentcode.h: ARM variants are ordered, each runs the code of those before it.
MPY_ARCHES = {"x64": 2, "armv6m": 4, "armv7m": 5, "armv7em": 6, "armv7emsp": 7, "armv7emdp": 8}
MPY_ARM = range(MPY_ARCHES["armv6m"], MPY_ARCHES["armv7emdp"] + 1)
MPY_VERSION = 6
OWN_ROOTS = (OWN_FOLDER.rstrip("/"), *OWN_FILES, *(name + NEW for name in OWN_FILES))


@dataclass(frozen=True)
class FlashResult:
    """What was done, or would be done; made for printing and for --json."""

    board: str
    port: str
    machine: str
    micropython: str
    dry_run: bool
    copied: dict[str, int]  # path: bytes
    kept: dict[str, int]
    removed: tuple[str, ...]
    resumed: tuple[str, ...]  # of `copied`: had already arrived before an interruption
    bytes_copied: int
    hello: str | None
    warnings: tuple[str, ...]
    duration_ms: int


def flash(
    board: str,
    port: str,
    dry_run: bool = False,
    *,
    source: Path = CHECKOUT,
    cache: Path | None = None,
    march: str | None = None,
    is_lean: bool = False,
    open_repl: Callable[[str], None] | None = None,
    wait_for_hello: Callable[[str], str] | None = None,
    console: Console | None = None,
) -> FlashResult:
    """Flash `board` on `port`; raises FlashError, and leaves the board old or new, never mixed.

    `march` replaces the chip's own architecture, for a simulated board that shall run viper code.
    `is_lean` leaves out what this board's main.py can never import.
    `open_repl(port)` is called first, to make a running application leave to its REPL.
    `wait_for_hello(port)` is called after the restart and gives back the board's HELLO.
    """
    began_s = time.monotonic()
    facts = load_facts(board, source)
    if march is not None:
        facts = replace(facts, march=march)
    built = build(facts, source, cache or source / ".cache" / "flash")
    wanted = only_needed(built, board, source) if is_lean else built
    if not port_is_there(port):
        raise FlashError(f"there is no port {port}", "plug in the board; faro ports lists ports")
    if open_repl is not None:
        open_repl(port)
    repl = BoardRepl(port)
    try:
        identity = repl.identity()
        check_identity(facts, identity)
        warnings = list(layout_warnings(facts, identity))
        plan = make_plan(wanted, repl.hashes(OWN_ROOTS))
        if not dry_run:
            check_space(plan, wanted, identity)
            _copy(repl, plan, wanted, console)
            repl.start()
    finally:
        repl.close()
    hello = None
    if not dry_run and wait_for_hello is not None:
        hello = wait_for_hello(port)
    elif not dry_run:
        warnings.append("started, but nobody waited for its HELLO")
    copied = {path: len(wanted[path]) for path in plan.copy}
    return FlashResult(
        board=board,
        port=port,
        machine=identity.machine,
        micropython=".".join(str(n) for n in identity.version),
        dry_run=dry_run,
        copied=copied,
        kept={path: len(wanted[path]) for path in plan.keep},
        removed=plan.remove,
        resumed=plan.staged,
        bytes_copied=sum(n for path, n in copied.items() if path not in plan.staged),
        hello=hello,
        warnings=tuple(warnings),
        duration_ms=round((time.monotonic() - began_s) * 1000),
    )


def check_identity(facts: BoardFacts, identity: Identity) -> None:
    """Refuse the wrong board, and a MicroPython that cannot run our files."""
    if identity.name != "micropython":
        raise FlashError(f"this is {identity.name}, not MicroPython", "install MicroPython first")
    if not any(machine in identity.machine for machine in facts.machines):
        raise FlashError(
            f"wrong board: {facts.name} needs {facts.machines[0]}, this is {identity.machine}",
            "look at BOARD and PORT",
        )
    if identity.version[:2] < facts.oldest:
        raise FlashError(
            f"MicroPython {'.'.join(map(str, identity.version))} is too old",
            f"install {facts.oldest[0]}.{facts.oldest[1]} or newer on the board",
        )
    version, arch = identity.mpy & 0xFF, identity.mpy >> 10 & 0xF
    needed = MPY_ARCHES[facts.march]
    can_load = arch == needed or (needed in MPY_ARM and arch in MPY_ARM and needed < arch)
    if version != MPY_VERSION or not can_load:
        raise FlashError(
            f"this MicroPython does not load .mpy version {MPY_VERSION} for {facts.march}",
            "install the official ARM build for this board",
        )


def layout_warnings(facts: BoardFacts, identity: Identity) -> list[str]:
    """Say so when the stock image's file system lies over the journal's sectors."""
    sectors = identity.blocks * identity.block_bytes // SECTOR_BYTES
    if sectors <= facts.littlefs_sectors:
        return []
    return [
        f"the file system has {sectors} sectors and covers the journal's part of the flash: "
        f"the board runs without journal until it has the image of boards/{facts.name}/manifest.py"
    ]


def check_space(plan: Plan, wanted: dict[str, bytes], identity: Identity) -> None:
    """Refuse before anything is written when the new files do not fit beside the old ones."""
    new = [path for path in plan.copy if path not in plan.staged]
    folders = {path.rpartition("/")[0] for path in new}
    needed = sum(-(-len(wanted[path]) // identity.block_bytes) for path in new)
    # littlefs keeps two blocks per folder, and more when many names are in it
    needed += 2 * len(folders) + len(new) // 16
    if needed > identity.blocks_free:
        short_kb = (needed - identity.blocks_free) * identity.block_bytes // 1024
        raise FlashError(f"the board's file system lacks {short_kb} kB", "remove other files")


def _copy(repl: BoardRepl, plan: Plan, wanted: dict[str, bytes], console: Console | None) -> None:
    """Stage all, put in place at once, then read every hash again."""
    hashes = {path: sha256_hex(data) for path, data in wanted.items()}
    to_stage = [path for path in plan.copy if path not in plan.staged]
    screen = console or Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(
        *columns, TimeRemainingColumn(), console=screen, disable=not screen.is_terminal
    ) as progress:
        bar = progress.add_task("copying", total=sum(len(wanted[p]) for p in to_stage))
        for path in to_stage:
            progress.update(bar, description=path)
            for count in repl.stage(path, wanted[path], hashes[path]):
                progress.advance(bar, count)
    if plan.copy or plan.remove:
        repl.commit(plan.copy, plan.remove, is_main_new="main.py" in plan.copy)
        repl.prune({path.rsplit("/", 1)[0] for path in plan.remove if "/" in path})
    wrong = missing(hashes, repl.hashes(OWN_ROOTS))
    if wrong:
        raise FlashError(f"after copying, {wrong[0]} is not what was sent", "flash again")
