"""All orders of few events at the loader: short here, long in `make loader-model`."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.trust import slots as sl
from firmware.trust.image import IMAGE_OK
from firmware.update import boot_choice
from firmware.update.trial import Trial
from tests.model.loader import explore


@pytest.mark.campaign
@pytest.mark.parametrize("board", explore.BOARDS)
def test_loader__all_orders_of_two_events_cut_at_each_write__every_rule_holds(board: str) -> None:
    explorer = explore.Explorer(most=2, cuts=2)
    explorer.run(board)
    assert len(explorer.seen) > 80


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("board", explore.BOARDS)
def test_loader__all_orders_of_four_events__every_rule_holds(board: str) -> None:
    explore.Explorer(most=4, cuts=3).run(board)


# -- firmware that is broken on purpose, as it once was --------------------------------------


class _FirstWhole(boot_choice.BootChoice):
    """A first signed image that fails its trial is started again, outside a trial."""

    def _settled(self) -> int:
        if self._key is not None and self._minimum == 0:
            for slot in (sl.SLOT_A, sl.SLOT_B):
                if self._verify_signed(slot) == IMAGE_OK:
                    return slot
        return super()._settled()  # pyright: ignore[reportUnknownMemberType]


class _AnyCandidate(boot_choice.BootChoice):
    """What lies in the candidate's slot is tried, whether it was staged or not."""

    def _candidate(self) -> int:
        slots: Any = self._slots
        is_waiting = slots.state == sl.ST_PENDING and self._can_change()
        if is_waiting and self._verify_signed(slots.candidate) == IMAGE_OK:
            return self._try(slots.candidate)
        return super()._candidate()  # pyright: ignore[reportUnknownMemberType]


def _is_stable(trial: Any) -> bool:
    return trial._slots.state == sl.ST_STABLE


@pytest.mark.parametrize(
    ("choice", "board", "broken"),
    [(_FirstWhole, "keyed", "2: bad-sixth"), (_AnyCandidate, "proved", "flash fifth.*well: 6: no")],
)
def test_loader__chooses_as_it_once_did__caught(
    monkeypatch: pytest.MonkeyPatch, choice: type[boot_choice.BootChoice], board: str, broken: str
) -> None:
    monkeypatch.setattr(boot_choice, "BootChoice", choice)
    with pytest.raises(explore.Found, match=broken):
        explore.Explorer(most=3, cuts=0).run(board)


def test_loader__spare_renewed_while_the_memory_is_silent__caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Trial, "is_settled", _is_stable)
    with pytest.raises(explore.Found, match="6: no proved image is left"):
        explore.Explorer(most=3, cuts=0, is_way_out_asked=False).run("updated")
