"""Fixtures of the shoe's chip tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.chip.shoe.rig import UF2, ChipRig


@pytest.fixture(scope="session", autouse=True)
def _image() -> None:
    if not UF2.exists():
        pytest.exit("there is no image: make image BOARD=shoe_pico2, or make chip-test", 2)


@pytest.fixture
def rig() -> Iterator[ChipRig]:
    """A new board, without power."""
    with ChipRig() as made:
        yield made
