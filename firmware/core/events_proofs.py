"""Events of the provable shuffle: same columns as event_table.EVENTS."""

EV_SHUFFLE_COMMITTED = 95
EV_CARD_DEALT = 96

EVENTS = (
    (EV_SHUFFLE_COMMITTED, "SHUFFLE_COMMITTED", "<IH32s", "shuffle cards root"),
    (EV_CARD_DEALT, "CARD_DEALT", "<IHB", "shuffle position card"),
)
