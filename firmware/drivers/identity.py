"""Who this chip is, and its source of true randomness."""

import os

import machine


def unique_id():
    """Eight bytes that no other chip has."""
    return machine.unique_id()


def entropy(count):
    """Bytes from the chip's hardware random source."""
    return os.urandom(count)
