"""The simulated shoe board: pins of the real one, USB and entropy over the sim bus."""

from boards.shoe_pico2.board import *


def rom_window(slot, head_bytes, rom_bytes):
    from boards.sim import flash_window

    return flash_window.rom_window(slot, head_bytes, rom_bytes)


def base_window():
    return None  # the VM is a program of the PC: no base in flash


def usb_port():
    from boards.sim.usb_cdc import UsbCdc

    return UsbCdc()


def raw_entropy():
    from boards.sim.entropy_source import SimOscillator

    return SimOscillator().sample


def line_camera():
    from boards.sim.line_camera import LineCamera

    return LineCamera()


def roller_encoder():
    from boards.sim.roller_encoder import RollerEncoder

    return RollerEncoder()


def step_generator(on_done):
    from boards.sim.machine_parts import StepGenerator

    return StepGenerator(on_done)
