"""Wishes for books beside a server that cuts and refuses, with processes that are killed: outbox.py PROGRAM CONSOLE FOLDER."""

import http.server
import json
import pathlib
import subprocess
import sys
import threading

PROGRAM, CONSOLE, FOLDER = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
booked: dict[str, str] = {}
posts: list[str] = []
arrived = threading.Semaphore(0)
# The first answer to these is lost.
SILENT = ["Emma", "Middlemarch"]


class Library(http.server.BaseHTTPRequestHandler):
    """Books two wishes and says nothing the first time, and refuses another one once."""

    def do_POST(self):
        title = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["title"]
        posts.append(title)
        if title == "Walden" and posts.count("Walden") == 1:
            return self.answer(403, {"detail": "It is too dear."})
        booked.setdefault(self.headers["Idempotency-Key"], title)
        if title in SILENT:
            arrived.release()
            if posts.count(title) == 1:
                self.close_connection = True
                return
        self.answer(201, list(booked).index(self.headers["Idempotency-Key"]) + 1)

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if status < 300 else "application/problem+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Library)
threading.Thread(target=server.serve_forever, daemon=True).start()


class Core:
    def __init__(self, *options, program=PROGRAM):
        self.process = subprocess.Popen(
            [program, "--backend", f"http://127.0.0.1:{server.server_port}", "--state", str(FOLDER / "wishes"), *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def write(self, method, **params):
        frame = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.process.stdin.write(json.dumps(frame).encode() + b"\n")
        self.process.stdin.flush()

    def send(self, **event):
        self.write("screen/send", instance="wishes-1", event=event)

    def wait_for(self, is_true):
        for line in self.process.stdout:
            frame = json.loads(line)
            state = (frame.get("params") or frame["result"]).get("state")
            if state and is_true(state["wishes"]):
                return


first = Core()
first.write("screen/open", screen="wishes")
for title in ["Emma", "Walden", "Persuasion"]:
    first.send(type="wishWasWritten", title=title)
# `sync` waits until they are kept, and not until they are sent.
first.wait_for(lambda wishes: len(wishes) == 3)
arrived.acquire()
first.process.kill()
first.process.communicate()

# It sends before a client says a word.
second = Core("--record", str(FOLDER / "outbox.jsonl"))
arrived.acquire()
second.write("screen/open", screen="wishes")
second.wait_for(lambda wishes: wishes[-2:] == ["Walden: refused, It is too dear.", "Persuasion: behind another"])
second.send(type="retryButtonWasTapped")
second.wait_for(lambda wishes: wishes[-2:] == ["Walden: wish 2", "Persuasion: wish 3"])
second.process.stdin.close()
second.process.stdout.read()
assert second.process.wait() == 0
assert list(booked.values()) == ["Emma", "Walden", "Persuasion"], booked
assert not list((FOLDER / "wishes").glob("outbox-*/entry-*"))

# A prompt at which nothing is entered sends what waits, too.
third = Core()
third.write("screen/open", screen="wishes")
third.send(type="wishWasWritten", title="Middlemarch")
arrived.acquire()
third.process.kill()
third.process.communicate()
fourth = Core(program=CONSOLE)
arrived.acquire()
fourth.process.communicate()
assert fourth.process.returncode == 0
assert list(booked.values())[3:] == ["Middlemarch"], booked
print("python: outbox")
