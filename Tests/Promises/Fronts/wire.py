#!/usr/bin/env python3
"""A front in plain Python: the smallest that keeps what every front keeps. See ../README.md.

    wire.py                               a client of a core, over the standard streams
    wire.py --library LIBRARY OPTIONS     a program that has the core in itself, over the interface of C
"""
import ctypes
import json
import os
import re
import select
import socket
import sys
import threading

TIMEOUT = 30


class Front:
    """What a person sees and does, made of frames. It knows no app: a control is found by its label."""

    # Lets the core do what is due, where it runs in this thread.
    pump = None

    def __init__(self):
        self.lock, self.number, self.back = threading.Condition(), 0, {}
        # The screens in which the person is, and where the focus is.
        self.stack, self.focused, self.tab = [], None, None

    def begin(self, write):
        """There is a connection. It shows what it showed at the one before."""
        self.write, self.replies, self.states, self.questions, self.waits, self.deeds = write, {}, {}, {}, [], []
        capabilities = {"app": True, "causes": True, "questions": ["*"], "shared": True, "front": {"kind": "client", "returns": True, **self.back}}
        start = self.ask("initialize", capabilities=capabilities)
        self.back = {"return": start["front"]["return"]}
        self.layout, self.screens = start.get("layout", {}), None
        if app := start.get("app"):
            self.states["app"] = app["state"]

    # Frames

    def send(self, **message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def ask(self, method, **params):
        with self.lock:
            self.number += 1
            number = self.number
        self.send(id=number, method=method, params=params)
        with self.lock:
            while number not in self.replies:
                if self.pump:
                    self.pump()
                elif not self.lock.wait(TIMEOUT):
                    raise TimeoutError(f"{method} is not answered")
            reply = self.replies.pop(number)
        if "error" in reply:
            raise LookupError(reply["error"])
        return reply["result"]

    def take(self, line):
        """Takes a frame of the core."""
        frame = json.loads(line)
        params = frame.get("params", {})
        with self.lock:
            match frame.get("method"):
                case None:
                    if "instance" in (result := frame.get("result", {})):
                        self.states[result["instance"]] = result["state"]
                    self.replies[frame["id"]] = frame
                case "screen/opened" | "screen/update":
                    if params.get("opener") in self.stack and params["instance"] not in self.stack:
                        self.stack.append(params["instance"])
                    self.states[params["instance"]] = params["state"]
                case "screen/closed":
                    self.drop(params["instance"])
                case "app/tab":
                    self.tab = params["tab"]
                case "app/waitsFor":
                    self.waits = params["waitsFor"]
                case "app/localized":
                    # The labels are in another language.
                    self.layout, self.screens = params.get("layout", self.layout), None
                case "screen/acted":
                    self.deeds.append(f"The assistant: {params['label']}")
                case "question/ask":
                    self.questions[params["question"]] = {"id": frame["id"], **params}
                case "question/ended":
                    self.questions.pop(params["question"], None)
            self.lock.notify_all()

    def drop(self, instance):
        self.states.pop(instance, None)
        self.stack = [one for one in self.stack if one != instance]

    # What is shown

    @property
    def top(self):
        """The screen that takes what is typed: what waits for a person stands in front."""
        return self.waits[-1]["instance"] if self.waits else next((one for one in reversed(self.stack) if one in self.states), "app")

    def controls(self):
        """What can be used: its label, the events that lead to it, the state that it is about."""
        if self.tab:
            # The app has selected it.
            tab, self.tab = self.tab, None
            self.open(screen=next(one["screen"] for one in self.layout["tabs"] if one["tab"] == tab))
        if self.screens is None:
            self.screens = {screen["screen"]: screen for screen in self.ask("screen/list")["screens"]}
        screen = self.screens.get(self.top.rpartition("-")[0])
        return list(controls(screen["events"]["oneOf"], screen["state"], self.states[self.top])) if screen else []

    def look(self):
        if self.pump:
            self.pump()

    def shown(self):
        controls = [{"role": "button", "label": label, "value": str(state.get(event.get("x-field"), ""))} for label, _, event, _, state in self.controls()]
        with self.lock:
            lines = [tab["label"] for tab in self.layout.get("tabs", [])] + self.deeds + texts(self.states.get("app")) + texts(self.states.get(self.top))
            for question in self.questions.values():
                who = "The assistant asks: " if (question.get("by") or "").startswith("assistant") else ""
                lines += [who + text for text in texts(question["input"])]
        return {"texts": lines, "controls": controls, "focus": self.focused and self.focused[0]}

    # What is done

    def open(self, **place):
        instance = self.ask("screen/open", **place)["instance"]
        with self.lock:
            self.stack = [one for one in self.stack if one != instance] + [instance]

    def use(self, label, row=None, value=None):
        """What is sent for a control."""
        for name, path, event, schema, state in self.controls():
            member = next((name for name in event["properties"] if name != "type"), None)
            choices = event["properties"].get(member, {})
            if label in choices.get("x-labels", ()):
                value = choices["enum"][choices["x-labels"].index(label)]
            elif name != label:
                continue
            if row is not None:
                identity = schema[event["x-rows"]].get("x-identity", "id")
                value = next((one[identity] for one in state[event["x-rows"]] if row in texts(one)), None)
                if value is None:
                    raise LookupError(f"there is no row {row}")
            sent = {"type": path[-1]} if value is None else {"type": path[-1], member: value}
            for part in reversed(path[:-1]):
                sent = {"type": part, "event": sent}
            return sent
        raise LookupError(f"nothing shown is called {label}")

    def press(self, label, row=None):
        self.ask("screen/send", instance=self.top, event=self.use(label, row))

    choose = press

    def enter(self, label, text):
        self.ask("screen/send", instance=self.top, event=self.use(label, value=text))

    def focus(self, label, row=None):
        self.focused = label, self.top, self.use(label, row)

    def key(self, key):
        if self.focused and key == "Enter":
            try:
                self.ask("screen/send", instance=self.focused[1], event=self.focused[2])
            except LookupError as refusal:
                self.deeds.append(str(refusal))

    def leave(self):
        top = self.top
        if self.ask("screen/leave", instance=top).get("left"):
            with self.lock:
                self.drop(top)

    def answer(self, label):
        """Answers what was asked last with a choice, or takes the action of a notice."""
        with self.lock:
            for question in reversed(self.questions.values()):
                action, choices = question["input"].get("action") or {}, question["input"].get("choices", [])
                names = [choice["name"] for choice in choices if choice["label"] == label] + ["action"] * (action.get("label") == label)
                if names:
                    self.questions.pop(question["question"])
                    return self.send(id=question["id"], result={"answer": names[0]})
        raise LookupError(f"nothing asks for {label}")

    def background(self):
        self.ask("app/send", event={"type": "willResignActive"})

    def foreground(self):
        self.ask("app/send", event={"type": "didBecomeActive"})

    def reload(self):
        raise NotImplementedError("its core ends with it")


class Client(Front):
    """A front over streams."""

    def connect(self, input, output):
        self.reader = threading.Thread(target=lambda: [self.take(line) for line in input], daemon=True)
        self.reader.start()
        self.begin(output.write)

    def reload(self):
        """Leaves, and comes back by the name that the core has given it."""
        self.stream.shutdown(socket.SHUT_WR)
        self.reader.join()
        self.stream.close()
        self.stream = socket.socket(socket.AF_UNIX)
        self.stream.connect(os.environ["TRIBUTARY_CORE"])
        self.connect(self.stream.makefile("rb"), self.stream.makefile("wb", buffering=0))

    def start(self):
        self.stream = socket.socket(fileno=0)
        self.connect(self.stream.makefile("rb"), self.stream.makefile("wb", buffering=0))


class Library(Front):
    """A program with a loop of its own, in which the core does its work."""

    def start(self, path, options):
        library = self.library = ctypes.CDLL(path)
        on_frame = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
        on_end = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)
        library.tributary_create.restype = ctypes.c_uint64
        library.tributary_create.argtypes = [ctypes.c_char_p, on_frame, on_end, ctypes.c_void_p]
        library.tributary_send.argtypes = [ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t]
        self.callbacks = on_frame(lambda frame, count, _: self.take(ctypes.string_at(frame, count))), on_end(lambda code, _: None)
        core = library.tributary_create(options.encode(), *self.callbacks, None)
        self.begin(lambda data: library.tributary_send(core, data, len(data)))

    def pump(self):
        select.select([self.library.tributary_descriptor()], [], [], 0.02)
        self.library.tributary_run_due()


def controls(events, schema, state, path=()):
    """The controls of a screen, and of its parts."""
    members = schema["properties"]
    for event in events:
        kind = event["properties"]["type"]["const"]
        if part := event.get("x-part"):
            if state.get(part) is not None:
                part_schema = next((one for one in members[part].get("anyOf", ()) if one.get("type") != "null"), members[part])
                yield from controls(event["properties"]["event"]["oneOf"], part_schema, state[part], (*path, kind))
        elif not event.get("x-appearance") and not state.get(event.get("x-hidden")):
            field = event.get("x-field")
            label = event.get("x-label") or members.get(field, {}).get("x-label") or words(field or kind)
            yield label, (*path, kind), event, members, state


def words(name):
    """The label of what has none: `signInButtonWasTapped` is "Sign in"."""
    spaced = re.sub("([a-z0-9])([A-Z])", lambda match: f"{match[1]} {match[2].lower()}", re.sub("(ButtonWasTapped|WasTapped|WasChanged|Changed)$", "", name))
    return spaced[:1].upper() + spaced[1:]


def texts(value):
    """The texts of a value, at any depth."""
    if isinstance(value, str):
        return [value]
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for one in values for text in texts(one)]


def serve(front):
    """Does what comes as lines of JSON on descriptor 3, and says on descriptor 4 what is shown."""
    with os.fdopen(3) as verbs, os.fdopen(4, "w") as shown:
        for line in verbs:
            verb = json.loads(line)
            problem = {}
            try:
                getattr(front, verb.pop("verb"))(**verb)
            except NotImplementedError as error:
                problem = {"none": str(error)}
            except (LookupError, RuntimeError, AssertionError) as error:
                problem = {"problem": str(error)}
            print(json.dumps({**front.shown(), **problem}), file=shown, flush=True)


if __name__ == "__main__":
    front = Library() if sys.argv[1:] else Client()
    front.start(*sys.argv[2:])
    serve(front)
