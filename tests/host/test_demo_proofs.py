"""The demo's scene tells the truth: everything it shows went as it must."""

from __future__ import annotations

import pytest

from faro.demo.proofs import provable_shuffle


@pytest.mark.campaign
def test_scene__told_in_plain_words__and_nothing_must_not() -> None:
    lines: list[str] = []
    provable_shuffle(lines.append)
    text = "\n".join(lines)
    assert "must not" not in text and "must be" not in text
    assert text.count("[green]proved[/]") == 1
    assert "does not lead to the root" in text and "no such record" in text
    assert "NOT A SHUFFLE: valleys" in text
