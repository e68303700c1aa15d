"""The contenders that Faro is measured against; each client is the library's own, unchanged."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false, reportUnknownArgumentType=false
from __future__ import annotations

import asyncio
import os
import secrets
import time

import serial

from faro.bench.contender import AT_ONCE, BAUD, TIMEOUT_S, PtyPeer, repeat
from faro.wire.errors import FaroError

_REGISTERS = 21  # 42 bytes, as many as a STATUS_REPLY carries


class ModbusRtu:
    """pymodbus: AsyncModbusSerialClient against its ModbusSerialServer."""

    name = "pymodbus RTU, async"
    unit = "round trips/s"
    what = f"read {_REGISTERS} registers, {AT_ONCE} asked for at once (RTU sends them one by one)"

    def __init__(self) -> None:
        self._peer = PtyPeer("modbus")

    def measure(self, seconds: float) -> float:
        return asyncio.run(self._measure(seconds))

    async def _measure(self, seconds: float) -> float:
        from pymodbus.client import AsyncModbusSerialClient

        client = AsyncModbusSerialClient(self._peer.url, baudrate=BAUD, timeout=TIMEOUT_S)
        if not await client.connect():
            raise FaroError("pymodbus could not open its port")
        done = 0
        start_s = now_s = time.perf_counter()
        while now_s - start_s < seconds:
            answers = await asyncio.gather(
                *(
                    client.read_holding_registers(0, count=_REGISTERS, device_id=1)
                    for _ in range(AT_ONCE)
                )
            )
            done += sum(len(answer.registers) == _REGISTERS for answer in answers)
            now_s = time.perf_counter()
        client.close()
        return done / (now_s - start_s)

    def close(self) -> None:
        self._peer.close()


class MavlinkSigned:
    """pymavlink: mavserial with MAVLink 2 signing, both ways."""

    name = "pymavlink, signed"
    unit = "round trips/s"
    what = "PING → SYS_STATUS, signed and checked both ways; peer on CPython"

    def __init__(self) -> None:
        os.environ["MAVLINK20"] = "1"
        from pymavlink import mavutil

        key = secrets.token_bytes(32)
        self._peer = PtyPeer("mavlink", key.hex())
        self._link = mavutil.mavlink_connection(self._peer.url, baud=BAUD)
        self._link.setup_signing(key)
        self._ping = 0

    def measure(self, seconds: float) -> float:
        return repeat(seconds, self._round_trip)

    def _round_trip(self) -> int:
        self._ping += 1
        self._link.mav.ping_send(self._ping, self._ping, 1, 0)
        answer = self._link.recv_match(type="SYS_STATUS", blocking=True, timeout=TIMEOUT_S)
        if answer is None or not answer.get_signed():
            raise FaroError("the pymavlink peer did not answer with a signed message")
        return 1

    def close(self) -> None:
        self._link.close()
        self._peer.close()


class SerialEcho:
    """Bare pyserial: what the pty and two Python processes cost by themselves."""

    name = "bare pyserial echo"
    unit = "round trips/s"

    def __init__(self, size_bytes: int) -> None:
        self.what = f"{size_bytes} bytes there and back, no protocol; peer on CPython"
        self._peer = PtyPeer("echo", str(size_bytes))
        self._port = serial.Serial(self._peer.url, BAUD, timeout=TIMEOUT_S)
        self._data = bytes(range(size_bytes))

    def measure(self, seconds: float) -> float:
        return repeat(seconds, self._round_trip)

    def _round_trip(self) -> int:
        self._port.write(self._data)
        if self._port.read(len(self._data)) != self._data:
            raise FaroError("the echo peer did not give its bytes back")
        return 1

    def close(self) -> None:
        self._port.close()
        self._peer.close()
