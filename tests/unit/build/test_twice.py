"""`make image-twice` can fail: its builds share no cache, and a different byte is a difference."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from faro.build import twice

WHERE = "from faro.build import compile, image, toolchain; print(compile.CACHE, image.CACHE)"


def test_build__caches_of_its_process__are_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = subprocess.run
    told: list[str] = []

    def look(_command: list[str], env: dict[str, str], **options: Any) -> Any:
        found = run([sys.executable, "-c", WHERE], env=env, capture_output=True, text=True)
        told.extend(found.stdout.split())
        for part in ("base", "image", "UF2"):
            (tmp_path / "a" / part).write_bytes(part.encode())
        return found

    monkeypatch.setattr(subprocess, "run", look)
    assert twice.build_in(tmp_path / "a", "meter_pico", "")["UF2"] == b"UF2"
    assert len(told) == 2 and all(path.startswith(str(tmp_path / "a")) for path in told)


def test_differing__one_byte__named(capsys: pytest.CaptureFixture[str]) -> None:
    one = {"base": b"1", "image": b"2", "UF2": b"3"}
    assert twice.differing([one, dict(one)]) == []
    assert twice.differing([one, {**one, "image": b"4"}]) == ["image"]
    assert "DIFFERS: image" in capsys.readouterr().out
