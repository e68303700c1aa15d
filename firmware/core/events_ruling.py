"""Events of findings and rulings (130 to 149): id, name, struct format, fields."""

EV_FINDING_MADE = 130
EV_QUESTION_ASKED = 131
EV_QUESTION_ANSWERED = 132
EV_RULING_MADE = 133
EV_NOTICE_GIVEN = 134
EV_FINDING_WITHDRAWN = 135
EV_DAMAGE_LISTED = 136
EV_CARD_REPLACED = 137
EV_REPLACEMENT_REFUSED = 138
EV_REPLACING = 139

EVENTS = (
    # moment: a state's bit of ruling/terms.py, with DEVICE_BIT when a shuffling device is in use
    (
        EV_FINDING_MADE,
        "FINDING_MADE",
        "<HBBBBh",
        "case_number irregularity game moment place detail",
    ),
    (EV_QUESTION_ASKED, "QUESTION_ASKED", "<HBH", "case_number game fact"),
    (EV_QUESTION_ANSWERED, "QUESTION_ANSWERED", "<HBHBB", "case_number game fact is_so role"),
    (
        EV_RULING_MADE,
        "RULING_MADE",
        "<HBBBHH",
        "case_number irregularity game ruling rule also_rule",
    ),
    (EV_NOTICE_GIVEN, "NOTICE_GIVEN", "<HBBH", "case_number game notified rule"),
    (EV_FINDING_WITHDRAWN, "FINDING_WITHDRAWN", "<HBB", "case_number irregularity role"),
    (EV_DAMAGE_LISTED, "DAMAGE_LISTED", "<BB", "card count"),
    (EV_CARD_REPLACED, "CARD_REPLACED", "<BB", "card missing"),
    (EV_REPLACEMENT_REFUSED, "REPLACEMENT_REFUSED", "<BB", "card missing"),
    (EV_REPLACING, "REPLACING", "<BB", "is_on missing"),
)
