"""Rounds with an irregularity in one of ten, told as people would: the record equals the truth.

`python -m tests.model.irregular_campaign` plays 1,000 rounds of each game on the whole firmware
inside MicroPython.  Record, every wager, jackpot wagers that go back, and what may happen next are
held against a second reading of the rule documents; at Caribbean Stud Poker also the meter, which
hears of it through the table program.  A failure prints the seed that replays it.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any, NamedTuple

import click

from faro.sim.rig import Rig
from faro.wire.errors import Refused
from faro.wire.events import Event
from firmware.rounds.rows import CFG_EVEN_MONEY, FLAG_SHUFFLE_DUE, FLAG_STOPPED, GROUND_CONSENT
from firmware.ruling.vocabulary import rule_text
from hw_sim.world.croupier import DECKS
from tests.helpers.documents import rule_on
from tests.helpers.documents.case import Case
from tests.helpers.documents.results import odds
from tests.model.board_desk import coded_rig
from tests.model.expected import Expected, Told, expect, is_shuffle_ordered
from tests.model.metered_desk import MeteredDesk
from tests.model.people import People
from tests.model.ruling_desk import RulingDesk
from tests.model.troubles import Trouble, trouble_for

SEATS = range(1, 8)
# the cutting card comes with the cards and is ruled on as it comes; `_go_on` deals while stopped
ALSO_RULED = {"CUT_CARD", "CUT_MISPLACED", "DEALT_WHILE_STOPPED"}
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
    with coded_rig(seed, has_meter=game == "csp") as rig:
        people = seated(rig, game, equipment, seed)
        rng = people.rng
        for number in range(rounds):
            least = 0 if game == "tcb" else 1
            seats = tuple(sorted(rng.sample(SEATS, rng.randint(least, 7))))
            trouble = None
            if rng.randrange(one_in) == 0:
                trouble = trouble_for(game, equipment == "device", seats, rng, without)
            if game == "tcb" and rng.randrange(8) == 0:
                _change_odds(people)
            try:
                play(people, seats, trouble)
            except Exception as error:
                raise Difference(f"round {number + 1}, {trouble}: {error!r}") from error
            tally[trouble.finding if trouble else "none"] += 1
        if isinstance(people.board, MeteredDesk):
            people.board.check_books()
    return tally


def seated(rig: Rig, game: str, equipment: str, seed: int) -> People:
    """People at a board, with a shuffled pack; where there is a meter they play for its jackpot."""
    make_desk = MeteredDesk if "meter" in rig.boards else RulingDesk
    desk = make_desk(rig, game, equipment, DECKS[game])
    people = People(game, equipment, desk, random.Random(f"{game} {equipment} {seed}"))
    people.shuffle()
    desk.news()
    return people


def play(people: People, seats: tuple[int, ...], trouble: Trouble | None) -> None:
    """One round and the way to the next; Difference where the board has it otherwise."""
    desk = people.board
    if isinstance(desk, MeteredDesk):
        desk.bet([seat for seat in seats if people.rng.random() < 0.6])
    told = people.play(seats, trouble)
    desk.rig.kernel.run_for_ms(HEARTBEAT_MS)
    before = len(desk.events)
    desk.news()
    want = expect(told)
    ruled = RuledEvents(desk.events[before:], trouble.finding if trouble else "")
    _check(desk, want, told, seats, ruled)
    if isinstance(desk, MeteredDesk):
        hands = {} if want.is_void else told.hands
        wrong = desk.jackpot_differences(hands, told.words, _given_back(want, told, trouble))
        if wrong:
            raise Difference("; ".join(wrong))
    _go_on(people, want)
    desk.events = desk.events[-1:]


class RuledEvents(NamedTuple):
    """What was recorded of a round, and what had gone wrong in it (perhaps withdrawn)."""

    events: list[Event]
    trouble: str


def check_fresh(people: People, trouble: Trouble) -> None:
    """Something comes to light after a shuffle: what may happen next, and then it can."""
    desk = people.board
    told = people.tell_fresh(trouble)
    before = len(desk.events)
    desk.news()
    want = expect(told)
    want.is_shuffle_due = is_shuffle_ordered(want.rulings)
    ruled = RuledEvents(desk.events[before:], trouble.finding)
    wrong = _next_round_differences(desk, want) + _ruling_differences(desk, want, ruled)
    if wrong:
        raise Difference("; ".join(wrong))
    _go_on(people, want)


def _check(
    desk: RulingDesk, want: Expected, told: Told, seats: tuple[int, ...], ruled: RuledEvents
) -> None:
    story = desk.story()
    wrong = Differences()
    wrong.compare("void", story.state == "void", want.is_void)
    cards = {place: hand["cards"] for place, hand in story.hands.items() if hand["cards"]}
    dealt = {place: list(hand) for place, hand in told.hands.items() if hand}
    wrong.compare("cards", cards, dealt)
    for place, results in want.results.items():
        if place not in story.hands:
            continue  # a hand without a card: its seat's wagers are of a void round
        wagers = story.hands[place]["wagers"]
        wrong.compare(f"place {place}", {w: r["result"] for w, r in wagers.items()}, results)
        for wager, result in results.items():
            if result == "win":
                named = odds(told.game, wager, told.hands[place], told.is_even_money)
                got = wagers[wager]["odds"] if named else None
                wrong.compare(f"odds of {wager} at {place}", got, named)
    back = frozenset(seat for seat in seats if desk.table()["back_seats"] >> (seat - 1) & 1)
    wrong.compare("back", back, want.back_seats)
    wrong += _next_round_differences(desk, want) + _ruling_differences(desk, want, ruled)
    if wrong:
        raise Difference("; ".join(wrong))


class Differences(list[str]):
    """What is not as it should be, in words."""

    def compare(self, what: str, got: Any, wanted: Any) -> None:
        if got != wanted:
            self.append(f"{what}: {got} instead of {wanted}")


def _next_round_differences(desk: RulingDesk, want: Expected) -> Differences:
    """Whether a round may begin, and whether a shuffle comes first."""
    wrong = Differences()
    flags = desk.table()["table_flags"]
    wrong.compare("stopped", bool(flags & FLAG_STOPPED), want.is_stopped)
    wrong.compare("shuffle due", bool(flags & FLAG_SHUFFLE_DUE), want.is_shuffle_due)
    return wrong


def _ruling_differences(desk: RulingDesk, want: Expected, ruled: RuledEvents) -> Differences:
    """Each ruling by its rule, no other one, and who outside the pit was told."""
    wrong = Differences()
    events, trouble = ruled
    made = {(_kind(name), rule_text(rule)) for _case, name, _ruling, rule in desk.rulings(events)}
    moot = desk.moot(events) if want.is_void else set[str]()
    for case, read in want.rulings:
        if case.finding in moot:
            continue  # another ruling had ended the round: nobody need answer any more
        if (_kind(case.finding), read.rule) not in made:
            wrong.append(f"ruled {made} instead of {case.finding} {read.rule}")
    told = {who for _case, read in want.rulings for who in read.notified}
    wrong.compare("notified", desk.notified(events), told)
    known = {_kind(case.finding) for case, _read in want.rulings} | ALSO_RULED | {_kind(trouble)}
    wrong.compare("rulings on nothing", {pair for pair in made if pair[0] not in known}, set())
    return wrong


def _given_back(want: Expected, told: Told, trouble: Trouble | None) -> frozenset[int]:
    """Seats whose jackpot wagers the meter gave back.

    What it gave back after the round stays so when the ruling is withdrawn (the program says that
    two roles adjust the pool then).
    """
    if trouble is None or not trouble.is_withdrawn or trouble.moment != "between":
        return want.back_seats
    case = Case(told.game, trouble.finding, "between", place=trouble.seat, facts=trouble.facts)
    seats = frozenset(seat for seat in told.hands if seat and seat not in told.unwagered)
    fates = {seat: rule_on(case).fate("jackpot", case.place == seat) for seat in seats}
    return want.back_seats | {seat for seat in seats if fates[seat] == "returned"}


def _kind(finding: str) -> str:
    """First or later: a card from under the shoe (LDB 10.7) leaves that open."""
    return finding.replace("_FIRST", "").replace("_LATER", "")


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
