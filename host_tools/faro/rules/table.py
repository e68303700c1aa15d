"""What the approved game rules ask of the electronics, one row each: id, duty, rules it rests on.

The duties are in Faro's own words.  Code cites the rules, tests carry the row's id in
`@pytest.mark.rule`; `faro rules` shows both beside each row, docs/rules.md is made from here.
"""

from __future__ import annotations

from dataclasses import dataclass

GAMES = {
    "TCP": "Three Card Poker",
    "FCP": "Four Card Poker",
    "CSP": "Caribbean Stud Poker",
    "TCB": "Three Card Baccarat",
    "LDB": "Lucky Draw Baccarat",
}
SECTIONS = {
    "C": "Cards and their integrity",
    "S": "The shuffling device: health and malfunction",
    "J": "The progressive jackpot of Caribbean Stud Poker",
    "A": "Access and evidence",
}


@dataclass(frozen=True)
class Row:
    """One duty; `cites` are rules such as 'CSP 12.3.2'."""

    id: str
    duty: str
    cites: tuple[str, ...]

    @property
    def section(self) -> str:
        return self.id[0]


def row_of(row_id: str, duty: str, cites: str) -> Row:
    """A row. Citations are written short: 'TCP 3.1, 3.4; LDB 3.1'."""
    full: list[str] = []
    for part in cites.split(";"):
        game, _, numbers = part.strip().partition(" ")
        full += [f"{game} {number.strip()}" for number in numbers.split(",")]
    return Row(row_id, duty, tuple(full))


ROWS = (
    row_of(
        "C1",
        "Know every card that passes: rank, suit, colour of the back, face up or down.",
        "TCP 3.1; FCP 3.1; CSP 3.1; TCB 3.1, 12.8, 12.9; LDB 3.1, 10.1",
    ),
    row_of(
        "C2",
        "Check a pack before use: each card once per deck, none missing or doubled, no joker, "
        "nothing foreign, all backs alike.",
        "TCP 3.1, 3.4; FCP 3.1, 3.4; CSP 3.1, 3.4; TCB 3.1, 3.5; LDB 3.1",
    ),
    row_of(
        "C3",
        "Keep one deck shuffled while another is in play; refuse one whose backs have the same "
        "colour.",
        "TCP 3.2; FCP 3.2; CSP 3.2",
    ),
    row_of(
        "C4",
        "Count and verify the cards whenever a supervisor or an inspector orders it.",
        "TCP 3.8; FCP 3.8; CSP 3.8; LDB 3.9",
    ),
    row_of(
        "C5",
        "A missing or foreign card in a single deck: finished rounds stand, this one is void with "
        "all money returned, the deck is checked, surveillance and an inspector hear of it.",
        "TCP 12.9; FCP 12.10; CSP 14.9",
    ),
    row_of(
        "C6",
        "The same in a multi-deck shoe: the rest of the shoe is void too, the decks are checked.",
        "TCB 12.13; LDB 10.15",
    ),
    row_of(
        "C7",
        "A card found face up is burned or played as the game says; with a device, a full check "
        "after the round is offered.",
        "TCB 12.8, 12.9; LDB 10.1, 10.2",
    ),
    row_of(
        "C8",
        "See the cutting card: in the middle of a round finish and shuffle; as first card the last "
        "coup, or a shuffle before the round.",
        "TCB 4.7, 4.8; LDB 4.1.2, 4.1.3",
    ),
    row_of(
        "C9",
        "Too few cards to finish: the coup is void, or the discards are shuffled and finish it.",
        "TCB 12.7; LDB 10.10",
    ),
    row_of(
        "C10",
        "A wrong number of cards: at the dealer a misdeal, at a player that hand is void.",
        "TCP 12.2, 12.4, 12.7; FCP 12.2, 12.4, 12.6; CSP 14.2, 14.4, 14.8; TCB 12.2, 12.3, 12.5",
    ),
    row_of(
        "C11",
        "A forgotten burn, cut or shuffle: play goes on as the rules say, and it is recorded.",
        "TCB 12.10, 12.11, 12.12; LDB 10.12, 10.13, 10.14",
    ),
    row_of(
        "C12",
        "Two or more cards exposed in error are a misdeal, one is not.",
        "TCP 12.3, 12.5; FCP 12.3, 12.5; CSP 14.3, 14.5",
    ),
    row_of(
        "S1",
        "Tell a jam, a stopped intermixing and an unfinished cycle apart; each means a reshuffle.",
        "TCP 13.1; FCP 13.1; CSP 15.1",
    ),
    row_of(
        "S2",
        "A device that can no longer work while cards are out: that round void, earlier ones "
        "stand, go on with another device or a shoe and new cards.",
        "TCP 13.2; FCP 13.2; CSP 15.2",
    ),
    row_of(
        "S3",
        "Baccarat, nobody disadvantaged, spare device, transfer practicable, no damage: move the "
        "cards and go on.",
        "TCB 13.1, 13.2; LDB 11.1, 11.2",
    ),
    row_of(
        "S4",
        "The same with damaged cards: take them out, move the rest, replace them from a new deck.",
        "TCB 13.3; LDB 11.3",
    ),
    row_of(
        "S5",
        "Somebody disadvantaged: the round ends, wagers go back, earlier rounds stand.",
        "TCB 13.4; LDB 11.4",
    ),
    row_of(
        "S6",
        "No spare device or no practicable transfer: wagers may be taken back; the round is "
        "finished from a shoe for those who stay.",
        "TCB 13.5; LDB 11.5",
    ),
    row_of(
        "S7",
        "Ask the supervisor only for facts the board cannot see, one at a time, then state the "
        "ruling with its number.",
        "TCB 13.1, 13.4, 13.5; LDB 11.1, 11.4, 11.5",
    ),
    row_of(
        "S8",
        "Know the damaged cards one by one, and check their replacements.",
        "TCB 13.3, 13.5; LDB 11.3, 11.5",
    ),
    row_of("S9", "Refuse a card shoe at a low-limit table.", "TCP 6.7.2; FCP 6.6.2"),
    row_of(
        "J1",
        "Record the jackpot wagers of this table and show the pool of the linked tables.",
        "CSP 2.3, 2.4.3",
    ),
    row_of(
        "J2",
        "Take a jackpot wager only before the first card, of the right amount, with an ante; show "
        "each seat that it was accepted.",
        "CSP 5.2, 5.3, 7.2, 11.1, 11.2, 11.3",
    ),
    row_of(
        "J3",
        "Feed the pools at the approved rate; lose not a fraction of a cent.",
        "CSP 11.5, 11.6",
    ),
    row_of(
        "J4",
        "Pay a qualifying hand whether or not the dealer qualifies, beside ante and bet.",
        "CSP 11.4, 11.8",
    ),
    row_of("J5", "Pay each class of hand what the schedule says.", "CSP 12.1"),
    row_of("J6", "Several royal flushes share the jackpot, or get the minimum each.", "CSP 12.3.1"),
    row_of(
        "J7",
        "Several straight flushes share the sum of successive tenths, or get the minimum each.",
        "CSP 12.3.2",
    ),
    row_of("J8", "A straight flush is paid before a royal flush of the same round.", "CSP 12.4"),
    row_of("J9", "Pay from the dealer's right to the left.", "CSP 12.2"),
    row_of("J10", "A qualifying hand keeps the round open until it is paid.", "CSP 9.5"),
    row_of("J11", "Only tables with equal schedule, rate, seed, wager may be linked.", "CSP 11.9"),
    row_of(
        "J12",
        "Recorder or display broken: tell an inspector at once, stop, go on after approval only.",
        "CSP 14.15",
    ),
    row_of(
        "J13",
        "A void hand or round gives the jackpot wager back and takes its increments back exactly.",
        "CSP 14.4, 14.9.2, 14.14, 15.2.1",
    ),
    row_of(
        "J14",
        "A claim must match the cards that were read; another is refused and recorded.",
        "CSP 9.5, 9.9, 11.7, 13.1",
    ),
    row_of(
        "A1",
        "Know who speaks, and let only the named role do what the rules reserve for it.",
        "CSP 3.7, 3.8, 6.5, 14.15; TCB 3.10, 4.1.3; LDB 3.8, 4.1.4",
    ),
    row_of(
        "A2",
        "Let nobody learn cards to come: nothing the board says names an undealt card.",
        "TCP 14.1; FCP 14.1; CSP 16.1; TCB 14.1; LDB 12.1",
    ),
    row_of(
        "A3",
        "Keep a complete record that shows tampering, from which any round can be rebuilt.",
        "FCP 12.9; TCB 12.6; LDB 10.8",
    ),
    row_of(
        "A4",
        "Notify surveillance and an inspector at once where a rule says so.",
        "TCP 12.9.4; FCP 12.10.4; CSP 14.9.4, 14.15",
    ),
)
BY_ID = {row.id: row for row in ROWS}
