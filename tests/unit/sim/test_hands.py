"""Every verb does what its row says; a wrong word is one clear line, and nothing has changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faro.sim.rig import Rig
from hw_sim import faults, machine_faults
from hw_sim.hands.card_words import face_of
from hw_sim.hands.hands import Hands
from hw_sim.hands.scene import seen
from hw_sim.hands.verbs import VERBS
from hw_sim.hands.words import BadWords
from hw_sim.world.cards import deck


@pytest.fixture(scope="module")
def table() -> Iterator[Rig]:
    """Both boards without power: hands act all the same."""
    with Rig(seed=3) as rig:
        yield rig


@pytest.fixture
def hands(table: Rig) -> Iterator[Hands]:
    hands = Hands(table, is_optical=False)
    yield hands
    hands.run("clear all")
    hands.run("bet take all")


def state(hands: Hands) -> tuple[object, ...]:
    """Everything that a verb can change."""
    rig = hands.rig
    machine, meter = rig.boards["shoe"].machine, rig.boards["meter"]
    assert machine and meter.expander and meter.ante_expander
    pins = [signal.pin.level() for board in rig.boards.values() for signal in board.wiring]
    return (
        *pins, meter.expander.inputs, meter.ante_expander.inputs,
        [*map(id, machine.every_card())], list(hands.worlds["shoe"].cards),
        hands.rng.getstate(), dict(hands.broken), len(rig.kernel._queue), rig.kernel.seed,
        rig.bus.noise.flip_ppm, [board.board.supply.cut for board in rig.boards.values()],
    )  # fmt: skip


BAD = (
    ("", "name a verb"),
    ("lidd open", "there is no verb 'lidd': lid"),
    ("lid up", "'up' is not open or close"),
    ("lid", "right would be: lid open|close [board=BOARD]"),
    ("lid open open", "'open' is too much"),
    ("lid open bord=shoe", "there is no bord="),
    ("lid open board=shoe9", "there is no board 'shoe9' here: shoe, meter"),
    ("lid open board=shoe board=shoe", "twice"),
    ("key inspector", "turn|back is missing"),
    ("key inspector turn board=shoe", "done at a meter"),
    ("button C", "'C' is not A or B"),
    ("bet place 8", "1 to 7"),
    ("bet place", "SEAT is missing"),
    ("ante place 2 board=shoe", "done at a meter"),
    ("load backwards", "order or shuffled"),
    ("load order 1S/", "QD/JD"),
    ("load order AS/ AS/", "no AS among the 51 cards"),
    ("load order /QH:torn in=tray", "no card in the machine is torn"),
    ("load order decks=9", "1 to 8"),
    ("insert QH at=3", "only 0 cards"),
    ("insert QQ", "a card such as QH"),
    ("replace QH QD", "no QH among the 0 cards"),
    ("mark face-up", "only 0 cards"),
    ("mark blau", "red or blue"),
    ("arrange QH", "no QH among the 0 cards"),
    ("feed 3", "3 cards wanted, none in the shoe: load a pack first"),
    ("deal", "1 card wanted, none in the shoe: load a pack first"),
    ("deal QH:blau", "a card can be red, blue"),
    ("deal QH every=50", "takes 180 ms"),
    ("deal 'QH", "no closing quotation"),
    ("pull", "no card is in the shoe"),
    ("pull QH mm=20 over=9S", "do not go together"),
    ("pull QH mm=70", "1 to 60"),
    ("beam lid", "feed or carousel"),
    ("take", "gate is locked"),
    ("clear floor", "way or tray"),
    ("fault jam-thraot", "jam-throat"),
    ("fault jam-throat", "no card left to break; load the feed tray first"),
    ("fault double-feed", "needs three cards"),
    ("fault jam-throat in=deliver", "it can in feed"),
    ("fault jam-throat in=hand", "it can in feed"),
    ("fault lid-open off", "broken is nothing"),
    ("fault lid-open off at=3", "go with on"),
    ("fault display-dead board=shoe", "done at a meter"),
    ("plug pull", "out already"),
    ("plug in write=torn", "goes with pull"),
    ("cable bus in", "is not broken"),
    ("noise usb lots", "0 to 1000000"),
    ("send shoe xy", "hex"),
    ("send lamp 00", "no board 'lamp'"),
    ("time x", "number is missing"),
    ("time x 2000", "at most 1000"),
    ("time pause 3", "takes no number"),
    ("seed -1", "0 to"),
    ("look around", "too much"),
)


@pytest.mark.parametrize(("line", "told"), BAD, ids=[line or "nothing" for line, _ in BAD])
def test_verb__wrong_word__one_clear_line_and_nothing_changed(
    hands: Hands, line: str, told: str
) -> None:
    before = state(hands)
    with pytest.raises(BadWords) as refused:
        hands.do(line)
    assert told in str(refused.value) and "\n" not in str(refused.value)
    assert state(hands) == before


def test_mark__card_that_waits__the_same_card_but_for_that(hands: Hands) -> None:
    hands.run("load order")
    assert hands.run("mark face-up at=3") == "card 3 of the shoe is face-up now"
    cards = hands.worlds["shoe"].cards
    assert [i for i, card in enumerate(cards) if card.is_face_up] == [2]
    assert [card.face for card in cards] == [card.face for card in deck()]
    hands.run("load order in=tray")
    hands.run("mark folded in=tray")
    machine = hands.rig.boards["shoe"].machine
    assert machine and [c.is_folded for c in machine.path.tray[:2]] == [True, False]
    with pytest.raises(BadWords, match="no card in the machine is torn"):
        hands.run("mark torn in=tray")


def test_arrange__named_cards__the_same_pack_in_another_order(hands: Hands) -> None:
    hands.run("load order")
    before = [card.face for card in hands.worlds["shoe"].cards]
    hands.run("arrange 1 AS 3 KS 3 QS")
    cards = [card.face for card in hands.worlds["shoe"].cards]
    assert (cards[1], cards[5], cards[9]) == ("AS", "KS", "QS")
    assert sorted(cards) == sorted(before)
    others = [face for face in before if face not in ("AS", "KS", "QS")]
    assert [face for face in cards if face not in ("AS", "KS", "QS")] == others
    for line, told in (("arrange AS AS", "no AS among the 51"), ("arrange 60 AS", "only 52 cards")):
        with pytest.raises(BadWords, match=told):
            hands.run(line)
    assert [card.face for card in hands.worlds["shoe"].cards] == cards


def test_deal__named_card_of_the_pack__is_not_dealt_twice(hands: Hands) -> None:
    hands.run("load order back=blue")
    hands.run("deal QH 9S:torn")
    cards = [card.face for card in hands.worlds["shoe"].cards]
    assert len(cards) == 50 and not {"QH", "9S"} & set(cards)
    hands.run("deal QH")  # from the sleeve: the pack has no other
    assert len(hands.worlds["shoe"].cards) == 50


def test_verbs__bad_input__tried_for_each() -> None:
    assert {verb.name for verb in VERBS} <= {line.partition(" ")[0] for line, _ in BAD}


def test_load__wrong_cards_named__are_in_the_pack(hands: Hands) -> None:
    hands.run("load shuffled QD/JD AS/ /JOKER in=tray")
    tray = hands.rig.boards["shoe"].machine.path.tray  # type: ignore[union-attr]
    names = [face_of(card) for card in tray]
    assert len(names) == 52 and names.count("JD") == 2
    assert "JOKER" in names and not {"QD", "AS"} & set(names)


def test_load__same_seed__same_order(hands: Hands) -> None:
    orders: list[list[str]] = []
    for _ in range(2):
        hands.run("seed 5")
        hands.run("load shuffled")
        orders.append([card.face for card in hands.worlds["shoe"].cards])
        hands.run("clear shoe")
    assert orders[0] == orders[1] != sorted(orders[0])


def test_deal__loaded_and_named__leave_in_this_order(hands: Hands) -> None:
    world = hands.worlds["shoe"]
    already = len(world.dealt)
    hands.run("load order")
    hands.run("insert JOKER at=2")
    hands.run("replace 2H KH:blue")
    hands.run("deal 3 QH:face-up")
    dealt = world.dealt[already:]
    assert [card.face for card in dealt] == ["2S", "JOKER", "KH", "QH"]
    assert dealt[2].back == "blue" and dealt[3].is_face_up
    assert len(world.cards) == 53 - 4 and world.cards[0].face == "2D"


def test_bet__placed_and_taken__sensors_follow(hands: Hands) -> None:
    hands.run("bet place 2,5 7")
    hands.run("bet take 5")
    spots = hands.rig.boards["meter"].expander
    assert spots and [seat for seat in range(1, 8) if spots.is_there(seat - 1)] == [2, 7]


@pytest.mark.parametrize("id", [*faults.BY_ID, *machine_faults.BY_ID])
def test_fault__each_of_both_catalogues__on_and_off(hands: Hands, id: str) -> None:
    if id == "plug-pulled":
        pytest.skip("the boards have no power here")
    hands.run("load order in=tray")
    hands.run(f"fault {id}")
    assert [broken for broken, _board in hands.broken] == [id]
    with pytest.raises(BadWords, match="there already"):
        hands.run(f"fault {id}")
    hands.run(f"fault {id} off")
    assert not hands.broken


def test_fault__at_a_card__waits_for_it_and_is_seen_to_wait(hands: Hands) -> None:
    hands.run("fault camera-a-dead at=2")
    cameras = hands.rig.boards["shoe"].cameras
    waits = [{"id": "camera-a-dead", "board": "shoe"}]
    hands.run("deal QH")
    assert not cameras.is_dead[0] and "to come: camera-a-dead at shoe" in hands.run("look")
    assert (seen(hands)["broken"], seen(hands)["armed"]) == ([], waits)
    with pytest.raises(BadWords, match="there already"):
        hands.run("fault camera-a-dead at=1")
    hands.run("deal 9S")
    assert cameras.is_dead[0] and (seen(hands)["broken"], seen(hands)["armed"]) == (waits, [])
    hands.run("fault camera-a-dead off")


def test_fault__off_before_its_card__does_not_come(hands: Hands) -> None:
    hands.run("fault camera-a-dead at=1")
    assert hands.run("fault camera-a-dead off").endswith("does not come any more")
    hands.run("deal QH")
    assert not hands.rig.boards["shoe"].cameras.is_dead[0] and seen(hands)["armed"] == []


def test_fault__after_a_hand__waits_until_somebody_has_taken_one(hands: Hands) -> None:
    hands.run("fault gate-output-dark in=hand")
    hands.run("deal QH")  # a card is not a hand
    assert seen(hands)["armed"] == [{"id": "gate-output-dark", "board": "shoe"}]
    hands.taken()
    hands.rig.kernel.run_for_ms(1)
    assert [id for id, _board in hands.broken] == ["gate-output-dark"]
    hands.run("fault gate-output-dark off")


def test_fault__nothing_to_break_when_its_moment_comes__said_not_raised(hands: Hands) -> None:
    hands.run("fault jam-throat at=1")
    hands.run("deal QH")
    assert hands.notices == ["jam-throat: no card left to break; load the feed tray first"]
