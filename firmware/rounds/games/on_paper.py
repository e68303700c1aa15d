"""Hands and outcomes for people and programs: cards as text in, plain data out.

The host calls these inside MicroPython, so that what it says is what the board computes.  Input
that makes no sense is a ValueError with one clear line.
"""

from firmware.cards.codes import card_named, name_of
from firmware.rounds.games import baccarat_hand, catalogue
from firmware.rounds.games.baccarat_hand import point_count
from firmware.rounds.games.outcome import ANY_POINT, Outcome
from firmware.rounds.games.poker_hand import counting_cards
from firmware.rounds.games.vocabulary import CLASS_SHIFT, ON_DRAW, POKER_HAND, RESULT_NAMES, WIN

_KIND_NAMES = (
    "",  # each game has its own word
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
_PICTURE_WORDS = (
    "no picture cards and three cards totalling ",
    "one picture card and two cards totalling ",
    "two picture cards and ",
)
# game, wager ("": any), sentence; amounts of table wagers belong to the table software
_PAYMENTS = (
    ("csp", "bet", "the bet is paid up to the maximum payout on the table's notice (CSP 10.2)"),
    ("tcb", "", "what chips cannot pay exactly is paid up to the next amount they can (TCB 5.11)"),
    ("ldb", "", "what chips cannot pay exactly is paid up to the next amount they can (LDB 5.9)"),
)
_ONE_CARD_WORDS = ("a ten", "an ace", "a 2", "a 3", "a 4", "a 5", "a 6", "a 7", "an 8", "a 9")


def hand(game_name, text):
    """Class, rank and counting cards of one hand."""
    game = _game(game_name)
    sizes = sorted(set(game.HAND_CARDS + game.DEALER_CARDS))
    cards = _cards(text, game, sizes, "a hand")
    _check_decks(cards, game)
    return _valued(game, catalogue.new_hand(game), cards)


def outcome(game_name, dealer_text, player_text, choices=None, point=None, is_folded=False):
    """Result and odds of every wager of a player's hand against the dealer's.

    Without a player's hand those of the Banker's alone, where a coup may have no other (TCB 8.2).
    """
    game = _game(game_name)
    is_alone = game.AREAS_LEAST == 0 and not player_text and not is_folded
    dealer = _cards(dealer_text, game, game.DEALER_CARDS, "the dealer's hand")
    player = [] if is_alone else _cards(player_text, game, game.HAND_CARDS, "a player's hand")
    _check_decks(dealer + player, game)
    settled = Outcome(game)
    for name, choice in (choices or {}).items():
        _choose(settled, name, choice)
    if point is not None and not 0 <= point <= 9:
        raise ValueError("a point count is 0 to 9, not %d" % point)
    chosen = ANY_POINT if point is None else point
    against = player or dealer  # what is on the Banker's hand looks at no other
    settled.settle(dealer, len(dealer), against, len(against), chosen)
    if is_folded:
        if not any([row[6] is not None for row in game.WAGERS]):
            raise ValueError("nobody folds in %s" % game.TITLE)
        settled.give_up(False)
    wagers = []
    for i in range(len(game.WAGERS)):
        if not is_alone or settled.is_on_dealer(i):
            odds = "%d:%d" % (settled.pays[i], settled.per[i])
            is_won = settled.results[i] == WIN
            wagers.append(
                [game.WAGERS[i][0], RESULT_NAMES[settled.results[i]], odds if is_won else None]
            )
    return {
        "game": game.NAME,
        "dealer_qualifies": settled.is_dealer_playing,
        "dealer_hand": _valued(game, settled.hand, dealer),
        "player_hand": None if is_alone else _valued(game, settled.hand, player),
        "wagers": wagers,
        "notes": _notes(game, dealer),
        "payment": payment(game.NAME, [row[0] for row in wagers if row[2]]),
    }


def payment(game_name, won):
    """What the odds do not say of the amounts; `won` names the wagers that are paid (I16)."""
    for name, wager, text in _PAYMENTS:
        if name == game_name and (wager in won or (not wager and won)):
            return text
    return ""


def games():
    """Every game with its names, hand sizes, wagers and how many odds each may be paid by."""
    rows = []
    for number, name, game in catalogue.GAMES:
        wagers = [[row[0], len(row[5])] for row in game.WAGERS]
        rows.append({"number": number, "name": name, "title": game.TITLE, "wagers": wagers})
    return rows


def class_name(game, value, grade):
    """The hand's name in the words of the rules."""
    if game.VALUED_AS == POKER_HAND:
        return _KIND_NAMES[game.ORDER[value >> CLASS_SHIFT]] or game.HIGH_CARD_NAME
    if game.WAGERS[-1][1] == ON_DRAW:
        return _point_name(grade)
    if value == baccarat_hand.PICTURES_ONLY:
        return "three picture cards"
    pictures, points = (value - 1) % 3, (value - 1) // 3
    return _PICTURE_WORDS[pictures] + (_ONE_CARD_WORDS[points] if pictures == 2 else str(points))


def _point_name(grade):
    if grade == baccarat_hand.THREES_SUITED:
        return "3-3-3 suited"
    return "3-3-3 off suit" if grade == baccarat_hand.THREES_OFF_SUIT else "point count %d" % grade


def _valued(game, evaluator, cards):
    value = evaluator.value(cards, 0, len(cards))
    grade = evaluator.grade(cards, 0, len(cards), value)
    counting = counting_cards(evaluator, cards, value) if game.VALUED_AS == POKER_HAND else cards
    found = {
        "class": class_name(game, value, grade),
        "rank": value,
        "cards": [name_of(card) for card in counting],
    }
    if game.VALUED_AS != POKER_HAND:
        found["points"] = point_count(cards, 0, len(cards))
    return found


def _notes(game, dealer):
    """What does not hinder an answer, but cannot have come from a deal by the rules."""
    if not game.DEALER_DRAWS_TO:
        return []
    is_low = point_count(dealer, 0, 2) <= game.DEALER_DRAWS_TO
    if is_low and len(dealer) == 2:
        return ["the dealer draws a third card on %d or lower" % game.DEALER_DRAWS_TO]
    if not is_low and len(dealer) > 2:
        return ["the dealer draws no third card above %d" % game.DEALER_DRAWS_TO]
    return []


def _game(name):
    number = catalogue.number_of(name)
    if not number:
        known = " ".join([row[1] for row in catalogue.GAMES])
        raise ValueError("there is no game '%s'; the games are %s" % (name, known))
    return catalogue.table_of(number)


def _choose(settled, name, choice):
    wagers = settled.game.WAGERS
    for i in range(len(wagers)):
        if wagers[i][0] == name:
            if not settled.choose(i, choice):
                most = len(wagers[i][5]) - 1
                raise ValueError("%s has the schedules 0 to %d, not %d" % (name, most, choice))
            return
    known = " ".join([row[0] for row in wagers])
    raise ValueError("there is no wager '%s'; the wagers are %s" % (name, known))


def _cards(text, game, sizes, what):
    cards = [_card(word) for word in text.split()]
    if len(cards) not in sizes:
        words = " or ".join([str(size) for size in sizes])
        raise ValueError("%s in %s has %s cards, not %d" % (what, game.TITLE, words, len(cards)))
    return cards


def _card(word):
    try:
        return card_named(word)
    except ValueError:
        text = "there is no card '%s'; a card is a rank of 23456789TJQKA and a suit of SHDC"
        raise ValueError(text % word) from None


def _check_decks(cards, game):
    most = max(game.DECKS)
    for card in cards:
        if cards.count(card) > most:
            decks = "one deck" if most == 1 else "%d decks" % most
            raise ValueError(
                "%s comes %d times; %s is played with %s"
                % (name_of(card), cards.count(card), game.TITLE, decks)
            )
