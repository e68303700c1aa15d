"""The link benchmark runs through and counts something for everybody; speeds are not judged."""

from __future__ import annotations

import json

import pytest
from rich.console import Console

from faro.bench import link as bench_link


@pytest.mark.campaign
def test_bench__short_run__every_contender_gives_a_number() -> None:
    result = bench_link.run(seconds=1.0, rounds=1)  # 0.14 s for each contender
    assert len(result["contenders"]) == 7
    assert all(row["per_second"] > 0 for row in result["contenders"]), result
    assert all(row["ratio"] > 0 for row in result["ratios"].values()), result
    assert json.loads(json.dumps(result)) == result
    console = Console(width=150)
    with console.capture() as shown:
        console.print(bench_link.render(result))
    assert "faro async / pymodbus" in shown.get()
