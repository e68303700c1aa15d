"""A part of the flash: program 256-byte pages, erase 4096-byte sectors, read.

Works on an rp2.Flash (or any block device with the extended interface, where `writeblocks`
with an offset programs without erasing); flash_map.py opens them.
"""

from firmware.drivers import quiet_erase


class FlashRegion:
    """`sector_count` sectors from the first block of the device on; fed by journal and slots."""

    page_bytes = 256
    sector_bytes = 4096

    def __init__(self, device, sector_count):
        self._device = device
        self.sector_count = sector_count
        self.size_bytes = sector_count * 4096

    def read_into(self, sector, offset, buf):
        """Fill buf from `offset` in a sector."""
        self._device.readblocks(sector, buf, offset)

    def program_page(self, sector, offset, page):
        """Program a page at `offset` in a sector; 0xFF leaves what is there."""
        # pico-sdk flash_range_program takes whole pages at page addresses only.
        if offset & 0xFF or len(page) != 256:
            raise ValueError("page at %d" % offset)
        quiet_erase.program(self._device, sector, page, offset)

    def erase_sector(self, sector):
        """Set a whole sector to 0xFF."""
        if not 0 <= sector < self.sector_count:
            raise ValueError("sector %d" % sector)
        quiet_erase.erase(self._device, sector)
