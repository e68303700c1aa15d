"""What the jackpot reports; amounts in micro-cents (_uc) are those after the movement."""

EV_POOL_STARTED = 150
EV_ROUND_FROZEN = 151
EV_WAGER_REFUSED = 152
EV_WAGER_LATE = 153
EV_SEAT_TROUBLE = 154
EV_SEAT_WELL = 155
EV_HANDS_READ = 156
EV_CLAIMED = 157
EV_CLAIM_REFUSED = 158
EV_HIT_PENDING = 159
EV_PAID = 160
EV_HIT_CLOSED = 161
EV_HIT_CANCELLED = 162
EV_HAND_VOIDED = 163
EV_ROUND_VOIDED = 164
EV_WAGERS_REOPENED = 165
EV_SETTING_DEFERRED = 166
EV_METERS_STATED = 167
EV_POOL_ADJUSTED = 168
EV_ANTES_TOLD = 169
EV_WIN_SHOWN = 170
EV_TABLE_JOINED = 171
EV_TABLE_REFUSED = 172
EV_LINK_LOST = 173
EV_LINK_RESTORED = 174
EV_LINKED_IN = 175
EV_LINKED_HIT = 176
EV_LINKED_DONE = 177
EV_TAKEN_OVER = 178
EV_LINK_KEY_SET = 180  # 179 was another one: numbers are never used again
EV_TERMS_STATED = 181

EVENTS = (
    (EV_POOL_STARTED, "POOL_STARTED", "<q", "pool_uc"),
    (
        EV_ROUND_FROZEN,
        "ROUND_FROZEN",
        "<IBBIqq",
        "round seats source wager_cents pool_uc reserve_uc",
    ),
    (EV_WAGER_REFUSED, "WAGER_REFUSED", "<BB", "seat reason"),
    (EV_WAGER_LATE, "WAGER_LATE", "<B", "seat"),
    (EV_SEAT_TROUBLE, "SEAT_TROUBLE", "<BB", "seat trouble"),
    (EV_SEAT_WELL, "SEAT_WELL", "<B", "seat"),
    (
        EV_HANDS_READ,
        "HANDS_READ",
        "<IB35sII16s",
        "round seats cards shoe_first shoe_last digest",
    ),
    (EV_CLAIMED, "CLAIMED", "<IBB", "round seat hand_class"),
    (EV_CLAIM_REFUSED, "CLAIM_REFUSED", "<IBBB", "round seat hand_class actual"),
    (
        EV_HIT_PENDING,
        "HIT_PENDING",
        "<IBqqqq",
        "round seats taken_uc seeded_uc pool_uc reserve_uc",
    ),
    (EV_PAID, "PAID", "<IBBIII", "round seat hand_class pool_cents bonus_cents house_cents"),
    (EV_HIT_CLOSED, "HIT_CLOSED", "<IBBIq", "round asked_by confirmed_by hits pool_uc"),
    (EV_HIT_CANCELLED, "HIT_CANCELLED", "<IBBqq", "round asked_by confirmed_by pool_uc reserve_uc"),
    (EV_HAND_VOIDED, "HAND_VOIDED", "<IBqq", "round seat pool_uc reserve_uc"),
    (EV_ROUND_VOIDED, "ROUND_VOIDED", "<IBqq", "round seats pool_uc reserve_uc"),
    (EV_WAGERS_REOPENED, "WAGERS_REOPENED", "<I", "round"),
    (EV_SETTING_DEFERRED, "SETTING_DEFERRED", "<Bii", "setting old_value new_value"),
    (EV_METERS_STATED, "METERS_STATED", "<B64s", "part values"),
    (EV_POOL_ADJUSTED, "POOL_ADJUSTED", "<qqBB", "amount_uc pool_uc asked_by confirmed_by"),
    (EV_ANTES_TOLD, "ANTES_TOLD", "<BB", "antes wagers"),
    (EV_WIN_SHOWN, "WIN_SHOWN", "<IqI", "round amount_uc after_ms"),
    (EV_TABLE_JOINED, "TABLE_JOINED", "<B", "address"),
    (EV_TABLE_REFUSED, "TABLE_REFUSED", "<B", "address"),
    (EV_LINK_LOST, "LINK_LOST", "<BI", "address silence_ms"),
    (EV_LINK_RESTORED, "LINK_RESTORED", "<B", "address"),
    (EV_LINKED_IN, "LINKED_IN", "<BIIIqq", "address number accepted voided pool_uc reserve_uc"),
    (
        EV_LINKED_HIT,
        "LINKED_HIT",
        "<BI7sqqq",
        "address number classes seeded_uc pool_uc reserve_uc",
    ),
    (EV_LINKED_DONE, "LINKED_DONE", "<BIBqqq", "address number what paid_uc pool_uc reserve_uc"),
    (EV_TAKEN_OVER, "TAKEN_OVER", "<BBB32s", "address asked_by confirmed_by purses"),
    (EV_LINK_KEY_SET, "LINK_KEY_SET", "<", ""),
    (EV_TERMS_STATED, "TERMS_STATED", "<48s", "values"),
)
