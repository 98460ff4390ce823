#!/usr/bin/env python3
"""A front for tributary-stdio: the balance and the registration, live, in a terminal or a pipe.

    python3 front.py PATH/TO/tributary-stdio [ITS OPTIONS]

Commands: refresh, hide, reveal, name TEXT, password TEXT, again TEXT, create, quit.
"""
import json
import queue
import subprocess
import sys
import threading


class Refused(Exception):
    """The core answered with an error."""


class Core:
    """The core as a child process. Updates arrive on a thread of their own, so `on_update` must be quick."""

    def __init__(self, argv, on_update):
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.on_update = on_update
        self.replies = queue.Queue()
        self.count = 0
        threading.Thread(target=self._read, daemon=True).start()

    def request(self, method, **params):
        """Sends a request and waits for its reply. Everything that precedes the reply has been shown by then."""
        self.count += 1
        message = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        reply = self.replies.get()
        if reply is None:
            raise SystemExit("the core is gone")
        if "error" in reply:
            raise Refused(reply["error"]["data"].get("hint") or reply["error"]["message"])
        return reply["result"]

    def close(self):
        """Ends the session, and answers the core's exit code."""
        self.process.stdin.close()
        return self.process.wait()

    def _read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("method") == "screen/update":
                self.on_update(message["params"])
            elif "id" in message:
                self.replies.put(message)
        self.replies.put(None)


class Screen:
    """An open screen, as lines of text that are printed when they change."""

    def __init__(self, core, name, lines):
        self.core, self.name, self.lines = core, name, lines
        self.shown = []
        opened = core.request("screen/open", screen=name)
        self.instance = opened["instance"]
        self.show(opened)

    def send(self, type, **members):
        self.core.request("screen/send", instance=self.instance, event={"type": type, **members})

    def show(self, snapshot):
        lines = self.lines(snapshot["state"])
        for line in lines:
            if line not in self.shown:
                print(f"{self.name}: {line}", flush=True)
        self.shown = lines


def balance(state):
    """What the balance looks like. While it is hidden the core does not send it, so there is nothing to leak."""
    value = "[hidden]" if state["isRedacted"] else state["valueText"]
    mark = "! " if state["infoTone"] == "failure" else ""
    return [value] + ([mark + state["infoText"]] if state["infoText"] else [])


def registration(state):
    """What the registration looks like. No password comes back, so a front keeps no copy."""
    texts = [state["usernameText"], state["passwordText"], state["resultText"]]
    return [text for text in texts if text] + (["ready: create"] if state["createEnabled"] else [])


def main():
    screens, early, lock = {}, [], threading.Lock()

    def update(params):
        # An update may follow the reply to `screen/open` before the screen is known here: it is shown afterwards.
        with lock:
            screen = screens.get(params["instance"])
            screen.show(params) if screen else early.append(params)

    core = Core(sys.argv[1:] or ["tributary-stdio"], update)
    opened = [Screen(core, "balance", balance), Screen(core, "registration", registration)]
    with lock:
        screens.update({screen.instance: screen for screen in opened})
        for params in early:
            screens[params["instance"]].show(params)
    money, wizard = opened
    core.request("sync")

    commands = {
        "refresh": lambda _: money.send("refreshButtonWasTapped"),
        "hide": lambda _: core.request("app/send", event={"type": "willResignActive"}),
        "reveal": lambda _: core.request("app/send", event={"type": "didBecomeActive"}),
        "name": lambda text: wizard.send("usernameChanged", text=text),
        "password": lambda text: wizard.send("passwordChanged", text=text),
        "again": lambda text: wizard.send("passwordAgainChanged", text=text),
        "create": lambda _: wizard.send("createButtonWasTapped"),
    }
    for line in sys.stdin:
        verb, _, text = line.rstrip("\n").partition(" ")
        if verb == "quit":
            break
        if verb not in commands:
            print("known: " + ", ".join(commands) + ", quit", flush=True)
            continue
        try:
            commands[verb](text)
            core.request("sync")  # lets a script go on when all that came of the command has been shown
        except Refused as error:
            print("refused: " + str(error), flush=True)
    sys.exit(core.close())


if __name__ == "__main__":
    main()
