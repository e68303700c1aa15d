"""The short form of `make page-load`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.proofs.page.load import Load, Measured, as_text

pytestmark = pytest.mark.campaign

_MOST_BYTES_PER_S = 400_000


@pytest.fixture(scope="module")
def load(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Load]:
    load = Load(tmp_path_factory.mktemp("load"))
    yield load
    load.close()


def test_load__one_core__processor_time_left_and_a_quiet_table_quiet(load: Load) -> None:
    """In processor time: a machine that others use too is no failure."""
    idle, dealt = load.idle(2.0), load.dealt(8)
    for row in (idle, dealt):
        assert 0 < row.cost < 0.7, row
        assert all(row.used_s[part] >= 0 for part in row.used_s)
        assert row.received_bytes / row.table_s < _MOST_BYTES_PER_S
    assert dealt.used_s["simulator"] > 0 and dealt.used_s["VMs"] > 0 and dealt.messages > 8
    assert idle.received_bytes / idle.table_s < dealt.received_bytes / dealt.table_s
    assert as_text([idle, dealt]).count("\n") == 3


def test_measured__more_than_one_core__is_seen() -> None:
    used = {"page": 1.0, "simulator": 3.0, "VMs": 2.0}
    late = Measured("late", 10.0, 5.0, 1, 1, used)
    assert late.pace == 0.5 and late.total_share == 0.6 and late.cost == 1.2
