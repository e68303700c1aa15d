"""What a ruling does to the money, in a sentence made from the columns of its row.

The board carries out the same columns (firmware/ruling/ruled.py): words and deeds cannot differ.
"""

from __future__ import annotations

from faro.words.ruling_terms import (
    JACKPOT_GAMES,
    MAIN_WAGERS,
    SIDE_WAGERS,
    hand_words,
    is_idle,
    round_words,
    terms,
)
from firmware.rounds.findings import NO_PLACE
from firmware.ruling import effects as e

Columns = tuple[int, int, int, int, int]  # round, hand, main wagers, side wager, jackpot wager

_BACK = "void and {are} returned to the player"
_LOST = "forfeited"
_OF_NO_GAME = ("main", "second")  # a record that names no game is told all the same


def money_text(game: str, columns: Columns, place: int = NO_PLACE, moment: int = 0) -> str:
    """One sentence, to be read first."""
    of_round, hand = columns[:2]
    if of_round in (e.ROUND_VOID, e.ROUND_ENDED):
        return _round_text(game, columns, place, moment)
    if hand in (e.HAND_VOID, e.HAND_OUT, e.HAND_FORFEITED):
        return _hand_text(game, columns, place)
    return _wagers_text(game, columns, place, moment)


def _round_text(game: str, columns: Columns, place: int, moment: int) -> str:
    """All wagers go back; those of a seat that forfeits them do not."""
    of_round, hand, wagers, _side, jackpot = columns
    this_round = terms(game, place, moment)["this_round"]
    with_jackpot = ", jackpot wagers included,"
    included = with_jackpot if game in JACKPOT_GAMES and jackpot == e.JACKPOT_BACK else ""
    whose = f"All wagers of {this_round}{included}"
    if hand == e.HAND_FORFEITED:
        seat = hand_words(place)[1]
        whose = f"All wagers{seat} are {_LOST}; all other wagers of {this_round}{included}"
    is_void = "void and are " if of_round == e.ROUND_VOID else ""
    text = f"{whose} are {is_void}returned to the players"
    if wagers == e.WAGERS_RETURNED_BUT_INTERIM:
        text += ", but what was settled already stands"
    if of_round == e.ROUND_ENDED:
        text += f"; the {round_words(game)} ends here"
    return f"{text}."


def _hand_text(game: str, columns: Columns, place: int) -> str:
    """The wagers of one hand; the others stand."""
    _round, hand, wagers, side, jackpot = columns
    is_lost = wagers == e.WAGERS_LOST or hand == e.HAND_FORFEITED
    names = list(MAIN_WAGERS.get(game, _OF_NO_GAME))
    second = names[1]
    if hand == e.HAND_OUT:
        del names[1:]  # there is no Play wager yet, or not one that counts
    ends: list[str] = []
    if game in SIDE_WAGERS:
        if side == e.SIDE_AS_MAIN:
            names.append(SIDE_WAGERS[game])
        else:
            ends.append(f"a {SIDE_WAGERS[game]} wager is played to its end and settled")
    if game in JACKPOT_GAMES and not is_lost:
        if jackpot == e.JACKPOT_BACK:
            names.append("jackpot")
        else:
            ends.append("the jackpot wager stands")
    if is_lost and hand == e.HAND_OUT:
        ends.insert(0, f"what lies on {second} is returned to the player")
    ends.append("all other wagers stand")
    are = "are" if len(names) > 1 else "is"
    what = f"The {_list(names)} wager{'s' if len(names) > 1 else ''}{hand_words(place)[1]}"
    done = _LOST if is_lost else _BACK.format(are=are)
    return "; ".join([f"{what} {are} {done}", *ends]).replace("a Aces", "an Aces") + "."


def _wagers_text(game: str, columns: Columns, place: int, moment: int) -> str:
    """No wager is void."""
    _round, hand, wagers, _side, jackpot = columns
    named = terms(game, place, moment)
    if wagers == e.WAGERS_WAIT:
        stopped = game in JACKPOT_GAMES and jackpot == e.JACKPOT_STOPPED
        more = ", and no jackpot wager is taken" if stopped else ""
        return f"No wager is paid or taken until this is decided{more}."
    if wagers == e.WAGERS_PLAYERS_CHOICE:
        return f"Every player may take the wager of {named['this_round']} back, or leave it."
    if wagers == e.WAGERS_CORRECTED:
        if columns[0] == e.ROUND_REBUILT:
            return f"The wagers of {named['this_round']} are settled by the corrected result."
        return "The bet is put right; all other wagers stand."
    if hand == e.HAND_STANDS:
        where = f" at seat {place}" if 0 < place < NO_PLACE else ""
        no_more = "gets no further card and may not place a DRAW wager"
        return f"All wagers stand; the player{where} {no_more}."
    if hand == e.HAND_AS_SET:
        return f"All wagers stand and are settled against {named['dealers_hand']} as it was set."
    return f"Completed {named['round']}s stand." if is_idle(moment) else "All wagers stand."


def _list(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
