"""The other ends, one process each: python -m faro.bench.peers KIND FD."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false, reportUnknownArgumentType=false
# pyright: reportIncompatibleMethodOverride=false
from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import serial

from faro.bench.contender import BAUD

serial.protocol_handler_packages.append("faro.bench")


def open_port(fd: str, timeout_s: float | None) -> serial.Serial:
    return serial.serial_for_url(f"fd://{fd}", baudrate=BAUD, timeout=timeout_s)


def tell_ready() -> None:
    print("ready", flush=True)


def echo(fd: str, size: str) -> None:
    """Give every `size` bytes back."""
    port = open_port(fd, None)
    tell_ready()
    while True:
        port.write(port.read(int(size)))


def modbus(fd: str) -> None:
    """A pymodbus RTU server with 100 holding registers."""
    from pymodbus.server import ModbusSerialServer
    from pymodbus.simulator import DataType, SimData, SimDevice

    async def serve() -> None:
        registers = SimData(0, count=100, values=17, datatype=DataType.REGISTERS)
        server = ModbusSerialServer(
            SimDevice(1, simdata=[registers]), port=f"fd://{fd}", baudrate=BAUD
        )
        await server.serve_forever(background=True)
        tell_ready()
        await asyncio.Event().wait()

    asyncio.run(serve())


def mavlink(fd: str, key: str) -> None:
    """Answer every signed PING with a signed SYS_STATUS."""
    os.environ["MAVLINK20"] = "1"
    from pymavlink import mavutil

    port = open_port(fd, 0)

    class MasterLink(mavutil.mavfile):
        """mavutil.mavserial on a port that is open already."""

        def recv(self, n: int | None = None) -> bytes:
            return port.read(self.mav.bytes_needed() if n is None else n)

        def write(self, buf: Any) -> int | None:
            return port.write(bytes(buf))

    link = MasterLink(port.fileno(), "peer", source_system=1)
    link.setup_signing(bytes.fromhex(key))
    tell_ready()
    while True:
        if link.recv_match(type="PING", blocking=True, timeout=60):
            link.mav.sys_status_send(0, 0, 0, 0, 5000, -1, -1, 0, 0, 0, 0, 0, 0)


def main() -> None:
    kind, *arguments = sys.argv[1:]
    {"echo": echo, "modbus": modbus, "mavlink": mavlink}[kind](*arguments)


if __name__ == "__main__":
    main()
