"""Pulls the plug inside every non-volatile write of the whole firmware, and looks what is left.

`python -m tests.proofs.powerloss` runs all of it; a failure prints an id that `--case` replays.
"""
