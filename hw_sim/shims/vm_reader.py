"""The board's recogniser inside MicroPython, fed with frames over a pipe (hw_sim/reader.py).

Requests are one letter and their bytes; answers have a fixed size each.  Buffers are made once,
as on the board, and reading runs under a heap lock: an allocation would end it.
"""

import struct
import sys

import micropython

from firmware.cards.recognise import limits, reasons, templates
from firmware.cards.recognise.index_view import IndexView
from firmware.cards.recognise.recogniser import Recogniser
from firmware.cards.recognise.template_maker import TemplateMaker

GREEN_BYTES = 96 * 128
RED_BYTES = 24 * 128

pipe = open(int(sys.argv[1]), "r+b")  # for as long as the VM lives
view = IndexView()
enrolment = TemplateMaker(view)
green = bytearray(GREEN_BYTES)
red = bytearray(RED_BYTES)
block = bytearray(templates.TEMPLATE_BYTES)
answer = bytearray(16)
request = bytearray(2)
number = bytearray(4)
reader = None


def fill(buf):
    """Read a whole buffer from the pipe."""
    at = 0
    whole = memoryview(buf)
    while at < len(buf):
        n = pipe.readinto(whole[at:] if at else buf)
        if not n:
            sys.exit(0)
        at += n


def read_one():
    micropython.heap_lock()
    code = reader.read(green, red, 96)
    micropython.heap_unlock()
    d = reader.decision
    d.work_out_clear(reader.view)
    struct.pack_into(
        "<BBBbHHhHHh", answer, 0, code, reader.reason, reader.tries, d.card, d.rank_diff,
        d.rank_extra, d.rank_clear, d.suit_diff, d.suit_extra, d.suit_clear,
    )  # fmt: skip


while True:
    fill(request)
    what = request[0]
    if what == 82:  # R: read a frame
        fill(green)
        fill(red)
        read_one()
        pipe.write(answer)
    elif what == 69:  # E: an enrolment read of card request[1]
        fill(green)
        fill(red)
        answer[0] = enrolment.add(request[1], green, red, 96)
        pipe.write(answer)
    elif what == 78:  # N: end of an enrolment run; so many ranks may lack
        made = enrolment.end_run(request[1])
        answer[0] = reasons.READ if made is not None else reasons.NO_RANK
        pipe.write(answer)
        if made is not None:
            pipe.write(made)
    elif what == 76:  # L: load templates
        fill(block)
        answer[0] = templates.is_good(block)
        if answer[0]:
            reader = Recogniser(block, view)
        pipe.write(answer)
    elif what == 83:  # S: set a limit of the decision, for whoever wants to know what it costs
        name = bytearray(request[1])
        fill(name)
        fill(number)
        setattr(limits, str(name, "ascii"), struct.unpack("<i", number)[0])
        pipe.write(answer)
    elif what == 90:  # Z: forget, enrol anew
        enrolment = None
        enrolment = TemplateMaker(view)
        pipe.write(answer)
