"""A program that has MicroPython loaded: each fork of it becomes the VM of a board that boots.

Starting Python anew took an eighth of a shoe's boot and a fifth of a meter's.  Run by
`vm_process.py` as `fork_vm.py FOLDER CONTROL REQUESTS`: where the extension is, and two sockets.
On CONTROL comes 0 for a new VM (answered by its process id), or the id of one that has ended
(answered by its exit code).  What the VM shall run comes on REQUESTS, for the fork to take:
nothing that this process does then depends on it, so every VM has the same addresses.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
from collections.abc import Callable
from importlib import import_module

NUMBER = struct.Struct("<i")
_MOST_BYTES = 65536
_MOST_DESCRIPTORS = 8


def main(folder: str, control_fd: str, requests_fd: str) -> int:
    sys.path.append(folder)
    run_main: Callable[[list[str]], int] = import_module("micropython_run").run_main
    control = socket.socket(fileno=int(control_fd))
    while asked := control.recv(NUMBER.size):
        (ended,) = NUMBER.unpack(asked)
        if ended:
            answer = os.waitstatus_to_exitcode(os.waitpid(ended, 0)[1])
        else:
            answer = os.fork()
            if answer == 0:
                control.close()
                return run_main(_arguments(int(requests_fd)))
        control.send(NUMBER.pack(answer))
    return 0


def _arguments(requests_fd: int) -> list[str]:
    """Take up what the VM shall run, and where; its own descriptors are the last arguments."""
    with socket.socket(fileno=requests_fd) as requests:
        text, descriptors, _, _ = socket.recv_fds(requests, _MOST_BYTES, _MOST_DESCRIPTORS)
    arguments, environment, folder = json.loads(text)
    log, *own = descriptors
    for stream in (1, 2):
        os.dup2(log, stream)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    return ["micropython", *arguments, *map(str, own)]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
