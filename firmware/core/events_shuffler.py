"""Events of the shuffling device (70–109); rows as in event_table.py.

No event names a card that is still to be dealt (RULES A2): findings name cards that are missing,
foreign or damaged, never where a card of the pack lies.
"""

EV_CYCLE_STARTED = 70
EV_STEP_DONE = 71
EV_CYCLE_READY = 72
EV_PACKET_OFFERED = 73
EV_PACKET_TAKEN = 74
EV_CYCLE_ENDED = 75
EV_ABORTED = 76
EV_JAM_FOUND = 77
EV_RETRIED = 78
EV_CALLED = 79
EV_PACK_VERDICT = 80
EV_CARD_FINDING = 81
EV_CARD_DAMAGED = 82
EV_GATE_OPENED = 83
EV_GATE_OVERRIDDEN = 84
EV_MIXING_STOPPED = 85
EV_STEP_OVERDUE = 86
EV_OUTPUT_DIFFERED = 87
EV_CYCLE_INTERRUPTED = 88
EV_TREND_WARNING = 89
EV_PACK_COUNTED = 90
EV_CLEARED_BY_PERSON = 91
EV_BOX_DEALT = 92

EVENTS = (
    (EV_CYCLE_STARTED, "CYCLE_STARTED", "<BBI", "mode decks cycle"),
    (EV_STEP_DONE, "STEP_DONE", "<BHI", "step cards duration_ms"),
    (EV_CYCLE_READY, "CYCLE_READY", "<HBI", "cards is_shuffled duration_ms"),
    (EV_PACKET_OFFERED, "PACKET_OFFERED", "<HH", "first_position cards"),
    (EV_PACKET_TAKEN, "PACKET_TAKEN", "<HH", "first_position cards"),
    (EV_CYCLE_ENDED, "CYCLE_ENDED", "<I", "cycle"),
    (EV_ABORTED, "ABORTED", "<BHB", "step cards role"),
    (
        EV_JAM_FOUND,
        "JAM_FOUND",
        "<BBBHHH",
        "step evidence gates travel_mm speed_mm_s current_ma",
    ),
    (EV_RETRIED, "RETRIED", "<BBB", "trouble attempt remedy"),
    (EV_CALLED, "CALLED", "<BBH", "step trouble cards_inside"),
    (
        EV_PACK_VERDICT,
        "PACK_VERDICT",
        "<BHBBBB",
        "is_good cards missing_cards extra_cards strange_cards unread_cards",
    ),
    (EV_CARD_FINDING, "CARD_FINDING", "<BBB", "kind card count"),
    (EV_CARD_DAMAGED, "CARD_DAMAGED", "<BB", "card trouble"),
    (EV_GATE_OPENED, "GATE_OPENED", "<B", "reason"),
    (EV_GATE_OVERRIDDEN, "GATE_OVERRIDDEN", "<BBB", "asked_by confirmed_by step"),
    (EV_MIXING_STOPPED, "MIXING_STOPPED", "<BBhh", "source statistic value limit"),
    (EV_STEP_OVERDUE, "STEP_OVERDUE", "<BIH", "step elapsed_ms cards"),
    (EV_OUTPUT_DIFFERED, "OUTPUT_DIFFERED", "<BH", "kind position"),
    (
        EV_CYCLE_INTERRUPTED,
        "CYCLE_INTERRUPTED",
        "<BHHB",
        "step cards_in_carousel cards_delivered cards_in_way",
    ),
    (EV_TREND_WARNING, "TREND_WARNING", "<BHI", "trend value forecast_cards"),
    (EV_PACK_COUNTED, "PACK_COUNTED", "<BHH", "is_good cards differing_cards"),
    (EV_CLEARED_BY_PERSON, "CLEARED_BY_PERSON", "<BB", "trouble role"),
    (EV_BOX_DEALT, "BOX_DEALT", "<IB10s", "cycle count box_cards"),
)
