"""What a client of a core has to know, without a generated one: frames, patches of states, and the instances that are open."""

import json


def apply(patch, value):
    """A value to which a JSON Patch (RFC 6902) was applied, with the operations that a core sends. The value is changed in place."""
    for step in patch:
        kind = step["op"]
        if kind == "move":
            value = change("add", step["path"], take(value, step["from"]), value)
        else:
            value = change(kind, step["path"], step.get("value"), value)
    return value


def find(value, path):
    """The object or the list that a path leads into, and its key or index there."""
    *parents, last = [name.replace("~1", "/").replace("~0", "~") for name in path.split("/")[1:]]
    for name in parents:
        value = value[int(name)] if isinstance(value, list) else value[name]
    if isinstance(value, list):
        return value, len(value) if last == "-" else int(last)
    return value, last


def take(value, path):
    parent, key = find(value, path)
    return parent.pop(key)


def change(kind, path, new, value):
    if path == "":
        return new
    parent, key = find(value, path)
    if kind == "remove":
        parent.pop(key)
    elif kind == "add" and isinstance(parent, list):
        parent.insert(key, new)
    elif kind in ["add", "replace"]:
        parent[key] = new
    else:
        raise ValueError(f"The core sends no operation {kind}.")
    return value


class Wire:
    """One conversation: takes the core's bytes, and keeps the states of what is open.

    `on_state(instance, patch)` runs after each new state; the patch is `None` for a whole one. `on_question(frame)` runs for each
    request of the core.
    """

    def __init__(self, write, on_state=None, on_question=None):
        self.write = write
        self.on_state = on_state or (lambda instance, patch: None)
        self.on_question = on_question or (lambda frame: None)
        self.rest = b""
        self.number = 0
        self.replies = {}
        self.states = {}
        self.revisions = {}
        # The screens of the instances.
        self.screens = {}
        self.frames = 0

    def send(self, method, **params):
        """Sends a request, and returns its id; its reply is in `replies` later."""
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.write(json.dumps(message).encode() + b"\n")
        return self.number

    def answer(self, frame, result):
        self.write(json.dumps({"jsonrpc": "2.0", "id": frame["id"], "result": result}).encode() + b"\n")

    def fail(self, frame, code, message):
        error = {"code": code, "message": message}
        self.write(json.dumps({"jsonrpc": "2.0", "id": frame["id"], "error": error}).encode() + b"\n")

    def receive(self, data):
        lines = (self.rest + data).split(b"\n")
        self.rest = lines.pop()
        for line in lines:
            self.frames += 1
            self.take(json.loads(line))

    def take(self, frame):
        method = frame.get("method")
        if method is None:
            result = frame.get("result", {})
            if "state" in result:
                self.set_state(result)
            if "app" in result:
                self.set_state(result["app"])
            self.replies[frame["id"]] = frame
        elif "id" in frame:
            self.on_question(frame)
        elif method == "screen/closed":
            for values in [self.states, self.revisions, self.screens]:
                values.pop(frame["params"]["instance"], None)
        elif method in ["screen/update", "screen/opened"]:
            self.set_state(frame["params"])

    def set_state(self, report):
        instance = report["instance"]
        if "screen" in report:
            self.screens[instance] = report["screen"]
        patch = report.get("patch")
        if patch is None:
            self.states[instance] = report["state"]
        else:
            # A revision that was passed over is conflation; a patch has to lead from the one that is here.
            if report["from"] != self.revisions[instance]:
                raise AssertionError(f"a patch from revision {report['from']} came at revision {self.revisions[instance]}")
            self.states[instance] = apply(patch, self.states[instance])
        self.revisions[instance] = report["rev"]
        self.on_state(instance, patch)
