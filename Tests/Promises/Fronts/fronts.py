"""The fronts of this repository, as a person meets them: a prompt, the page in Chromium, a client of the wire, an assistant's host, a program in C."""

import ctypes
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import threading
import fcntl

from stage import PATIENCE, ROOT, Wrong, wait
from wire import WireFront


class Front:
    """What all of them have. What is shown is waited for."""

    def shows(self, *texts):
        """Waits until one of the texts is shown."""
        wait(lambda: any(text in self.text() for text in texts), lambda: f"{self.name} does not show {texts}, but\n{self.text()[-1500:]}")

    def hides(self, text):
        wait(lambda: text not in self.text(), lambda: f"{self.name} still shows {text!r}:\n{self.text()[-1500:]}")


class Prompt(Front):
    """A prompt at a pseudo-terminal, by its lines. It has the core."""

    name = "prompt"

    def __init__(self, stage):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            program = str(stage.programs / "chat-console")
            os.execve(program, [program, *stage.options], {**os.environ, "TERM": "xterm", "LANG": "C.UTF-8"})
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

    def type(self, line):
        self.seen = len(self.output)
        os.write(self.terminal, line.encode() + b"\r")

    def open(self, link):
        self.type(f"open {link}")

    def enter(self, control, text):
        if control.secret:
            self.type(f"type {control.prompt}")
            wait(lambda: self.output.endswith(": "), "the prompt does not ask for a secret")
            os.write(self.terminal, text.encode() + b"\r")
        else:
            self.type(f"type {control.prompt} {text}")

    def choose(self, control, value):
        self.type(f"choose {control.prompt} {value}")

    def press(self, control, row=None):
        if row is None:
            return self.type(f"tap {control.prompt}")
        # The number of the row is that with which it was printed.
        self.type("rows all")
        number = wait(lambda: re.search(rf"(\d+)\W[^\n]*{re.escape(row)}", self.text()), lambda: f"no row {row}:\n{self.text()}")
        self.type(f"tap {control.prompt} {number[1]}")

    def leave(self):
        self.type("back")

    def answer(self, choice):
        self.type(f"answer {choice.prompt}")

    take_action = lambda self, action: self.type(action.prompt)

    # As a process that is the core.

    def terminate(self):
        os.kill(self.pid, signal.SIGTERM)

    def wait(self):
        os.waitpid(self.pid, 0)
        os.close(self.terminal)

    def close(self):
        pass


class Dictionaries(Front):
    """A front of the wire, which takes controls as objects of JSON."""

    def __getattr__(self, verb):
        return lambda *arguments: getattr(self.front, verb)(*[getattr(one, "__dict__", one) for one in arguments])

    def use(self, verb, *arguments):
        """Uses a control, once it can be: what comes in front is shown before the front is told that it does."""
        wait(lambda: "error" not in self.__getattr__(verb)(*arguments), lambda: f"{self.name} cannot {verb} {arguments}:\n{self.text()}")

    def enter(self, control, text):
        self.use("enter", control, text)

    choose = enter

    def press(self, control, row=None):
        self.use("press", control, row)


class Wire(Dictionaries):
    """A client over the standard streams."""

    name = "wire"

    def __init__(self, stage):
        stage.start()
        self.process = stage.attach()
        self.front = WireFront(self.write)
        threading.Thread(target=self.read, daemon=True).start()
        self.front.begin()

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self):
        for line in self.process.stdout:
            self.front.take(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Library(Dictionaries):
    """A program that has the core in itself, over the C interface. Other fronts do not reach it."""

    name = "C"

    def __init__(self, stage):
        self.library = ctypes.CDLL(str(stage.programs / "libChatC.so"))
        on_frame = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
        on_end = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)
        library = self.library
        library.tributary_create.restype = ctypes.c_uint64
        library.tributary_create.argtypes = [ctypes.c_char_p, on_frame, on_end, ctypes.c_void_p]
        library.tributary_send.argtypes = [ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t]
        library.tributary_destroy.argtypes = [ctypes.c_uint64]
        self.callbacks = (
            on_frame(lambda frame, count, _: self.front.take(ctypes.string_at(frame, count))), on_end(lambda code, _: None))
        self.core = library.tributary_create(json.dumps({"backend": stage.backend}).encode(), *self.callbacks, None)
        self.front = WireFront(lambda data: library.tributary_send(self.core, data, len(data)), pump=self.run)
        self.front.begin()
        stage.core = self

    def run(self):
        """Lets the core do what is due, as the loop of a program in C does."""
        select.select([self.library.tributary_descriptor()], [], [], 0.02)
        self.library.tributary_run_due()

    def terminate(self):
        self.library.tributary_destroy(self.core)

    def wait(self):
        pass

    def close(self):
        pass


class Assistant(Front):
    """An assistant, whose host shows the person a form when the app asks."""

    name = "assistant"

    def __init__(self, stage, asks=True):
        stage.start()
        self.process = stage.attach("--protocol", "mcp")
        self.lock, self.number, self.replies, self.asked, self.lines = threading.Condition(), 0, {}, [], []
        self.screen = self.instance = ""
        self.seen = 0
        threading.Thread(target=self.read, daemon=True).start()
        capabilities = {"elicitation": {}} if asks else {}
        self.ask("initialize", protocolVersion="2025-11-25", capabilities=capabilities, clientInfo={"name": "promises", "version": "1"})

    def read(self):
        for line in self.process.stdout:
            frame = json.loads(line)
            with self.lock:
                self.lines.append(json.dumps(frame, ensure_ascii=False))
                if frame.get("method") == "elicitation/create":
                    self.asked.append(frame)
                elif "id" in frame and "method" not in frame:
                    self.replies[frame["id"]] = frame
                self.lock.notify_all()

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, waits=True, **params):
        """Sends a request; if the host has to ask a person first, it goes on then."""
        self.number += 1
        number, count = self.number, len(self.asked)
        self.send({"id": number, "method": method, "params": params})
        with self.lock:
            if not self.lock.wait_for(lambda: number in self.replies or len(self.asked) > count, PATIENCE):
                raise Wrong(f"{method} is not answered")
            return self.replies.get(number)

    def call(self, tool, **arguments):
        self.seen = len(self.lines)
        reply = self.ask("tools/call", name=tool, arguments=arguments)
        return (reply or {}).get("result", {}).get("structuredContent") or {}

    def text(self):
        with self.lock:
            return "\n".join(self.lines[self.seen:])

    def open(self, link):
        answer = self.call("open_screen", link=link)
        self.instance = answer["instance"]
        self.screen = self.instance.rsplit("-", 1)[0]

    def event(self, control, **members):
        tool = "_".join([one for one in [self.screen, control.part, control.event] if one])
        answer = self.call(tool, instance=self.instance, **members)
        for opened in answer.get("opened", []):
            self.instance = opened["instance"]
            self.screen = self.instance.rsplit("-", 1)[0]

    def enter(self, control, text):
        self.event(control, **{"text": text})

    def choose(self, control, value):
        self.event(control, **{control.member: value})

    def press(self, control, row=None):
        self.event(control)

    def leave(self):
        self.call("close_screen", instance=self.instance)

    def answer(self, choice):
        frame = self.asked.pop()
        self.seen = len(self.lines)
        self.send({"id": frame["id"], "result": {"action": "accept", "content": {"answer": choice.event}}})

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Page(Front):
    """The page in Chromium, by its accessibility tree: the driver of `Tests/AnyFront`, which has its verbs and what is shown as lines of JSON."""

    name = "page"

    def __init__(self, stage):
        stage.start()
        verbs, to_front = os.pipe()
        from_front, shown = os.pipe()

        def connect():
            for number, end in enumerate([os.dup2(verbs, 60), os.dup2(shown, 61)]):
                os.dup2(end, 3 + number)

        self.process = subprocess.Popen(
            [ROOT / "Tests/AnyFront/page"], preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL,
            env={**os.environ, "TRIBUTARY_CORE": stage.path})
        for end in [verbs, shown]:
            os.close(end)
        self.verbs, self.shown = os.fdopen(to_front, "wb", buffering=0), os.fdopen(from_front, "rb")
        self.shows("Settings", "Einstellungen")

    def say(self, verb, **members):
        self.verbs.write(json.dumps({"verb": verb, **members}).encode() + b"\n")
        line = self.shown.readline()
        if not line:
            raise Wrong("the page has ended")
        return json.loads(line)

    def use(self, verb, control, **members):
        """Uses a control, once it is shown."""
        wait(lambda: "problem" not in (answer := self.say(verb, label=control.label, **members)), lambda: f"{control.label}: {self.text()}")

    def text(self):
        shown = self.say("look")
        return "\n".join([*shown["texts"], *(f"{one['label']} {one['value']}" for one in shown["controls"])])

    def open(self, link):
        self.say("open", link="/" + link.split("/", 3)[3])

    def enter(self, control, text):
        self.use("enter", control, text=text)

    def choose(self, control, value):
        self.use("press", control)

    def press(self, control, row=None):
        self.use("press", control, **({"row": row} if row else {}))

    answer = take_action = press

    def leave(self):
        self.say("leave")

    def reload(self):
        self.say("reload")

    def close(self):
        self.verbs.close()
        self.process.wait()
