"""The lamp is blue for a moment when the drum has passed its home flag."""

from firmware import shoe
from firmware.board import heartbeat
from firmware.drivers.lamp import BLUE, GREEN
from firmware.shuffler import carousel

_init = heartbeat.Heartbeat.__init__
_arrive = carousel.Carousel.arrive
_lamps = []


def _keep_lamp(self, *parts):
    _init(self, *parts)
    _lamps.append(self._lamp)


def _showing(self):
    _lamps[0].show(BLUE if self._crosses_home else GREEN)
    return _arrive(self)


heartbeat.Heartbeat.__init__ = _keep_lamp
carousel.Carousel.arrive = _showing
run = shoe.main
