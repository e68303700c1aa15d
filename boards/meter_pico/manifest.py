"""Freeze manifest of the production image: all code in flash, none on the file system."""

# Everything of the port but its _boot.py: that one formats whatever it cannot mount.
freeze("$(PORT_DIR)/modules", "rp2.py")
include("$(MPY_DIR)/extmod/asyncio")
module("_boot.py", base_path="../common")
package("firmware", base_path="../..")
module("board.py", base_path=".")
module("boot_loader.py", base_path="../common")
module("main.py", base_path="../common/loader")  # verifies, then starts
