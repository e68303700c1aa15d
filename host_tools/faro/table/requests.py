"""What the table program sends: one request to one board, and how people read of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from faro.table.shoe_rounds import HAND_CARDS, ShoeRound
from faro.wire.dictionary import Fields

SHOE, METER = "shoe", "meter"
_NO_CARD = 0xFF
_UNKNOWN = 0xFF  # where the dealer sees wagers: nobody says
_SEATS = 7


@dataclass(frozen=True)
class Request:
    """Something to be told; `round` is the shoe's, 0 for none."""

    board: str
    name: str
    fields: Fields
    round: int = 0


def request_of(play: ShoeRound, name: str, **fields: Any) -> Request:
    return Request(METER, name, fields, play.number)


def tell_antes(seats: int) -> Request:
    return Request(METER, "TELL_ANTES", {"antes": seats, "wagers": _UNKNOWN})


def hands_of(play: ShoeRound, hands: dict[int, bytes]) -> Fields:
    """TELL_HANDS without the digest, which is over the shoe's records of the round."""
    cards = bytearray([_NO_CARD] * HAND_CARDS * _SEATS)
    seats = 0
    for seat, hand in hands.items():
        cards[HAND_CARDS * (seat - 1) : HAND_CARDS * seat] = hand
        seats |= 1 << (seat - 1)
    ends = {"shoe_first": play.first_event, "shoe_last": play.last_event}
    return {"seats": seats, "cards": bytes(cards), **ends}


def seats_of(bits: int) -> list[int]:
    return [seat for seat in range(1, _SEATS + 1) if bits >> (seat - 1) & 1]


def named_cases(cases: list[int]) -> str:
    numbers = ", ".join(map(str, cases))
    return f"answer case {numbers}" if len(cases) == 1 else f"answer cases {numbers}"


def short_list(numbers: list[int]) -> str:
    """41, 42, 43, …, 97 if there are many."""
    words = [str(number) for number in numbers]
    return ", ".join(words if len(words) < 9 else [*words[:4], "…", words[-1]])


def words_of(request: Request) -> str:
    where = f" (round {request.round} of the shoe)" if request.round else ""
    seat = f", seat {request.fields['seat']}" if "seat" in request.fields else ""
    return f"{request.name}{seat}{where}"
