"""The meter's real image on an emulated RP2040 with its parts."""
