"""Checks of the audit that run on CPython and inside MicroPython (see test_audit)."""

from firmware.cards import codes as c
from firmware.cards import pack_audit as pa

_STEP = 7919  # prime to every pack's size: an order that mixes ranks and suits


def pack(decks):
    """All cards of a pack, well mixed, the same each time."""
    n = decks * c.CARDS_PER_DECK
    return [i * _STEP % n % c.CARDS_PER_DECK for i in range(n)]


def fed(cards, decks=1, audit=None):
    audit = audit or pa.PackAudit()
    audit.begin(decks)
    for card in cards:
        audit.take(card)
    return audit


def lines(audit):
    """All findings as (kind, code, count, a, b)."""
    found = []
    while audit.line(len(found)) != pa.LINE_NONE:
        kind = audit.line(len(found))
        found.append((kind, audit.code, audit.count, audit.a, audit.b))
    return found


def check_removals():
    """Every one of 52 cards missing is named (STANDARDS 7)."""
    audit = pa.PackAudit()
    whole = pack(1)
    assert fed(whole, 1, audit).is_good()
    for card in range(c.CARDS_PER_DECK):
        fed([x for x in whole if x != card], 1, audit)
        assert not audit.is_good()
        assert lines(audit) == [(pa.LINE_MISSING, card, 1, 0, 0)], card
    return c.CARDS_PER_DECK


def check_swaps():
    """Each card in place of each other one: the count is right, both names come out."""
    audit = pa.PackAudit()
    whole = pack(1)
    done = 0
    for gone in range(c.CARDS_PER_DECK):
        for twice in range(c.CARDS_PER_DECK):
            if gone == twice:
                continue
            there = [twice if card == gone else card for card in whole]
            fed(there, 1, audit)
            a, b = [i + 1 for i in range(52) if there[i] == twice]
            assert audit.cards == 52 and not audit.is_good()
            expected = [
                (pa.LINE_MISSING, gone, 1, 0, 0),
                (pa.LINE_EXTRA, twice, 1, a, b),
            ]
            expected.sort(key=lambda line: line[1])
            assert lines(audit) == expected, (gone, twice)
            assert (audit.contradictions, audit.position) == (1, 52)
            assert audit.earlier == a and audit.is_open_at(a) and audit.is_open_at(b)
            done += 1
    return done


def check_many_decks(tries):
    """Packs of 3 to 8 decks with some cards changed: against a plain count of each card."""
    audit = pa.PackAudit()
    state = 12345
    for _ in range(tries):
        for decks in pa.PACKS[1:]:
            there = pack(decks)
            for _ in range(3):
                state = (state * 1103515245 + 12345) & 0x7FFFFFFF
                there[(state >> 8) % len(there)] = (state >> 20) % c.CARDS_PER_DECK
            fed(there, decks, audit)
            counts = [there.count(card) - decks for card in range(c.CARDS_PER_DECK)]
            named = {line[1]: line for line in lines(audit)}
            for card in range(c.CARDS_PER_DECK):
                kind, _code, count, a, b = named.get(card, (0, 0, 0, 0, 0))
                if counts[card] < 0:
                    assert (kind, count) == (pa.LINE_MISSING, -counts[card])
                elif counts[card] > 0:
                    assert (kind, count) == (pa.LINE_EXTRA, counts[card])
                    assert there[a - 1] == there[b - 1] == card and a != b
                else:
                    assert kind == pa.LINE_NONE
            assert audit.is_good() == (not named)
    return tries * 4


def check_memory():
    """A full log: what comes after it is counted, and nothing grows."""
    audit = pa.PackAudit()
    audit.begin(8)
    for i in range(pa.MOST_CARDS):
        assert audit.take(i % 52) != pa.TOO_MANY
    assert audit.take(0) == pa.TOO_MANY and audit.overflow == 1
    assert audit.cards == pa.MOST_CARDS and not audit.is_good()
    return pa.MOST_CARDS


def main():
    print(check_removals(), check_swaps(), check_many_decks(2), check_memory())


if __name__ == "__main__":
    main()
