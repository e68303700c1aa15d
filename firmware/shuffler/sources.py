"""Numbers of the shuffling device's inputs in the board's ring, behind those of the cards' room."""

SRC_FEED = 14
SRC_CAROUSEL = 15
SRC_OUTPUT = 16
SRC_HOME = 17
SRC_PLACED = 18
SRC_DUE = 19
SRC_LOOK = 20
SRC_THROAT = 21
SRC_OUTPUT_TRAY = 22
SRC_FEED_TRAY = 23
