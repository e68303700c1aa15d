"""Lets sessions under old keys go on after a re-provisioning."""

from firmware import app_shoe
from firmware.link import port, sessions

sessions.Sessions.close_others = lambda self, number, sender: None
port.LinkPort.leave_session = lambda self: None
run = app_shoe.main
