"""Leaks on purpose: the nonce of HELLO is a piece of the device key."""

from firmware import app_common, app_shoe

app_common.Board.new_nonce = lambda self: self.keys.device_key()[3:19]
run = app_shoe.main
