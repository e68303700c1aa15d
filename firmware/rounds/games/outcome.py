"""What each wager of a hand comes to: win, lose, stand off or void, and the odds that apply.

Fed the dealer's and a player's cards; every game's own clauses are in its table.  Allocates
nothing after it was made.
"""

from firmware.rounds.games import vocabulary as v
from firmware.rounds.games.baccarat_hand import point_count
from firmware.rounds.games.catalogue import new_hand

_DRAWN_CARDS = 3
ANY_POINT = -1  # whichever point count the Banker has: that wager wins, the others lose


class Outcome:
    """Results of the hand settled last, one per wager of the game's table."""

    def __init__(self, game):
        self.game = game
        self.hand = new_hand(game)
        count = len(game.WAGERS)
        self.results = bytearray(count)
        self.pays = bytearray(count)  # odds pays : per, both 0 unless the wager wins
        self.per = bytearray(count)
        self.choices = bytearray(count)  # which of its odds a wager is paid by
        self.dealer_value = 0
        self.player_value = 0
        self.is_dealer_playing = False
        self._grade = 0
        self._is_drawn = False

    def choose(self, wager, choice):
        """Pay a wager by another of its schedules; False when there is no such one."""
        if not 0 <= choice < len(self.game.WAGERS[wager][5]):
            return False
        self.choices[wager] = choice
        return True

    def settle(self, dealer, dealer_count, player, player_count, point=ANY_POINT):
        """Compare two hands; results and odds are in `results`, `pays` and `per`."""
        hand = self.hand
        self.dealer_value = hand.value(dealer, 0, dealer_count)
        self.is_dealer_playing = self.dealer_value >= self.game.DEALER_LEAST
        self.player_value = hand.value(player, 0, player_count)
        self._grade = hand.grade(player, 0, player_count, self.player_value)
        self._is_drawn = player_count >= _DRAWN_CARDS
        wagers = self.game.WAGERS
        for i in range(len(wagers)):
            row = wagers[i]
            if row[1] == v.ON_DEALER_POINT:
                is_hit = point == ANY_POINT or point == point_count(dealer, 0, dealer_count)
                self._keep(i, v.WIN if is_hit else v.LOSE)
            else:
                self._keep(i, self._result(row))

    def settle_dealer(self, dealer, count):
        """Wagers on the dealer's hand alone: they need no player's (TCB 8.2)."""
        self.dealer_value = self.hand.value(dealer, 0, count)
        self._grade = 0
        for i in range(len(self.game.WAGERS)):
            if self.is_on_dealer(i):
                row = self.game.WAGERS[i]
                is_hit = row[1] == v.ON_DEALER_POINT or self.dealer_value >= row[4]
                self._keep(i, v.WIN if is_hit else v.LOSE)

    def is_on_dealer(self, wager):
        """A wager that looks at the dealer's hand only."""
        rule = self.game.WAGERS[wager][1]
        return rule == v.ON_DEALER_VALUE or rule == v.ON_DEALER_POINT

    def give_up(self, is_conceded):
        """The player gave up the hand: what was placed is collected, the rest never was.

        Who folds has placed no Play wager or bet yet (8.4); who concedes has (9.5, 9.3, 9.7).
        """
        wagers = self.game.WAGERS
        for i in range(len(wagers)):
            result = wagers[i][6]
            if result is None:
                is_placed = is_conceded and wagers[i][1] == v.AGAINST_DEALER
                result = v.LOSE if is_placed else v.VOID
            self._keep(i, result)

    def _result(self, row):
        rule = row[1]
        mine, theirs = self.player_value, self.dealer_value
        if rule == v.AGAINST_DEALER or (rule == v.ON_DRAW and self._is_drawn):
            if not self.is_dealer_playing:
                return row[2]
            if mine == theirs:
                return row[3]
            return v.WIN if mine > theirs else v.LOSE
        if rule == v.ON_DRAW:
            return v.VOID  # no third card, so no wager was placed (LDB 5.2)
        if rule == v.ON_OWN_HAND:
            return v.WIN if mine >= row[4] else row[3]
        if rule == v.ON_DEALER_VALUE:
            return v.WIN if theirs >= row[4] else v.LOSE
        return v.WIN if mine == theirs else v.LOSE  # ON_TIE

    def _keep(self, wager, result):
        self.results[wager] = result
        self.pays[wager] = self.per[wager] = 0
        if result == v.WIN:
            for odds in self.game.WAGERS[wager][5][self.choices[wager]]:
                if self._grade >= odds[0]:
                    self.pays[wager] = odds[1]
                    self.per[wager] = odds[2]
                    return
