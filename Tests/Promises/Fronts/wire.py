#!/usr/bin/env python3
"""The front of level 2 of Apps/Stdio/Samples, with what it takes to be whole beside others: it says what they do, and comes back.

    wire.py                               a client of a core, over the standard streams
    wire.py --library LIBRARY OPTIONS     a program that has the core in itself, over the interface of C
"""
import collections
import ctypes
import os
import pathlib
import select
import socket
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Apps/Stdio/Samples"))
from level2 import Front, serve  # noqa: E402

TIMEOUT = 30


class Whole(Front):
    """A front beside others."""

    back = {}

    def begin(self, read, write):
        """Begins anew, or as the front that has left, with what it held."""
        self.capabilities = {**Front.capabilities, "causes": True, "shared": True, "front": {"kind": "client", "returns": True, **self.back}}
        stack = getattr(self, "stack", [])
        start = super().begin(read, write)
        self.back = {"return": start["front"]["return"]}
        self.stack = stack + [one for one in self.stack if one not in stack]

    def take(self, frame):
        if frame.get("method") == "screen/acted":
            self.said.append(f"The assistant: {frame['params']['label']}")
        super().take(frame)

    def follows(self, opened):
        # What others open is theirs.
        return opened.get("opener") in self.stack

    def asks(self, question):
        return "The assistant asks: " if (question.get("by") or "").startswith("assistant") else ""


class Client(Whole):
    """A front over a socket."""

    def start(self):
        self.connect(socket.socket(fileno=0))

    def connect(self, stream):
        self.stream = stream
        stream.settimeout(TIMEOUT)
        self.begin(stream.makefile("rb").readline, stream.sendall)

    def reload(self):
        """Leaves, and comes back by the name that the core has given it."""
        self.stream.shutdown(socket.SHUT_WR)
        while self.read():
            pass
        self.stream.close()
        stream = socket.socket(socket.AF_UNIX)
        stream.connect(os.environ["TRIBUTARY_CORE"])
        self.connect(stream)


class Library(Whole):
    """A program with a loop of its own, in which the core does its work."""

    def start(self, path, options):
        library = self.library = ctypes.CDLL(path)
        on_frame = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
        on_end = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)
        library.tributary_create.restype = ctypes.c_uint64
        library.tributary_create.argtypes = [ctypes.c_char_p, on_frame, on_end, ctypes.c_void_p]
        library.tributary_send.argtypes = [ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t]
        self.frames = collections.deque()
        self.callbacks = on_frame(lambda frame, count, _: self.frames.append(ctypes.string_at(frame, count))), on_end(lambda code, _: None)
        core = library.tributary_create(options.encode(), *self.callbacks, None)
        self.begin(self.next_frame, lambda data: library.tributary_send(core, data, len(data)))

    def next_frame(self):
        """The next frame, which comes while the core does what is due."""
        while not self.frames:
            if not select.select([self.library.tributary_descriptor()], [], [], TIMEOUT)[0]:
                raise TimeoutError("the core does nothing")
            self.library.tributary_run_due()
        return self.frames.popleft()

    def reload(self):
        raise NotImplementedError("its core ends with it")


if __name__ == "__main__":
    front = Library() if sys.argv[1:] else Client()
    front.start(*sys.argv[2:])
    serve(front)
