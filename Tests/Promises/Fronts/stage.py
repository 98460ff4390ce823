"""The chat, which every front shows: its server, its core, and what a control is called."""

import dataclasses
import os
import pathlib
import subprocess
import tempfile
import threading
import time

import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Apps/Chat/Server"))
from server import Server  # noqa: E402
from world import World  # noqa: E402

# How long what comes may take, in seconds; nothing waits that long when all is well.
PATIENCE = int(os.environ.get("PATIENCE", 30))


class Wrong(Exception):
    """A promise that is not kept."""


@dataclasses.dataclass(frozen=True)
class Control:
    """Something that a person uses, by each of its names: that of an event of a screen or a part, that of a prompt, and its labels."""

    event: str
    prompt: str
    label: str
    german: str = ""
    # The part of the screen that has it.
    part: str = ""
    # The member of the event that has what is entered or chosen.
    member: str = "text"
    # Whether a prompt asks for it, without an echo.
    secret: bool = False


def check(condition, what):
    if not condition:
        raise Wrong(what)


def wait(condition, what):
    """Waits until something is so, and returns it."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > end:
            raise Wrong(what() if callable(what) else what)
        time.sleep(0.01)
    return found


class Stage:
    """A chat with a server of its own. The core is that of a prompt, of a C library, or of a process that all fronts connect to."""

    def __init__(self, programs):
        self.programs = pathlib.Path(programs)
        self.folder = tempfile.TemporaryDirectory(prefix="tributary-promises-")
        self.path = f"{self.folder.name}/core"
        self.world = World()
        self.server = Server(self.world, 0)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.backend = f"http://127.0.0.1:{self.server.server_port}"
        self.core = None
        self.open = []

    def start(self):
        """Starts the core, unless a front has it."""
        if not self.core:
            self.core = subprocess.Popen(
                [self.programs / "chat-stdio", *self.options], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            self.wait_for_core()

    @property
    def options(self):
        return ["--listen", self.path, "--share", "--backend", self.backend, "--mcp-secrets"]

    def wait_for_core(self):
        wait(lambda: os.path.exists(self.path), "the core does not listen")

    def attach(self, *options):
        """A process whose standard streams are a client's of the core."""
        return subprocess.Popen(
            [self.programs / "chat-stdio", "--attach", self.path, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def texts(self, room):
        """The texts of a room's messages at the server."""
        with self.world.changed:
            return [message["text"] for message in self.world.messages if message["room"] == room]

    def expire(self):
        """The server ends all sessions."""
        with self.world.changed:
            self.world.sessions.clear()

    def end(self):
        for front in reversed(self.open):
            front.close()
        if self.core:
            self.core.terminate()
            self.core.wait()
        self.server.cut()
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()
