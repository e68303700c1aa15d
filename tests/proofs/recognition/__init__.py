"""The recognition campaign: hundreds of thousands of degraded cards against the board's reader."""
