"""A table follows any board that leads the line, and any board that leads pays."""

from firmware import meter
from firmware.jackpot.linked import fence
from firmware.jackpot.linked.holder_book import HolderBook
from firmware.jackpot.linked.opening import Opening

fence.may_lead = lambda store, number, board_id: True
HolderBook.why_not_of = lambda self, reply: 0
Opening.may_lead = lambda self: True
run = meter.main
