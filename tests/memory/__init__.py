"""The boards' heaps in all situations of their life, on the 32-bit VM: `make memory`."""
