"""Who speaks: sessions of a role, opened by proving its key, each frame tagged and counted.

The session key comes from the role's key and both sides' nonces (and the boot count, which the
store keeps), so a frame recorded in one session is worthless in every other.
"""

import struct

from firmware.core import errors
from firmware.core.rows import INSPECTOR, SUPERVISOR, TABLE, TECHNICIAN
from firmware.core.ticks import ticks_diff
from firmware.link.framing import TAG_BYTES
from firmware.trust.hmac_sha256 import HmacKey, derive, is_equal
from firmware.trust.rows import EV_AUTH_FAILED
from firmware.trust.throttle import ROLES, Throttle

SESSION_LABEL = b"faro-session-2"
FROM_HOST = b"H"
FROM_BOARD = b"B"
PUSHED = b"P"  # what the board sends unasked, under a counter of its own
WINDOW = 32  # counters below the highest that may still come
IDLE_LIMIT_S = 600
# whose session has how many places: a role that opens more pushes out its own oldest
PLACES = ((TABLE, 2), (SUPERVISOR, 2), (INSPECTOR, 2), (TECHNICIAN, 2))
_SEEN_ALL = (1 << WINDOW) - 1
_NONCE_BYTES = 16
_PORTS = 2
_OFFERS = 8  # nonces of one port that wait for their OPEN_SESSION


class Session:
    """A place for a session of one role: one sender on one port."""

    def __init__(self, role):
        self.role = role
        self.port = -1
        self.sender = 0
        self.person = 0
        self.key = None  # while it is open
        self.serial = 0  # never the same for two sessions; 0: closed
        self.used_ms = 0
        self._highest_ctr = 0
        self._seen = 0  # bit n: the counter n below the highest has come
        self._pushed = 0

    def open(self, port, sender, person, key, ctr, now_ms, serial):
        self.port = port
        self.sender = sender
        self.person = person
        self.key = key
        self.serial = serial
        self.used_ms = now_ms
        self._highest_ctr = ctr
        self._seen = _SEEN_ALL  # those before this one belong to no session, or to another
        self._pushed = 0

    def is_of(self, port, sender):
        return self.key is not None and self.port == port and self.sender == sender

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
        self.serial = 0
        self.key = None


class Sessions:
    """Opens and checks; each failure is an event, as often as the throttle lets it."""

    def __init__(self, keys, unique_id, epoch, boot_count, random_bytes, record):
        self._keys = keys
        self._unique_id = unique_id
        self._epoch = epoch  # a function: a new board has none before its generator runs
        self._boot_count = boot_count
        self._opened = 0
        self._random_bytes = random_bytes
        self._record = record
        self._sessions = [Session(role) for role, places in PLACES for _ in range(places)]
        self.proved = None  # the session whose tag was right last
        # by port: whoever floods one line takes no nonce from the other
        self._nonces = [{} for _ in range(_PORTS)]
        self._throttle = Throttle(keys)

    @property
    def is_provisioned(self):
        return self._keys.is_provisioned

    def offer_nonce(self, port, sender, ctr):
        """HELLO: a fresh nonce, good for one OPEN_SESSION of this sender.

        A repeated HELLO gets the same one: the host may use either answer.
        """
        nonces = self._nonces[port]
        offered = nonces.get(sender)
        if offered and offered[0] == ctr:
            return offered[1]
        nonce = self._make_nonce()
        if len(nonces) >= _OFFERS:
            nonces.clear()  # senders that never came back
        nonces[sender] = (ctr, nonce)
        return nonce

    def _make_nonce(self):
        return self._random_bytes(_NONCE_BYTES)

    def open(self, port, sender, role, person, host_nonce, body, tag, ctr, now_ms):
        """Check the tag under the key that only the role's person can derive; 0 or -error."""
        if not self._keys.is_provisioned:
            return -errors.ERR_NOT_PROVISIONED
        if role not in ROLES:
            return -errors.ERR_OUT_OF_RANGE
        _, nonce = self._nonces[port].pop(sender, (0, None))
        if nonce is None:
            return -errors.ERR_NO_SESSION
        context = self._unique_id + struct.pack(
            "<IIBBH", self._epoch(), self._boot_count, sender, role, person
        )
        person_key = self._keys.person_key(role, person)
        key = HmacKey(derive(person_key, SESSION_LABEL, context + nonce + host_nonce))
        if not is_equal(key.tag(FROM_HOST, body)[:TAG_BYTES], tag):
            key.wipe()
            return -self._fail(port, role, now_ms)
        self._throttle.succeed(port, role)
        session = self._place_for(port, sender, role)
        session.close()
        self._opened += 1
        session.open(port, sender, person, key, ctr, now_ms, self._opened)
        self.proved = session
        return 0

    def check(self, port, sender, body, tag, now_ms):
        """A tagged frame: 0 when its tag is right for a session of this sender, or -error.

        A sender may have a session of each role: the tag says which one is meant.
        """
        role = 0
        for session in self._sessions:
            if session.is_of(port, sender) and not _is_idle(session, now_ms):
                if is_equal(session.make_host_tag(body), tag):
                    session.use(now_ms)
                    self.proved = session
                    return 0
                role = session.role
        return -self._fail(port, role, now_ms) if role else -errors.ERR_NO_SESSION

    def tick(self, now_ms):
        """Once a heartbeat: ends idle sessions and pauses while ticks can still tell how long."""
        for session in self._sessions:
            if session.key and _is_idle(session, now_ms):
                session.close()
        self._throttle.tick(now_ms)

    def close_others(self):
        """New keys: sessions under the old ones end, but for the one that brought them."""
        for session in self._sessions:
            if session is not self.proved:
                session.close()

    def _place_for(self, port, sender, role):
        """Of this role's places: this sender's, a free one, or the one unused for longest."""
        place = None
        for session in self._sessions:
            if session.role != role:
                continue
            if session.is_of(port, sender):
                return session
            if place is None or _is_rather(session, place):
                place = session
        return place

    def _fail(self, port, role, now_ms):
        """A wrong tag: the error to answer with."""
        failures = self._throttle.fail(port, role, now_ms)
        if failures == 0:
            return errors.ERR_THROTTLED
        self._tell(port, role, failures)
        return errors.ERR_BAD_TAG

    def _tell(self, port, role, failures):
        self._record(EV_AUTH_FAILED, port, role, failures)


def _is_idle(session, now_ms):
    return ticks_diff(now_ms, session.used_ms) > IDLE_LIMIT_S * 1000


def _is_rather(session, place):
    """Whether a new session rather takes this place: a free one, or one unused for longer."""
    if place.key is None or session.key is None:
        return place.key is not None
    return ticks_diff(session.used_ms, place.used_ms) < 0
