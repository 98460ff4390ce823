"""What the scenarios share: a program in a folder that is killed at an operation, and what is looked for in the folder."""

import base64
import pathlib
import re
import select
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Apps/Chat/BadDays"), str(ROOT / "Apps/Chat/Server"), str(ROOT / "Tests/Purchases"), str(ROOT / "Tests/Outbox")]
from person import PATIENCE, Person, Wrong  # noqa: E402


class Killed(Exception):
    """The process was killed, as it should be."""


def check(condition, what):
    if not condition:
        raise Wrong(what)


class Killer:
    """Ends a process at a point of its work on a folder. It is a library, because strace counts the calls of each thread by themselves."""

    def __init__(self, work):
        self.library = str(work / "killer.so")
        self.log = work / "points"
        compiler = shutil.which("clang") or shutil.which("cc")
        # Whether anything can be killed here.
        self.works = sys.platform == "linux" and compiler is not None
        if self.works:
            source = pathlib.Path(__file__).with_name("killer.c")
            subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", self.library, source, "-ldl"], check=True)

    def environment(self, folder, point):
        self.log.unlink(missing_ok=True)
        return {"LD_PRELOAD": self.library, "KILL_FOLDER": str(folder), "KILL_AT": str(point), "KILL_LOG": str(self.log)}

    def points(self):
        """What the last process has done, point by point."""
        return self.log.read_text().splitlines() if self.log.exists() else []


class Actor(Person):
    """A person at a program in a folder."""

    def __init__(self, name, command, folder):
        super().__init__([name], command, str(folder), lambda text: None)
        self.frames = bytearray()
        self.picked = None
        self.code = None

    def start(self, environment=None):
        self.errors = pathlib.Path(self.folder + ".errors")
        self.errors.unlink(missing_ok=True)
        self.frames.clear()
        super().start((), environment)

    def said(self):
        """What the program has said on its standard error since its start."""
        return self.errors.read_text()

    def read(self, timeout):
        data = super().read(timeout)
        if not data and select.select([self.process.stdout], [], [], 0)[0]:
            # The end, or what has come since. Whether the process was killed is known when it is over.
            data = super().read(0)
            if not data:
                self.process.wait(PATIENCE)
        self.frames += data
        return data

    def on_question(self, frame):
        if self.picked and frame["params"]["name"] == "pickFile":
            content = base64.b64encode(self.picked.read_bytes()).decode()
            return self.wire.answer(frame, {"answer": {"name": self.picked.name, "base64": content}})
        super().on_question(frame)

    def until(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            data = self.read(end - time.monotonic())
            check(data, f"{what} does not come")
            self.wire.receive(data)

    def act(self, body):
        """Does something, and ends the process. `Killed` if it was killed meanwhile."""
        try:
            body()
            self.stop()
        except (Wrong, OSError):
            if not self.was_killed():
                raise
            raise Killed from None
        finally:
            self.leave()

    def stop(self):
        begin = time.monotonic()
        super().stop()
        self.end_time = time.monotonic() - begin

    def was_killed(self):
        """Whether the process is over by a kill; a process that goes on is not waited for."""
        if self.process is None:
            return self.code == -9
        try:
            return self.process.wait(0.5) == -9
        except subprocess.TimeoutExpired:
            return False

    def end(self):
        self.code = self.process.wait()
        super().end()

    def leave(self):
        if self.process:
            self.process.kill()
            self.end()


class Stage:
    """A scenario in a folder: what was there before, and a process on a copy of it that is killed at a point."""

    # The name, and whether a program of accounts plays.
    name = ""

    def __init__(self, work, programs, killer, random):
        self.work = work
        self.work.mkdir()
        self.folder = self.work / "state"
        self.programs = programs
        self.killer = killer
        self.random = random
        self.starts = 0
        self.checks = 0

    def check(self, condition, what):
        self.checks += 1
        check(condition, what)

    def play(self, point, again=0):
        """Runs the scenario up to a point, and looks at what is left. `again` is a point at which the next process is killed, too.

        Returns whether a process was killed.
        """
        self.reset()
        self.starts += 1
        is_killed = False
        try:
            self.run(self.killer.environment(self.folder, point))
        except Killed:
            is_killed = True
        finally:
            self.points = self.killer.points()
        if is_killed and again:
            self.starts += 1
            try:
                self.run(self.killer.environment(self.folder, again), isAgain=True)
            except Killed:
                pass
        self.look(is_killed)
        return is_killed


def files(folder):
    """The files of a folder, by their paths in it."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file() and not path.is_symlink():
            found[str(path.relative_to(folder))] = path.read_bytes()
    return found


SCOPED = re.compile(r"[0-9a-f]{64}\.")
