"""First code inside the VM: puts asyncio on virtual time, then starts the board's main.py."""

import virtual_tasks

virtual_tasks.install()

import main  # noqa: E402, F401  (the board's own main.py starts the application)
