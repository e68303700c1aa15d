"""A table takes whatever payments the board that leads the line names."""

from firmware import meter
from firmware.jackpot.linked import member_book

member_book._are_payments = lambda rows, classes: True
run = meter.main
