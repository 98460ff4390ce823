#!/usr/bin/env -S python3 -S
"""A core that shows what a recording has: recorded_core.py PROGRAM RECORDING --listen PATH --share.

What it says of its screens comes from the program that was recorded. Each event `{"type": "next"}`, to whichever instance, plays the next
line: a screen opens, its state changes, or it closes. The reply has the instance and its state; none when all was played.
"""
import json
import subprocess
import sys

import listening


UNKNOWN = {"error": {"code": -32602, "message": "Invalid params", "data": {"reason": "unknownInstance", "pointer": "/instance"}}}


def described(program):
    """What the program answers to the requests that say what the app is."""
    methods = ["initialize", "screen/list", "rpc.discover"]
    requests = [{"jsonrpc": "2.0", "id": method, "method": method, "params": {"protocolVersion": 1} if method == "initialize" else {}} for method in methods]
    done = subprocess.run([program], input="".join(json.dumps(request) + "\n" for request in requests), stdout=subprocess.PIPE, text=True, check=True)
    replies = {reply["id"]: reply for reply in map(json.loads, done.stdout.splitlines()) if reply.get("id") in methods}
    return {method: {name: replies[method][name] for name in ("result", "error") if name in replies[method]} for method in methods}


def patched(state, patch):
    """A state after a patch, as JSON Patch has it; what is added to a list stands before the place."""
    state = json.loads(json.dumps(state))
    for change in patch:
        *way, last = [part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:]]
        place = state
        for part in way:
            place = place[int(part) if isinstance(place, list) else part]
        if change["op"] == "move":
            place.insert(int(last), place.pop(int(change["from"].rpartition("/")[2])))
        elif change["op"] == "remove":
            del place[int(last) if isinstance(place, list) else last]
        elif change["op"] == "add" and isinstance(place, list):
            place.insert(len(place) if last == "-" else int(last), change["value"])
        else:
            place[int(last) if isinstance(place, list) else last] = change["value"]
    return state


class Core:
    def __init__(self, answers, lines):
        self.answers, self.lines, self.instances, self.opening = answers, lines, {}, {}
        # A page asks for the state of the app's own view model, of which nothing is announced.
        first = next((line for line in lines if line.get("instance") == "app"), None)
        if first:
            self.instances["app"] = {"rev": first["rev"], "state": first["state"]}
            lines.remove(first)

    def joined(self, front):
        pass

    def receive(self, message):
        method, params = message.get("method"), message.get("params") or {}
        if method in self.answers:
            return self.answers[method]
        if method == "screen/send" and params["event"].get("type") == "next":
            return {"result": self.next()}
        if method == "screen/get" and params.get("instance") in self.instances:
            return {"result": self.snapshot(params["instance"])}
        return UNKNOWN if method == "screen/get" else {"result": {}}

    def snapshot(self, name):
        return {"instance": name, **{part: self.instances[name][part] for part in ("rev", "state")}}

    def next(self):
        """Plays the next line that changes what is shown."""
        while self.lines:
            line = self.lines.pop(0)
            if name := line.get("opened") or line.get("open"):
                self.opening[name] = {"screen": line["screen"], "opener": line.get("opener")}
            elif name := line.get("closed") or line.get("close"):
                self.instances.pop(name, None)
                self.fronts.notify("screen/closed", instance=name, reason=line.get("reason", "released"))
                return {"closed": name}
            elif "rev" in line:
                return self.show(line["instance"], line)
        return {}

    def show(self, name, line):
        known = self.instances.get(name)
        state = line["state"] if "state" in line else patched(known["state"], line["patch"])
        self.instances[name] = {"rev": line["rev"], "state": state}
        if known is None:
            self.fronts.notify("screen/opened", instance=name, rev=line["rev"], state=state, **self.opening[name])
        elif "patch" in line:
            self.fronts.notify("screen/update", instance=name, rev=line["rev"], **{"from": known["rev"]}, patch=line["patch"])
        else:
            self.fronts.notify("screen/update", instance=name, rev=line["rev"], state=state)
        return {"instance": name, "screen": self.opening.get(name, {}).get("screen", name), "state": state}


def main():
    program, recording, *options = sys.argv[1:]
    with open(recording) as file:
        lines = [json.loads(line) for line in file]
    listening.serve(Core(described(program), lines), options[options.index("--listen") + 1])


if __name__ == "__main__":
    main()
