"""The files of `make image`: .mpy names and machine code, UF2 blocks, changes to the port."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from boards.layout import CHECKOUT, SECTOR_BYTES, BuildError, load_layout
from faro.build.base import frozen_files
from faro.build.compile import compiled
from faro.build.mpy_file import names_of, native_bytes, with_names
from faro.build.names import NAMES_MODULE, names_module
from faro.build.port_edits import EDITS, edit_port
from faro.build.uf2 import BLOCK_BYTES, make_uf2, read_uf2

BOARDS = ("meter_pico", "shoe_pico2")
_TEXT = """
import micropython
_TABLE = ((1, "two", b"three", None), 1 << 40, 1.5, True)
def outer(long_argument_name):
    def inner():
        return long_argument_name.some_attribute
    return inner
@micropython.viper
def fast(n: int) -> int:
    return n + 1
"""


def test_mpy__names__are_those_of_the_text() -> None:
    names = names_of(compiled("some/place.py", _TEXT, "armv6m"))
    assert {"some/place.py", "long_argument_name", "some_attribute", "fast"} <= set(names)
    assert "micropython" not in names  # one that every MicroPython has


@pytest.mark.parametrize("march", ["armv6m", "armv7emsp"])
def test_mpy__machine_code__is_counted_and_only_that(march: str) -> None:
    slow = _TEXT.replace("@micropython.viper\n", "")
    assert 8 <= native_bytes(compiled("a.py", _TEXT, march)) <= 128
    assert native_bytes(compiled("a.py", slow, march)) == 0


def test_mpy__with_more_names__still_runs_and_has_them(tmp_path: Path) -> None:
    names = [f"name_{n}" for n in range(200)] + ["a b", "firmware/x.py"]
    data = with_names(compiled("shown.py", "print('still runs')\n", "x64"), names)
    assert names_of(data)[-len(names) :] == names
    (tmp_path / "shown.mpy").write_bytes(data)
    vm = CHECKOUT / ".venv/bin/micropython"
    done = subprocess.run(
        [vm, "-c", "import shown"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "still runs\n"


@pytest.mark.parametrize("board", BOARDS)
def test_base__frozen_files__include_the_names(board: str) -> None:
    files = frozen_files(board, {"main.py": "pass\n"}, ["one_name"])
    assert sorted(files) == ["main.py", NAMES_MODULE]
    assert names_of(files[NAMES_MODULE]) == [NAMES_MODULE, "one_name"]


def test_names__many__make_one_module() -> None:
    names = [f"n{n}" for n in range(5_000)]
    assert names_of(names_module(names, "armv6m"))[1:] == names


def test_uf2__two_parts__lie_where_they_belong() -> None:
    parts = {0: bytes(range(256)) * 2 + b"end", 0x8_0000: b"slot"}
    data = make_uf2("RP2040", parts)
    assert len(data) == 4 * BLOCK_BYTES
    pages = read_uf2(data)
    assert sorted(pages) == [0, 256, 512, 0x8_0000]
    assert pages[512] == b"end".ljust(256, b"\xff")
    assert pages[0x8_0000] == b"slot".ljust(256, b"\xff")
    assert data[28:32] == bytes.fromhex("56ff8be4")  # family RP2040, as its data sheet has it
    assert make_uf2("RP2350B", parts)[28:32] == bytes.fromhex("59ff8be4")


def test_uf2__unknown_chip_or_broken_block__is_refused() -> None:
    with pytest.raises(BuildError, match="RP1"):
        make_uf2("RP1", {})
    with pytest.raises(BuildError, match="block 1"):
        read_uf2(make_uf2("RP2040", {0: bytes(512)})[:-4] + b"xxxx")


def test_port__edits__each_line_once_or_refused(tmp_path: Path) -> None:
    for name, old, _new in EDITS:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((path.read_text() if path.exists() else "") + old + "\n")
    edit_port(tmp_path)
    for name, _old, new in EDITS:
        assert new in (tmp_path / name).read_text()
    with pytest.raises(BuildError, match="port_edits"):
        edit_port(tmp_path)  # another version of the port


def test_port__usb_timeout__a_host_that_does_not_read_holds_nothing() -> None:
    """Ten frames to a stalled host cost less than a tenth of the shortest watchdog, 2 s."""
    [wait_ms] = [
        int(re.findall(r"TIMEOUT \((\d+)\)", new)[0]) for _, _, new in EDITS if "TX_TIMEOUT" in new
    ]
    assert wait_ms >= 3 and 10 * (wait_ms + 1) < 200


@pytest.mark.parametrize("board", BOARDS)
def test_board_definition__flash__is_that_of_board_toml(board: str) -> None:
    """The port counts its storage area back from the end of the flash that it knows."""
    layout = load_layout(board)
    text = (CHECKOUT / "boards" / board / "mpconfigboard.h").read_text()
    given = re.search(r"PICO_FLASH_SIZE_BYTES \((\d+) \* 1024 \* 1024\)", text)
    flash_bytes = (int(given[1]) if given else 2) << 20  # 2 MB: the Pico's own
    assert layout.chip_sectors * SECTOR_BYTES == flash_bytes
    assert "STORAGE_BYTES" not in text  # it has one place only


def test_board_definition__nothing_is_mounted_before_the_loader() -> None:
    text = (CHECKOUT / "boards/common/faro_board.h").read_text()
    assert re.search(r"#define MICROPY_VFS_ROM_IOCTL \(0\)", text)
    for name in ("_boot.py", "boot.py"):
        assert "mount(" not in (CHECKOUT / "boards/common" / name).read_text()
