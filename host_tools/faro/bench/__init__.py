"""Contenders of the link benchmark: each is a client here and a peer in a process of its own."""
