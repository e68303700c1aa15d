"""A simulated table whose shoe is an emulated RP2350: the same world, connected at the pins.

`OnChip` goes before the simulator's `Rig` among a class's bases.  A meter on the same table stays
the simulator's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from boards.layout import load_layout
from hw_sim.board import SimBoard
from hw_sim.chip.pin_cameras import PinCameras
from hw_sim.chip.pin_machine import PinEncoder, PinMachine
from hw_sim.chip.rp2350_chip import Rp2350
from hw_sim.chip.shoe_board import SHOE, ChipCalls, ChipKernel, ShoeChip
from hw_sim.kernel import Kernel
from hw_sim.mechanics.machine import Machine
from hw_sim.parts.flash import SECTOR_BYTES, FlashChip
from hw_sim.rig import BoardModel, BoardRig, Program, Rig

if TYPE_CHECKING:
    _Base = Rig
else:
    _Base = object


class OnChip(_Base):
    """Builds the shoe on the chip; `uf2` is what the boot loader in ROM would be given."""

    uf2: Path
    image: Path  # the same firmware as `faro update` would send it
    has_misses = False

    def _program_of(self, reference: str) -> Program:
        if reference != SHOE:
            return super()._program_of(reference)
        return Program((), 0, self.image.read_bytes())

    def _make_kernel(self, seed: int) -> Kernel:
        return ChipKernel(seed)

    def _make_board(
        self, name: str, model: BoardModel, program: Program, flash: FlashChip
    ) -> SimBoard:
        if model.reference != SHOE:
            return super()._make_board(name, model, program, flash)
        assert isinstance(self.kernel, ChipKernel)
        board = ShoeChip(name, self.kernel, program.heap_bytes, [], flash, flash.supply)
        chip = Rp2350(
            ChipCalls(board), self.kernel.seed, board.unique_id, has_misses=self.has_misses
        )
        chip.program(self.uf2)
        board.attach(chip)
        self.kernel.boards.append(board)
        _live_in(flash, chip)
        return board

    def _make_card_parts(self) -> tuple[PinEncoder, PinCameras]:
        return PinEncoder(self.kernel), PinCameras(self.kernel)

    def _make_machine(self, rig: BoardRig) -> PinMachine:
        assert isinstance(rig.board, ShoeChip)
        return PinMachine(self.kernel, rig.board, rig.pins, rig.wiring, rig.gates, rig.encoder)

    def _connect_cameras(self, rig: BoardRig, machine: Machine) -> None:
        """Sensors, lamps, motor and encoder stand at the chip's own pins."""
        board, pins, cameras = rig.board, rig.pins, rig.cameras
        assert isinstance(board, ShoeChip) and isinstance(cameras, PinCameras)
        assert isinstance(machine, PinMachine) and isinstance(rig.encoder, PinEncoder)
        chip = board.chip
        chip.cameras(pins.PIN_CAMERA_SI, pins.PIN_CAMERA_CLK, pins.PIN_CAMERA_LED_GREEN,
                     pins.PIN_CAMERA_LED_RED)  # fmt: skip
        chip.stepper(pins.PIN_STEPPER_STEP, pins.PIN_STEPPER_DIR, pins.PIN_STEPPER_ENABLE)
        cameras.connect(chip, machine, rig.encoder)
        board.light = cameras.light

    def close(self) -> None:
        super().close()
        for rig in self.boards.values():
            if isinstance(rig.board, ShoeChip):
                rig.board.chip.close()


def _live_in(flash: FlashChip, chip: Rp2350) -> None:
    """The simulator's flash chip is what lies behind the base in the emulated one."""
    at = load_layout(SHOE).base.sectors * SECTOR_BYTES
    piece = memoryview(chip.flash)[at : at + flash.sectors * SECTOR_BYTES]
    flash.data = piece  # pyright: ignore[reportAttributeAccessIssue]
