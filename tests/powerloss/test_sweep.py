"""The plug pulled inside writes of the whole firmware: a sample; `make powerloss` does them all."""

from __future__ import annotations

import pytest

from hw_sim.power import CUT_MODES
from tests.proofs.powerloss.case import IDLE, Case
from tests.proofs.powerloss.engine import run_case
from tests.proofs.powerloss.plan import all_cuts, make_plan
from tests.proofs.powerloss.progress import Progress
from tests.proofs.powerloss.scenarios import SCENARIOS

CUTS_PER_SCENARIO = 5


@pytest.mark.campaign
@pytest.mark.parametrize("name", SCENARIOS)
def test_sweep__sample_of_cuts__invariant_holds(name: str) -> None:
    plan = make_plan([name], sample=CUTS_PER_SCENARIO)
    assert len(plan.cases) == CUTS_PER_SCENARIO
    failed = [f"{r.case.id}: {r.failure}" for r in map(run_case, plan.cases) if r.failure]
    assert not failed, "replay: python -m tests.proofs.powerloss --case ID\n" + "\n".join(failed)


# Cuts beside defects that were mended.  Operation numbers move when a boot writes more, so these
# are samples of the neighbourhood; only `make powerloss` is sure to hit the very write.
MENDED = (
    "double-cut:idle:after:0@settings:12:before:0",  # an event made up for came at every boot
    "first-boot:77:torn:0",  # formatted, but the journal did not tell
    "reset-store:100:torn:0",  # an order to forget everything was left half done
    "damaged-journal:17:before:0",  # the alarm was forgotten between BOOTED and its fault
    "ring-wrap:18:before:0",  # overwritten events were told, their fault was not raised
)


@pytest.mark.parametrize("case_id", MENDED)
def test_sweep__cut_beside_a_mended_defect__survives(case_id: str) -> None:
    assert run_case(Case.parse(case_id)).failure == ""


def test_all_cuts__every_operation__before_torn_and_after_the_last() -> None:
    cuts = [(case.operation, case.mode, case.seed) for case in all_cuts("boot", 2, 2)]
    torn = [(at, "torn", seed) for at in range(2) for seed in range(2)]
    assert sorted(cuts) == sorted([(0, "before", 0), (1, "before", 0), (1, "after", 0), *torn])


def test_progress__ten_seconds__one_line_and_failures_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    times_s = iter([0.0, 4.0, 11.0, 12.0])
    progress = Progress("cuts", 30, lambda: next(times_s))
    progress.add()
    assert capsys.readouterr().err == ""
    progress.add()
    assert capsys.readouterr().err == "  2 of 30 cuts, 0 failed, 3 min to go\n"
    progress.add("locked", name="boot:3:torn:0")
    assert capsys.readouterr().err == "  FAILED boot:3:torn:0  locked\n"
    assert (progress.done, progress.failed) == (3, 1)


def test_case__id__reads_back() -> None:
    first = Case("settings", 17, "torn", 3)
    for case in (first, Case("double-cut", IDLE, "after", 0, first)):
        assert Case.parse(case.id) == case
    assert first.id == "settings:17:torn:3"
    assert CUT_MODES == ("before", "torn", "after")


@pytest.mark.parametrize("text", ["", "settings", "settings:1:ripped:0", "settings:x:torn:0"])
def test_case__not_an_id__says_so(text: str) -> None:
    with pytest.raises(ValueError, match="is no case"):
        Case.parse(text)
