"""No change at all: nothing may be found."""

import harness

harness.main()
