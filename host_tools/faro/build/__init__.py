"""The one way to make what runs on a board: used by simulator, flash, update and release."""
