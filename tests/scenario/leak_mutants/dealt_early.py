"""Broken on purpose: the card after the dealt ones is reported as well."""

from firmware.shuffler.proof_book import ProofBook

_deal = ProofBook.deal


def deal(self, shuffle, first, count):
    pack = self.find(shuffle)
    dealt = pack.dealt_count
    return _deal(self, shuffle, dealt, min(first + count + 1, pack.count) - dealt)


ProofBook.deal = deal
