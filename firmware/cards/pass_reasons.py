"""Why a pass gave no reading before any picture was compared; numbers follow recognise.reasons."""

TOO_FEW_LINES = 40
LENGTH = 41
NOT_MOVED = 42
TWO_AT_ONCE = 43
PICTURE_TWICE = 44
CAMERA_DARK = 45
FACE_UP_UNSURE = 46
CONTRADICTED = 47
DOUBLED = 48

REASONS = (
    (TOO_FEW_LINES, "pulled too fast: too few lines"),
    (LENGTH, "the pass was too short for a card"),
    (NOT_MOVED, "the roller did not turn"),
    (TWO_AT_ONCE, "the pass was longer than one card"),
    (PICTURE_TWICE, "the camera handed the last card's picture over again"),
    (CAMERA_DARK, "the camera gives no picture"),
    (FACE_UP_UNSURE, "the face-up sensor contradicts the cameras"),
    (CONTRADICTED, "read, but the pack cannot hold one more of this card"),
    (DOUBLED, "read in a deal, but it came already as often as the decks hold it"),
)
