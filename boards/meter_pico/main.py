"""What the loader calls once this image is checked and mounted."""

import gc

# Modules stay for ever.  Collected now and then they lie close together; else the garbage of their
# imports would spread them over the whole heap, with holes of 2 kB in between.
gc.threshold(96 * 1024)

from firmware.meter import main  # noqa: E402


def run():
    gc.threshold(-1)
    gc.collect()
    main()
