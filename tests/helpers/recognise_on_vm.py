"""Run inside MicroPython: microseconds per card, from a file of frames (recognise_bench.py).

Prints `name value` lines.  The work is the board's: one view, reading under a heap lock.
"""

import sys
from time import ticks_diff, ticks_us  # pyright: ignore[reportAttributeAccessIssue]

import micropython

from firmware.cards.recognise.recogniser import Recogniser

with open(sys.argv[1], "rb") as file:
    reader = Recogniser(bytearray(file.read(int(sys.argv[2]))))
    green = bytearray(12288)
    red = bytearray(3072)
    taken_us = ([], [], [])  # per severity, which take turns in the file
    refused_us = []
    cards = 0
    while file.readinto(green) == 12288:
        file.readinto(red)
        micropython.heap_lock()
        start_us = ticks_us()
        code = reader.read(green, red, 96)
        took_us = ticks_diff(ticks_us(), start_us)
        micropython.heap_unlock()
        taken_us[cards % 3].append(took_us)
        cards += 1
        if code >= 52:
            refused_us.append(took_us)
for k in range(3):
    taken_us[k].sort()
    print("median_severity_%d_us" % (k + 1), taken_us[k][len(taken_us[k]) // 2])
    print("mean_severity_%d_us" % (k + 1), sum(taken_us[k]) // len(taken_us[k]))
print("mean_refused_us", sum(refused_us) // max(1, len(refused_us)))
print("longest_us", max(taken_us[2]))
