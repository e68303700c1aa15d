"""What a case does, step by step: drawn from a seed, kept as JSON, so that it can be replayed."""

from __future__ import annotations

import json
import random
import re
import struct
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields

from faro.wire.dictionary import Dictionary, MessageSpec
from faro.wire.keys import ROLES
from firmware.core.rows import TO_BOARD
from firmware.link.framing import MAX_PAYLOAD_BYTES

NOBODY = ""
SENDERS = (NOBODY, *ROLES)
USB, BUS = "usb", "bus"
RIGHT, WRONG, NONE, OLD = "right", "wrong", "none", "old"
IDS = 128
IDS_PER_CASE = 22
_UNKNOWN_IDS = 8  # of those that mean nothing, in one sweep
# more wrong tags are only told to wait: the attacks on that are in tests/proofs/attacks
_MOST_WRONG_TAGS = 2
# whoever may do these ends the case with them: the board restarts, or its keys are others
ENDS = ("RESTART", "ENTER_SERVICE", "PROVISION", "SET_SIGNER")
_WORLD = ("card", "bet", "line", "lid", "press", "take", "plug")
_WORLD_WEIGHTS = (6, 6, 3, 2, 1, 2, 1)


@dataclass(frozen=True)
class Step:
    """One request, some bytes, a pause, or something that people do at the table."""

    do: str  # ask, bytes, wait, or one of _WORLD
    sender: str = NOBODY
    port: str = USB
    message: int = 0
    payload: str = ""  # in hex
    tag: str = RIGHT
    to_all: bool = False  # to the broadcast address
    is_piped: bool = False  # the next step does not wait for the answer
    value: int = 0  # of the happening; of a request: how many times it is sent

    def as_json(self) -> str:
        """Only what is not as usual."""
        usual = {field.name: field.default for field in fields(self)}
        return json.dumps({k: v for k, v in asdict(self).items() if v != usual[k]})

    @classmethod
    def from_json(cls, text: str) -> Step:
        return cls(**json.loads(text))


def cases_per_sweep(known: Dictionary) -> int:
    """So many cases send each message from each sender once."""
    return len(SENDERS) * -(-(len(known.messages) + _UNKNOWN_IDS) // IDS_PER_CASE)


class CaseDraw:
    """The steps of one case; the same arguments give the same steps."""

    def __init__(self, known: Dictionary, seed: int, state: str, number: int) -> None:
        self._known = known
        self._rng = random.Random(f"{seed}/{state}/{number}")
        self.focus = SENDERS[number % len(SENDERS)]
        sweep, part = divmod(number, cases_per_sweep(known))
        ids = [number for number in range(IDS) if number not in known.messages]
        order = random.Random(f"{seed}/{state}/{sweep}/{self.focus}")
        ids = [*known.messages, *order.sample(ids, _UNKNOWN_IDS)]
        order.shuffle(ids)
        first = part // len(SENDERS) * IDS_PER_CASE
        self._ids = ids[first : first + IDS_PER_CASE]
        others = self._rng.sample([s for s in SENDERS if s != self.focus], 3)
        self.control = next(role for role in others if role != NOBODY)  # only to be left alone
        self._cast = [self.focus, *(role for role in others if role != self.control)]
        self._ports = {sender: self._rng.choice((USB, USB, BUS)) for sender in SENDERS}
        self._wrong_tags = 0
        self._more = 0.85 if number % 10 == 9 else 0.4  # now and then a long case

    def steps(self) -> list[Step]:
        """Each message of the focus once as it should be, and around it everything else."""
        rng = self._rng
        steps: list[Step] = []
        for message in self._ids:
            steps.append(self._ask(self.focus, message, is_plain=True))
            while rng.random() < self._more:
                sender = rng.choice(self._cast)
                steps.append(self._ask(sender, self._some_message(sender)))
            if rng.random() < 0.3:
                steps.append(self._happening())
        return steps

    def _some_message(self, sender: str) -> int:
        """Mostly one that this sender may send."""
        rng = self._rng
        role = ROLES.get(sender, 0)
        known = self._known.messages.values()
        own = [
            s.number for s in known if s.direction == TO_BOARD and (not s.roles or s.roles & role)
        ]
        return rng.choice(own) if rng.random() < 0.8 else rng.randrange(IDS)

    def _happening(self) -> Step:
        rng = self._rng
        kind = rng.random()
        if kind < 0.4:
            return Step("wait", value=rng.choice((1, 20, 150, 1_000, 5_000, 20_000)))
        if kind < 0.55:
            data = rng.randbytes(rng.randrange(1, 300))
            if rng.random() < 0.5:  # or somebody types
                data = bytes(rng.choice(b"abcehlpstu?0 1\r\n") for _ in range(40)) + b"\n"
            return Step("bytes", port=rng.choice((USB, BUS)), payload=data.hex())
        what = rng.choices(_WORLD, _WORLD_WEIGHTS)[0]
        return Step(what, value=rng.randrange(256))

    def _ask(self, sender: str, message: int, is_plain: bool = False) -> Step:
        rng = self._rng
        tag, to_all, is_piped, times = RIGHT, False, False, 0
        if not is_plain:
            tag = rng.choices((RIGHT, NONE, OLD, WRONG), (16, 2, 1, 1))[0]
            to_all = rng.random() < 0.1
            is_piped = rng.random() < 0.3
            times = rng.choice((2, 5, 20)) if rng.random() < 0.15 else 0
            if tag == WRONG:
                times = 0
                self._wrong_tags += 1
                tag = WRONG if self._wrong_tags <= _MOST_WRONG_TAGS else NONE
        spec = self._known.messages.get(message)
        if spec is not None and spec.name in (*ENDS, "CONFIRM"):
            to_all, is_piped, times = (
                False,
                False,
                0,
            )  # that it was carried out must be seen at once
        payload = self._payload(spec, is_plain)
        port = self._ports[sender]
        return Step("ask", sender, port, message, payload.hex(), tag, to_all, is_piped, times)

    # -- payloads --------------------------------------------------------------------------

    def _payload(self, spec: MessageSpec | None, is_plain: bool) -> bytes:
        rng = self._rng
        if spec is None or (not is_plain and rng.random() < 0.1):
            return rng.randbytes(rng.choice((0, 1, 5, rng.randrange(MAX_PAYLOAD_BYTES + 1), 200)))
        layout = spec.layout
        how = rng.random()
        payload = b"".join(self._field(code, how) for code in field_codes(layout.fmt.format))
        if layout.tail is not None:
            longest = MAX_PAYLOAD_BYTES - len(payload)
            size = rng.choice((0, 1, 4, 16, 32, rng.randrange(longest + 1), longest))
            payload += rng.choice((bytes(min(size, longest)), rng.randbytes(min(size, longest))))
        if not is_plain and rng.random() < 0.15:
            cut = rng.choice((-1, 1, -len(payload), 16))
            payload = payload[:cut] if cut < 0 else payload + rng.randbytes(cut)
        return payload[:MAX_PAYLOAD_BYTES]

    def _field(self, code: str, how: float) -> bytes:
        """Mostly small numbers, which mean something; limits; anything."""
        rng = self._rng
        if code.endswith("s"):
            size = struct.calcsize(code)
            return rng.choice((rng.randbytes(size), bytes(size), b"\xff" * size))
        bits = struct.calcsize("<" + code) * 8
        low, high = (
            (-(1 << bits - 1), (1 << bits - 1) - 1) if code.islower() else (0, (1 << bits) - 1)
        )
        if how < 0.6:
            value = rng.choice((0, 1, 1, 2, 3, rng.randrange(8), rng.randrange(min(128, high))))
        elif how < 0.85:
            value = rng.choice((low, high, low + 1, high - 1, high // 2, 0, min(200, high)))
        else:
            value = rng.randrange(low, high + 1)
        return struct.pack("<" + code, value)


def field_codes(form: str) -> list[str]:
    """One code per field: "<B16s2I" gives B, 16s, I, I."""
    found = re.findall(r"(\d*)([a-zA-Z])", form)
    return [
        part
        for number, code in found
        for part in ([number + code] if code == "s" else [code] * int(number or 1))
    ]


def written(steps: Sequence[Step]) -> str:
    """As lines of JSON."""
    return "".join(step.as_json() + "\n" for step in steps)
