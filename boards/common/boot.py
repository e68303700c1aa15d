"""Frozen and empty: without it the port would run a boot.py from a file system."""
