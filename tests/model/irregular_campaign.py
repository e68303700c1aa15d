"""Rounds with an irregularity in one of ten, told as people would: the record equals the truth.

`python -m tests.model.irregular_campaign` plays 1,000 rounds of each game on the whole firmware
inside MicroPython.  Record, every wager, jackpot wagers that go back, and what may happen next are
held against a second reading of the rule documents.  A failure prints the seed that replays it.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

import click

from faro.wire.errors import Refused
from faro.wire.events import Event
from firmware.rounds.rows import CFG_EVEN_MONEY, FLAG_SHUFFLE_DUE, FLAG_STOPPED, GROUND_CONSENT
from firmware.ruling.vocabulary import rule_text
from hw_sim.world.croupier import DECKS
from tests.helpers.documents.results import odds
from tests.model.board_desk import coded_rig
from tests.model.expected import Expected, Told, expect
from tests.model.people import People
from tests.model.ruling_desk import RulingDesk
from tests.model.troubles import trouble_for

SEATS = range(1, 8)
HEARTBEAT_MS = 1_500  # what a ruling changes after the round is recorded with the next one


class Difference(AssertionError):
    """The record, or what may happen next, is not what the documents say."""


def run(
    game: str,
    equipment: str,
    rounds: int,
    one_in: int,
    seed: int,
    without: tuple[str, ...] = (),
) -> Counter[str]:
    """Play so many rounds; gives how often which irregularity came."""
    tally: Counter[str] = Counter()
    rng = random.Random(f"{game} {equipment} {seed}")
    with coded_rig(seed) as rig:
        desk = RulingDesk(rig, game, equipment, DECKS[game])
        people = People(game, equipment, desk, rng)
        people.shuffle()
        desk.news()
        for number in range(rounds):
            least = 0 if game == "tcb" else 1
            seats = tuple(sorted(rng.sample(SEATS, rng.randint(least, 7))))
            trouble = None
            if rng.randrange(one_in) == 0:
                trouble = trouble_for(game, equipment == "device", seats, rng, without)
            if game == "tcb" and rng.randrange(8) == 0:
                _change_odds(people)
            told = people.play(seats, trouble)
            rig.kernel.run_for_ms(HEARTBEAT_MS)
            before = len(desk.events)
            desk.news()
            events = desk.events[before:]
            try:
                _check(desk, expect(told), told, seats, events)
                _go_on(people, expect(told))
            except Exception as error:
                raise Difference(f"round {number + 1}, {trouble}: {error!r}") from error
            tally[trouble.finding if trouble else "none"] += 1
            desk.events = desk.events[-1:]
    return tally


def _check(
    desk: RulingDesk, want: Expected, told: Told, seats: tuple[int, ...], events: list[Event]
) -> None:
    story = desk.story()
    wrong: list[str] = []

    def compare(what: str, got: Any, wanted: Any) -> None:
        if got != wanted:
            wrong.append(f"{what}: {got} instead of {wanted}")

    compare("void", story.state == "void", want.is_void)
    cards = {place: hand["cards"] for place, hand in story.hands.items() if hand["cards"]}
    compare("cards", cards, {place: list(hand) for place, hand in told.hands.items() if hand})
    for place, results in want.results.items():
        if place not in story.hands:
            continue  # a hand without a card: its seat's wagers are of a void round
        wagers = story.hands[place]["wagers"]
        compare(f"place {place}", {w: r["result"] for w, r in wagers.items()}, results)
        for wager, result in results.items():
            named = odds(told.game, wager, told.hands[place], told.is_even_money)
            if result == "win" and named:
                compare(f"odds of {wager} at {place}", wagers[wager]["odds"], named)
    table = desk.table()
    back = frozenset(seat for seat in seats if table["back_seats"] >> (seat - 1) & 1)
    compare("back", back, want.back_seats)
    compare("stopped", bool(table["table_flags"] & FLAG_STOPPED), want.is_stopped)
    compare("shuffle due", bool(table["table_flags"] & FLAG_SHUFFLE_DUE), want.is_shuffle_due)
    made = {(name, rule_text(rule)) for _case, name, _ruling, rule in desk.rulings(events)}
    moot = desk.moot(events) if want.is_void else set[str]()
    for case, ruled in want.rulings:
        if case.finding in moot:
            continue  # another ruling had ended the round: nobody need answer any more
        if (case.finding, ruled.rule) not in made:
            wrong.append(f"ruled {made} instead of {case.finding} {ruled.rule}")
    if wrong:
        raise Difference("; ".join(wrong))


def _go_on(people: People, want: Expected) -> None:
    """What is barred is refused; when it is done, and only then, the next round can begin."""
    desk = people.board
    if "check pack" in want.bars:
        try:
            desk.new_pack()
        except Refused as refusal:
            if refusal.name != "stopped":
                raise
        else:
            raise Difference("a pack came into play that nobody checked")
    if want.is_stopped:
        _deal_all_the_same(people)
        desk.do_steps()
        if desk.table()["table_flags"] & FLAG_STOPPED:
            raise Difference("everything is done, and no round may begin")
    if people.must_shuffle or want.is_shuffle_due:
        people.shuffle()


def _deal_all_the_same(people: People) -> None:
    """A card that leaves though nothing may be dealt opens no round."""
    before = people.board.table()
    people.board.reading(people.shoe.pop(0).reads)
    after = people.board.table()
    if (after["round"], after["phase"]) != (before["round"], before["phase"]):
        raise Difference("a round began that may not begin")


def _change_odds(people: People) -> None:
    """TCB 14.8: with all players' consent, between coups; never in one."""
    desk = people.board
    wanted = {"setting": CFG_EVEN_MONEY, "value": int(not people.is_even_money)}
    desk.ask("supervisor", "CHANGE_ODDS", ground=GROUND_CONSENT, **wanted)
    people.is_even_money = not people.is_even_money


@click.command()
@click.option("--rounds", default=1_000, show_default=True, help="Of each game.")
@click.option("--one-in", default=10, show_default=True, help="Rounds to one with irregularities.")
@click.option("--seed", default=1, show_default=True)
@click.option("--game", "games", multiple=True, type=click.Choice(list(DECKS)))
@click.option("--without", multiple=True, help="A finding that shall not come.")
@click.option("--equipment", "kinds", multiple=True, type=click.Choice(["shoe", "device"]))
def main(
    rounds: int,
    one_in: int,
    seed: int,
    games: tuple[str, ...],
    without: tuple[str, ...],
    kinds: tuple[str, ...],
) -> None:
    """Deal, tell, compare, and say how it went."""
    boxes = kinds or ("shoe", "device")
    for game in games or tuple(DECKS):
        for equipment in boxes:
            start_s = time.monotonic()
            try:
                tally = run(game, equipment, rounds // len(boxes), one_in, seed, without)
            except Exception:
                click.echo(
                    f"replay: --game {game} --equipment {equipment} --rounds"
                    f" {rounds * len(boxes) // 2} --one-in {one_in} --seed {seed}"
                )
                raise
            wrong = sum(count for name, count in tally.items() if name != "none")
            click.echo(
                f"{game} {equipment:7} {sum(tally.values()):5} rounds, {wrong:4} irregular"
                f" ({len(tally) - 1} kinds): record = truth  ({time.monotonic() - start_s:.0f} s)"
            )


if __name__ == "__main__":
    main()
