"""A part on the I2C bus that may lose its power or its wire: either is a fault of its own."""

from firmware.core.counters import I2C_ERRORS


class I2cPart:
    """`_configure` of a subclass raises OSError when the part does not answer."""

    def __init__(self, board, fault):
        self._board = board
        self._fault = fault
        board.on_present(fault, self.is_missing)

    def set_up(self):
        """At boot."""
        if self.is_missing():
            self._board.raise_fault(self._fault)

    def is_missing(self):
        """Tell whether the part cannot be configured anew."""
        try:
            self._configure()
        except OSError:
            self._board.count(I2C_ERRORS)
            return True
        return False

    def _configure(self):
        raise NotImplementedError

    def _lost(self, error):
        self._board.count(I2C_ERRORS)
        self._board.raise_fault(self._fault, error.errno or 0)
