"""What the loader calls once this image is checked and mounted."""

from firmware.app_shoe import main as run  # noqa: F401
