"""No change at all: the attacks must fail against it."""

from firmware import shoe

run = shoe.main
