"""Lets sessions under old keys go on after a re-provisioning."""

from firmware import shoe
from firmware.link import port
from firmware.trust import sessions

sessions.Sessions.close_others = lambda self: None
port.LinkPort.leave_session = lambda self: None
run = shoe.main
