"""The word that DMA would keep in memory: here it comes over the sim bus when somebody looks."""

import simbus


class LiveWord:
    """Only one program has such a word: the one that follows the roller's encoder."""

    def __init__(self, machine, request, count):
        self.value = simbus.roller_count
