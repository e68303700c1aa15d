"""docs/rules.md: the duties of table.py, and how the games are played as far as boards follow it.

Code that only follows the game, and carries out no duty, cites the rules of the rows here.
"""

from __future__ import annotations

from faro.rules.table import ROWS, row_of

PLAY = (
    row_of(
        "cards",
        "One deck of 52 for the poker games, 6 or 8 for TCB, 3, 4, 6 or 8 for LDB; no jokers; from "
        "a shoe, or from a shuffling device. Values in baccarat: ace 1, ten and pictures 0.",
        "TCP 3; FCP 3; CSP 3; TCB 1.1, 3; LDB 1.1, 3",
    ),
    row_of(
        "shuffle",
        "Poker: before play, after each round, after a vacancy. Baccarat: before play, when the "
        "cutting card has come, and when ordered.",
        "TCP 4.1; FCP 4.1; CSP 4.1; TCB 4.1, 4.2, 4.7, 4.8; LDB 4.1, 4.3",
    ),
    row_of(
        "cut",
        "From a shoe only, never with a shuffling device; in baccarat one deck from the ends.",
        "TCP 4.2, 4.3, 4.4; FCP 4.2, 4.3, 4.4; CSP 4.2, 4.3, 4.4; TCB 4.3, 4.4, 4.5, 4.6, 4.9; "
        "LDB 4.4, 4.6, 4.7, 4.8, 4.9",
    ),
    row_of(
        "burn",
        "TCB: the first card face up, then as many as its value. LDB: one card, face down.",
        "TCB 4.10, 4.11, 4.12; LDB 4.10",
    ),
    row_of(
        "wagers",
        "Which wagers there are, and who may place them; none after the first card of a round.",
        "TCP 5; FCP 2.2, 5; CSP 5; TCB 5; LDB 5",
    ),
    row_of(
        "deal",
        "TCP 3 cards each; FCP 5 and 6 for the dealer; CSP 5; TCB 3 to each area and the Banker; "
        "LDB 2, then 1 to the dealer. A device deals poker hands as packets.",
        "TCP 7; FCP 7; CSP 7; TCB 8; LDB 7, 8",
    ),
    row_of(
        "decisions",
        "Play or fold; LDB: draw or stand, from the left; its dealer draws again on 4 or less.",
        "TCP 8; FCP 8; CSP 8; LDB 8",
    ),
    row_of(
        "hands",
        "Classes and order of hands: TCP and CSP poker of 3 and 5 cards, FCP the best four, TCB "
        "31 orders with pictures first, LDB points modulo 10.",
        "TCP 11; FCP 9.1, 11; CSP 13; TCB 7; LDB 3.3",
    ),
    row_of(
        "settlement",
        "Who wins. The dealer qualifies with queen high (TCP) or ace-king (CSP), always in FCP, "
        "where equal hands win for the player.",
        "TCP 9; FCP 9, 10.6; CSP 9; TCB 7.1, 10; LDB 9",
    ),
    row_of(
        "odds",
        "Fixed odds are in the game's file, approved schedules are settings.",
        "TCP 10; FCP 10; CSP 10; TCB 11; LDB 9.1",
    ),
    row_of("jackpot", "Taken, fed and paid as J1 to J14 say.", "CSP 11, 12"),
    row_of(
        "irregularities",
        "Misdeals, exposed cards, hands without a wager, wagers that cannot be matched, absent "
        "players, errors put right from the record: see [rulings](rulings.md).",
        "TCP 12; FCP 12; CSP 14; TCB 12; LDB 10",
    ),
    row_of(
        "malfunction",
        "What happens to a round when the shuffling device fails.",
        "TCP 13; FCP 13; CSP 15; TCB 13; LDB 11",
    ),
    row_of(
        "conduct",
        "What nobody may do, and what a supervisor may invalidate.",
        "TCP 14; FCP 14; CSP 16; TCB 14; LDB 12",
    ),
)


def covered(rule: str) -> bool:
    """Whether a row of either table is about a rule, its chapter or a part of it."""
    return any(
        rule == cited or rule.startswith(cited + ".") or cited.startswith(rule + ".")
        for row in (*ROWS, *PLAY)
        for cited in row.cites
    )
