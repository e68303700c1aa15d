"""Calling firmware functions inside MicroPython from the host."""

from __future__ import annotations

import pytest

from faro.sim.vm_call import FirmwareVm, call
from faro.wire.errors import BadInput, FaroError

CARDS = "firmware.cards.codes"


def test_call__firmware_function__runs_in_micropython() -> None:
    assert call(CARDS, "card_named", "AS") == 48


def test_call__value_error__is_bad_input_in_one_line() -> None:
    with pytest.raises(BadInput, match="not a card: XX"):
        call(CARDS, "card_named", "XX")


def test_call__several__one_process_answers_all_even_after_a_refusal() -> None:
    with FirmwareVm() as vm:
        assert vm.call(CARDS, "name_of", 0) == "2S"
        with pytest.raises(BadInput):
            vm.call(CARDS, "card_named", "")
        assert vm.call(CARDS, "name_of", 51) == "AC"


def test_call__firmware_crashes__error_carries_its_traceback() -> None:
    with pytest.raises(FaroError, match="TypeError"):
        call(CARDS, "card_named", 7)
    with pytest.raises(FaroError, match="not running"):
        FirmwareVm().call(CARDS, "name_of", 0)
