"""Broken on purpose: proofs for any position."""

from firmware.shuffler.commitment import Commitment
from firmware.shuffler.proof_book import ProofBook

Commitment.is_dealt = lambda self, position: 0 <= position < self.count
ProofBook.deal = lambda self, shuffle, first, count: True
