"""Does not look at the counter of a session's frames."""

from firmware import shoe
from firmware.link import port

port.LinkPort._take_counter = lambda self, rule: 0
run = shoe.main
