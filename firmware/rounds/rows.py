"""Tables and rounds: events (110–130), settings (28–39), messages (83–90, 41)."""

from firmware.core import rows as c

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
EV_WAGERS_BACK = 126
EV_ODDS_CHANGED = 127
EV_ODDS_ANNOUNCED = 128
EV_FINDING_MADE = 130

CFG_LOW_LIMIT = 28
CFG_EVEN_MONEY = 29
CFG_TCP_ANTE_BONUS = 30
CFG_TCP_PAIR_PLUS = 31
CFG_FCP_ANTE_BONUS = 32
CFG_FCP_ACES_UP = 33
CFG_SETTLE_LEAST_MS = 34
CFG_DEAL_PAUSE_MS = 35

MSG_OPEN_TABLE = 83
MSG_SET_AREAS = 84
MSG_PACK_LOADED = 85
MSG_DECIDE = 86
MSG_END_ROUND = 87
MSG_TELL_ROUND = 88
MSG_GET_TABLE = 89
MSG_TABLE_STATE = 90
MSG_CHANGE_ODDS = 41

# a record: format, fields
HAND_RECORD = ("<B8sI12s", "cards hand value outcome")
# bits of table_flags
FLAG_SHUFFLE_DUE = 1
FLAG_LAST_ROUND = 2
FLAG_BURN_DUE = 4
FLAG_VOIDED = 8
FLAG_STOPPED = 16  # no round may begin until a ruling's steps are done
# why odds may change (TCB 14.8)
GROUND_SIGN_UP = 1  # the sign with the new game stands on the table from now on
GROUND_SIGN_TIME = 2  # it has stood there for 20 minutes
GROUND_CONSENT = 3  # all players agree
NO_HAND = 0xFF  # in GET_TABLE: no hand is wanted
MAY_VOID = c.SUPERVISOR | c.INSPECTOR

# id, name, struct format, fields with their units
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
    # the jackpot wagers of these seats go back; the whole set, told whenever it changes (J13)
    (EV_WAGERS_BACK, "WAGERS_BACK", "<IB", "round seats"),
    (EV_ODDS_CHANGED, "ODDS_CHANGED", "<BBBB", "setting value ground role"),
    (EV_ODDS_ANNOUNCED, "ODDS_ANNOUNCED", "<BBB", "setting value role"),
    # moment: a state's bit of ruling/terms.py, with DEVICE_BIT when a shuffling device is in use
    (EV_FINDING_MADE, "FINDING_MADE", "<HBBBBh",
     "case_number irregularity game moment place detail"),
)

# id, name, default, least, most, unit
SETTINGS = (
    (CFG_LOW_LIMIT, "low_limit", 0, 0, 1, ""),  # TCP 6.7.2, FCP 6.6.2
    (CFG_EVEN_MONEY, "even_money", 0, 0, 1, ""),  # TCB 10, 11.2
    # which of the game's schedules is on the sign (TCP 10.3, 10.5; FCP 10.3, 10.5)
    (CFG_TCP_ANTE_BONUS, "tcp_ante_bonus", 0, 0, 1, ""),
    (CFG_TCP_PAIR_PLUS, "tcp_pair_plus", 0, 0, 2, ""),
    (CFG_FCP_ANTE_BONUS, "fcp_ante_bonus", 0, 0, 0, ""),
    (CFG_FCP_ACES_UP, "fcp_aces_up", 0, 0, 1, ""),
    (CFG_SETTLE_LEAST_MS, "settle_least_ms", 4_000, 1_000, 60_000, "ms"),
    (CFG_DEAL_PAUSE_MS, "deal_pause_ms", 20_000, 3_000, 120_000, "ms"),
)

# what stands in a message's tail: when a hand was asked for, that one
RECORDS = ((MSG_TABLE_STATE, HAND_RECORD),)

# id, name, direction, who may, rule, answer, struct format, fields (* = the bytes that follow)
MESSAGES = (
    # game 0 closes the table; decks 0: the fewest of the game
    (MSG_OPEN_TABLE, "OPEN_TABLE", c.TO_BOARD, c.TABLE | c.SUPERVISOR, c.ONCE, c.MSG_OK,
     "<BBBB", "game equipment decks areas"),
    (MSG_SET_AREAS, "SET_AREAS", c.TO_BOARD, c.TABLE | c.SUPERVISOR, c.ONCE, c.MSG_OK,
     "<B", "areas"),
    (MSG_PACK_LOADED, "PACK_LOADED", c.TO_BOARD, c.TABLE | c.SUPERVISOR, c.ONCE, c.MSG_OK, "<", ""),
    (MSG_DECIDE, "DECIDE", c.TO_BOARD, c.TABLE, c.ONCE, c.MSG_OK, "<BB", "seat decision"),
    # is_void 1: a casino supervisor authorises it (FCP 12.9, TCB 12.6, LDB 10.8)
    (MSG_END_ROUND, "END_ROUND", c.TO_BOARD, c.TABLE | c.SUPERVISOR | c.INSPECTOR, c.ONCE, c.MSG_OK,
     "<B", "is_void"),
    (MSG_TELL_ROUND, "TELL_ROUND", c.TO_BOARD, c.TABLE | c.SUPERVISOR, c.ONCE, c.MSG_OK,
     "<BBBB", "told place card_number value"),
    (MSG_GET_TABLE, "GET_TABLE", c.TO_BOARD, c.ANYONE, c.READ, MSG_TABLE_STATE, "<B", "place"),
    (MSG_TABLE_STATE, "TABLE_STATE", c.TO_HOST, c.ANYONE, c.PUSH, 0, "<BBBBBIBBHBBBB",
     "phase game equipment decks areas round cards closed_as cards_out awaited_seat"
     " next_place table_flags back_seats *hand"),
    # odds and schedules: the supervisor's, between rounds (TCB 14.8)
    (MSG_CHANGE_ODDS, "CHANGE_ODDS", c.TO_BOARD, c.SUPERVISOR, c.ONCE, c.MSG_OK,
     "<BBB", "setting value ground"),
)
