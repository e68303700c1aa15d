"""Who speaks: sessions of a role, opened by proving its key, each frame tagged and counted.

The session key comes from the role's key and both sides' nonces (and the boot count, which the
store keeps), so a frame recorded in one session is worthless in every other.
"""

import struct

from firmware.core import errors
from firmware.core.ticks import ticks_diff
from firmware.link.framing import TAG_BYTES
from firmware.trust.hmac_sha256 import HmacKey, derive, is_equal
from firmware.trust.rows import EV_AUTH_FAILED

SESSION_LABEL = b"faro-session-2"
FROM_HOST = b"H"
FROM_BOARD = b"B"
PUSHED = b"P"  # what the board sends unasked, under a counter of its own
WINDOW = 32  # counters below the highest that may still come
IDLE_LIMIT_S = 600
_PLACES = 6
_SEEN_ALL = (1 << WINDOW) - 1
_NONCE_BYTES = 16
_FREE_FAILURES = 3  # typing errors happen
_FIRST_PAUSE_MS = 1_000
_LONGEST_PAUSE_MS = 300_000
_ROLES = (1, 2, 4, 8)


class Session:
    """One role of one sender on one port."""

    def __init__(self):
        self.port = -1
        self.sender = 0
        self.role = 0
        self.key = None
        self.serial = 0  # never the same for two sessions; 0: closed
        self.used_ms = 0
        self._highest_ctr = 0
        self._seen = 0  # bit n: the counter n below the highest has come
        self._pushed = 0

    def open(self, port, sender, role, key, ctr, now_ms, serial):
        self.port = port
        self.sender = sender
        self.role = role
        self.key = key
        self.serial = serial
        self.used_ms = now_ms
        self._highest_ctr = ctr
        self._seen = _SEEN_ALL  # those before this one belong to no session, or to another
        self._pushed = 0

    def use(self, now_ms):
        """A frame of it came: it is not idle."""
        self.used_ms = now_ms

    def take_counter(self, ctr, is_once):
        """True for one that has not come before; a read may also be repeated.

        Within the window below the highest a late one is taken, once: a request that the line
        lost is carried out when it is sent again, whatever came after it.
        """
        ahead = ctr - self._highest_ctr
        if ahead > 0:
            self._seen = (self._seen << ahead | 1) & _SEEN_ALL if ahead < WINDOW else 1
            self._highest_ctr = ctr
            return True
        if -ahead >= WINDOW:
            return False
        bit = 1 << -ahead
        is_new = not self._seen & bit
        self._seen |= bit
        return is_new or not is_once

    def next_push(self):
        """The counter of the next frame that is sent unasked."""
        self._pushed += 1
        return self._pushed

    def make_host_tag(self, body):
        """The tag that a frame from the host must carry."""
        return self.key.tag(FROM_HOST, body)[:TAG_BYTES]

    def make_tag(self, body):
        """The tag of a frame that the board sends in this session."""
        return self.key.tag(FROM_BOARD, body)[:TAG_BYTES]

    def make_push_tag(self, body):
        """The same for a frame that nobody asked for."""
        return self.key.tag(PUSHED, body)[:TAG_BYTES]

    def close(self):
        if self.key:
            self.key.wipe()
        self.role = self.serial = 0
        self.port = -1
        self.key = None


class Sessions:
    """Opens, checks and throttles; each failure is an event."""

    def __init__(self, keys, unique_id, epoch, boot_count, random_bytes, record):
        self._keys = keys
        self._unique_id = unique_id
        self._epoch = epoch  # a function: a new board has none before its generator runs
        self._boot_count = boot_count
        self._opened = 0
        self._random_bytes = random_bytes
        self._record = record
        self._sessions = [Session() for _ in range(_PLACES)]
        self._nonces = {}
        self._failures = keys.failures
        self._paused_at_ms = 0
        self._pause_ms = self._pause_for(self._failures)
        # ticks need not start at 0: a pause kept over a restart begins with the first look
        self._is_pause_running = False

    @property
    def is_provisioned(self):
        return self._keys.is_provisioned

    def offer_nonce(self, port, sender, ctr):
        """HELLO: a fresh nonce, good for one OPEN_SESSION of this sender.

        A repeated HELLO gets the same one: the host may use either answer.
        """
        offered = self._nonces.get(port << 8 | sender)
        if offered and offered[0] == ctr:
            return offered[1]
        nonce = self._make_nonce()
        if len(self._nonces) >= 16:
            self._nonces.clear()  # senders that never came back
        self._nonces[port << 8 | sender] = (ctr, nonce)
        return nonce

    def _make_nonce(self):
        return self._random_bytes(_NONCE_BYTES)

    def open(self, port, sender, role, host_nonce, body, tag, ctr, now_ms):
        """Check the tag under the key that only the role's owner can derive; 0 or -error."""
        if not self._keys.is_provisioned:
            return -errors.ERR_NOT_PROVISIONED
        if role not in _ROLES:
            return -errors.ERR_OUT_OF_RANGE
        if self._is_paused(now_ms):
            return -errors.ERR_THROTTLED
        _, nonce = self._nonces.pop(port << 8 | sender, (0, None))
        if nonce is None:
            return -errors.ERR_NO_SESSION
        context = self._unique_id + struct.pack(
            "<IIBB", self._epoch(), self._boot_count, sender, role
        )
        key = HmacKey(
            derive(self._keys.role_key(role), SESSION_LABEL, context + nonce + host_nonce)
        )
        if not is_equal(key.tag(FROM_HOST, body)[:TAG_BYTES], tag):
            key.wipe()
            self._fail(port, role, now_ms)
            return -errors.ERR_BAD_TAG
        self._succeed()
        self._opened += 1
        self._place_for(port, sender).open(port, sender, role, key, ctr, now_ms, self._opened)
        return 0

    def check(self, port, sender, body, tag, now_ms):
        """A tagged frame: 0 when its tag is right for the session of this sender, or -error."""
        session = self.find(port, sender)
        if session is None or ticks_diff(now_ms, session.used_ms) > IDLE_LIMIT_S * 1000:
            return -errors.ERR_NO_SESSION
        if self._is_paused(now_ms):
            return -errors.ERR_THROTTLED
        if not is_equal(session.make_host_tag(body), tag):
            self._fail(port, session.role, now_ms)
            return -errors.ERR_BAD_TAG
        session.use(now_ms)
        return 0

    def tick(self, now_ms):
        """Once a heartbeat: ends idle sessions and pauses while ticks can still tell how long."""
        for session in self._sessions:
            if session.role and ticks_diff(now_ms, session.used_ms) > IDLE_LIMIT_S * 1000:
                session.close()
        if not self._is_paused(now_ms):
            self._pause_ms = 0

    def close_others(self, port, sender):
        """New keys: sessions under the old ones end, but for the one that brought them."""
        for session in self._sessions:
            if session.role and (session.port != port or session.sender != sender):
                session.close()

    def find(self, port, sender):
        for session in self._sessions:
            if session.role and session.port == port and session.sender == sender:
                return session
        return None

    def _place_for(self, port, sender):
        """This sender's session, a free place, or the one unused for longest."""
        session = self.find(port, sender)
        if session is None:
            session = self._sessions[0]
            for other in self._sessions:
                if not other.role:
                    session = other
                    break
                if ticks_diff(other.used_ms, session.used_ms) < 0:
                    session = other
        session.close()
        return session

    # -- throttling ------------------------------------------------------------------------

    def _pause_for(self, failures):
        if failures < _FREE_FAILURES:
            return 0
        return min(_FIRST_PAUSE_MS << min(failures - _FREE_FAILURES, 12), _LONGEST_PAUSE_MS)

    def _is_paused(self, now_ms):
        if not self._is_pause_running:
            self._is_pause_running = True
            self._paused_at_ms = now_ms
        return self._pause_ms and ticks_diff(now_ms, self._paused_at_ms) < self._pause_ms

    def _fail(self, port, role, now_ms):
        self._failures = min(self._failures + 1, 255)
        self._pause_ms = self._pause_for(self._failures)
        self._paused_at_ms = now_ms
        self._keys.save_failures(self._failures)
        self._tell(port, role)

    def _tell(self, port, role):
        self._record(EV_AUTH_FAILED, port, role, self._failures)

    def _succeed(self):
        if self._failures:
            self._failures = 0
            self._pause_ms = 0
            self._keys.save_failures(0)
