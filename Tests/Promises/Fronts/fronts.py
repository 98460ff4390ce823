"""The fronts, as a person meets them: programs that take what a person does as lines of JSON, and a prompt at a pseudo-terminal."""

import fcntl
import json
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading

from stage import Lacks, Wrong, wait

HERE = pathlib.Path(__file__).resolve().parent


class Front:
    """What all of them have. What is shown is waited for."""

    def shows(self, *texts):
        """Waits until one of the texts is shown."""
        wait(lambda: any(text in self.text() for text in texts), lambda: f"{self.name} does not show {texts}, but\n{self.text()[-1500:]}")

    def hides(self, text):
        wait(lambda: text not in self.text(), lambda: f"{self.name} still shows {text!r}:\n{self.text()[-1500:]}")


class Program(Front):
    """A front in any language, at the core's socket: its standard streams. It reads verbs on descriptor 3, and says on descriptor 4 what is shown."""

    def __init__(self, stage, command, name):
        self.name = name
        stage.start()
        with stage.connect() as connection:
            self.run(command, stage, connection)

    def run(self, command, stage, streams):
        (verbs, self.verbs), (self.shown, shown) = os.pipe(), os.pipe()

        def place():
            # NB: the pipes' own numbers may be 3 or 4.
            for number, end in enumerate([os.dup2(verbs, 60), os.dup2(shown, 61)]):
                os.dup2(end, 3 + number)

        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=streams, stdout=streams, close_fds=False, preexec_fn=place, env={**os.environ, "TRIBUTARY_CORE": stage.path})
        os.close(verbs)
        os.close(shown)
        self.verbs, self.shown = os.fdopen(self.verbs, "w"), os.fdopen(self.shown)

    def say(self, verb, **members):
        """Does something, once it can be done."""
        reply = {}

        def is_done():
            nonlocal reply
            print(json.dumps({"verb": verb, **members}), file=self.verbs, flush=True)
            line = self.shown.readline()
            if not line:
                raise Wrong(f"{self.name} has ended")
            reply = json.loads(line)
            if "none" in reply:
                raise Lacks(reply["none"])
            return "problem" not in reply

        wait(is_done, lambda: f"{verb} {members}: {reply['problem']}\n{reply['texts']}")
        return reply

    def text(self):
        shown = self.say("look")
        return "\n".join([*shown["texts"], *(f"{one['label']} {one['value']}" for one in shown["controls"])])

    def open(self, link): self.say("open", link=link)

    def enter(self, label, text): self.say("enter", label=label, text=text)

    enter_secret = enter

    def choose(self, label): self.say("choose", label=label)

    def press(self, label, row=None): self.say("press", label=label, **({"row": row} if row else {}))

    def focus(self, label, row): self.say("focus", label=label, row=row)

    def key(self, key): self.say("key", key=key)

    def has_focus(self, label):
        """Waits until what is called so has the focus."""
        focus = None

        def is_there():
            nonlocal focus
            focus = self.say("look")["focus"]
            return focus == label

        wait(is_there, lambda: f"{self.name} has the focus at {focus!r}, and not at {label!r}")

    def leave(self): self.say("leave")

    def answer(self, label): self.say("answer", label=label)

    def reload(self): self.say("reload")

    def background(self): self.say("background")

    def foreground(self): self.say("foreground")

    def close(self):
        try:
            self.verbs.close()
        except BrokenPipeError:
            pass
        self.process.wait()


class Page(Program):
    """The page in Chromium, by its accessibility tree."""

    def __init__(self, stage):
        super().__init__(stage, [HERE / "page.py"], "page")


class Wire(Program):
    """A client over the standard streams."""

    def __init__(self, stage):
        super().__init__(stage, [HERE / "wire.py"], "wire")


class Assistant(Program):
    """An assistant, whose host shows the person a form when the app asks."""

    python = sys.executable

    def __init__(self, stage, *options):
        super().__init__(stage, [self.python, HERE / "assistant.py", *options, stage.program("stdio"), json.dumps(stage.names)], "assistant")


class Library(Program):
    """A program that has the core in itself, over the C interface. Other fronts do not reach it."""

    def __init__(self, stage):
        self.name = "C"
        if stage.app != "chat":
            raise Lacks(f"the {stage.app} is in no library")
        options = json.dumps({"backend": stage.backend, "state": stage.state})
        self.run([HERE / "wire.py", "--library", stage.programs / "libChatC.so", options], stage, subprocess.DEVNULL)
        stage.core = self.process


class Prompt(Front):
    """A prompt at a pseudo-terminal, by its lines. It has the core."""

    name = "prompt"

    def __init__(self, stage):
        self.names = stage.names
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            program = str(stage.program("console"))
            os.execve(program, [program, *map(str, stage.options)], {**os.environ, "TERM": "xterm", "LANG": "C.UTF-8"})
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 400, 0, 0))
        self.output, self.seen = "", 0
        threading.Thread(target=self.read, daemon=True).start()
        stage.core = self
        stage.wait_for_core()
        wait(lambda: "> " in self.output, "the prompt does not come")

    def read(self):
        try:
            while data := os.read(self.terminal, 1 << 16):
                self.output += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r", "", data.decode(errors="replace"))
        except OSError:
            pass

    def text(self):
        return self.output[self.seen:]

    def hides(self, text):
        """What is above stays above: the screen is shown again."""
        def is_hidden():
            self.type("show")
            wait(lambda: re.search(r"\n(.*\n)*.*> $", self.text()), lambda: f"the prompt does not come:\n{self.text()}")
            return text not in self.text()

        wait(is_hidden, lambda: f"{self.name} still shows {text!r}:\n{self.text()[-1500:]}")

    def called(self, label):
        """What a prompt calls a control: `signIn` for "Sign in"."""
        first, *rest = label.split()
        return self.names.get(label) or first.lower() + "".join(word.title() for word in rest)

    def type(self, line, end="\r"):
        self.seen = len(self.output)
        os.write(self.terminal, (line + end).encode())

    def open(self, link):
        self.type(f"open {link}")

    def enter(self, label, text):
        self.type(f"type {self.called(label)} {text}")

    def enter_secret(self, label, text):
        self.type(f"type {self.called(label)}")
        wait(lambda: self.output.endswith(": "), "the prompt does not ask for a secret")
        os.write(self.terminal, text.encode() + b"\r")

    def choose(self, label):
        self.type(f"choose {self.called(label)}")

    def press(self, label, row=None):
        self.focus(label, row)
        self.key("Enter")

    def focus(self, label, row=None):
        """Types a command, whose Enter comes later. The number of the row is that with which it was printed."""
        if row is not None:
            self.type("rows all")
            row = wait(lambda: re.search(rf"(\d+)\W[^\n]*{re.escape(row)}", self.text()), lambda: f"no row {row}:\n{self.text()}")[1]
        self.type(" ".join(["tap", self.called(label), *[row] * (row is not None)]), end="")

    def key(self, key):
        os.write(self.terminal, b"\r")

    def leave(self):
        self.type("back")

    def answer(self, label):
        # The name of the answer stands before its label.
        named = wait(lambda: re.findall(rf"(\S+): {re.escape(label)}[,)]", self.output), lambda: f"nothing asks for {label}:\n{self.text()}")
        self.type(f"answer {named[-1]}")

    def reload(self):
        raise Lacks("its core ends with it")

    def background(self):
        self.type("background")

    def foreground(self):
        self.type("foreground")

    def close(self):
        pass

    # As a process that is the core.

    def terminate(self):
        os.kill(self.pid, signal.SIGTERM)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)

    def wait(self):
        os.waitpid(self.pid, 0)
        os.close(self.terminal)
