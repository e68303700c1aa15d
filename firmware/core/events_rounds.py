"""Events of tables and rounds (110 to 129): id, name, struct format, fields.

`areas` has a bit for each playing area, 1 for seat 1; `place` is 0 for the dealer or Banker.
"""

EV_TABLE_OPENED = 110
EV_TABLE_CLOSED = 111
EV_AREAS_SET = 112
EV_PACK_IN_PLAY = 113
EV_DECIDED = 114
EV_ROUND_TOLD = 115
EV_ROUND_OPENED = 116
EV_ROUND_DEALT = 117
EV_ROUND_ENDED = 118
EV_ROUND_CLOSED = 119
EV_HAND_SETTLED = 120
EV_PACK_BURNED = 121
EV_LAST_ROUND = 122
EV_SHUFFLE_DUE = 123
EV_ROUND_FINDING = 124
EV_PLACES_CHANGED = 125

EVENTS = (
    (EV_TABLE_OPENED, "TABLE_OPENED", "<BBBB", "game equipment decks areas"),
    (EV_TABLE_CLOSED, "TABLE_CLOSED", "<B", "game"),
    (EV_AREAS_SET, "AREAS_SET", "<B", "areas"),
    (EV_PACK_IN_PLAY, "PACK_IN_PLAY", "<B", "decks"),
    (EV_DECIDED, "DECIDED", "<BB", "seat decision"),
    (EV_ROUND_TOLD, "ROUND_TOLD", "<BBBB", "told place card_number value"),
    (EV_ROUND_OPENED, "ROUND_OPENED", "<IBBB", "round game equipment areas"),
    (EV_ROUND_DEALT, "ROUND_DEALT", "<IB", "round cards"),
    (EV_ROUND_ENDED, "ROUND_ENDED", "<IB", "round is_void"),
    (EV_ROUND_CLOSED, "ROUND_CLOSED", "<IBBB", "round closed_as cards areas"),
    # outcome: result, pays, per for each wager of the game's table
    (EV_HAND_SETTLED, "HAND_SETTLED", "<IBB8sI12s", "round place cards hand value outcome"),
    (EV_PACK_BURNED, "PACK_BURNED", "<BB", "cards first"),
    (EV_LAST_ROUND, "LAST_ROUND", "<I", "round"),
    (EV_SHUFFLE_DUE, "SHUFFLE_DUE", "<I", "round"),
    (EV_ROUND_FINDING, "ROUND_FINDING", "<IBBBh", "round irregularity place card_number detail"),
    (EV_PLACES_CHANGED, "PLACES_CHANGED", "<IB", "round cards"),
)
