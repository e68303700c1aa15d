"""The linter and the type checker have nothing to say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.style.imports import ROOT

BIN = Path(sys.executable).parent


def run(*command: str) -> tuple[int, str]:
    """Exit status and output of a tool, run in the project's folder."""
    environment = {
        "PYRIGHT_PYTHON_CACHE_DIR": str(ROOT / ".cache/pyright"),
        "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1",
        **os.environ,
        # as in the Makefile: a fifth less of the processor
        "NODE_OPTIONS": "--max-semi-space-size=256 --require=./.ci/pyright-node.cjs",
    }
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.campaign
def test_ruff__whole_project__nothing_to_say() -> None:
    status, output = run("ruff", "check", "--output-format", "concise", ".")
    assert status == 0, output


@pytest.mark.campaign
def test_pyright__firmware_on_micropython_stubs__nothing_to_say() -> None:
    status, output = run("pyright", "-p", ".ci/pyright-firmware.json")
    assert status == 0, output


@pytest.mark.campaign
def test_pyright__host_simulator_and_tests__nothing_to_say() -> None:
    status, output = run("pyright")
    assert status == 0, output
