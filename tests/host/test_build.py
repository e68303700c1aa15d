"""The one image maker: layout, closure, ROMFS; and that what is built fits where it belongs."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from boards.layout import (
    CHECKOUT,
    SECTOR_BYTES,
    BuildError,
    board_facts,
    load_layout,
    parse_layout,
)
from faro.build.base import frozen_files
from faro.build.compile import compiled
from faro.build.image import HEAD_BYTES, build_rom, lay_out, slot_names
from faro.build.modules import base_modules, slot_modules
from hw_sim.vm_process import find_micropython

BOARDS = ("meter_pico", "shoe_pico2")
GOOD = {"chip_sectors": 100, "regions": {"base": 10, "slot_a": 5, "slot_b": 5, "journal": 80}}


def test_layout__regions__follow_one_another_and_storage_begins_behind_the_base() -> None:
    layout = parse_layout("b", GOOD)
    assert [(r.at, r.sectors) for r in layout.regions.values()] == [
        (0, 10), (10, 5), (15, 5), (20, 80)
    ]  # fmt: skip
    assert (layout.storage_sectors, layout.storage_at("slot_b")) == (90, 5 * SECTOR_BYTES)
    assert "JOURNAL_AT = 10\nJOURNAL_SECTORS = 80\n" in layout.module_text()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"journal": 81}, "the regions have 101 sectors, the chip has 100"),
        ({"slot_b": 4}, "both slots"),
        ({"slot_a": 0}, "slot_a has 0 sectors"),
        ({"slot_a": "5"}, "slot_a has '5' sectors"),
    ],
)
def test_layout__regions_that_overlap_or_do_not_fit__refused(change: Any, words: str) -> None:
    with pytest.raises(BuildError, match=words):
        parse_layout("b", {**GOOD, "regions": {**GOOD["regions"], **change}})


def test_layout__missing_region_or_board__refused() -> None:
    with pytest.raises(BuildError, match="needs base, slot_a"):
        parse_layout("b", {"chip_sectors": 9, "regions": {"slot_a": 1, "base": 1}})
    with pytest.raises(BuildError, match=r"no board called x; boards: meter_pico, shoe_pico2"):
        load_layout("x")


@pytest.mark.parametrize("board", BOARDS)
def test_image__of_the_firmware_as_it_is__fits_its_slot_with_room_to_grow(board: str) -> None:
    """D1: neither the linker nor any test said that the image lay over the next region."""
    size_bytes = HEAD_BYTES + len(build_rom(board))
    limit_bytes = load_layout(board).regions["slot_a"].size_bytes
    assert size_bytes <= limit_bytes * 9 // 10, f"{size_bytes} of {limit_bytes} bytes"


@pytest.mark.campaign
@pytest.mark.parametrize("board", BOARDS)
def test_base__micropython_and_what_is_frozen__fits_its_region(board: str) -> None:
    """Without the toolchain: MicroPython as `make image` measured it, and our files as they are."""
    frozen = frozen_files(board, base_modules(board), slot_names(board))
    size_bytes = board_facts(board)["chip"]["micropython_bytes"] + sum(map(len, frozen.values()))
    limit_bytes = load_layout(board).base.size_bytes
    assert size_bytes <= limit_bytes * 9 // 10, f"{size_bytes} of {limit_bytes} bytes"


def test_image__longer_than_its_slot__is_not_built(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("run = b'" + "x" * 400_000 + "'\n")
    with pytest.raises(BuildError, match="do not fit slot_a"):
        build_rom("meter_pico", overlays=(tmp_path,))


@pytest.mark.parametrize("board", BOARDS)
def test_slot__has_its_own_modules_and_no_other_boards(board: str) -> None:
    names = set(slot_modules(board))
    kind, other = board.split("_")[0], "shoe" if board == "meter_pico" else "meter"
    assert {"main.py", "board.py", "flash_layout.py", f"firmware/{kind}.py"} <= names
    assert f"firmware/{other}.py" not in names
    assert not any(name.startswith(("hw_sim", "tests", "boards")) for name in names)


@pytest.mark.parametrize("board", BOARDS)
def test_base__has_the_loader_and_nothing_of_the_application(board: str) -> None:
    """D2: an empty frozen boot.py keeps the port from running one out of a file system."""
    names = set(base_modules(board))
    assert {"_boot.py", "boot.py", "main.py", "boot_loader.py", "flash_layout.py"} <= names
    assert not any("app_" in name for name in names)
    for name in ("_boot.py", "boot.py"):
        text = (CHECKOUT / "boards/common" / name).read_text()
        assert "mount" not in text.replace("mounts nothing", "")


@pytest.mark.campaign
@pytest.mark.parametrize("board", BOARDS)
def test_slot__constants__are_numbers_in_the_code_that_ships(board: str) -> None:
    """D17: what is compiled for the chip is the text that the simulator runs."""
    for texts in (slot_modules(board), slot_modules(board, is_sim=True)):
        assert "EV_UPDATE_STAGED" not in texts["firmware/update/updater.py"]
    chip, sim = slot_modules(board), slot_modules(board, is_sim=True)
    same = {name for name in chip if name.startswith("firmware/") and name in sim}
    assert {name for name in same if chip[name] != sim[name]} == set()
    assert {name for name in chip if name.startswith("firmware/")} - set(sim) <= {
        "firmware/drivers/" + name
        for name in (
            "usb_cdc.py",
            "entropy_source.py",
            "flash_window.py",
            "line_camera.py",
            "line_copy.py",
            "line_unpack.py",
            "adc_share.py",
            "card_path_pio.py",
            "roller_encoder.py",
            "step_generator.py",
        )
    }


def test_romfs__same_files__same_bytes_and_micropython_reads_them(tmp_path: Path) -> None:
    files = {
        "main.mpy": compiled("main.py", "import a.b.c\nprint(a.b.c.X, a.d.Y)\n", "x64"),
        "a/__init__.mpy": compiled("a/__init__.py", "import a.d\n", "x64"),
        "a/b/c.mpy": compiled("a/b/c.py", "X = 1\n", "x64"),
        "a/d.mpy": compiled("a/d.py", "Y = 2\n", "x64"),
    }
    rom = lay_out(files)
    assert rom == lay_out(dict(reversed(files.items())))
    (tmp_path / "rom").write_bytes(rom)
    script = "import sys, vfs\nrom = open('rom', 'rb').read()\n"
    script += "vfs.mount(vfs.VfsRom(rom), '/rom')\nsys.path[:] = ['/rom']\nimport main\n"
    done = subprocess.run(
        [*find_micropython(), "-c", script], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == "1 2\n", done.stderr
