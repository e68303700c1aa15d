"""A session is whoever has its tag, on either line and from any address."""

from firmware import shoe
from firmware.trust import sessions

sessions.Session.is_of = lambda self, port, sender: self.key is not None
run = shoe.main
