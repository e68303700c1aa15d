"""Cards by name: `QH`, `JOKER`, `QH:blue:torn`; changes to a pack: `QD/JD`, `AS/`, `/JOKER`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from firmware.cards import codes
from hw_sim.hands.words import BadWords, Kind, Table
from hw_sim.mechanics.machine_cards import SimCard
from hw_sim.world.cards import BACKS, Card

_THINGS = {"JOKER": Card("JOKER"), "BLANK": Card("BLANK"), "CUT": Card(cut="yellow")}
_CODES = {"JOKER": codes.JOKER, "BLANK": codes.BLANK}
_ALWAYS = 99  # passes
# mark, what it makes of a card at the mouth, what of one in the machine (None: no such thing there)
_MARKS: dict[str, tuple[dict[str, Any], dict[str, Any] | None]] = {
    **{name: ({"back": name}, {"back": number}) for number, name in enumerate(BACKS, 1)},
    "face-up": ({"is_face_up": True}, {"is_face_up": True}),
    "folded": ({"damage": "folded"}, {"is_folded": True}),
    "unreadable": ({"spoil": (("patch", "ab", 1.0),)}, {"unreadable_passes": _ALWAYS}),
    "foreign": ({"design": "slab"}, {"code": codes.FOREIGN}),
    "turned": ({"is_turned": True}, None),
    "torn": ({"damage": "torn"}, None),
    "bent": ({"damage": "bent"}, None),
    "inked": ({"damage": "inked"}, None),
    "painted": ({"spoil": (("patch", "a", 0.8),)}, None),
    "labelled": ({"spoil": (("sticker", "a", 1.0),)}, None),
}
MARKS = tuple(_MARKS)


class NamedCard:
    """A card as somebody wrote it; becomes a thing at the mouth or in the machine."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.name, *self.marks = word.split(":")
        if self.name not in _THINGS:
            codes.card_named(self.name)
        strange = [mark for mark in self.marks if mark not in _MARKS]
        if strange:
            raise BadWords(f"{word}: a card can be {', '.join(MARKS)}; not {strange[0]!r}")

    def at_mouth(self, back: str = "red") -> Card:
        card = _THINGS[self.name] if self.name in _THINGS else Card(self.name)
        card = card.but(back=back)
        for mark in self.marks:
            card = marked(card, mark)
        return card

    def in_machine(self, back: str = "red") -> SimCard:
        if self.name == "CUT":
            card = SimCard(codes.CUT_CARD, 0)
        else:
            code = _CODES[self.name] if self.name in _CODES else codes.card_named(self.name)
            card = SimCard(code, 1 + list(BACKS).index(back), number=code)
        for mark in self.marks:
            marked(card, mark)
        return card


def marked(card: Any, mark: str) -> Any:
    """A card at the mouth or in the machine after this was done to it."""
    at_mouth, in_machine = _MARKS[mark]
    if isinstance(card, Card):
        return card.but(**at_mouth)
    if in_machine is None:
        raise BadWords(f"no card in the machine is {mark}; in=shoe has them")
    for name, value in in_machine.items():
        setattr(card, name, value)
    return card


class Change:
    """`QD/JD` a jack for the queen, `AS/` the ace is gone, `/JOKER` a joker too many."""

    def __init__(self, word: str) -> None:
        old, slash, new = word.partition("/")
        if not slash or not (old or new):
            raise ValueError(word)
        self.old = NamedCard(old) if old else None
        self.new = NamedCard(new) if new else None


def _card(_table: Table, word: str) -> NamedCard:
    return NamedCard(word)


def _card_or_count(_table: Table, word: str) -> NamedCard | int:
    if word.isdigit():
        return int(word)
    return NamedCard(word)


def _change(_table: Table, word: str) -> Change:
    return Change(word)


_RIGHT = "a card such as QH, TD, JOKER, CUT or QH:torn"
CARD = Kind("CARD", _card, _RIGHT)
CARD_OR_COUNT = Kind("CARD|COUNT", _card_or_count, _RIGHT + ", or a count")
CHANGE = Kind("OLD/NEW", _change, "a change such as QD/JD, AS/ (gone) or /JOKER (added)")


def face_of(card: Card | SimCard) -> str:
    """Its name as a person would write it."""
    if isinstance(card, Card):
        return "CUT" if card.cut else card.face
    names = {code: name for name, code in _CODES.items()} | {codes.CUT_CARD: "CUT"}
    return names.get(card.code, codes.name_of(card.code))


def back_of(card: Card | SimCard) -> str:
    """The colour of its back."""
    return card.back if isinstance(card, Card) else list(BACKS)[card.back - 1]


def changed(
    cards: list[Any], changes: Sequence[Change], make: Callable[[NamedCard], Any]
) -> list[Any]:
    """The pack with these changes, each at the first such card; added cards go behind the tenth."""
    for change in changes:
        at = min(10, len(cards))
        if change.old:
            at = place_of(cards, change.old.name)
            cards = cards[:at] + cards[at + 1 :]
        if change.new:
            cards = [*cards[:at], make(change.new), *cards[at:]]
    return cards


def place_of(cards: Sequence[Any], name: str) -> int:
    """Where the first card of this name lies."""
    at = next((i for i, card in enumerate(cards) if face_of(card) == name), None)
    if at is None:
        raise BadWords(f"there is no {name} among the {len(cards)} cards")
    return at
