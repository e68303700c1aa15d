"""Disks that are full, folders that cannot be written: one clear line, and nothing half done."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from faro.cli import main
from faro.wire import files
from faro.wire.errors import FaroError
from faro.wire.files import write_whole
from faro.wire.keys import DeviceKeys

OFFICE = DeviceKeys.create("0102030405060708", "meter_pico")
Break = Callable[[str, int], None]


@pytest.fixture
def break_(monkeypatch: pytest.MonkeyPatch) -> Break:
    """Let one function of the system fail from its n-th call on."""

    def install(name: str, number: int, after: int = 0) -> None:
        real: Any = getattr(os, name)
        calls = 0

        def fails(*args: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls > after:
                raise OSError(number, os.strerror(number))
            return real(*args, **options)

        monkeypatch.setattr(files.os, name, fails)

    return install


def faro(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def _is_one_line(result: Result, words: str) -> None:
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.exception
    assert len(result.stderr.splitlines()) == 1 and words in result.stderr


@pytest.mark.parametrize("name", ["open", "write", "fsync", "replace"])
def test_write_whole__system_fails__old_content_stays_and_no_rest(
    name: str, tmp_path: Path, break_: Break
) -> None:
    path = tmp_path / "x.journal"
    path.write_text("old")
    break_(name, errno.ENOSPC)
    with pytest.raises(FaroError, match=r"cannot write .*x.journal: No space left"):
        write_whole(path, "new")
    assert [p.name for p in tmp_path.iterdir()] == ["x.journal"] and path.read_text() == "old"


def test_write_whole__new_file__never_over_another(tmp_path: Path) -> None:
    path = tmp_path / "x"
    write_whole(path, b"first", 0o600, is_new=True)
    with pytest.raises(FaroError, match="exists already"):
        write_whole(path, b"second", is_new=True)
    assert path.read_bytes() == b"first" and path.stat().st_mode & 0o777 == 0o600
    assert [p.name for p in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize(("name", "after"), [("write", 2), ("fsync", 0), ("open", 0), ("link", 3)])
def test_split__disk_full_in_the_middle__no_file_and_no_folder(
    name: str, after: int, tmp_path: Path, break_: Callable[..., None]
) -> None:
    OFFICE.save(tmp_path / "office.keys")
    break_(name, errno.ENOSPC, after)
    result = faro("keys", "split", tmp_path / "office.keys", tmp_path / "roles")
    _is_one_line(result, "No space left on device")
    assert [p.name for p in tmp_path.iterdir()] == ["office.keys"]


def test_person__folder_cannot_be_written__one_line(tmp_path: Path, break_: Break) -> None:
    OFFICE.of_role("table").save(tmp_path / "table.keys")
    break_("open", errno.EROFS)
    result = faro("keys", "person", tmp_path / "table.keys", 7, tmp_path / "ann.keys")
    _is_one_line(result, "Read-only file system")
    assert not (tmp_path / "ann.keys").exists()


def test_files__folder_that_is_not_there__one_line(tmp_path: Path) -> None:
    OFFICE.of_role("table").save(tmp_path / "table.keys")
    missing = tmp_path / "no" / "ann.keys"
    _is_one_line(faro("keys", "person", tmp_path / "table.keys", 7, missing), "No such file")
    _is_one_line(faro("keys", "split", tmp_path / "table.keys", "/dev/null/x"), "cannot make")


def test_log__disk_full__one_line_and_the_board_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from faro.board import commands

    def full(_fd: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(commands.os, "fsync", full)
    with pytest.raises(FaroError, match=r"cannot write .*log: No space left"):
        commands.append_durably(tmp_path / "log", {"number": 1})


def test_any_command__file_error_that_nobody_caught__one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(log: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(log))

    monkeypatch.setattr("faro.board.commands.last_logged", refuse)
    result = faro("events", "-p", "/dev/none", "--log", "x.log")
    _is_one_line(result, "cannot use x.log: Permission denied")
