"""The app that every front shows: its server and its core."""

import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Apps/Chat/Server"))
from server import Server  # noqa: E402
from world import World  # noqa: E402

# How long what comes may take, in seconds; nothing waits that long when all is well.
PATIENCE = int(os.environ.get("PATIENCE", 30))


class Wrong(Exception):
    """A promise that is not kept."""


class Lacks(Exception):
    """The front has no such thing, for a reason."""


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


# What a prompt and a tool call the controls of an app, where that is not made of their labels.
NAMES = {
    "chat": {"Your message": "composerText", "Send": "composerSend", "Propose a meeting": "composerMeet", "Deutsch": "language de"},
    "shop": {"Your message": "text", "Add to basket": "add", "To the till": "pay", "Write to the courier": "write"},
}


class Stage:
    """An app. The chat has a server of its own, the shop's is in memory. The core is that of a prompt, of a C library, or of a process that all
    fronts connect to."""

    def __init__(self, programs, app):
        self.programs, self.app, self.names = pathlib.Path(programs), app, NAMES[app]
        self.folder = tempfile.TemporaryDirectory(prefix="tributary-promises-")
        self.path, self.state = f"{self.folder.name}/core", f"{self.folder.name}/state"
        self.world = World()
        self.server = Server(self.world, 0)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.backend = f"http://127.0.0.1:{self.server.server_port}"
        self.core = None
        self.open = []

    def program(self, kind):
        return self.programs / f"{self.app}-{kind}"

    def front(self, kind, *options):
        """A front that is there until the end, or until the core is killed."""
        front = kind(self, *options)
        self.open.append(front)
        return front

    def start(self):
        """Starts the core, unless a front has it."""
        if not self.core:
            self.core = subprocess.Popen([self.program("stdio"), *self.options], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            self.wait_for_core()

    @property
    def options(self):
        backend = ["--backend", self.backend] if self.app == "chat" else []
        return ["--listen", self.path, "--share", "--state", self.state, "--mcp-secrets", *backend]

    def wait_for_core(self):
        wait(lambda: os.path.exists(self.path), "the core does not listen")

    def connect(self):
        """A connection to the core, which listens soon after its path is there."""
        connection = socket.socket(socket.AF_UNIX)
        wait(lambda: connection.connect_ex(self.path) == 0, "the core takes no connection")
        return connection

    def kill(self):
        """The core dies, and with it those that show it."""
        self.core.kill()
        self.close()

    def restart(self):
        """The core dies once the sign-in is on the disk, and begins again where it was."""
        wait(self.keeps_account, "the sign-in does not come to the disk")
        self.core.kill()
        self.forget()
        self.start()

    def keeps_account(self):
        """Whether the disk has who is signed in, which is written after the session: it is used before it is there."""
        kept = pathlib.Path(self.state) / "account.json"
        return kept.exists() and b'"Ada"' in kept.read_bytes()

    def close(self):
        while self.open:
            self.open.pop().close()
        self.forget()

    def forget(self):
        if self.core:
            self.core.wait()
        self.core = None
        pathlib.Path(self.path).unlink(missing_ok=True)

    def texts(self, room):
        """The texts of a room's messages at the server."""
        with self.world.changed:
            return [message["text"] for message in self.world.messages if message["room"] == room]

    def end(self):
        while self.open:
            self.open.pop().close()
        if self.core:
            self.core.terminate()
        self.close()
        self.server.cut()
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()
