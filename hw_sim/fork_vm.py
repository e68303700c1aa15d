"""A program that has MicroPython loaded: each fork of it becomes the VM of a board that boots.

Starting Python anew took an eighth of a shoe's boot and a fifth of a meter's.  Run by
`vm_process.py` as `fork_vm.py FOLDER CONTROL`: where the extension is, and a socket.  On it comes
0 for a new VM (answered by its process id), or the id of one that has ended (answered by its exit
code).  With the 0 comes a socket on which the fork finds what to run: nothing that this process
does depends on it, so every VM has the same addresses.
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


def main(folder: str, control_fd: str) -> int:
    sys.path.append(folder)
    run_main: Callable[[list[str]], int] = import_module("micropython_run").run_main
    control = socket.socket(fileno=int(control_fd))
    while True:
        asked, sockets, _, _ = socket.recv_fds(control, NUMBER.size, 1)
        if not asked:
            return 0
        (ended,) = NUMBER.unpack(asked)
        if ended:
            answer = os.waitstatus_to_exitcode(os.waitpid(ended, 0)[1])
        else:
            answer = os.fork()
            if answer == 0:
                control.close()
                return run_main(_arguments(sockets[0]))
            os.close(sockets[0])
        control.send(NUMBER.pack(answer))


def _arguments(request_fd: int) -> list[str]:
    """Take up what the VM shall run, and where; its own descriptors are the last arguments."""
    with socket.socket(fileno=request_fd) as request:
        text, descriptors, _, _ = socket.recv_fds(request, _MOST_BYTES, _MOST_DESCRIPTORS)
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
