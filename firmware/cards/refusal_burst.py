"""Too many refusals among the last cards: a foreign deck, dirt, or somebody trying things out."""

_CARDS = 16


class RefusalBurst:
    """Fed one outcome per card; a plain window, so that a single dirty card never counts long."""

    def __init__(self):
        self._bits = 0

    def take(self, is_refused, most):
        """True when `most` of the last sixteen cards were refused."""
        self._bits = (self._bits << 1 | (1 if is_refused else 0)) & ((1 << _CARDS) - 1)
        return self.count() >= most

    def count(self):
        bits = self._bits
        count = 0
        while bits:
            count += bits & 1
            bits >>= 1
        return count

    def forget(self):
        self._bits = 0
