"""Run inside MicroPython: microseconds per card, from a file of frames (recognise_bench.py).

Prints `name value` lines.  The work is the board's: one view, reading under a heap lock.
"""

import sys
from time import ticks_diff, ticks_us  # pyright: ignore[reportAttributeAccessIssue]

import micropython

from firmware.recognise.recogniser import Recogniser

with open(sys.argv[1], "rb") as file:
    reader = Recogniser(bytearray(file.read(int(sys.argv[2]))))
    green = bytearray(12288)
    red = bytearray(3072)
    first_us = all_us = first = every = 0
    while file.readinto(green) == 12288:
        file.readinto(red)
        micropython.heap_lock()
        start_us = ticks_us()
        reader.read(green, red, 96)
        took_us = ticks_diff(ticks_us(), start_us)
        micropython.heap_unlock()
        if reader.tries == 1:
            first_us += took_us
            first += 1
        elif reader.tries == 7:
            all_us += took_us
            every += 1
print("recognise_first_try_us", first_us // max(1, first))
print("recognise_all_tries_us", all_us // max(1, every))
