"""Attacks on the running firmware, each with its result in plain words: `make attacks`."""
