"""The figures of the decision in groups, each with what it refuses.

A map's difference is a sum of squares; "clear" is percent of what lies between two templates (see
`decide`).  docs/recognition.md says where they come from, and what each costs in reads.
"""

# -- the rank by itself -----------------------------------------------------------------------
# like none of the enrolled ones: RANK_FAR
RANK_MOST = 3600  # a rank farther than this from every template
RANK_MOST_THIN = 2000  # the same in a picture thinned against blur
# part of it covered or missing: RANK_SPOILED
RANK_WORST = 2300  # a block of 4 × 4 cells that differs by more
RANK_EXTRA = 1200  # more ink where the rank has none: wear takes ink away, only dirt adds it
# about equally like another: RANK_CLOSE
RANK_CLEAR = 30  # less clear than this against any other rank
RANK_ALONE = 40  # less clear than this where the face does not tell the two apart,
RANK_ALONE_PART = 100  # and one percent more for every so much difference

# -- the rank may be a fuller one with a part of it covered: RANK_COVERED ---------------------
RANK_FULLER = 1200  # a rank that leaves at most this much more ink unexplained counts as fuller
RANK_FULLER_HINT = 700  # one within this, where the face hints at it
RANK_BOTH = 500  # more ink missing and more added than this is neither wear nor blur:
RANK_FULLER_BOTH = 2200  # then a rank within this counts as fuller
RANK_COVERED = 850  # a difference of more than this where there is a fuller rank,
RANK_COVERED_WORN = 6  # and so much more for every level that the ink has lost
RANK_CLEAR_WORN = 33  # percent of those levels by which it must be clearer than alone
RANK_CLEAR_THIN = 30  # and so much clearer in a picture thinned against blur
FACE_HINT = 40  # faces nearer than this give no hint
FACE_HINT_GAP = 15  # nor does one that fits the fuller rank by no more than this better

# -- the suit by itself -----------------------------------------------------------------------
# like none of the enrolled ones: SUIT_FAR
SUIT_MOST = 1100  # a suit farther than this from every template,
SUIT_MOST_WORN = 12  # and so much for every level that the ink has lost
SUIT_MOST_THIN = 850  # the same in a picture thinned against blur
# part of it covered or missing: SUIT_SPOILED
SUIT_WORST = 2000  # a block of 4 × 4 cells that differs by more
SUIT_EXTRA = 560  # more ink where the suit has none,
SUIT_EXTRA_WORN = 4  # and so much for every level that the ink has lost: blur shows more then
SUIT_BOTH = 380  # more ink missing and more added than this
SUIT_COVERED = 450  # a difference of more than this where another suit explains the ink better,
SUIT_COVERED_WORN = 8  # and so much for every level that the ink has lost
# about equally like another: SUIT_CLOSE
SUIT_CLEAR = 30  # less clear than this against any other suit,
SUIT_CLEAR_PART = 33  # and one percent more for every so much difference
SUIT_CLEAR_WORN = 3  # of which wear explains so much for every level that the ink has lost
SUIT_CLEAR_RETONED = 42  # less clear than this after another tone curve
SUITS_NEAR = 1200  # suits nearer to each other than this need more:
SUITS_NEAR_PART = 25  # one percent for every so much
SUIT_FULLER = 50  # less clear than this against a suit that explains the ink better
COLOUR_HELP = 30  # percent that a told colour is worth against a suit of the other one

# -- the colour: PATCH ------------------------------------------------------------------------
OTHER_COLOUR_BLACK = 4  # more points of another colour than this on black ink
OTHER_COLOUR_RED = 16  # the same on red ink

# -- where rank and suit stand: GEOMETRY ------------------------------------------------------
BESIDE_MOST = 6  # the rank farther aside than this, in 1/64 of the suit's width
WIDTH_PERCENT = 25  # its width against the suit's off by more than this

# -- the face beside the index: FACE ----------------------------------------------------------
FACE_MOST = 300  # a face that differs by more
FACE_APART = 80  # faces nearer than this do not tell two cards apart
FACE_AGAINST = 25  # percent by which the face may speak for another card,
FACE_GAP = 60  # and by how much at least
FACE_FOR = 30  # percent that count as the face's support
# percent: the speed may have changed since the index; what is likelier comes first
SPEEDS = (100, 92, 109, 84, 119, 76, 130)
SLOWEST = 76
SPEED_PRICE = 1  # difference that each percent of it must be worth

# -- a little off in everything: STRANGE ------------------------------------------------------
STRANGE_MOST = 48  # odder than this in everything together, on unworn print,
STRANGE_WORN = 21  # and so many percent of the levels that the ink has lost
ODD_RED = 110  # a red card is this odd already: pale red ink of another design looks worn
ODD_PATCH = 100  # and one with a patch on it
ODD_HIDDEN_FACE = 50  # and one whose face is not all in view

# -- better explained by another one with a patch on it: RANK_COVERED, SUIT_COVERED -----------
RIVAL_RANK_FROM = 400  # a rank with no more difference is not compared with patched ones
RIVAL_RANK = 250  # a patched rank that explains it better by more than this,
RIVAL_RANK_EXTRA = 600  # or at all, where more ink than this was added: only a patch does that
RIVAL_SUIT_FROM = 400  # the same for the other suit of the colour
RIVAL_SUIT = 200  # a patched suit that explains it better by more than this,
RIVAL_SUIT_EXTRA = 450  # or at all, where more ink than this was added

# -- a patch on the rank: read by what it leaves uncovered ------------------------------------
# the suit must say where the rank stands: SUIT_FAR, SUIT_CLOSE
WHOLE_SUIT_MOST = 700  # a suit farther than this from its template
WHOLE_SUIT_CLEAR = 50  # and one less clear than this
# the rank beside the patch: RANK_FAR, RANK_SPOILED, RANK_CLOSE
PATCH_REST_MOST = 1000  # a difference of more than this beside the patch
PATCH_REST_PERCENT = 45  # where more than this share of it is left, it lies all over:
PATCH_REST_SPREAD = 400  # then a difference of more than this,
PATCH_REST_WORN = 8  # and so much for every level that the ink has lost
PATCH_CELLS_MOST = 76  # more cells than this under the patch: two fifths of the rank
PATCH_CLEAR = 1200  # another rank, under a patch of its own, that differs by less than this more
PATCH_FACE_MOST = 100  # a face that differs by more: FACE

# -- no card of the pack ----------------------------------------------------------------------
JOKER_RANK = 6000  # a rank this far from all enrolled ones is none: a joker
