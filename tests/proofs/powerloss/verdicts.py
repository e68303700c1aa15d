"""How a case can end other than well."""

from __future__ import annotations


class Unpowered(Exception):
    """The plug is out: what the scenario wanted to do next does not happen."""


class Broken(Exception):
    """An invariant does not hold; the text says which and how."""
