"""A hand that somebody chose is dealt to its seat, out of one pack, on the real boards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from faro.page.chosen_hands import HANDS, ChosenHand
from faro.page.dealing import Dealer
from faro.wire.errors import FaroError
from tests.host.hand_table import HandTable

pytestmark = pytest.mark.campaign


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HandTable]:
    table = HandTable(tmp_path_factory.mktemp("table"))
    yield table
    table.close()


@pytest.mark.parametrize("hand", HANDS, ids=[hand.id for hand in HANDS])
def test_hand__chosen_for_a_seat__dealt_there_and_no_card_twice(
    table: HandTable, hand: ChosenHand
) -> None:
    table.act("open_table", game=hand.game, seats=[2, 5])
    dealer = Dealer(table, None)
    told: str = asyncio.run(dealer.prepare_hand({"hand": hand.id, "seat": 5}))  # type: ignore[arg-type]
    assert told.startswith(f"{hand.title} for seat 5")
    assert dealer.command.startswith("faro sim do arrange ")
    table.wait(500)
    table.deal_with("")
    shown = table.view["table"]
    assert shown["phase"] == "dealt" and table.view["cases"] == []
    assert tuple(shown["hands"]["5"]["cards"]) == hand.cards
    assert shown["hands"]["5"]["text"] == hand.title.lower()
    table.act("end_round")


def test_hand__seat_that_nobody_plays_or_device__refused_with_the_way_out(
    table: HandTable,
) -> None:
    table.act("open_table", game="tcp", seats=[4])

    def refused(hand: str, seat: int) -> str:
        with pytest.raises(FaroError) as error:
            asyncio.run(Dealer(table, None).prepare_hand({"hand": hand, "seat": seat}))  # type: ignore[arg-type]
        return str(error.value)

    assert refused("tcp-three", 1) == "Seat 1 is not in play: choose it under Game… first."
    assert "of another game" in refused("royal", 4)
    table.act("open_table", game="csp", seats=[4], equipment="device")
    assert refused("royal", 4).endswith("open the game with the card shoe.")
