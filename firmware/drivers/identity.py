"""Who this chip is."""

import machine


def unique_id():
    """Eight bytes that no other chip has."""
    return machine.unique_id()
