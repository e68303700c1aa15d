"""First code inside the VM: puts asyncio on virtual time, then starts the board's main.py."""

import asyncio.core as core

import simbus

_CTaskQueue = core.TaskQueue


class _VirtualTaskQueue:
    """The VM's own queue stamps keyless pushes with the PC's clock; this one never does."""

    def __init__(self):
        self._queue = _CTaskQueue()
        self.peek = self._queue.peek
        self.pop = self._queue.pop
        self.remove = self._queue.remove

    def push(self, task, key=None):
        self._queue.push(task, simbus.now_us() // 1000 if key is None else key)


core.TaskQueue = _VirtualTaskQueue
core._task_queue = _VirtualTaskQueue()

import main  # noqa: E402, F401  (the board's own main.py starts the application)
