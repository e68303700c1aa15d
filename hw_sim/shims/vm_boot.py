"""First code inside the VM: asyncio on virtual time, the chip's times, then the board's main.py."""

import charging
import virtual_tasks

charging.replace_gc()
virtual_tasks.install(charging.program_starts)

import main  # noqa: E402, F401  (the board's own main.py starts the application)
