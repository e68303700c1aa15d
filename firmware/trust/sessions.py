"""Who speaks: sessions of a role, opened by proving its key, each frame tagged and counted.

The session key comes from the role's key and both sides' nonces (and the boot count, which the
store keeps), so a frame recorded in one session is worthless in every other.  The hash of the
board's dictionary is in it too: no session opens between sides that read frames differently.
"""

import struct

from firmware.core import errors
from firmware.core.ticks import elapsed
from firmware.link.framing import TAG_BYTES
from firmware.link.replay import ShortAnswers
from firmware.link.rows import NEW_SESSION
from firmware.trust.hmac_sha256 import HmacKey, derive, is_equal
from firmware.trust.rows import EV_AUTH_FAILED
from firmware.trust.throttle import ROLES, Throttle

SESSION_LABEL = b"faro-session-3"
FROM_HOST = b"H"
FROM_BOARD = b"B"
PUSHED = b"P"  # what the board sends unasked, under a counter of its own
WINDOW = 32  # counters below the highest that may still come
IDLE_LIMIT_S = 600
PLACES = 16  # sessions of all roles …
KEPT_FOR_A_ROLE = 2  # … of which so many are left to each, whatever the others open
IN_USE_MS = 10_000  # a session used since then is pushed out by nobody but its own host
_SEEN_ALL = (1 << WINDOW) - 1
_NONCE_BYTES = 16
_PORTS = 2
_OFFERS = 16  # nonces of one port that wait for their OPEN_SESSION


class Session:
    """A place for a session: one role, one sender on one port."""

    def __init__(self):
        self.role = 0
        self.port = -1
        self.sender = 0
        self.person = 0
        self.key = None  # while it is open
        self.number = 0  # 1 to 254, in its frames; not given again soon
        self.serial = 0  # never the same for two sessions; 0: closed
        self.used_ms = 0
        self._highest_ctr = 0
        self._seen = 0  # bit n: the counter n below the highest has come
        self._pushed = 0
        self.answers = ShortAnswers()

    def open(self, port, sender, role, person, key, ctr, now_ms, number, serial):
        self.port = port
        self.sender = sender
        self.role = role
        self.person = person
        self.key = key
        self.number = number
        self.serial = serial
        self.used_ms = now_ms
        self._highest_ctr = ctr
        self._seen = _SEEN_ALL  # those before this one belong to no session, or to another
        self._pushed = 0
        self.answers.clear()

    def is_of(self, port, sender):
        """Whether it is open, and theirs."""
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

    def __init__(self, keys, unique_id, epoch, boot_count, dictionary_hash, random_bytes, record):
        self._keys = keys
        self._unique_id = unique_id
        self._epoch = epoch  # a function: a new board has none before its generator runs
        self._boot_count = boot_count
        self._dictionary_hash = dictionary_hash
        self._opened = 0
        self._number = 0  # the last one given
        self._random_bytes = random_bytes
        self._record = record
        self._sessions = []  # up to PLACES: one that nobody needed yet takes no memory
        self.proved = None  # the session whose tag was right last
        # by port: whoever floods one line takes no nonce from the other
        self._nonces = [[] for _ in range(_PORTS)]  # (sender, ctr, nonce), the oldest first
        self._throttle = Throttle(keys)

    @property
    def is_provisioned(self):
        return self._keys.is_provisioned

    def offer_nonce(self, port, sender, ctr):
        """HELLO: a fresh nonce, good for one OPEN_SESSION of this sender.

        A repeated HELLO gets the same one: the host may use either answer.
        """
        nonces = self._nonces[port]
        i = _offer_to(nonces, sender)
        if i >= 0 and nonces[i][1] == ctr:
            return nonces[i][2]
        if i >= 0:
            nonces.pop(i)
        elif len(nonces) >= _OFFERS:
            nonces.pop(0)  # of a sender that never came back
        nonce = self._make_nonce()
        nonces.append((sender, ctr, nonce))
        return nonce

    def _make_nonce(self):
        return self._random_bytes(_NONCE_BYTES)

    def open(self, port, sender, role, person, replaces, host_nonce, body, tag, ctr, now_ms):
        """Check the tag under the key that only the role's person can derive; 0 or -error."""
        if not self._keys.is_provisioned:
            return -errors.ERR_NOT_PROVISIONED
        if role not in ROLES:
            return -errors.ERR_OUT_OF_RANGE
        offer = _offer_to(self._nonces[port], sender)
        if offer < 0:
            return -errors.ERR_NO_SESSION
        nonce = self._nonces[port].pop(offer)[2]
        context = self._unique_id + struct.pack(
            "<IIBBH", self._epoch(), self._boot_count, sender, role, person
        )
        person_key = self._keys.person_key(role, person)
        context += self._dictionary_hash + nonce + host_nonce
        key = HmacKey(derive(person_key, SESSION_LABEL, context))
        if not is_equal(key.tag(FROM_HOST, body)[:TAG_BYTES], tag):
            key.wipe()
            return -self._fail(port, role, now_ms)
        self._throttle.succeed(port, role)
        for session in self._sessions:  # what its host gave up in it shall not be carried out
            if session.number == replaces and session.is_of(port, sender):
                if session.role == role and session.person == person:
                    session.close()
        session = self._place_for(port, sender, role, person, now_ms)
        if session is None:
            key.wipe()
            return -errors.ERR_NO_PLACE
        session.close()
        self._opened += 1
        number = self._next_number()
        session.open(port, sender, role, person, key, ctr, now_ms, number, self._opened)
        self.proved = session
        return 0

    def check(self, port, sender, number, body, tag, now_ms):
        """A tagged frame: 0 when its tag is right for the session that it names, or -error."""
        for session in self._sessions:
            if session.number == number and session.is_of(port, sender):
                if _is_idle(session, now_ms):
                    break
                if not is_equal(session.make_host_tag(body), tag):
                    return -self._fail(port, session.role, now_ms)
                session.use(now_ms)
                self.proved = session
                return 0
        return -errors.ERR_NO_SESSION

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

    def opened_by(self, port, sender, body, body_bytes):
        """The session that this very OPEN_SESSION opened, while it is open."""
        for session in self._sessions:
            if session.is_of(port, sender) and session.answers.find(body, body_bytes) >= 0:
                return session
        return None

    def _next_number(self):
        """In turn, so that a frame of a session that is over seldom meets another one's number."""
        while True:
            self._number = self._number % (NEW_SESSION - 1) + 1
            for session in self._sessions:
                if session.key is not None and session.number == self._number:
                    break
            else:
                return self._number

    def _place_for(self, port, sender, role, person, now_ms):
        """A free place, unless those left are kept for other roles; else one to be pushed out."""
        free, left = None, PLACES - len(self._sessions)
        opened = bytearray(max(ROLES) + 1)
        for session in self._sessions:
            if session.key is None:
                free = session
                left += 1
            else:
                opened[session.role] += 1
        for other in ROLES:
            if other != role:
                left -= max(KEPT_FOR_A_ROLE - opened[other], 0)
        if left <= 0:
            return self._to_push_out(port, sender, role, person, opened, now_ms)
        return free or self._new_place()

    def _new_place(self):
        place = Session()
        self._sessions.append(place)
        return place

    def _to_push_out(self, port, sender, role, person, opened, now_ms):
        """Of this host's own sessions and those that nobody uses, the one unused for longest."""
        place, longest_ms = None, 0
        for session in self._sessions:
            unused_ms = elapsed(now_ms, session.used_ms)
            is_own = session.is_of(port, sender) and session.role == role
            if not (is_own and session.person == person) and unused_ms < IN_USE_MS:
                continue
            may_go = session.role == role or opened[session.role] > KEPT_FOR_A_ROLE
            if session.key is None or not may_go:
                continue
            is_older = unused_ms == longest_ms and place and session.serial < place.serial
            if place is None or unused_ms > longest_ms or is_older:
                place, longest_ms = session, unused_ms
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
    return elapsed(now_ms, session.used_ms) > IDLE_LIMIT_S * 1000


def _offer_to(nonces, sender):
    """Which of the nonces was offered to this sender, or -1."""
    for i in range(len(nonces)):
        if nonces[i][0] == sender:
            return i
    return -1
