"""Every message × role × state with fields at random: the short form of `make fuzz`."""

from __future__ import annotations

import pytest

from tests.proofs.fuzz.fuzz import STATES, Fuzzer

_REQUESTS = 150


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("kind", "state"), [(kind, state) for kind in STATES for state in STATES[kind]]
)
def test_fuzz__any_request_in_any_state__no_restart_no_lock_no_lost_session(
    kind: str, state: str
) -> None:
    report = Fuzzer(kind, 1).run(state, _REQUESTS)
    assert report.findings == []
    assert report.requests == _REQUESTS
