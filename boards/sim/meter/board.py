"""The simulated meter board: pins of the real one, USB and entropy over the sim bus."""

from boards.meter_pico.board import *


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
