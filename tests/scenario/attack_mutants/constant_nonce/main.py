"""Gives everybody the same nonce."""

from firmware import shoe
from firmware.board import board

board.Board.new_nonce = lambda self: b"\x01" * 16
run = shoe.main
