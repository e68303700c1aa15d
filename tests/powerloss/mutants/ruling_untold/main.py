"""A mutant: a boot does not go on with a dialogue that was cut between two steps."""

from firmware import shoe
from firmware.ruling.cases import Cases

Cases.resume = lambda self: None
run = shoe.main
