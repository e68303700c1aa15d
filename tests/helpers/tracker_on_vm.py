"""Runs inside MicroPython (see test_round_tracker): whole rounds of each game on a locked heap."""
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

import micropython

from firmware.rounds.deal_order import STANDS
from firmware.rounds.games import catalogue
from firmware.rounds.phases import ST_DEALT
from firmware.rounds.round_cells import pack_cards, pack_round
from firmware.rounds.round_tracker import RoundTracker
from firmware.rounds.settled_hands import SettledHands

cell = bytearray(244)
more = bytearray(244)


def ignore_step(_step, _detail):
    pass


def ignore_finding(_finding, _place, _number, _detail):
    pass


def play(tracker, hands, rounds):
    """Deal, keep the state after every card, look at every hand; gives rounds completed."""
    complete = 0
    code = 0
    now_ms = 0
    for seats in range(1, rounds + 1):
        tracker.set_seats(seats)
        tracker.new_pack()
        for _ in range(52):
            now_ms += 500
            tracker.take(code, now_ms)
            code = (code + 5) % 52
            pack_round(tracker, cell)
            pack_cards(tracker, more)
            seat = tracker.placing.order.awaited_seat() if tracker.placing.is_open else 0
            while seat:
                tracker.decide(seat, STANDS)
                seat = tracker.placing.order.awaited_seat()
            if tracker.phase == ST_DEALT:
                break
        if tracker.phase == ST_DEALT:
            complete += 1
        for place in range(8):
            hands.look_at(tracker, place)
        tracker.void_round(now_ms)
    return complete


for number, name, game in catalogue.GAMES:
    tracker = RoundTracker(ignore_step, ignore_finding)
    tracker.open_table(number, game, 0, game.DECKS[0], 1)
    hands = SettledHands()
    hands.choose(game, b"")
    micropython.heap_lock()
    complete = play(tracker, hands, 63)
    micropython.heap_unlock()
    print(name, complete)
