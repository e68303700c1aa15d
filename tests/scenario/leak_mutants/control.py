"""No change at all: nothing may be found."""
