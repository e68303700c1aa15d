"""Puts a round together again from the journal's events (RULES A3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from faro.wire.events import Event, iso_utc
from faro.words import board as words
from faro.words.rounds import areas_text, game_table, spot_name, wagers_of
from faro.words.ruling_terms import round_words
from firmware.cards.codes import is_card, name_of
from firmware.rounds.games import catalogue, on_paper
from firmware.rounds.games.vocabulary import EQUIPMENT_NAMES
from firmware.rounds.steps import CLOSED_NAMES

_on_paper: Any = on_paper  # tables of the firmware have no types
_catalogue: Any = catalogue
_READINGS = {"CARD_READ": "card", "CARD_REFUSED": "reading", "CARD_STRANGE": "reading"}
_PACKETS = {"CARDS_DEALT": "dealt_cards", "BOX_DEALT": "box_cards"}
_CHATTER = ("LINK_", "SESSION_")  # hosts that come and go are no part of a round


@dataclass
class RoundStory:
    """One round: what left the shoe, where it lay, what it came to."""

    number: int
    game: int = 0
    equipment: int = 0
    areas: int = 0
    state: str = "in play"
    opened: int = 0  # numbers of events
    closed: int = 0
    readings: list[str] = field(default_factory=list[str])
    hands: dict[int, dict[str, Any]] = field(default_factory=dict[int, dict[str, Any]])
    story: list[tuple[Event, str]] = field(default_factory=list[tuple[Event, str]])
    findings: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    @property
    def game_name(self) -> str:
        return catalogue.GAMES[self.game - 1][1] if catalogue.is_known(self.game) else ""

    def as_json(self) -> dict[str, Any]:
        """For programs: hands by place, the dealer first."""
        return {
            "round": self.number,
            "game": self.game_name,
            "equipment": EQUIPMENT_NAMES[self.equipment & 1],
            "seats": [seat for seat in range(1, 8) if self.areas >> (seat - 1) & 1],
            "state": self.state,
            "first_event": self.opened,
            "last_event": self.closed,
            "readings": self.readings,
            "hands": [self.hands[place] for place in sorted(self.hands)],
            "payment": self.payment(),
            "findings": self.findings,
            "events": [
                {
                    "number": event.number,
                    "utc": iso_utc(event.utc_s),
                    "clock_text": event.clock_text,
                    "text": text,
                }
                for event, text in self.story
            ],
        }

    def payment(self) -> str:
        """What is to be known of the amounts beside the odds; "" where nothing is won."""
        won = [
            name
            for hand in self.hands.values()
            for name, wager in hand["wagers"].items()
            if wager["odds"]
        ]
        return _on_paper.payment(self.game_name, won)

    def title(self) -> str:
        equipment = EQUIPMENT_NAMES[self.equipment & 1]
        word = round_words(self.game_name)
        return (
            f"{word} {self.number}: {self.game_name} from a {equipment}, {areas_text(self.areas)}"
        )


def stories(events: Iterable[Event]) -> dict[int, RoundStory]:
    """All rounds of a journal by their number; the last one may still be in play."""
    found: dict[int, RoundStory] = {}
    early: list[Event] = []  # findings that came before a round's first card
    current: RoundStory | None = None
    readings: list[str] = []  # of the last event with cards
    read_at = 0
    first: Event | None = None  # that event
    for event in events:
        fields = event.fields
        if event.name == "ROUND_OPENED":
            if current is not None and current.closed > read_at > current.opened:
                del current.readings[-len(readings) :]  # they ended that round, as the next one's
            current = found[fields["round"]] = RoundStory(
                fields["round"], fields["game"], fields["equipment"], fields["areas"]
            )
            current.opened = event.number
            for finding in early:
                _take(current, finding)
            early.clear()
            current.readings += readings  # what opened it was recorded before
            if first is not None:
                _take(current, first)
        if event.name in _READINGS or event.name in _PACKETS:
            readings, read_at, first = _names(event), event.number, event
            if current is not None and current.state == "in play":
                current.readings += readings
        story = found.get(fields["round"]) if "round" in fields else current
        if story is not None and ("round" in fields or not story.closed):
            _take(story, event)
        elif event.name == "ROUND_FINDING":
            early.append(event)
    return found


def _names(event: Event) -> list[str]:
    """The cards of an event, as they were read."""
    if event.name in _READINGS:
        return [name_of(event.fields[_READINGS[event.name]])]
    return [name_of(code) for code in event.fields[_PACKETS[event.name]][: event.fields["count"]]]


def _take(story: RoundStory, event: Event) -> None:
    fields = event.fields
    if event.name == "HAND_SETTLED":
        story.hands[fields["place"]] = settled_hand(story.game, fields)
    elif event.name == "ROUND_CLOSED":
        story.state = CLOSED_NAMES[fields["closed_as"] % len(CLOSED_NAMES)]
        story.areas = fields["areas"]
        story.closed = event.number
    elif event.name == "ROUND_FINDING":
        story.findings.append(
            {
                "finding": fields["irregularity"],
                "place": fields["place"],
                "card": fields["card_number"],
                "detail": fields["detail"],
                "text": words.event_sentence(event.name, fields),
            }
        )
    if event.name not in ("HAND_SETTLED", "CARD_PASSED") and not event.name.startswith(_CHATTER):
        story.story.append((event, words.event_sentence(event.name, fields)))


def settled_hand(number: int, fields: dict[str, Any]) -> dict[str, Any]:
    """A hand of a game by its number, from HAND_SETTLED or a TABLE_STATE: cards, class, wagers."""
    count = fields["cards"]
    codes = list(fields["hand"][: min(count, len(fields["hand"]))])
    name = ""
    game = game_table(number)
    sizes = game.HAND_CARDS if fields["place"] else game.DEALER_CARDS
    if count in sizes and all(map(is_card, codes)):
        grade = _catalogue.new_hand(game).grade(codes, 0, len(codes), fields["value"])
        name = _on_paper.class_name(game, fields["value"], grade)
    return {
        "place": fields["place"],
        "name": spot_name(fields["place"], game.NAME),
        "cards": [name_of(code) for code in codes],
        "count": count,
        "class": name,
        "wagers": wagers_of(number, fields["outcome"]),
    }
