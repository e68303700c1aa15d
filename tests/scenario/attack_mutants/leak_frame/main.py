"""Leaks on purpose: the nonce of HELLO is a piece of the device key."""

from firmware import shoe
from firmware.board import board

board.Board.new_nonce = lambda self: self.keys.device_key()[3:19]
run = shoe.main
