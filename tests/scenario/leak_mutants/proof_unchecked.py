"""Broken on purpose: proofs for any position."""

from firmware.trust.commitment import Commitment
from firmware.trust.proof_book import ProofBook

Commitment.is_dealt = lambda self, position: 0 <= position < self.count
ProofBook.deal = lambda self, shuffle, first, count: True
