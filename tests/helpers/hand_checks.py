"""Checks of firmware/rounds/games that run on CPython and, unchanged, inside MicroPython."""

from firmware.cards.codes import card_named
from firmware.rounds.games import catalogue, on_paper
from firmware.rounds.games.outcome import Outcome

# game, hand, class; each line is better than the one after it in the same game
LADDERS = (
    ("tcp", "AS KS QS", "straight flush"),
    ("tcp", "3D 2D AD", "straight flush"),  # TCP 11.1.1: ace low
    ("tcp", "AS AH AD", "three of a kind"),
    ("tcp", "2S 2H 2D", "three of a kind"),
    ("tcp", "AS KH QD", "straight"),
    ("tcp", "4S 3H 2D", "straight"),
    ("tcp", "AS 3H 2D", "straight"),  # TCP 11.2.1: 3, 2, ace is the lowest
    ("tcp", "AC KC JC", "flush"),
    ("tcp", "5C 3C 2C", "flush"),
    ("tcp", "AS AH KD", "pair"),
    ("tcp", "KS KH AD", "pair"),
    ("tcp", "2S 2H 4D", "pair"),  # TCP 11.2.2: the third card
    ("tcp", "2S 2H 3D", "pair"),
    ("tcp", "AS KH JD", "high card"),
    ("tcp", "5S 3H 2D", "high card"),
    ("fcp", "2S 2H 2D 2C AS", "four of a kind"),  # FCP 11.1: above the straight flush
    ("fcp", "AS KS QS JS 2D", "straight flush"),
    ("fcp", "4S 3S 2S AS KD", "straight flush"),
    ("fcp", "2S 2H 2D AC KC", "three of a kind"),
    ("fcp", "2S 2H 2D 4C 3C", "three of a kind"),
    ("fcp", "AS KS QS TS JD", "flush"),  # above the straight AKQJ that is there as well
    ("fcp", "AH KD QS JS 2D", "straight"),
    ("fcp", "4H 3D 2S AS 9D", "straight"),
    ("fcp", "AH AD KS KC QD", "two pair"),
    ("fcp", "3H 3D 2S 2C AD", "two pair"),
    ("fcp", "AH AD KS QC 9D", "pair"),
    ("fcp", "AH AD KS JC 9D", "pair"),  # FCP 11.2.2
    ("fcp", "2H 2D 7S 6C 4D", "pair"),
    ("fcp", "AH KD QS TC 8D", "high card"),
    ("fcp", "8H 7D 5S 3C 2D", "high card"),
    ("csp", "AS KS QS JS TS", "royal flush"),
    ("csp", "KS QS JS TS 9S", "straight flush"),
    ("csp", "5D 4D 3D 2D AD", "straight flush"),  # CSP 13.1.2: ace low
    ("csp", "2S 2H 2D 2C 3S", "four of a kind"),
    ("csp", "3S 3H 3D 2C 2S", "full house"),
    ("csp", "2S 2H 2D AC AS", "full house"),
    ("csp", "7S 5S 4S 3S 2S", "flush"),
    ("csp", "AS KH QD JC TS", "straight"),
    ("csp", "5S 4H 3D 2C AS", "straight"),  # CSP 13.2.1
    ("csp", "2S 2H 2D 4C 3S", "three of a kind"),
    ("csp", "3S 3H 2D 2C AS", "two pair"),
    ("csp", "3S 3H 2D 2C KS", "two pair"),  # CSP 13.2.2: the fifth card
    ("csp", "2S 2H AD KC QS", "pair"),
    ("csp", "AS KH QD JC 9S", "five odd cards"),
    ("csp", "7S 5H 4D 3C 2S", "five odd cards"),
    ("tcb", "JS QH KD", "three picture cards"),
    ("tcb", "JS QH 9D", "two picture cards and a 9"),
    ("tcb", "JS TH 9D", "one picture card and two cards totalling 9"),
    ("tcb", "TS TH 9D", "no picture cards and three cards totalling 9"),
    ("tcb", "JS QH 8D", "two picture cards and an 8"),
    ("tcb", "JS QH AD", "two picture cards and an ace"),
    ("tcb", "JS TH AD", "one picture card and two cards totalling 1"),
    ("tcb", "9S AH AD", "no picture cards and three cards totalling 1"),
    ("tcb", "JS QH TD", "two picture cards and a ten"),
    ("tcb", "JS 5H 5D", "one picture card and two cards totalling 0"),
    ("tcb", "TS TH TD", "no picture cards and three cards totalling 0"),
    ("ldb", "4S 5H", "point count 9"),
    ("ldb", "KS 8H", "point count 8"),
    ("ldb", "9S 9H 9D", "point count 7"),
    ("ldb", "AS TH", "point count 1"),
    ("ldb", "JS QH", "point count 0"),
)


def check_ladders():
    """Names, and each hand better than the next of its game."""
    before = None
    for game, cards, name in LADDERS:
        found = on_paper.hand(game, cards)
        assert found["class"] == name, (game, cards, found)
        if before is not None and before[0] == game:
            assert before[1] > found["rank"], (game, cards, found)
        before = (game, found["rank"])
    return len(LADDERS)


def count_three_cards():
    """How many of the 22,100 hands are of each class, from the lowest to the highest."""
    hand = catalogue.new_hand(catalogue.table_of(1))
    counts = [0] * 6
    cards = bytearray(3)
    for a in range(52):
        cards[0] = a
        for b in range(a):
            cards[1] = b
            for c in range(b):
                cards[2] = c
                counts[hand.value(cards, 0, 3) >> 20] += 1
    return counts


def settle_many(count, lock, unlock):
    """Settle hands of every game under `lock`; gives a digest that both interpreters share."""
    state = 12345
    digest = 0
    for number, _name, game in catalogue.GAMES:
        settled = Outcome(game)
        dealer = bytearray(game.DEALER_CARDS[-1])
        player = bytearray(game.HAND_CARDS[-1])
        pack = bytearray(range(52))
        lock()
        for _ in range(count):
            for i in range(12):
                state = (state * 4005 + 1) & 0xFFFFF
                j = i + (state >> 4) % (52 - i)
                card = pack[i]
                pack[i] = pack[j]
                pack[j] = card
            for i in range(len(dealer)):
                dealer[i] = pack[i]
            for i in range(len(player)):
                player[i] = pack[6 + i]
            settled.settle(dealer, len(dealer), player, len(player))
            for i in range(len(settled.results)):
                part = settled.results[i] * 7 + settled.pays[i] + settled.per[i]
                digest = (digest * 31 + part + number) & 0xFFFFF
        unlock()
    return digest


def check_cards_that_count():
    assert on_paper.hand("fcp", "9D AS KS QS JS 2C")["cards"] == ["AS", "KS", "QS", "JS"]
    assert on_paper.hand("fcp", "2D 3H AS 4S 9C")["cards"] == ["4S", "3H", "2D", "AS"]
    assert on_paper.hand("fcp", "2S 9D 9C 9H 4S 4D")["cards"] == ["9D", "9C", "9H", "4S"]
    assert on_paper.hand("fcp", "2S 9D 9C 5H 5S 5D")["cards"] == ["5H", "5S", "5D", "9D"]
    assert on_paper.hand("fcp", "KS 9D 9C 4S 4D 2D")["cards"] == ["9D", "9C", "4S", "4D"]
    assert on_paper.hand("fcp", "KS QS 9S 4S 4D 2D")["cards"] == ["KS", "QS", "9S", "4S"]
    assert on_paper.hand("csp", "2S KD 2C KH 9S")["cards"] == ["KD", "KH", "2S", "2C", "9S"]
    assert on_paper.hand("ldb", "3S 3S 3S")["cards"] == ["3S", "3S", "3S"]
    assert card_named("AC") == 51
    return 8
