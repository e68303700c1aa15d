"""Which pictures the service file gets, and when it makes room."""

from __future__ import annotations

from typing import Any

from firmware.cards.rows import EV_FRAMES_READ, NO_FRAME
from firmware.cards.service_pictures import ServicePictures
from tests.helpers.card_fakes import Board, Handover, Reader


class Ring:
    """In the place of the flash."""

    dropped = 0
    serviced = 0

    def __init__(self, number: int) -> None:
        self.number = number
        self.kept: list[tuple[Any, ...]] = []

    def keep(self, *what: Any) -> int:
        self.kept.append(what)
        return self.number

    def drop(self) -> None:
        self.dropped += 1

    def count(self) -> int:
        return 17

    def service(self) -> None:
        self.serviced += 1


class Bench:
    def __init__(self, number: int = 300) -> None:
        self.board = Board()
        self.reader = Reader()
        self.handover = Handover()
        self.ring = Ring(number)
        self.pictures = ServicePictures(self.board, self.reader, self.ring, self.handover)


def test_pictures__kept__with_the_camera_and_the_time() -> None:
    bench = Bench()
    assert bench.pictures.keep(1, 9, 60, 4, 0, NO_FRAME) == 300 % NO_FRAME
    assert bench.ring.kept == [(9, 60, 1, 96, 4, 0, 1_700_000_000, b"green b", b"red b")]


def test_pictures__no_blank_place__no_number() -> None:
    assert Bench(0).pictures.keep(0, 9, 60, 4, 0, NO_FRAME) == NO_FRAME


def test_pictures__no_blank_place_for_the_second__number_of_the_first() -> None:
    assert Bench(0).pictures.keep(1, 9, 60, 4, 0, 7) == 7


def test_pictures__both_kept__number_of_the_first() -> None:
    assert Bench(8).pictures.keep(1, 9, 60, 4, 0, 7) == 7


def test_pictures__next_card_is_out__time_for_the_first_and_not_for_the_second() -> None:
    bench = Bench()
    bench.handover.next = True
    first = bench.pictures.keep(0, 9, 60, 4, 0, NO_FRAME)
    assert bench.pictures.keep(1, 9, 60, 4, 0, first) == first
    assert len(bench.ring.kept) == 1 and bench.ring.dropped == 1


def test_pictures__read_by_somebody__recorded() -> None:
    bench = Bench()
    bench.pictures.note_reading()
    assert bench.board.events == [(EV_FRAMES_READ, 17)]


def test_pictures__room_is_made__only_for_an_enrolled_shoe() -> None:
    bench = Bench()
    bench.pictures.make_room()
    assert bench.ring.serviced == 1
    bench.reader.recogniser = None
    bench.pictures.make_room()
    assert bench.ring.serviced == 1
