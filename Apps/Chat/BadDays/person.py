"""A person at a core of the chat, as a process that may be killed: what they do, what they see, and what may never be seen."""

import os
import pathlib
import select
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Clients"))
from wire import Wire  # noqa: E402

ROOMS = [1, 2, 3]
PATIENCE = 60


class Wrong(Exception):
    """Something that may not happen."""


class Person:
    """Who sits at a core. At another time it may be another one of `names`, at the same core and folder."""

    capabilities = {"patches": True, "app": True}
    # The screen that is opened at the start.
    first = "rooms"

    def __init__(self, names, command, folder, log):
        self.names = names
        self.account = names[0]
        self.command = command
        self.folder = folder
        self.log = log
        self.process = None
        self.wire = None
        # The texts that were written by each name, in order, by (name, room).
        self.taps = {}
        # What became of a text: `unknown` while the core has not answered the tap, `taken` when it has, `kept` when there was a row of it, `draft`
        # when it stood in the composer again, `returned` when the core has said there that it was not kept, `dropping` and `dropped`.
        self.fates = {}
        # The keys of the rows that were shown as sent, by text.
        self.shown = {}
        # Which rows of the room that is open are sent, by key.
        self.rows = {}
        # The keys of the rows whose messages are tried again or dropped, with their texts.
        self.retried = set()
        self.dropped = {}
        self.room = None
        self.number = 0
        self.date = None
        self.is_full = False
        self.wanted = ROOMS[0]

    # The process

    def start(self, options=(), environment=None):
        self.log(f"{self.account}: start {' '.join(options)}")
        errors = open(os.path.join(self.folder + ".errors"), "ab")
        # NB: libfaketime changes the environment of the first program that it is loaded into, and where that is one of Swift, its arguments are lost.
        prefix = ["env"] if environment else []
        self.process = subprocess.Popen(
            prefix + self.command + ["--state", self.folder, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            env={**os.environ, **(environment or {})})
        errors.close()
        self.wire = Wire(self.write, self.on_state, self.on_question)
        self.rows = {}
        self.room = None
        self.ask("initialize", capabilities=self.capabilities)
        if self.first:
            self.ask("screen/open", screen=self.first)

    def write(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except OSError:
            raise Wrong(f"the core of {self.account} has ended with {self.process.wait(10)}")

    def kill(self):
        self.log(f"{self.account}: kill")
        self.process.kill()
        if self.is_full:
            # There was no place for what was taken, and no time to say so.
            self.fates.update({text: "unknown" for text, fate in self.fates.items() if fate == "taken"})
        self.end()

    def stop(self):
        """Ends it in order."""
        self.process.stdin.close()
        end = time.monotonic() + PATIENCE
        while data := self.read(end - time.monotonic()):
            self.wire.receive(data)
        code = self.process.wait(PATIENCE)
        self.end()
        if code != 0:
            raise Wrong(f"the core of {self.account} ends with {code}")

    def end(self):
        self.process.wait()
        for stream in [self.process.stdin, self.process.stdout]:
            try:
                stream.close()
            except OSError:
                pass
        self.process = None

    def read(self, timeout):
        ready, _, _ = select.select([self.process.stdout], [], [], max(0, timeout))
        return os.read(self.process.stdout.fileno(), 1 << 18) if ready else b""

    def pump(self, timeout):
        """Takes what the core says within a time, and signs in if it asks for that."""
        end = time.monotonic() + timeout
        while True:
            if self.process.poll() is not None:
                raise Wrong(f"the core of {self.account} has ended with {self.process.returncode}")
            data = self.read(min(0.05, end - time.monotonic()))
            if data:
                self.wire.receive(data)
            if time.monotonic() >= end:
                return

    def ask(self, method, may_fail=False, **params):
        """Sends a request, and returns its result; `None` if it is refused and may be."""
        number = self.wire.send(method, **params)
        end = time.monotonic() + PATIENCE
        while number not in self.wire.replies:
            data = self.read(end - time.monotonic())
            if not data:
                if self.process.poll() is not None:
                    raise Wrong(f"the core of {self.account} has ended with {self.process.returncode}")
                raise Wrong(f"the core of {self.account} does not answer {method}")
            self.wire.receive(data)
        reply = self.wire.replies.pop(number)
        if "error" in reply and not may_fail:
            raise Wrong(f"{method} {params}: {reply['error']}")
        return reply.get("result")

    def on_question(self, frame):
        self.wire.fail(frame, -32601, "Method not found")

    # What is seen

    def on_state(self, instance, patch):
        if instance == self.room:
            self.look(self.wire.states[instance])

    def look(self, state):
        """Compares what a room shows with what may be shown."""
        rows = state["messages"]
        texts = [row["text"] for row in rows if "-" in row["text"]]
        twice = {text for text in texts if texts.count(text) > 1}
        if twice:
            raise Wrong(f"{self.account} sees {twice} twice")
        new = {}
        for row in rows:
            text, is_sent = row["text"], row["sentAt"] is not None
            new[row["id"]] = is_sent
            if "-" not in text:
                continue
            if not is_sent and row["author"] != self.account:
                raise Wrong(f"{self.account} sees what {row['author']} has not sent yet: {text}")
            if is_sent:
                self.shown[text] = row["id"]
            elif self.rows.get(row["id"]):
                raise Wrong(f"{self.account} has seen {text} as sent, and sees it as {row['status']}")
            if self.fates.get(text) in ["unknown", "taken", "draft"]:
                self.fates[text] = "kept"
        if not state["isBusy"]:
            for key in [key for key, is_sent in self.rows.items() if not is_sent and key not in new]:
                if key in self.dropped:
                    self.fates[self.dropped.pop(key)] = "dropped"
                elif key not in self.retried:
                    raise Wrong(f"{self.account} does not see {key} any more, which waited")
        self.rows = new
        draft = state["composer"]["text"]
        if "-" in draft and not draft.startswith(self.account + "-"):
            raise Wrong(f"{self.account} sees the draft {draft}; the app is that of {self.wire.states['app']['account']}")
        for text in draft.split("\n"):
            if self.fates.get(text) in ["taken", "draft"]:
                self.fates[text] = "returned" if state["composer"]["message"] else "draft"

    def screen(self, name):
        return next((instance for instance, screen in self.wire.screens.items() if screen == name), None)

    def state(self):
        return self.wire.states.get(self.room)

    # What is done

    def send(self, instance, kind, may_fail=True, **members):
        confirmed = {"confirmed": True} if kind in ["signOutButtonWasTapped", "dropButtonWasTapped"] else {}
        return self.ask("screen/send", may_fail, instance=instance, event={"type": kind, **members}, **confirmed)

    def is_signed_in(self):
        return self.wire.states["app"]["account"] == self.account

    def sign_in(self):
        """Answers the screen that asks for a sign-in, if it is there."""
        screen = self.screen("signIn")
        if screen is None or screen not in self.wire.states or self.wire.states[screen]["isBusy"]:
            return
        self.send(screen, "nameChanged", text=self.account)
        self.send(screen, "passwordChanged", text="1234")
        self.send(screen, "signInButtonWasTapped")

    def open_room(self, number):
        if self.room is not None:
            self.close_room()
        result = self.ask("screen/open", screen="room", params={"room": number})
        self.number = number
        self.rows = {}
        self.room = result["instance"]
        self.look(result["state"])

    def close_room(self):
        room, self.room = self.room, None
        if room in self.wire.states:
            self.ask("screen/close", may_fail=True, instance=room)

    def has_room(self):
        if self.room is not None and self.room not in self.wire.states:
            self.room = None
        return self.room is not None

    def tap(self, text, waits=True):
        """Writes a message, and taps the button that sends it."""
        self.log(f"{self.account}: write {text} in room {self.number}{'' if waits else ', and do not wait'}")
        self.taps.setdefault((self.account, self.number), []).append(text)
        self.fates[text] = "unknown"
        written = {"type": "textChanged", "text": text}
        sent = {"type": "sendButtonWasTapped"}
        if not waits:
            for event in [written, sent]:
                self.wire.send("screen/send", instance=self.room, event={"type": "composer", "event": event})
            return
        if self.send(self.room, "composer", event=written) is None:
            return
        if self.send(self.room, "composer", event=sent) is not None and self.fates[text] == "unknown":
            self.fates[text] = "taken"
            if self.has_room():
                self.look(self.state())

    def decide(self, number, drops):
        """Taps on one of the messages that are not sent."""
        rows = [row for row in self.state()["messages"] if row["sentAt"] is None]
        allowed = [row for row in rows if row["dropDisabledReason" if drops else "retryDisabledReason"] is None]
        if not allowed:
            return
        row = allowed[number % len(allowed)]
        self.log(f"{self.account}: {'drop' if drops else 'retry'} {row['text']}, {row['status']}")
        if drops:
            self.dropped[row["id"]] = row["text"]
            self.fates[row["text"]] = "dropping"
            if self.send(self.room, "dropButtonWasTapped", id=row["id"]) is None:
                self.fates[self.dropped.pop(row["id"])] = "kept"
        else:
            # One that was refused gets another key.
            self.retried.add(row["id"])
            self.send(self.room, "retryButtonWasTapped", id=row["id"])

    def change_account(self, name):
        """Signs out, and in as another person."""
        if name == self.account:
            return
        self.log(f"{self.account}: sign out, for {name}")
        # The room is emptied, and closes.
        self.room = None
        settings = self.ask("screen/open", screen="settings")["instance"]
        # Who is not signed in, or is about to be, cannot sign out.
        if self.send(settings, "signOutButtonWasTapped") is not None:
            self.account = name
        self.ask("screen/close", may_fail=True, instance=settings)

    def stop_for(self, seconds):
        """Its machine sleeps."""
        self.log(f"{self.account}: sleep for {seconds:.1f} s")
        os.kill(self.process.pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.kill(self.process.pid, signal.SIGCONT)
