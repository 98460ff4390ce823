#!/usr/bin/env python3
"""A bridge from tributary-stdio to a web page on this machine: calls by POST, states by server-sent events.

    python3 bridge.py PATH/TO/tributary-stdio [ITS OPTIONS]      then open the address that it prints

It holds the newest state of each screen and nothing else; what the page looks like is all in page.html.
All pages show the same screens; five at most, as a browser opens six connections and each page's stream keeps one.
"""
import http.server
import json
import pathlib
import subprocess
import sys
import threading

SCREENS = ("balance", "registration")
PAGE = pathlib.Path(__file__).with_name("page.html")
METHODS = ("screen/send", "app/send", "sync")


class Core:
    """The core as a child process, shared by every page."""

    def __init__(self, argv):
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.changed = threading.Condition()
        self.screens, self.states, self.replies, self.count, self.is_open = {}, {}, {}, 0, True
        threading.Thread(target=self._read, daemon=True).start()
        for screen in SCREENS:
            opened = self.call("screen/open", {"screen": screen})["result"]
            self.screens[opened["instance"]] = screen
            self._keep(opened)

    def call(self, method, params):
        """The whole reply to a request."""
        with self.changed:
            self.count += 1
            number = self.count
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
            self.changed.wait_for(lambda: number in self.replies or not self.is_open)
            return self.replies.pop(number, {"error": {"message": "the core is gone"}})

    def after(self, seen):
        """Waits for states that are newer than those in `seen`, and answers them; None when the core has ended."""
        def fresh():
            return [
                {"screen": self.screens[name], **state}
                for name, state in self.states.items()
                if name in self.screens and state["rev"] > seen.get(name, 0)
            ]

        with self.changed:
            self.changed.wait_for(lambda: fresh() or not self.is_open)
            return fresh() if self.is_open else None

    def _keep(self, snapshot):
        # An update may be here before the one who opened the screen has seen the reply: the newest counts.
        with self.changed:
            if snapshot["rev"] > self.states.get(snapshot["instance"], {"rev": 0})["rev"]:
                self.states[snapshot["instance"]] = snapshot
            self.changed.notify_all()

    def _read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("method") == "screen/update":
                self._keep(message["params"])
            elif "id" in message:
                with self.changed:
                    self.replies[message["id"]] = message
                    self.changed.notify_all()
        with self.changed:
            self.is_open = False
            self.changed.notify_all()


class Handler(http.server.BaseHTTPRequestHandler):
    """The page, its stream of states, and its calls."""

    core = None

    def do_GET(self):
        if not self._is_asked_here():
            self._answer(403, "text/plain", b"That is not for others.\n")
        elif self.path == "/":
            self._answer(200, "text/html; charset=utf-8", PAGE.read_bytes())
        elif self.path == "/updates":
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            seen = {}
            while (states := self.core.after(seen)) is not None:
                for state in states:
                    seen[state["instance"]] = state["rev"]
                    self.wfile.write(b"data: " + json.dumps(state).encode() + b"\n\n")
                self.wfile.flush()
        else:
            self._answer(404, "text/plain", b"There is nothing here.\n")

    def do_POST(self):
        # A page of another origin cannot send this type without asking first, and nobody here would answer yes.
        kind = self.headers.get("Content-Type")
        if self.path != "/call" or kind != "application/json" or not self._is_asked_here():
            return self._answer(404, "text/plain", b"There is nothing here.\n")
        try:
            call = json.loads(self.rfile.read(min(int(self.headers["Content-Length"]), 1 << 16)))
            method, params = call["method"], call.get("params", {})
        except (KeyError, TypeError, ValueError):
            return self._answer(400, "text/plain", b"That is no call.\n")
        if method not in METHODS:
            return self._answer(403, "text/plain", b"That is not for pages.\n")
        self._answer(200, "application/json", json.dumps(self.core.call(method, params)).encode())

    def _is_asked_here(self):
        # A foreign name that leads to this machine would make a foreign page one of this origin.
        return self.headers.get("Host") == f"127.0.0.1:{self.server.server_port}"

    def _answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle(self):
        try:
            super().handle()
        except (BrokenPipeError, ConnectionResetError):
            pass  # the page is gone

    def log_message(self, *_):
        pass  # a request may hold a secret


def main():
    Handler.core = Core(sys.argv[1:] or ["tributary-stdio"])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()  # the end of the input ends the bridge
    Handler.core.process.stdin.close()
    sys.exit(Handler.core.process.wait())


if __name__ == "__main__":
    main()
