"""`faro table` and `faro round`: open a game, tell the board what it can't see, read rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from faro.console import (
    FILE,
    Target,
    board_options,
    columns,
    console,
    print_json,
    progress,
    session_options,
    utc_option,
)
from faro.journal.verify import read_whole
from faro.rounds.seats import parse_seats
from faro.rounds.story import RoundStory, stories
from faro.ruling.cases import standing
from faro.wire.client import Client
from faro.wire.errors import BadInput, FaroError, Refused
from faro.wire.events import Event
from faro.words.clock import when_text
from faro.words.rounds import ODDS_SETTINGS, areas_text, odds_text, spot_name
from faro.words.ruling import game_name
from faro.words.ruling_terms import round_words
from firmware.cards.codes import card_named
from firmware.rounds.deal_order import DECISION_NAMES
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import EQUIPMENT_NAMES, SHOE
from firmware.rounds.phases import PHASE_NAMES, ST_CLOSED
from firmware.rounds.round_record import BURN_PILE, KEPT
from firmware.rounds.rows import (
    FLAG_BURN_DUE,
    FLAG_LAST_ROUND,
    FLAG_SHUFFLE_DUE,
    FLAG_STOPPED,
    FLAG_VOIDED,
    GROUND_CONSENT,
    GROUND_SIGN_TIME,
    GROUND_SIGN_UP,
    NO_HAND,
)
from firmware.rounds.steps import SEATS_LEARNED
from firmware.rounds.telling import TELL_NAMES
from firmware.shuffler import cycle

_FLAGS = (
    (FLAG_SHUFFLE_DUE, "the cards must be shuffled"),
    (FLAG_LAST_ROUND, "last {round} of this shoe"),
    (FLAG_BURN_DUE, "cards are to be burned"),
    (FLAG_VOIDED, "the {round} is void"),
)
_GROUNDS = {"sign-up": GROUND_SIGN_UP, "sign": GROUND_SIGN_TIME, "consent": GROUND_CONSENT}
_SWITCH = {"off": 0, "on": 1}


@click.group()
def table() -> None:
    """The table: which game, which seats, a new pack; run it."""


@table.command("open")
@session_options("table")
@click.option("-g", "--game", required=True, help="tcp, fcp, csp, tcb or ldb.")
@click.option(
    "-s",
    "--seats",
    default="learn",
    show_default=True,
    help="Seats with wagers, e.g. 1,3,5 or 1-7; 'none' for Banker only; 'learn' counts them.",
)
@click.option("--equipment", type=click.Choice(list(EQUIPMENT_NAMES)), default="shoe")
@click.option("--decks", type=int, default=0, help="Default: the fewest that the game allows.")
def open_table(target: Target, game: str, seats: str, equipment: str, decks: int) -> None:
    """Open a game at this table."""
    number = _game_number(game)
    areas = parse_seats(seats)
    number_of_equipment = EQUIPMENT_NAMES.index(equipment)
    _order(
        target, "OPEN_TABLE", game=number, equipment=number_of_equipment, decks=decks, areas=areas
    )


@table.command("close")
@session_options("table")
def close_table(target: Target) -> None:
    """Close the table; not while a round is in play."""
    _order(target, "OPEN_TABLE", game=0, equipment=0, decks=0, areas=0)


@table.command("seats")
@session_options("table")
@click.argument("seats")
def set_seats(target: Target, seats: str) -> None:
    """Tell which seats have wagers, before the first card: faro table seats 1,3,5."""
    _order(target, "SET_AREAS", areas=parse_seats(seats))


@table.command("pack")
@session_options("table")
def pack_loaded(target: Target) -> None:
    """Tell that shuffled cards are in the shoe, cut where the rules ask for it."""
    _order(target, "PACK_LOADED")


@table.command("odds")
@session_options("supervisor")
@click.argument("setting", type=click.Choice(list(ODDS_SETTINGS)))
@click.argument("value", metavar="on|off|N")
@click.option(
    "--ground",
    type=click.Choice(list(_GROUNDS)),
    required=True,
    help="The sign goes up now, has stood for 20 minutes, or all players consent.",
)
def odds(target: Target, setting: str, value: str, ground: str) -> None:
    """Change the odds between rounds: faro table odds even_money on --ground consent.

    With --ground sign-up nothing changes yet: the sign's 20 minutes begin (TCB 14.8).
    """
    if value not in _SWITCH and not value.isdigit():
        raise BadInput(f"'{value}' is neither on, off nor the number of a schedule")
    number = _SWITCH.get(value, int(value) if value.isdigit() else 0)
    fields = {"setting": ODDS_SETTINGS[setting], "value": number, "ground": _GROUNDS[ground]}
    with target.open_as() as client:
        client.request("CHANGE_ODDS", **fields)
    said = odds_text(ODDS_SETTINGS[setting], number)
    is_announced = ground == "sign-up"
    target.tell(
        {"setting": setting, "value": number, "ground": ground, "changed": not is_announced},
        f"the sign for {said} is up: ask again with --ground sign after 20 minutes"
        if is_announced
        else f"{said} from the next round on",
    )


@click.group("round")
def round_group() -> None:
    """The round: how it stands, how it went, and what only people see."""


@round_group.command("status")
@board_options
def status(target: Target) -> None:
    """Show how the round stands."""
    with target.open() as client:
        _show(client, target)


@round_group.command("show")
@session_options("table")
@click.argument("number", type=int)
@click.option("--file", type=FILE, help="An exported journal instead of a board.")
@utc_option
def show(target: Target, number: int, file: Path | None, is_utc: bool) -> None:
    """Put round NUMBER together again from the journal."""
    if file is not None and target.port is not None:
        raise BadInput("give either --port or --file, not both")
    found = stories(read_whole(file).events() if file else _events_of_board(target))
    if number not in found:
        known = f"; there are {min(found)} to {max(found)}" if found else "; there is none"
        hidden = "" if file or target.keys else "; one in play is shown to those with keys (-k)"
        raise BadInput(f"the journal has no round {number}{known}{hidden}")
    if target.is_json:
        print_json(found[number].as_json())
    else:
        _print_story(found[number], is_utc)


@round_group.command("decide")
@session_options("table")
@click.argument("seat", type=int)
@click.argument("decision", type=click.Choice(list(DECISION_NAMES[1:])))
def decide(target: Target, seat: int, decision: str) -> None:
    """What a player decided: faro round decide 3 draws.

    Lucky Draw Baccarat: draws, stands or refuses, in order from the left. Poker: plays, folds or
    concedes, which is final for the round. takes_back where a ruling gives the wager back.
    """
    _order(target, "DECIDE", seat=seat, decision=DECISION_NAMES.index(decision))


@round_group.command("end")
@session_options("table")
@click.option("--void", "is_void", is_flag=True, help="Without a result; a supervisor's word.")
def end(target: Target, is_void: bool) -> None:
    """The round is settled."""
    _order(target, "END_ROUND", is_void=int(is_void))


@round_group.command("tell")
@session_options("table")
@click.argument("fact", type=click.Choice([name for _, name in TELL_NAMES]))
@click.option("--place", default="dealer", help="dealer, a seat, burned or kept.")
@click.option("--card", "number", type=int, default=0, help="Number of the card in its round.")
@click.option(
    "--value",
    default="0",
    help="A card such as AS, a number of cards, or for dealer_set the dealer's cards: 1,2,4,6.",
)
def tell(target: Target, fact: str, place: str, number: int, value: str) -> None:
    """Tell a fact that the board can't see: faro round tell extra --place 3 --card 7."""
    told = next(code for code, name in TELL_NAMES if name == fact)
    fields = {"place": parse_place(place), "card_number": number, "value": _value(fact, value)}
    _order(target, "TELL_ROUND", told=told, **fields)


# -- words in, words out -----------------------------------------------------------------------


def table_report(client: Client, fields: dict[str, Any] | None = None) -> dict[str, Any]:
    """The table's state as plain data."""
    state = fields or client.request("GET_TABLE", place=NO_HAND).fields
    game, place = state["game"], state["next_place"]
    name = game_name(game)
    return {
        "phase": PHASE_NAMES[state["phase"] % len(PHASE_NAMES)],
        "phase_number": state["phase"],
        "game_number": game,
        "game": name or None,
        "equipment": EQUIPMENT_NAMES[state["equipment"] & 1],
        "decks": state["decks"],
        "seats": "learned" if state["areas"] & SEATS_LEARNED else _seats(state["areas"]),
        "round": state["round"],
        "cards": state["cards"],
        "cards_out": state["cards_out"],
        "awaited_seat": state["awaited_seat"] or None,
        "next_place": None if place == NO_HAND else spot_name(place, name),
        "back_seats": _seats(state["back_seats"]),
        "stopped": bool(state["table_flags"] & FLAG_STOPPED),
        "notes": _notes(client, state, round_words(name)),
    }


def _notes(client: Client, state: dict[str, Any], word: str) -> list[str]:
    flags = state["table_flags"]
    notes = [text.format(round=word) for bit, text in _FLAGS if flags & bit]
    if state["back_seats"]:
        notes.append(f"jackpot wagers are returned: {areas_text(state['back_seats'])}")
    if state["phase"] != ST_CLOSED and state["equipment"] == SHOE:
        notes += _device_note(client)
    return notes + (_stops(client) if flags & FLAG_STOPPED else [])


def _device_note(client: Client) -> list[str]:
    """Cards at the mouth are taken for the device's own, which its throat has read."""
    state = client.request("GET_CYCLE").fields["state"]
    if state == cycle.ST_EMPTY:
        return []
    return [
        f"the shuffling device is not empty ({cycle.STATE_NAMES[state]}): a card from the shoe is"
        " counted, but not named, until its cards are taken out ('faro shuffle status')"
    ]


def _stops(client: Client) -> list[str]:
    """Which steps of rulings hold up play; a case may name cards, so not everybody is told."""
    try:
        cases = standing(client)
    except Refused:
        return ["stopped: a ruling must be carried out first; 'faro ruling list' shows it"]
    return [
        f"stopped: {step['text']} (case {case['case']}, step {step['number']}:"
        f" {' or '.join(step['by'])})"
        for case in cases
        for step in case.get("steps", [])
        if step["open"] and step["stops"]
    ]


def _order(target: Target, name: str, **fields: Any) -> None:
    with target.open_as() as client:
        try:
            client.request(name, **fields)
        except Refused as refusal:
            state = client.request("GET_TABLE", place=NO_HAND).fields
            if refusal.name == "wrong_phase" and state["phase"] == ST_CLOSED:
                raise FaroError("no table is open; 'faro table open' opens one") from None
            raise
        _show(client, target)


def _show(client: Client, target: Target) -> None:
    state = client.request("GET_TABLE", place=NO_HAND).fields
    report = table_report(client, state)
    target.tell(report, *_table_lines(report, areas_text(state["areas"])))


def _table_lines(report: dict[str, Any], seats: str) -> list[str]:
    if report["phase"] == "closed":
        return ["no game is open at this table"]
    word = round_words(report["game"])
    decks = f"{report['decks']} deck{'s' if report['decks'] > 1 else ''}"
    lines = [
        f"[bold]{report['game']}[/] from a {report['equipment']}, {decks},"
        f" {seats}; {word} {report['round']}: {report['phase']}, {report['cards']} cards"
    ]
    if report["awaited_seat"]:
        lines.append(f"seat {report['awaited_seat']} is to decide")
    elif report["next_place"]:
        lines.append(f"the next card is for: {report['next_place']}")
    return lines + [f"[yellow]{note}[/]" for note in report["notes"]]


def _print_story(story: RoundStory, is_utc: bool) -> None:
    console.print(f"[bold]{story.title()}[/]: {story.state}")
    hands: list[tuple[str, ...]] = []
    for place in sorted(story.hands):
        hand = story.hands[place]
        wagers = ", ".join(
            f"{name.replace('_', ' ')} {(wager['result'] or '').replace('_', ' ')}"
            + (f" {wager['odds']}" if wager["odds"] else "")
            for name, wager in hand["wagers"].items()
        )
        hands.append((hand["name"], " ".join(hand["cards"]), hand["class"] or "", wagers))
    for line in columns(hands, ("place", "cards", "hand", "outcome")):
        console.print(line)
    if story.payment():
        console.print(story.payment())
    for event, text in story.story:
        when = when_text(event.utc_s, event.clock, is_utc)
        console.print(f"[dim]{event.number:6}  {when}[/]  {text}")


def _events_of_board(target: Target) -> list[Event]:
    with target.open_knowing() as client, progress("reading the events", target.is_json):
        return list(client.events(0))


def _seats(areas: int) -> list[int]:
    return [seat for seat in range(1, 8) if areas >> (seat - 1) & 1]


def _game_number(name: str) -> int:
    number = catalogue.number_of(name)
    if not number:
        known = " ".join(row[1] for row in catalogue.GAMES)
        raise BadInput(f"there is no game '{name}'; the games are {known}")
    return number


def parse_place(text: str) -> int:
    """A place of the round as people write it."""
    places = {"dealer": 0, "banker": 0, "burned": BURN_PILE, "kept": KEPT}
    if text in places:
        return places[text]
    if text.isdigit() and 1 <= int(text) <= 7:
        return int(text)
    raise BadInput(f"'{text}' is no place; use dealer, 1 to 7, burned or kept")


def _value(fact: str, text: str) -> int:
    if fact == "dealer_set":
        return _card_bits(text)
    if text.isdigit() and int(text) < 256:
        return int(text)
    try:
        return card_named(text)
    except ValueError:
        raise BadInput(f"'{text}' is neither a card nor a number") from None


def _card_bits(text: str) -> int:
    """Cards of a hand by their numbers, as a bit each."""
    bits = 0
    for part in text.split(","):
        if not part.strip().isdigit() or not 1 <= int(part) <= 8:
            raise BadInput(f"'{text}' names no cards of the hand; write 1,2,4,6")
        bits |= 1 << (int(part) - 1)
    return bits


COMMANDS = (round_group,)
