"""What goes on when the plug is pulled: one row per scenario, with the invariant that must hold.

`act` drives a board on the bench; operations count from `bench.count()` on, so that the boot
before a scenario is not swept again with each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware.board.rows import CFG_SEATS, FAULT_LID_OPEN, FAULT_LID_OPENED_UNPOWERED
from firmware.cards.rows import CFG_BURST_REFUSALS, CFG_GATE_STUCK_MS
from firmware.journal.rows import FAULT_EVENTS_OVERWRITTEN, FAULT_JOURNAL_DAMAGED
from hw_sim.nv_image import NvImage
from hw_sim.power import Cut
from tests.proofs.powerloss import prepare, ruling
from tests.proofs.powerloss.bench import Bench
from tests.proofs.powerloss.case import Broken
from tests.proofs.powerloss.checks import board_is_as_its_journal_tells

Act = Callable[[Bench, Cut | None], None]
_CARD_PASS_MS = 5
_CARD_INTERVAL_MS = 10


def _boot(bench: Bench, cut: Cut | None) -> None:
    bench.count(cut)
    bench.boot()
    bench.listen(0)
    bench.wait(1_100)


def _settings(bench: Bench, cut: Cut | None) -> None:
    bench.boot()
    bench.listen(0)
    bench.count(cut)
    changes = ((CFG_SEATS, 5), (CFG_GATE_STUCK_MS, 900), (CFG_SEATS, 7), (CFG_BURST_REFUSALS, 4))
    for setting, value in changes:
        bench.order("SET_SETTING", setting=setting, value=value)
        bench.promise("SETTING_CHANGED", setting=setting, new_value=value)


def _events_20(bench: Bench, cut: Cut | None) -> None:
    bench.boot()
    bench.listen(0)
    bench.count(cut)
    _deal(bench, 20)
    bench.ack(max(bench.seen))
    bench.wait(1_100)  # the heartbeat saves the ack


def _ring_wrap(bench: Bench, cut: Cut | None) -> None:
    bench.count(cut)
    bench.boot()
    bench.listen(prepare.RING_RECORDS - 10)
    _deal(bench, 12)
    bench.wait(1_100)  # idle time: the next sector is erased
    _deal(bench, 34)
    bench.ack(max(bench.seen))
    bench.wait(1_100)


def _fault(bench: Bench, cut: Cut | None) -> None:
    bench.boot()
    bench.listen(0)
    bench.count(cut)
    bench.shoe.set_lid(True)
    bench.wait(100)
    bench.shoe.set_lid(False)
    bench.wait(100)
    bench.order("CLEAR_FAULT", fault=FAULT_LID_OPEN)
    bench.promise("FAULT_CLEARED", fault=FAULT_LID_OPEN)


def _restart(bench: Bench, cut: Cut | None) -> None:
    bench.boot()
    bench.listen(0)
    bench.count(cut)
    bench.order("RESTART")
    bench.promise("RESTART_ORDERED")
    bench.wait(500, lambda: bench.shoe.board.boots > 1)
    bench.wait_speaking()


def _reset_store(bench: Bench, cut: Cut | None) -> None:
    bench.boot()
    bench.listen(0)
    bench.count(cut)
    bench.order_reset()
    bench.wait(500, lambda: bench.shoe.board.boots > 1)
    bench.wait_speaking()


def _deal(bench: Bench, cards: int) -> None:
    for _ in range(cards):
        bench.shoe.gates["mouth"].pass_card(_CARD_PASS_MS)
        bench.wait(_CARD_INTERVAL_MS)


# -- invariants beyond the common one ---------------------------------------------------------


def new_board_is_formatted_once(bench: Bench) -> None:
    """A board cut while formatting ends formatted, with a journal from record 1 on."""
    story = board_is_as_its_journal_tells(bench)
    formatted = sum(name == "STORE_FORMATTED" for name, _ in story.events)
    if formatted != 1:
        raise Broken(f"STORE_FORMATTED is recorded {formatted} times")
    if story.faults:
        raise Broken(f"a new board has faults {sorted(story.faults)}")


def nothing_but_the_cut_happened(bench: Bench) -> None:
    """As the journal tells, and the cut itself has raised no fault."""
    story = board_is_as_its_journal_tells(bench)
    if story.faults or story.gap_count:
        raise Broken(f"a power cut raised the faults {sorted(story.faults)}")


def alarm_outlives_the_cut(bench: Bench) -> None:
    """A damaged journal is told by event, gap and fault, wherever the cut falls."""
    story = board_is_as_its_journal_tells(bench)
    names = [name for name, _ in story.events]
    if story.faults != {FAULT_JOURNAL_DAMAGED} or "JOURNAL_VERDICT" not in names:
        raise Broken(f"the damage is not told: faults {sorted(story.faults)}, {names[-6:]}")
    if story.gap_count != 1:
        raise Broken(f"the gap is told {story.gap_count} times")


def all_is_old_or_all_is_new(bench: Bench) -> None:
    """A board told to forget everything has forgotten nothing, or all, without a fault."""
    if bench.client.status()["boot_count"] < bench.boots_at_least:
        bench.forget()
    nothing_but_the_cut_happened(bench)


def loss_is_told_with_its_fault(bench: Bench) -> None:
    """As the journal tells; overwritten events have their record and their fault, always both."""
    bench.wait(1_100)  # a heartbeat: what the boot's own records overwrote is told, too
    story = board_is_as_its_journal_tells(bench)
    expected = {FAULT_EVENTS_OVERWRITTEN} if story.overwritten else set[int]()
    if story.faults != expected or story.gap_count:
        raise Broken(f"{len(story.overwritten)} events lost, faults {sorted(story.faults)}")


def lid_fault_is_as_told(bench: Bench) -> None:
    """As the journal tells; an opening that was recorded has its fault, and no other is there.

    The latch is cleared once the opening is recorded; after a cut in between it tells it, too.
    """
    story = board_is_as_its_journal_tells(bench)
    if story.faults - {FAULT_LID_OPEN, FAULT_LID_OPENED_UNPOWERED} or story.gap_count:
        raise Broken(f"a power cut raised the faults {sorted(story.faults)}")


@dataclass(frozen=True)
class Scenario:
    """One row: where it starts, what happens, what must hold after the next boot."""

    name: str
    image: Callable[[], NvImage | None]
    act: Act
    check: Callable[[Bench], object]

    @property
    def invariant(self) -> str:
        """The name of what is checked."""
        return self.check.__name__.replace("_", " ")


def _blank() -> None:
    return None


DOUBLE_CUT = "double-cut"  # a cut in one of these, then one in the boot that recovers
FIRST_CUTS_IN = (
    "settings",
    "fault",
    "ring-wrap",
    "first-boot",
    "restart-ordered",
    "damaged-journal",
)

SCENARIOS = {
    row.name: row
    for row in (
        Scenario("first-boot", _blank, _boot, new_board_is_formatted_once),
        Scenario("boot", prepare.used, _boot, nothing_but_the_cut_happened),
        Scenario("settings", prepare.used, _settings, nothing_but_the_cut_happened),
        Scenario("events-20", prepare.used, _events_20, nothing_but_the_cut_happened),
        Scenario("ring-wrap", prepare.ring_almost_full, _ring_wrap, loss_is_told_with_its_fault),
        Scenario("fault", prepare.used, _fault, lid_fault_is_as_told),
        Scenario("restart-ordered", prepare.used, _restart, nothing_but_the_cut_happened),
        Scenario("damaged-journal", prepare.newest_record_gone, _boot, alarm_outlives_the_cut),
        Scenario("reset-store", prepare.used, _reset_store, all_is_old_or_all_is_new),
        Scenario(
            "ruling",
            ruling.round_in_play,
            ruling.jam_ruled,
            ruling.dialogue_is_as_its_journal_tells,
        ),
        Scenario(DOUBLE_CUT, prepare.used, _boot, nothing_but_the_cut_happened),
    )
}
