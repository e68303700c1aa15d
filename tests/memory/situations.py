"""What is run for each situation of a board's life: scenarios that the test suite has anyway."""

from __future__ import annotations

from dataclasses import dataclass

_SCENARIOS = "tests/scenario/"
LEAST_FREE_PERCENT = {"meter_pico": 25, "shoe_pico2": 15}


@dataclass(frozen=True)
class Situation:
    """Tests whose boards are watched; `boards` are those that it is about."""

    name: str
    boards: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def paths(self) -> list[str]:
        return [_SCENARIOS + test for test in self.tests]


_BOTH = ("meter_pico", "shoe_pico2")
SITUATIONS = (
    Situation("boot", _BOTH, ("test_boot.py",)),
    Situation(
        "busy hour",
        ("meter_pico",),
        ("test_jackpot.py::test_meter__after_a_busy_hour__a_quarter_of_the_heap_is_free",),
    ),
    Situation(
        "busy hour",
        ("shoe_pico2",),
        (
            "test_rounds_pictures.py",
            "test_shuffler.py::test_cycle__read_from_pictures__ready_and_dealt_as_read",
            "test_shuffler.py::test_continuous__discards_fed_back__known_again_and_strangers_refused",
            "test_rulings_machine.py::test_ldb__machine_jams_with_cards_out__supervisor_is_asked_then_ruled",
            "test_cards_read.py::test_memory__enrolled_shoe_with_everything_in_it__a_quarter_is_free",
        ),
    ),
    Situation(
        "enrolment",
        ("shoe_pico2",),
        ("test_cards_enrol.py::test_enrol__cards_in_service__works_stored_over_a_restart_and_reads",),
    ),
    Situation(
        "update",
        _BOTH,
        (
            "test_update.py::test_update__good_image__boots_and_is_proved",
            "test_update.py::test_spare__proved_update__goes_to_both_slots",
        ),
    ),
    Situation(
        "attestation",
        _BOTH,
        ("test_attest.py::test_attest__signed_board_as_it_should_be__nothing_found",),
    ),
    Situation(
        "linked tables",
        ("meter_pico",),
        (
            "test_linked.py::test_linked__busy_boards__a_quarter_of_the_heap_is_free",
            "test_linked.py::test_linked__two_hits_at_once__put_in_order_and_the_second_gets_what_is_left",
        ),
    ),
)
