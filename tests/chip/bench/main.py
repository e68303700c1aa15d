"""The test program on the bench: runs what the test sends, a line of Python text a time.

The drivers are imported here, so that the image holds them; the text that comes in names them.
"""

import gc
import sys

import bench_pins as pins
import machine
import micropython
import rp2

NAMES = {"pins": pins, "gc": gc, "sys": sys, "machine": machine, "rp2": rp2}
END = "\x04"


def run():
    micropython.alloc_emergency_exception_buf(100)
    gc.collect()
    print("bench", gc.mem_free(), end=END)
    while True:
        text = eval(sys.stdin.readline())
        try:
            exec(text, NAMES)
        except Exception as error:
            sys.print_exception(error)
        print(end=END)
