"""One role is enough to void whatever the shoe has read."""

from firmware import meter
from firmware.jackpot import requests

requests._holds_winner = lambda *_: False
run = meter.main
