"""asyncio's Task and TaskQueue on virtual time, with the calls of MicroPython's own in C.

Those stamp tasks with the PC's clock, and `cancel` takes whatever lies in `_task_queue` for a C
queue without looking: a queue in Python there is memory read as something else.
"""

import asyncio
import asyncio.core as core

import simbus
from utime import ticks_diff

_now_ms = simbus.now_ms


class TaskQueue:
    """Tasks by the time at which they are due; those of one moment in the order of their push."""

    def __init__(self):
        self._tasks = []

    def peek(self):
        return self._tasks[0] if self._tasks else None

    def push(self, task, key=None):
        task.data = None
        task.ph_key = key = _now_ms() if key is None else key
        tasks = self._tasks
        place = len(tasks)
        while place and ticks_diff(tasks[place - 1].ph_key, key) > 0:
            place -= 1
        tasks.insert(place, task)

    def pop(self):
        return self._tasks.pop(0)

    def remove(self, task):
        self._tasks.remove(task)


class Task:
    """One coroutine; `state` is True, a queue of those who wait, None or False when done."""

    def __init__(self, coro, _globals=None):
        self.coro = coro
        self.data = None
        self.state = True
        self.ph_key = 0

    def __iter__(self):
        if not self.state:
            self.state = False  # done, and now somebody has asked
        elif self.state is True:
            self.state = TaskQueue()
        elif type(self.state) is not TaskQueue:
            raise RuntimeError("Task can't be waited")
        return self

    def __next__(self):
        if not self.state:
            raise self.data
        self.state.push(core.cur_task)
        core.cur_task.data = self

    def done(self):
        return not self.state

    def cancel(self):
        if self is core.cur_task:
            raise RuntimeError("can't cancel self")
        if not self.state:
            return False
        while isinstance(self.data, Task):
            self = self.data  # the one that it waits for is ended in its place
        if hasattr(self.data, "remove"):
            self.data.remove(self)
            core._task_queue.push(self)
        elif ticks_diff(self.ph_key, _now_ms()) > 0:
            core._task_queue.remove(self)
            core._task_queue.push(self)
        self.data = core.CancelledError
        return True


def install(on_start):
    """Put them into asyncio, before anything has made a task; `on_start` is called by run()."""
    run = asyncio.run

    def start(coro):
        on_start()
        return run(coro)

    asyncio.run = start
    core.Task = Task
    core.TaskQueue = TaskQueue
    core._task_queue = TaskQueue()
