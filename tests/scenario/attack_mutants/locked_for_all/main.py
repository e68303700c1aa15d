"""A locked board takes no order at all."""

from firmware import meter
from firmware.link import node

node.LinkNode.is_kept_out = lambda self, message: self.is_locked()
run = meter.main
