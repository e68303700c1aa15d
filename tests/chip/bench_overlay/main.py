"""The test program on the bench: runs what the test sends, a line of Python text a time.

The drivers are imported here, so that the image holds them; the text that comes in names them.
"""

import gc
import sys

import bench_pins as pins
import machine
import micropython
import rp2
from shift import Shift

from firmware.core.edge_ring import EdgeRing
from firmware.drivers import flash_map, rp2040
from firmware.drivers.deadline import Deadline
from firmware.drivers.edge_input import EdgeInput
from firmware.drivers.feed_roller import FeedRoller
from firmware.drivers.line_camera import LineCamera
from firmware.drivers.roller_encoder import RollerEncoder
from firmware.drivers.rs485 import Rs485
from firmware.drivers.step_generator import StepGenerator
from firmware.drivers.supply_monitor import SupplyMonitor

NAMES = {
    "chip": rp2040,
    "Deadline": Deadline,
    "EdgeInput": EdgeInput,
    "EdgeRing": EdgeRing,
    "FeedRoller": FeedRoller,
    "flash_map": flash_map,
    "gc": gc,
    "LineCamera": LineCamera,
    "machine": machine,
    "pins": pins,
    "RollerEncoder": RollerEncoder,
    "rp2": rp2,
    "Rs485": Rs485,
    "StepGenerator": StepGenerator,
    "Shift": Shift,
    "SupplyMonitor": SupplyMonitor,
    "sys": sys,
}
END = "\x04"


def run():
    micropython.alloc_emergency_exception_buf(100)
    gc.collect()
    print("bench", gc.mem_free(), end=END)
    while True:
        text = eval(sys.stdin.readline())
        try:
            exec(text, NAMES)  # noqa: S102
        except Exception as error:  # noqa: BLE001 (told to the test)
            sys.print_exception(error)
        print(end=END)
