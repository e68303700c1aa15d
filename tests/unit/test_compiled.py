"""The firmware compiled once per change: nothing is done when nothing changed, and all else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from hw_sim import compiled


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in {
        "firmware/__init__.py": "",
        "firmware/numbers.py": "ONE = 1\n",
        "firmware/user.py": "from firmware.numbers import ONE\nprint(ONE)\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def _compile(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is looked at when a new process asks for the tree."""
    for cached in (compiled.compiled_tree, *map(vars(compiled.inline_consts).get, (
        "vm_sources", "constants_of", "_uses_of", "_still_named",
    ))):  # fmt: skip
        cached.cache_clear()  # type: ignore[union-attr]
    seen: list[str] = []
    real = compiled._bring_up

    def looked_at(compiler: Path, root: Path, name: str, target: Path) -> None:
        seen.append(name)
        real(compiler, root, name, target)

    monkeypatch.setattr(compiled, "_bring_up", looked_at)
    compiled.compiled_tree(root)
    monkeypatch.undo()
    return seen


def test_tree__asked_again__is_not_even_looked_at(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(_compile(project, monkeypatch)) == 3
    assert _compile(project, monkeypatch) == []


def test_tree__a_number_changed__its_users_are_compiled_anew(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _compile(project, monkeypatch)
    made = project / ".cache/mpy/firmware/user.mpy"
    before = made.read_bytes()
    (project / "firmware/numbers.py").write_text("ONE = 11\n")
    assert len(_compile(project, monkeypatch)) == 3
    assert made.read_bytes() != before


def test_tree__a_file_taken_away_by_hand__is_made_again(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _compile(project, monkeypatch)
    (project / ".cache/mpy/firmware/user.mpy").unlink()
    (project / ".cache/mpy/firmware/user.key").unlink()
    assert len(_compile(project, monkeypatch)) == 3
    assert (project / ".cache/mpy/firmware/user.mpy").exists()
