"""The same nonce after each boot, and no boot count in the session key."""

from firmware import app_common, app_shoe
from firmware.link import sessions

_open = sessions.Sessions.open


def _open_without_boot(self, *args):
    self._boot_count = 1
    return _open(self, *args)


app_common.Board.new_nonce = lambda self: b"\x01" * 16
sessions.Sessions.open = _open_without_boot
run = app_shoe.main
