"""Machine code: the base's runs in place as long as the slot has the very same text."""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.build.modules import (
    NATIVE_MODULE,
    base_modules,
    constant_tuples,
    native_modules,
    slot_modules,
    table_modules,
)
from faro.sim.rig import Rig
from hw_sim.vm import ROOT

NAME = "firmware/core/viper_bytes.py"
MAIN = """
import sys
from firmware.meter import main as run
for name in ("viper_bytes", "bytes_into"):
    print(sys.modules["firmware.core." + name].__file__)
"""


def files_used(overlay: Path) -> list[str]:
    (overlay / "main.py").write_text(MAIN)
    with Rig(("meter",), 1, (overlay,)) as rig:
        rig.power_on()
        rig.wait_ready()
        return rig.boards["meter"].board.vm.log_text().splitlines()


def test_native__same_text_in_base_and_slot__the_bases_is_used(tmp_path: Path) -> None:
    native, other = files_used(tmp_path)
    assert "/base/firmware/core/viper_bytes" in native
    assert other.startswith("/rom/firmware/core/bytes_into")


def test_native__update_brings_another_text__its_own_is_used(tmp_path: Path) -> None:
    (tmp_path / NAME).parent.mkdir(parents=True)
    text = (ROOT / NAME).read_text().replace("i = 0\n", "i = 0 + 0\n", 1)
    (tmp_path / NAME).write_text(text)
    native, other = files_used(tmp_path)
    assert native.startswith("/rom/") and other.startswith("/rom/")


@pytest.mark.parametrize("board", ["meter_pico", "shoe_pico2"])
def test_native__every_module_of_machine_code__is_in_the_base_too(board: str) -> None:
    slot, base = slot_modules(board), base_modules(board)
    native = native_modules(slot)
    assert {name: base[name] for name in native} == native
    assert base[NATIVE_MODULE] == slot[NATIVE_MODULE]
    imports = {line.strip() for text in native.values() for line in text.splitlines()}
    # what it imported would be there twice
    assert not [line for line in imports if line.startswith(("from firmware", "import firmware"))]


@pytest.mark.parametrize("board", ["meter_pico", "shoe_pico2"])
def test_tables__rows_that_import_nothing__are_in_the_base_and_known_to_the_loader(
    board: str,
) -> None:
    slot, base = slot_modules(board), base_modules(board)
    tables = table_modules(slot)
    assert "firmware/board/rows.py" in tables
    assert {name: base[name] for name in tables} == tables
    for name in tables:
        assert name.removesuffix(".py").replace("/", ".") + "=" in base[NATIVE_MODULE]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("ROWS = ((1, 'a'), (2 | 4, -1))", 1),
        ("ROWS = (1, NAME)", 0),  # made at run time, in the heap
        ("import array\nROWS = (1, 2)", 0),
        ("ROWS = [1, 2]", 0),
    ],
)
def test_constant_tuples__only_what_the_compiler_makes(text: str, rows: int) -> None:
    assert len(constant_tuples(text)) == rows
