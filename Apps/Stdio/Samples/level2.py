#!/usr/bin/env python3
"""A front of any app at level 2 of Guide/OtherLanguages.md: what a person sees and does, made of frames. It reads like the same in any language.

It has the core at its standard streams, does what comes as lines of JSON on descriptor 3, and says on descriptor 4 what is shown, so that
Tests/Promises/run --level 2 --front Apps/Stdio/Samples/level2.py tries it. Begin yours from it, with a window in the place of `serve`.
"""

import json
import os
import re
import sys


class Front:
    capabilities = {"app": True, "questions": ["*"]}

    def begin(self, read, write):
        """There is a core: `read` returns the next line, without one nothing, and `write` sends bytes."""
        self.read, self.write, self.count, self.replies = read, write, 0, {}
        # What the core has said, by instance and question; in which screens the person is, and where the focus is.
        self.states, self.questions, self.waits, self.said = {}, {}, [], []
        self.stack, self.focused, self.tab, self.screens = [], None, None, None
        start = self.ask("initialize", capabilities=self.capabilities)
        self.layout = start.get("layout", {})
        if "app" in start:
            self.states["app"] = start["app"]
        return start

    # Frames

    def send(self, **message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def ask(self, method, **params):
        """Sends a request, and takes all frames up to its reply."""
        self.count += 1
        number = self.count
        self.send(id=number, method=method, params=params)
        while number not in self.replies:
            line = self.read()
            if not line:
                sys.exit("the core has ended")
            self.take(json.loads(line))
        reply = self.replies.pop(number)
        if "error" in reply:
            # For people is the reason of an event that is refused, and the hint at what was typed.
            data = reply["error"]["data"]
            raise LookupError(data["reason"] if reply["error"]["code"] == 1004 else data.get("hint", data["reason"]))
        return reply["result"]

    def take(self, frame):
        """Takes a frame of the core. What is not known is ignored."""
        method, params = frame.get("method"), frame.get("params", {})
        if method is None:
            # NB: the state of a reply counts where its line is read, before that of a later update.
            if "state" in frame.get("result", {}):
                self.states[frame["result"]["instance"]] = frame["result"]
            self.replies[frame["id"]] = frame
        elif method in ("screen/opened", "screen/update"):
            if method == "screen/opened" and self.follows(params) and params["instance"] not in self.stack:
                self.stack.append(params["instance"])
            self.states[params["instance"]] = params
        elif method == "screen/closed":
            self.drop(params["instance"])
        elif method == "app/tab":
            self.tab = params["tab"]
        elif method == "app/waitsFor":
            self.waits = params["waitsFor"]
        elif method == "app/localized":
            # The labels are in another language.
            self.layout, self.screens = params.get("layout", self.layout), None
        elif method == "app/signedOut":
            # What was typed, and not sent, is not for the next person.
            self.focused, self.said = None, []
        elif method == "question/ask":
            self.asked(frame)
        elif method == "question/ended":
            self.questions.pop(params["question"], None)
        elif method == "$/cancelRequest":
            self.questions = {name: asked for name, asked in self.questions.items() if asked["id"] != params["id"]}
        elif "id" in frame:
            self.send(id=frame["id"], error={"code": -32601, "message": "Method not found"})

    def asked(self, frame):
        """Keeps what a person has to answer, and answers the rest at once: the app waits for it."""
        params = frame["params"]
        input = params["input"] or {}
        if input.get("choices") or input.get("action"):
            self.questions[params["question"]] = frame
        elif params["name"] == "notify":
            self.said.append(input["text"])
            self.send(id=frame["id"], result={"answer": "shown"})
        else:
            self.send(id=frame["id"], result={"cannot": f"This program has no {params['name']}."})

    def follows(self, opened):
        """Whether the person is led to a screen that was opened: what this front, or a screen of it, has opened."""
        return True

    def drop(self, instance):
        self.states.pop(instance, None)
        self.stack = [one for one in self.stack if one != instance]

    # What is shown

    @property
    def top(self):
        """The screen that takes what is typed: what waits for a person stands in front."""
        return self.waits[-1]["instance"] if self.waits else next((one for one in reversed(self.stack) if one in self.states), "app")

    def controls(self):
        """What can be used: its label, the events that lead to it, and the schema and the state that it is about."""
        if self.tab:
            # The app has selected it.
            tab, self.tab = self.tab, None
            self.open(screen=next(one["screen"] for one in self.layout["tabs"] if one["tab"] == tab))
        if self.screens is None:
            self.screens = {screen["screen"]: screen for screen in self.ask("screen/list")["screens"]}
        screen = self.screens.get(self.top.rpartition("-")[0])
        return list(controls(screen["events"]["oneOf"], screen["state"], self.states[self.top]["state"])) if screen else []

    def shown(self):
        # All that has come by now is taken before the reply.
        self.ask("ping")
        found = [{"role": "button", "label": label, "value": str(state.get(event.get("x-field"), ""))} for label, _, event, _, state in self.controls()]
        lines = [tab["label"] for tab in self.layout.get("tabs", [])] + self.said
        for instance in ("app", self.top):
            shown = self.states.get(instance, {})
            lines += texts(shown.get("state")) + [f"{words(name)}: hidden" for name in shown.get("hidden", [])]
        for asked in self.questions.values():
            lines += [self.asks(asked["params"]) + text for text in texts(asked["params"]["input"])]
        return {"texts": lines, "controls": found, "focus": self.focused and self.focused[0]}

    def asks(self, question):
        """What stands before a question."""
        return ""

    # What is done

    def look(self):
        pass

    def open(self, **place):
        instance = self.ask("screen/open", **place)["instance"]
        self.stack = [one for one in self.stack if one != instance] + [instance]

    def use(self, label, row=None, text=None):
        """What is sent for a control."""
        for name, path, event, schema, state in self.controls():
            member = next((name for name in event["properties"] if name != "type"), None)
            kind = event["properties"].get(member, {})
            if label in kind.get("x-labels", ()):
                value = kind["enum"][kind["x-labels"].index(label)]
            elif event.get("x-choice") and label in texts(state[event["x-rows"]]):
                one = next(one for one in state[event["x-rows"]] if label in texts(one))
                value = one[schema[event["x-rows"]].get("x-identity", "id")] if isinstance(one, dict) else one
            elif name != label:
                continue
            elif row is not None:
                identity = schema[event["x-rows"]].get("x-identity", "id")
                value = next((one[identity] for one in state[event["x-rows"]] if row in texts(one)), None)
                if value is None:
                    raise LookupError(f"there is no row {row}")
            else:
                value = not state[event["x-field"]] if kind.get("type") == "boolean" else text if text is None or is_text(kind) else {"typed": text}
            sent = {"type": path[-1]} if value is None else {"type": path[-1], member: value}
            for part in reversed(path[:-1]):
                sent = {"type": part, "event": sent}
            return {"instance": self.top, "event": sent}
        raise LookupError(f"nothing shown is called {label}")

    def press(self, label, row=None):
        self.ask("screen/send", **self.use(label, row))

    choose = press

    def enter(self, label, text):
        self.ask("screen/send", **self.use(label, text=text))

    def focus(self, label, row=None):
        self.focused = label, self.use(label, row)

    def key(self, key):
        if self.focused and key == "Enter":
            try:
                self.ask("screen/send", **self.focused[1])
            except LookupError as refusal:
                self.said.append(str(refusal))

    def leave(self):
        """Every way back. A screen that asks first stays; the answer to its question closes it."""
        top = self.top
        if self.ask("screen/leave", instance=top).get("left"):
            self.drop(top)

    def answer(self, label):
        """Answers what was asked last with a choice, or takes the action of a notice."""
        for name, asked in reversed(self.questions.items()):
            input = asked["params"]["input"]
            answers = [choice["name"] for choice in input.get("choices") or [] if choice["label"] == label]
            answers += ["action"] if (input.get("action") or {}).get("label") == label else []
            if answers:
                del self.questions[name]
                return self.send(id=asked["id"], result={"answer": answers[0]})
        raise LookupError(f"nothing asks for {label}")

    def background(self):
        self.ask("app/send", event={"type": "willResignActive"})

    def foreground(self):
        self.ask("app/send", event={"type": "didBecomeActive"})

    def reload(self):
        raise NotImplementedError("a front of level 2 does not come back")


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
            # An input without it is about the member that its name has, as `nameChanged` is about `name`.
            field = event.get("x-field", re.sub("(Was)?Changed$", "", kind))
            field = field if field in members else None
            label = event.get("x-label") or members.get(field, {}).get("x-label") or words(field or kind)
            yield label, (*path, kind), {**event, "x-field": field}, members, state


def is_text(schema):
    """Whether what is typed is the value. A number, money, a date and a time are read by the core."""
    schema = next((one for one in schema.get("anyOf", ()) if one.get("type") != "null"), schema)
    return schema.get("type") == "string" and not schema.keys() & {"format", "x-decimal"} and schema.get("x-format", "markdown") == "markdown"


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
    with os.fdopen(3) as verbs, os.fdopen(4, "w") as shown:
        for line in verbs:
            verb = json.loads(line)
            problem = {}
            try:
                getattr(front, verb.pop("verb"))(**verb)
            except NotImplementedError as error:
                problem = {"none": str(error)}
            except LookupError as error:
                problem = {"problem": str(error)}
            print(json.dumps({**front.shown(), **problem}), file=shown, flush=True)


if __name__ == "__main__":
    front = Front()
    with open(0, "rb") as core, open(1, "wb", buffering=0, closefd=False) as out:
        front.begin(core.readline, out.write)
        serve(front)
