"""Events of the provable shuffle: same columns as event_table.EVENTS."""

EV_SHUFFLE_COMMITTED = 95
EV_CARDS_DEALT = 96

CARDS_PER_EVENT = 60  # what fits a record; unused places are NO_CARD
NO_CARD = 0xFF

EVENTS = (
    (EV_SHUFFLE_COMMITTED, "SHUFFLE_COMMITTED", "<IH32s", "shuffle cards root"),
    (EV_CARDS_DEALT, "CARDS_DEALT", "<IHB60s", "shuffle first_position count dealt_cards"),
)
