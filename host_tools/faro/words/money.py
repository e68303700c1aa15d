"""Amounts of money in words: exact integers in, text out."""

from __future__ import annotations

UC_PER_CENT = 1_000_000


def dollars(cents: int) -> str:
    """Whole cents as dollars: $1,234.56."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def dollars_uc(micro_cents: int) -> str:
    """Micro-cents as dollars, all eight places; none is ever rounded away."""
    sign = "-" if micro_cents < 0 else ""
    cents, rest = divmod(abs(micro_cents), UC_PER_CENT)
    return f"{sign}${cents // 100:,}.{cents % 100:02d}" + (f"'{rest:06d}" if rest else "")
