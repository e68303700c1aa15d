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
    """The first of the chip's parts: the same drivers, but for what is machine code."""
    from boards.shoe_pico2 import board
    from boards.sim import chip_parts
    from firmware.drivers import rp2350

    chip_parts.put_into(rp2350)
    return board.line_camera()
