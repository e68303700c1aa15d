"""Trends that warn before a part fails."""
