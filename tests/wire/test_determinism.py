"""One seed, same bytes: the wire of two runs compared."""

from __future__ import annotations

from collections.abc import Callable

from faro.sim.rig import Rig
from faro.wire.framing import Frame, encode
from firmware.board.rows import MSG_STATUS
from firmware.link.rows import ADDRESS_HOST, MSG_HELLO, MSG_POLL
from hw_sim.hands.hands import Hands
from hw_sim.world.shoe import ShoeWorld
from tests.wire.conftest import boot

Trace = list[tuple[int, str, bytes]]


def request(kind: int, dst: int, ctr: int, payload: bytes = b"") -> bytes:
    return encode(Frame(kind, dst, ADDRESS_HOST, ctr % 255 + 1, ctr, payload))


def wire_traces(make_rig: Callable[..., Rig], seed: int) -> list[Trace]:
    """Some life at the table on noisy lines; everything that went over each line."""
    rig = make_rig(seed=seed)
    lines = [rig.bus, *(board.usb for board in rig.boards.values())]
    traces: list[Trace] = []
    for line in lines:
        line.trace = []
        line.noise.flip_ppm = line.noise.drop_ppm = 500
        traces.append(line.trace)
    boot(rig)
    for host in (rig.boards["shoe"].usb_host, rig.boards["meter"].usb_host):
        host.write(request(MSG_HELLO, 0xFF, 1, b"\1" + bytes(16)))
        host.write(request(MSG_POLL, 0xFF, 2, b"\0\0\0\0\xff"))
    hands = Hands(rig)
    ShoeWorld(rig.boards["shoe"]).deal(8)

    def bet(seat: int) -> None:
        hands.do(f"bet place {seat}")

    for seat in range(1, 8):
        rig.kernel.after(seat * 250_000, lambda seat=seat: bet(seat))
    for ctr in range(3, 60):
        rig.bus_host.write(request(MSG_STATUS, 0xA0 if ctr % 2 else 0xB0, ctr))
        rig.kernel.run_for_ms(70)
    return traces


def test_determinism__same_seed__same_bytes_at_the_same_times(
    make_rig: Callable[..., Rig],
) -> None:
    first = wire_traces(make_rig, seed=7)
    assert all(len(trace) > 10 for trace in first)
    assert wire_traces(make_rig, seed=7) == first


def test_determinism__other_seed__other_bytes(make_rig: Callable[..., Rig]) -> None:
    first = wire_traces(make_rig, seed=7)
    second = wire_traces(make_rig, seed=8)
    assert all(a != b for a, b in zip(first, second, strict=True))
