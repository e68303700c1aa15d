"""Cards in, through and out: loaded, fed, dealt, pulled, taken, and swapped behind one's back."""

from __future__ import annotations

from typing import Any

from hw_sim.hands.card_words import Change, NamedCard, back_of, changed, face_of, marked, place_of
from hw_sim.hands.reach import Done, Reach
from hw_sim.hands.words import BadWords, NeedsCards
from hw_sim.mechanics.machine import Machine
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from hw_sim.world.cards import BACKS, Card, deck
from hw_sim.world.shoe import CARD_PASS_MS

FEED_MS = 300  # from card to card: a strange one is looked at for longer
DEAL_MS = 450
_GONE_MS = 60  # a card has passed, the board has read it
_TAKE_MS = 300
_SHOE = "shoe"


def _machine(reach: Reach, board: str | None) -> Machine:
    machine = reach.board(board, "shoe").machine
    assert machine is not None  # every shoe has one
    return machine


class _Stack:
    """Where cards lie that have not been dealt: behind the mouth, or in the machine's feed tray."""

    def __init__(self, reach: Reach, place: str, board: str | None) -> None:
        self.is_shoe = place == _SHOE
        self.name = "shoe" if self.is_shoe else "feed tray"
        self._world = reach.world(board)
        self._machine = _machine(reach, board)

    @property
    def cards(self) -> list[Any]:
        return self._world.cards if self.is_shoe else self._machine.path.tray

    def make(self, card: NamedCard, back: str = "red") -> Card | SimCard:
        return card.at_mouth(back) if self.is_shoe else card.in_machine(back)

    def put(self, cards: list[Any]) -> None:
        """These and no others."""
        if self.is_shoe:
            self._world.cards = cards
            return
        self._machine.path.tray.clear()
        self._machine.load(cards)


def load(
    reach: Reach,
    order: str,
    changes: tuple[Change, ...],
    place: str,
    decks: int,
    back: str,
    board: str | None,
) -> Done:
    stack = _Stack(reach, place, board)
    if stack.is_shoe:
        cards: list[Any] = [card for _ in range(decks) for card in deck(back)]
    else:
        cards = new_deck(1 + list(BACKS).index(back), reach.rig.kernel.rng("deck"), decks)
    cards = changed(cards, changes, lambda card: stack.make(card, back))
    if order == "shuffled":
        reach.rng.shuffle(cards)
    stack.put([*stack.cards, *cards])
    return Done(f"{len(cards)} cards into the {stack.name}, {order}")


def insert(reach: Reach, card: NamedCard, at: int, place: str, board: str | None) -> Done:
    stack = _Stack(reach, place, board)
    if at > len(stack.cards) + 1:
        raise BadWords(f"insert: at={at}, but only {len(stack.cards)} cards are there")
    cards = list(stack.cards)
    cards.insert(at - 1, stack.make(card))
    stack.put(cards)
    return Done(f"{card.word} put in as card {at} of the {stack.name}")


def replace(reach: Reach, old: NamedCard, new: NamedCard, place: str, board: str | None) -> Done:
    stack = _Stack(reach, place, board)
    at = place_of(stack.cards, old.name)
    cards = [*stack.cards[:at], stack.make(new, back_of(stack.cards[at])), *stack.cards[at + 1 :]]
    stack.put(cards)
    return Done(f"card {at + 1} of the {stack.name} was {old.word}, is {new.word}")


def mark(reach: Reach, how: str, at: int, place: str, board: str | None) -> Done:
    """The card itself stays; only the hand that marks it need not know which it is."""
    stack = _Stack(reach, place, board)
    if at > len(stack.cards):
        raise NeedsCards(f"mark: at={at}, but only {len(stack.cards)} cards are there")
    cards = list(stack.cards)
    cards[at - 1] = marked(cards[at - 1], how)
    stack.put(cards)
    return Done(f"card {at} of the {stack.name} is {how} now")


def arrange(
    reach: Reach, words: tuple[NamedCard | int, ...], place: str, board: str | None
) -> Done:
    """The same cards in another order: a count leaves so many others before the next name."""
    stack = _Stack(reach, place, board)
    rest = list(stack.cards)
    named = [rest.pop(place_of(rest, word.name)) for word in words if isinstance(word, NamedCard)]
    chosen = iter(named)
    front: list[Any] = []
    for word in words:
        if isinstance(word, NamedCard):
            front.append(next(chosen))
            continue
        if word > len(rest):
            raise NeedsCards(f"arrange: only {len(stack.cards)} cards are there")
        front += rest[:word]
        del rest[:word]
    stack.put([*front, *rest])
    told = "1 card" if len(named) == 1 else f"{len(named)} cards"
    places = "its place" if len(named) == 1 else "their places"
    return Done(f"{told} of the {stack.name} brought to {places}")


# -- through the mouth ---------------------------------------------------------------------


def feed(reach: Reach, cards: tuple[NamedCard | int, ...], every: int, board: str | None) -> Done:
    return _through(reach, "fed", cards, every, board)


def deal(reach: Reach, cards: tuple[NamedCard | int, ...], every: int, board: str | None) -> Done:
    return _through(reach, "dealt", cards, every, board)


def _through(
    reach: Reach, done: str, words: tuple[NamedCard | int, ...], every: int, board: str | None
) -> Done:
    """A named card is taken out of what is loaded; one that is not there comes from a sleeve."""
    if every < CARD_PASS_MS + _GONE_MS:
        raise BadWords(f"every={every}: a card takes {CARD_PASS_MS + _GONE_MS} ms")
    world = reach.world(board)
    ready = list(world.cards)
    cards: list[Card] = []
    for word in words or (1,):
        if isinstance(word, NamedCard):
            cards.append(_drawn(ready, word))
            continue
        if word > len(ready):
            wanted = "1 card" if word == 1 else f"{word} cards"
            held = len(ready) or "none"
            raise NeedsCards(f"{wanted} wanted, {held} in the shoe: load a pack first")
        cards += ready[:word]
        del ready[:word]
    world.cards[:] = ready
    wait_ms = reach.in_turn(reach.board(board, "shoe").board.name, every * len(cards))
    for number, card in enumerate(cards):
        at_us = (wait_ms + number * every) * 1000
        reach.rig.kernel.after(at_us, lambda card=card: world.feed(card))
    names = " ".join(map(face_of, cards)) if len(cards) <= 10 else f"{len(cards)} cards"
    return Done(f"{done}: {names}", wait_ms + every * len(cards))


def _drawn(ready: list[Card], wanted: NamedCard) -> Card:
    """Out of the pack while it is there: no pack has a card twice because somebody chose it."""
    at = next((i for i, card in enumerate(ready) if face_of(card) == wanted.name), None)
    return wanted.at_mouth() if at is None else wanted.at_mouth(back_of(ready.pop(at)))


def pull(
    reach: Reach,
    card: NamedCard | None,
    ms: int,
    mm: int | None,
    over: NamedCard | None,
    board: str | None,
) -> Done:
    """One card otherwise than it should be: too fast, half way and back, two at once."""
    world = reach.world(board)
    if mm is not None and over is not None:
        raise BadWords("pull: mm= and over= do not go together")
    if card is None and not world.cards:
        raise NeedsCards("no card is in the shoe: name one, or load some")
    thing = card.at_mouth() if card else world.cards[0]
    if card is None and mm is None:
        del world.cards[0]
    wait_ms = reach.in_turn(reach.board(board, "shoe").board.name, 3 * ms + _GONE_MS)

    def act() -> None:
        if mm is not None:
            world.half_draw(thing, float(mm), ms)
        elif over is not None:
            world.feed_two(thing, over.at_mouth())
        else:
            world.feed(thing, ms)

    reach.rig.kernel.after(wait_ms * 1000, act)
    how = f", {mm} mm and back" if mm is not None else f", {over.word} on it" if over else ""
    return Done(f"pulled: {face_of(thing)} in {ms} ms{how}", wait_ms + 3 * ms + _GONE_MS)


def beam(reach: Reach, gate: str, ms: int, board: str | None) -> Done:
    at = reach.board(board, "shoe")
    at.gates[gate].pass_card(ms)
    return Done(f"{gate} gate of {at.board.name} dark for {ms} ms", ms)


# -- the machine ---------------------------------------------------------------------------


def take(reach: Reach, cards: int | None, board: str | None) -> Done:
    machine = _machine(reach, board)
    if not machine.is_unlocked:
        raise BadWords("the gate is locked: nothing can be taken")
    taken = machine.take_output(cards)
    if not taken:
        raise NeedsCards("no card lies behind the mouth")
    reach.taken()
    return Done("taken: " + " ".join(map(face_of, taken)), _TAKE_MS)


def clear(reach: Reach, place: str, board: str | None) -> Done:
    """What is caught in the way goes back on the tray; all other cards are taken away."""
    machine, world = _machine(reach, board), reach.world(board)
    if place == "way":
        caught = machine.clear_way()
        machine.load(caught)
        return Done(f"{len(caught)} cards out of the way, back on the feed tray")
    gone: list[Any] = []
    if place in ("tray", "all"):
        gone += machine.path.tray
        machine.path.tray.clear()
    if place in ("output", "all"):
        gone += machine.output
        machine.output.clear()
    if place in ("shoe", "all"):
        gone += world.cards
        world.cards.clear()
    if place == "all":
        gone += machine.clear_way()
        for box in machine.drum.compartments:
            gone += box
            box.clear()
    machine.load([])  # the trays' sensors see it
    return Done(f"{len(gone)} cards taken out ({place})", _TAKE_MS)
