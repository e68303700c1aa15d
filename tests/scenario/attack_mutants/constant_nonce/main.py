"""Gives everybody the same nonce."""

from firmware import app_common, app_shoe

app_common.Board.new_nonce = lambda self: b"\x01" * 16
run = app_shoe.main
