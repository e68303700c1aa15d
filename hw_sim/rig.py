"""A table on the bench: simulated boards with their parts, lines and world, in one clock."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Self

from boards.layout import Layout, load_layout
from boards.wiring import load_ports
from hw_sim import bus_ops as ops
from hw_sim.board import SimBoard
from hw_sim.kernel import Kernel
from hw_sim.mechanics.machine import Machine
from hw_sim.parts.flash import FlashChip, memory_file
from hw_sim.parts.fram import FramChip
from hw_sim.parts.gate import Gate
from hw_sim.parts.ht16k33 import Ht16k33
from hw_sim.parts.lamp import Lamp
from hw_sim.parts.line_camera import LineCameras
from hw_sim.parts.mcp23017 import Mcp23017
from hw_sim.parts.roller_encoder import RollerEncoder
from hw_sim.parts.rs485 import Rs485Bus
from hw_sim.parts.serial_end import RX_BUFFER_BYTES, HostEnd, SerialEnd
from hw_sim.parts.tcs34725 import Tcs34725
from hw_sim.parts.usb_cdc import UsbLine
from hw_sim.pins import Wiring
from hw_sim.power import Supply
from hw_sim.state_machines import Watching
from hw_sim.vm_process import SimError

_NOMINAL_MV = 5_000
_CONDUCTS = 0  # an opto-coupler's transistor pulls its collector to ground
_ADC_FIRST = 40  # pin of the converter's channel 0, RP2350B


@dataclass(frozen=True)
class BoardModel:
    """What distinguishes the boards: their pins, and with them chip and application."""

    kind: str
    reference: str


MODELS = {
    "shoe": BoardModel("shoe", "shoe_pico2"),
    "meter": BoardModel("meter", "meter_pico"),
}


@dataclass(frozen=True)
class Program:
    """What a board runs, made elsewhere: files beside its VM, heap, and the image in its slots."""

    search_path: Sequence[Path]
    heap_bytes: int
    image: bytes


@dataclass
class BoardRig:
    """One board with everything around it that a test or a person may touch."""

    model: BoardModel
    board: SimBoard
    pins: ModuleType
    wiring: Wiring
    usb: UsbLine
    usb_host: HostEnd
    lamp: Lamp
    frams: list[FramChip]
    flash: FlashChip  # all but the base, which a simulated board has as files
    layout: Layout
    image: bytes  # the firmware that the board was made with
    encoder: RollerEncoder  # the last three belong to a shoe
    cameras: LineCameras
    colour: Tcs34725
    supply_mv: int = _NOMINAL_MV
    gates: dict[str, Gate] = field(default_factory=dict[str, Gate])
    expander: Mcp23017 | None = None
    ante_expander: Mcp23017 | None = None
    display: Ht16k33 | None = None
    machine: Machine | None = None

    @property
    def is_speaking(self) -> bool:
        """The light shows a colour other than the self-test's blue."""
        return self.lamp.colour in ("green", "yellow", "red")

    def set_lid(self, is_open: bool) -> None:
        self.wiring["PIN_LID"].show(not is_open)
        if is_open:
            self.wiring["PIN_LID_LATCH"].show(True)  # with power or without, as U8

    def clear_latch(self, is_clearing: bool) -> None:
        """U8 while its clear input is held: an open lid holds the other one and wins."""
        if is_clearing:
            self.wiring["PIN_LID_LATCH"].show(not self.wiring["PIN_LID"].is_active)

    def say_no_more_bets(self, is_on: bool) -> None:
        """Whoever holds the shoe's end of a meter's line."""
        self.wiring["PIN_NO_MORE_BETS"].show(is_on)

    def load_firmware(self) -> None:
        """Into both slots, as `faro flash` leaves a board."""
        for slot in ("slot_a", "slot_b"):
            self.write_region(slot, self.image)

    def write_region(self, name: str, data: bytes) -> None:
        """Straight into a region of the flash chip; what is left of it becomes blank."""
        at, size_bytes = self.layout.storage_at(name), self.layout.regions[name].size_bytes
        if len(data) > size_bytes:
            raise SimError(f"{len(data)} bytes do not fit {name}")
        self.flash.data[at : at + size_bytes] = data.ljust(size_bytes, b"\xff")

    def read_region(self, name: str) -> bytes:
        at = self.layout.storage_at(name)
        return bytes(self.flash.data[at : at + self.layout.regions[name].size_bytes])

    def press(self, button: str) -> None:
        """Press and let go of button A or B."""
        pin = self.wiring[f"PIN_BUTTON_{button}"]
        pin.show(True)
        self.board.kernel.after(120_000, lambda: pin.show(False))


class Rig:
    """Builds boards on one kernel and one RS-485 bus; the same seed gives the same bytes."""

    def __init__(
        self, program: Callable[[str], Program], kinds: Sequence[str], seed: int = 1
    ) -> None:
        self.kernel = Kernel(seed)
        self._program = program
        self.bus = Rs485Bus(self.kernel, "rs485")
        self.bus_host = HostEnd("bus-host")
        self.bus.attach(self.bus_host)
        self.boards: dict[str, BoardRig] = {}
        for kind in kinds:
            name = kind
            while name in self.boards:
                name = f"{kind}{sum(b.model.kind == kind for b in self.boards.values()) + 1}"
            self.boards[name] = self._build(name, MODELS[kind])
        self._connect_no_more_bets()

    def power_on(self) -> None:
        for rig in self.boards.values():
            rig.board.power_on()

    def wait_ready(self, limit_ms: int = 10_000) -> None:
        """Let time pass until every powered board has ended its self-test."""
        running = [b for b in self.boards.values() if b.board.vm.is_running]
        self.kernel.run_for_ms(limit_ms, lambda: all(b.is_speaking for b in running))
        late = [b.board.name for b in running if not b.is_speaking]
        if late:
            raise SimError(f"not ready after {limit_ms} ms: {', '.join(late)}")

    def close(self) -> None:
        """End the boards' processes."""
        for rig in self.boards.values():
            rig.board.vm.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    # -- building --------------------------------------------------------------------------

    def _build(self, name: str, model: BoardModel) -> BoardRig:
        pins = importlib.import_module(f"boards.{model.reference}.board")
        kernel = self.kernel
        supply = Supply(rng=kernel.rng(name + "/supply"))
        layout = load_layout(model.reference)
        used_sectors = max(region.at + region.sectors for region in layout.regions.values())
        flash = FlashChip(
            name + "/flash", supply, used_sectors - layout.base.sectors, memory_file()
        )
        program = self._program(model.reference)
        path = list(program.search_path)
        board = SimBoard(name, kernel, program.heap_bytes, path, flash, supply)
        wiring = Wiring(model.reference, board.pin)
        frams = [FramChip(f"{name}/fram{i}", supply) for i in range(2)]
        board.i2c[pins.I2C_ID] = dict(zip(pins.FRAM_ADDRESSES, frams, strict=True))

        # USB has flow control: what the board has not read yet waits in the host
        usb_end = SerialEnd(name + "-usb", board.vm.wake, None)
        usb_host = HostEnd(name + "-usb-host")
        usb = UsbLine(kernel, name + "/usb", usb_end, usb_host)
        board.streams[ops.STREAM_USB] = usb_end
        bus_end = SerialEnd(name, board.vm.wake, RX_BUFFER_BYTES)
        bus_end.is_half_duplex = True
        bus_end.is_driving = False
        self.bus.attach(bus_end)
        board.streams[pins.UART_ID] = bus_end
        wiring["PIN_RS485_DE"].watch(lambda is_on: self.bus.set_driver(bus_end, is_on))

        lamp = Lamp(*(wiring[f"PIN_LAMP_{colour}"] for colour in ("RED", "GREEN", "BLUE")))
        parts = (usb, usb_host, lamp, frams, flash)
        card_parts = (RollerEncoder(kernel), LineCameras(kernel), Tcs34725())
        rig = BoardRig(model, board, pins, wiring, *parts, layout, program.image, *card_parts)
        rig.load_firmware()
        full_scale_mv = wiring["ADC_SUPPLY"].row.full_scale
        board.adc[pins.ADC_SUPPLY] = lambda: rig.supply_mv * 65_535 // full_scale_mv
        rig.set_lid(False)
        wiring["PIN_LID_LATCH"].show(False)
        wiring["PIN_POWER_FAIL"].show(False)
        wiring["PIN_LID_LATCH_CLEAR"].watch(rig.clear_latch)
        if model.kind == "shoe":
            for gate in ("FEED", "CAROUSEL", "OUTPUT", "THROAT", "MOUTH"):
                rig.gates[gate.lower()] = Gate(kernel, wiring[f"PIN_GATE_{gate}"])
            board.i2c[pins.I2C_ID][pins.TCS34725_ADDRESS] = rig.colour
            wiring["PIN_FACE_UP"].show(False)
            rig.machine = Machine(kernel, board, pins, wiring, rig.gates, rig.encoder)
            self._connect_cameras(rig, rig.machine)
        else:
            self._add_meter_parts(rig)
        return rig

    def _connect_cameras(self, rig: BoardRig, machine: Machine) -> None:
        """What runs the programs of the card path; their gates and roller."""
        board, pins, cameras = rig.board, rig.pins, rig.cameras
        cameras.roller = machine.roller_at
        cameras.gate_level = lambda pin: board.pin(pin).level()
        cameras.channels = (pins.ADC_CAMERA_A - _ADC_FIRST, pins.ADC_CAMERA_B - _ADC_FIRST)
        for gate in ("MOUTH", "THROAT", "CAROUSEL"):
            number = getattr(pins, f"PIN_GATE_{gate}")
            board.pin(number).listeners.append(
                lambda _level, number=number: cameras.gate_moved(number)
            )

        def set_way(first_pin: int) -> None:
            cameras.way = 1 if first_pin == pins.PIN_ENCODER_B else -1

        board.pio.samples = cameras
        board.pio.programs.update(lines=cameras, steps=Watching(set_way), _follow=Watching())

    def _add_meter_parts(self, rig: BoardRig) -> None:
        board, pins = rig.board, rig.pins
        ports = load_ports(rig.model.reference)
        interrupt = board.pin(pins.PIN_MCP_INT).drive
        rig.expander = Mcp23017(ports["BET_SENSORS"], ports["SEAT_LAMPS"], interrupt)
        rig.ante_expander = Mcp23017(ports["ANTE_SENSORS"], ports["SEAT_LAMPS"], _no_interrupt)
        rig.display = Ht16k33()
        board.i2c[pins.I2C_ID][pins.MCP23017_ADDRESS] = rig.expander
        board.i2c[pins.I2C_ID][pins.MCP23017_ANTE_ADDRESS] = rig.ante_expander
        board.i2c[pins.I2C_ID][pins.HT16K33_ADDRESS] = rig.display
        rig.say_no_more_bets(False)

    def _connect_no_more_bets(self) -> None:
        """The shoe's line lights the opto-coupler of every meter board on the bench."""
        shoes = [b for b in self.boards.values() if b.model.kind == "shoe"]
        meters = [b for b in self.boards.values() if b.model.kind == "meter"]
        for shoe in shoes[:1]:
            pin = shoe.board.pin(shoe.pins.PIN_NO_MORE_BETS)

            def light(level: int, meters: list[BoardRig] = meters) -> None:
                for meter in meters:  # Q4 off: the coupler is dark, as without a shoe or a wire
                    collector = meter.board.pin(meter.pins.PIN_NO_MORE_BETS)
                    collector.drive(_CONDUCTS if level else None)

            pin.watchers.append(light)
            light(pin.level())


def _no_interrupt(_level: int) -> None:
    """The ante sensors are only polled."""
