"""The two FRAM chips as the store sees them: every access guarded, a chip that fails stays out."""


class ChipPair:
    """Keeps a failed chip out until the next boot: no flapping."""

    def __init__(self, fram_a, fram_b):
        self._frams = (fram_a, fram_b)
        self.is_alive = [True, True]

    def revive(self):
        """Give both chips a new chance: only a boot does this."""
        self.is_alive[0] = self.is_alive[1] = True

    def alive_count(self):
        """Tell how many chips answer."""
        return (1 if self.is_alive[0] else 0) + (1 if self.is_alive[1] else 0)

    def write(self, chip, at, buf):
        """Store buf; False if the chip is out, or failed twice and is out from now on."""
        if not self.is_alive[chip]:
            return False
        fram = self._frams[chip]
        # A single disturbed transfer is no dead chip; writing the same bytes again is harmless.
        for _ in range(2):
            try:
                fram.write(at, buf)
                return True
            except OSError:
                pass  # once more
        self.is_alive[chip] = False
        return False

    def read(self, chip, at, buf):
        """Fill buf; False if the chip is out, or failed twice and is out from now on."""
        if not self.is_alive[chip]:
            return False
        fram = self._frams[chip]
        for _ in range(2):
            try:
                fram.read_into(at, buf)
                return True
            except OSError:
                pass  # once more
        self.is_alive[chip] = False
        return False
