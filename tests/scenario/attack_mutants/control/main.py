"""No change at all: the attacks must fail against it."""

from firmware import app_shoe

run = app_shoe.main
