"""Numbers of the shuffling device's inputs in the board's ring, behind those of the cards' room."""

SRC_FEED = 14
SRC_CAROUSEL = 15
SRC_OUTPUT = 16
SRC_PLACED = 17
SRC_DUE = 18
SRC_LOOK = 19
SRC_THROAT = 20
SRC_OUTPUT_TRAY = 21
SRC_FEED_TRAY = 22
