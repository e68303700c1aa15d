"""Settings of reading and census; same rows as in settings_table."""

CFG_ONE_CAMERA_ALLOWED = 10
CFG_DECKS = 11
CFG_BACK_COLOUR = 12
CFG_BURST_REFUSALS = 13
CFG_LIGHT_WARN_PERCENT = 14
CFG_DIRTY_PIXELS = 15

SETTINGS = (
    # with one camera dead: 1 works on, under the worse bound of docs/recognition.md
    (CFG_ONE_CAMERA_ALLOWED, "one_camera_allowed", 0, 0, 1, ""),
    (CFG_DECKS, "decks", 1, 1, 8, ""),  # 1, 3, 4, 6 or 8: the games have no other packs
    (CFG_BACK_COLOUR, "back_colour", 0, 0, 6, ""),  # 0: that of most cards
    (CFG_BURST_REFUSALS, "burst_refusals", 6, 3, 16, ""),  # of sixteen cards: foreign deck, dirt
    (CFG_LIGHT_WARN_PERCENT, "light_warn_percent", 80, 50, 95, "%"),  # of the light at enrolment
    (CFG_DIRTY_PIXELS, "dirty_pixels", 3, 1, 32, ""),
)
