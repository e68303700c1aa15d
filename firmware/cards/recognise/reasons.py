"""Why a card was not read: one number and one sentence each."""

READ = 0
NO_PAPER = 1
NO_EDGE = 2
NO_END = 3
NO_INK = 4
NO_RANK = 5
NO_SUIT = 6
RANK_FAR = 7
RANK_CLOSE = 8
RANK_SPOILED = 9
SUIT_FAR = 10
SUIT_CLOSE = 11
SUIT_SPOILED = 12
GEOMETRY = 13
COLOUR = 14
FACE = 15
TRIES_DIFFER = 16
NO_RED = 17
SENSORS_DIFFER = 18
ONE_SENSOR = 19
PATCH = 20
TAKEN_FOR_ANOTHER = 21
STRANGE = 22
RANK_COVERED = 23
SUIT_COVERED = 24

REASONS = (
    (READ, "read"),
    (NO_PAPER, "no paper in front of the sensor"),
    (NO_EDGE, "the card's leading edge is not a straight line"),
    (NO_END, "the card's end is not in view"),
    (NO_INK, "no ink where the index stands"),
    (NO_RANK, "no blob of a rank's size by the edge"),
    (NO_SUIT, "no suit below the rank"),
    (RANK_FAR, "the rank is like none of the enrolled ones"),
    (RANK_CLOSE, "two ranks are about equally like it"),
    (RANK_SPOILED, "part of the rank is covered or missing"),
    (SUIT_FAR, "the suit is like none of the enrolled ones"),
    (SUIT_CLOSE, "two suits are about equally like it"),
    (SUIT_SPOILED, "part of the suit is covered or missing"),
    (GEOMETRY, "rank and suit do not stand where this card has them"),
    (COLOUR, "the ink's colour in red light is not the suit's"),
    (FACE, "the face beside the index is not this card's"),
    (TRIES_DIFFER, "two thresholds give two cards"),
    (NO_RED, "no red exposure"),
    (SENSORS_DIFFER, "the two sensors read different cards"),
    (PATCH, "something of another colour lies on the index"),
    (TAKEN_FOR_ANOTHER, "taken for another card"),
    (STRANGE, "like a card of the pack, but a little off in everything"),
    (RANK_COVERED, "may be a fuller rank with a part of it covered"),
    (SUIT_COVERED, "may be the other suit with a part of it covered"),
    (ONE_SENSOR, "one sensor is dead and single reading is not allowed"),
)


def words_of(reason):
    """The sentence for a reason."""
    for number, words in REASONS:
        if number == reason:
            return words
    return "reason %d" % reason
