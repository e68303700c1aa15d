"""Health tests of SP 800-90B on the raw hardware source, and the seed made from it.

Fed with raw 8-bit samples, one at a time, before any conditioning; feeds drbg.py.
"""

import hashlib

ENTROPY_OK = 0
ENTROPY_STUCK = 1  # repetition count test (SP 800-90B, 4.4.1)
ENTROPY_BIASED = 2  # adaptive proportion test (4.4.2)

WINDOW_SAMPLES = 512  # 4.4.2: 512 for a source with more than two values
STARTUP_SAMPLES = 1024  # 4.3, requirement 4
SEED_BYTES = 32
_HEADROOM_BITS = 64  # SP 800-90C: a full-entropy output takes its size + 64 bit of input

# Cutoffs for a false alarm rate of alpha = 2^-20 per test, by the min-entropy H per sample:
#   repetition C = 1 + ceil(20 / H)
#   proportion C = 1 + CRITBINOM(512, 2^-H, 1 - alpha), i.e. the smallest C with
#                  P(Binomial(512, 2^-H) >= C) <= alpha
# tests/unit/trust/test_entropy.py computes both columns anew with exact arithmetic.
CUTOFFS = (
    # H in 1/1000 bit, repetition, proportion
    (250, 81, 468),
    (500, 41, 410),
    (1000, 21, 311),
    (1500, 15, 234),
    (2000, 11, 177),
    (2500, 9, 135),
    (3000, 8, 103),
    (4000, 6, 62),
    (5000, 5, 39),
    (6000, 5, 25),
    (7000, 4, 18),
    (8000, 4, 13),
)
# Two bits in each 8-bit sample are claimed: a low claim, so that a seed takes more samples
# than it should need. The claim for a real board has to be measured on it (docs/security.md).
CLAIMED_MILLIBITS = 2000


def cutoffs_for(min_entropy_millibits):
    """(repetition, proportion) cutoffs for a claim; only claims of the table are allowed."""
    for millibits, repetition, proportion in CUTOFFS:
        if millibits == min_entropy_millibits:
            return repetition, proportion
    raise ValueError("no cutoffs for this min-entropy")


def samples_per_seed(min_entropy_millibits):
    """Samples whose claimed entropy is that of a seed plus 64 bit."""
    wanted_millibits = (SEED_BYTES * 8 + _HEADROOM_BITS) * 1000
    return (wanted_millibits + min_entropy_millibits - 1) // min_entropy_millibits


class EntropyHealth:
    """Both continuous tests; a failure stays until restart(), which tests from the start."""

    def __init__(self, min_entropy_millibits=CLAIMED_MILLIBITS):
        self.repetition_cutoff, self.proportion_cutoff = cutoffs_for(min_entropy_millibits)
        self.restart()

    def restart(self):
        """Begin the start-up test anew (after boot, on demand, or once a fault is cleared)."""
        self.failure = ENTROPY_OK
        self.samples = 0  # stops at STARTUP_SAMPLES: stays a small integer for ever
        self._last = -1
        self._run = 0
        self._first = -1
        self._hits = 0
        self._window_left = 0

    def feed(self, sample):
        """Test one raw sample: ENTROPY_OK, or the failure. Allocates nothing."""
        if self.failure:
            return self.failure
        if sample == self._last:
            self._run += 1
            if self._run >= self.repetition_cutoff:
                self.failure = ENTROPY_STUCK
                return ENTROPY_STUCK
        else:
            self._last = sample
            self._run = 1
        if self._window_left == 0:
            # 4.4.2 step 1: the first sample of a window is the one that is counted
            self._first = sample
            self._hits = 1
            self._window_left = WINDOW_SAMPLES - 1
        else:
            self._window_left -= 1
            if sample == self._first:
                self._hits += 1
                if self._hits >= self.proportion_cutoff:
                    self.failure = ENTROPY_BIASED
                    return ENTROPY_BIASED
        if self.samples < STARTUP_SAMPLES:
            self.samples += 1
        return ENTROPY_OK

    def is_ready(self):
        """True once the start-up test has passed and nothing was found since."""
        return self.failure == ENTROPY_OK and self.samples >= STARTUP_SAMPLES


class SeedCollector:
    """Turns healthy samples into 32-byte seeds; start-up samples are not used."""

    def __init__(self, health, min_entropy_millibits=CLAIMED_MILLIBITS):
        self._health = health
        self._raw = bytearray(samples_per_seed(min_entropy_millibits))
        self._count = 0

    def feed(self, sample):
        """Test one raw sample and keep it for the seed; gives the health failure."""
        was_ready = self._health.is_ready()
        failure = self._health.feed(sample)
        if failure:
            self._drop()  # 4.3 requirement 8: nothing of a failed source is used
        elif was_ready and self._count < len(self._raw):
            self._raw[self._count] = sample
            self._count += 1
        return failure

    def is_full(self):
        """True when a seed can be taken."""
        return self._count == len(self._raw) and self._health.is_ready()

    def take_seed(self):
        """32 bytes for the generator, or None if there is not enough; each sample once."""
        if not self.is_full():
            return None
        # SHA-256 is a vetted conditioning component (SP 800-90B, 3.1.5.1.1)
        seed = hashlib.sha256(self._raw).digest()
        self._drop()
        return seed

    def _drop(self):
        for i in range(len(self._raw)):
            self._raw[i] = 0
        self._count = 0
