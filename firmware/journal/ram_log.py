"""Temporary."""


class RamLog:
    def __init__(self):
        self._r = []
        self.first_number = 1

    @property
    def last_number(self):
        return len(self._r)

    def append(self, kind, payload, n, boot, ms, utc):
        self._r.append((kind, bytes(payload[:n]), boot, ms, utc))
        return len(self._r)

    def load(self, number):
        self.type, self.payload, self.boot_count, self.time_ms, self.utc_s = self._r[number - 1]
        self.payload_bytes = len(self.payload)
        return True
