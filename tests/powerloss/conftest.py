"""Many boots in a row on busy machines: a slow one is not a hang."""

from __future__ import annotations

import pytest

HANG_LIMIT_S = 30.0


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait longer (in real time) before the simulator calls a firmware hung."""
    monkeypatch.setattr("hw_sim.vm.HANG_LIMIT_S", HANG_LIMIT_S)
