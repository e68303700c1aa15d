"""The host's readers under changed inputs: an expected error or none; see make fuzz-host."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.proofs.host_fuzz.targets import CORPUS, TARGETS, feed

RIGHT = {path.parent.name: path.read_bytes() for path in sorted(CORPUS.glob("*/right"))}
CHANGE = st.tuples(
    st.integers(0, 1 << 16),
    st.integers(0, 40),
    st.one_of(
        st.binary(max_size=12),
        st.sampled_from((b"[", b"{", b'"', b"-1", b"1e999", b"9" * 5000, b"null", b"|", b"&a *a",
                         b"\x00", b"\xff" * 8, b"\xc2\xb2", b"\xed\xa0\x80")),
    ),
)  # fmt: skip


def changed(data: bytes, changes: list[tuple[int, int, bytes]]) -> bytes:
    for place, cut, new in changes:
        at = place % (len(data) + 1)
        data = data[:at] + new + data[at + cut :]
    return data


def test_corpora__of_each_target__there() -> None:
    assert set(RIGHT) == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=60, deadline=None)
@given(changes=st.lists(CHANGE, max_size=4))
def test_reader__changed_input__expected_error_or_none(
    name: str, changes: list[tuple[int, int, bytes]]
) -> None:
    feed(name, changed(RIGHT[name], changes))


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=40, deadline=None)
@given(data=st.binary(max_size=300))
def test_reader__any_bytes__expected_error_or_none(name: str, data: bytes) -> None:
    feed(name, data)
