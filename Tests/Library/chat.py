#!/usr/bin/env python3
"""Two apps as libraries in C in one process, with what comes by itself and files: chat.py CHAT OTHER, where the other has a counter.

Both are loaded as plug-ins are, so each has functions of its own with the same names.
"""

import base64
import ctypes
import json
import os
import pathlib
import select
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Apps/Library/Samples"))
from front import END, FRAME, load  # noqa: E402


class Core:
    """A core of a library, and the frames that have come of it."""

    due: dict[int, list[ctypes.CDLL]] = {}

    def __init__(self, path: str, options: bytes) -> None:
        self.library = load(path)
        self.frames: list[dict] = []
        self.count = 0
        self.callbacks = FRAME(lambda frame, count, _: self.frames.append(json.loads(ctypes.string_at(frame, count)))), END(lambda *_: None)
        self.core = self.library.tributary_create(options, *self.callbacks, None)
        assert self.core, self.library.tributary_last_error()
        # NB: libraries that share one Swift runtime have one descriptor. What is due of all of them then runs by any.
        self.due.setdefault(self.library.tributary_descriptor(), []).append(self.library)

    def until(self, matches) -> dict:
        """Runs what is due of all libraries until a frame has come."""
        while True:
            for frame in self.frames:
                if matches(frame):
                    return frame
            ready, _, _ = select.select(list(self.due), [], [], 10)
            assert ready, self.frames[-6:]
            for descriptor in ready:
                for library in self.due[descriptor]:
                    assert library.tributary_run_due() == 0

    def send(self, **message: object) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
        assert self.library.tributary_send(self.core, line, len(line)) == 0

    def ask(self, method: str, **params: object) -> dict:
        self.count += 1
        number = self.count
        self.send(id=number, method=method, params=params)
        reply = self.until(lambda frame: frame.get("id") == number and "method" not in frame)
        assert "result" in reply, reply
        return reply["result"]

    def tap(self, instance: str, *path: str, **members: object) -> dict:
        event: dict = {"type": path[-1], **members}
        for part in reversed(path[:-1]):
            event = {"type": part, "event": event}
        return self.ask("screen/send", instance=instance, event=event)

    def asked(self, name: str) -> dict:
        """The next question of this name."""
        question = self.until(lambda frame: frame.get("method") == "question/ask" and frame["params"]["name"] == name)
        self.frames.remove(question)
        return question

    def state(self, instance: str, matches) -> dict:
        """The first state of an instance that is as it should be."""
        def is_it(frame):
            params = frame.get("params", {})
            return frame.get("method") == "screen/update" and params["instance"] == instance and matches(params["state"])

        return self.until(is_it)["params"]["state"]


def sent(state: dict) -> list[str]:
    """The names of the files that have arrived at the server."""
    return [row["attachment"] for row in state["messages"] if row["attachment"] and row["sentAt"]]


def main(chat_path: str, other_path: str) -> None:
    chat = Core(chat_path, b'{"seed":7}')
    other = Core(other_path, b'{"seed":7}')
    chat.ask("initialize", capabilities={"questions": ["*"]})
    room = chat.ask("screen/open", link="/rooms/3")["instance"]
    sign_in = chat.until(lambda frame: frame.get("method") == "screen/opened" and frame["params"]["screen"] == "signIn")["params"]["instance"]
    chat.tap(sign_in, "nameChanged", text="Ada")
    chat.tap(sign_in, "passwordChanged", text="1234")
    chat.tap(sign_in, "signInButtonWasTapped")
    chat.state(room, lambda state: state["name"] == "Support")
    print("ok two apps in one process")

    # Each goes on while the other waits.
    assert other.ask("screen/open", screen="counter")["instance"] == "counter-1"
    assert other.tap("counter-1", "nextButtonWasTapped")["rev"] == 2

    # A feed: what a person answers comes by itself.
    chat.tap(room, "composer", "textChanged", text="Is there tea?")
    chat.tap(room, "composer", "sendButtonWasTapped")
    chat.state(room, lambda state: any(row["author"] == "Eve" for row in state["messages"]))
    print("ok a feed")

    # A file as bytes, in chunks, as many at a time as there is credit for.
    data = os.urandom(1_000_000)
    chat.tap(room, "composer", "attachButtonWasTapped")
    question = chat.asked("pickFile")
    begun = chat.ask("file/begin", question=question["params"]["question"], size=len(data))
    chunk, credit = begun["chunk"], begun["credit"]
    waiting: list[int] = []
    for offset in range(0, len(data), chunk):
        if len(waiting) == credit:
            first = waiting.pop(0)
            chat.until(lambda frame: frame.get("id") == first and "result" in frame)
        chat.count += 1
        waiting.append(chat.count)
        part = base64.b64encode(data[offset : offset + chunk]).decode()
        chat.send(id=chat.count, method="file/write", params={"file": begun["file"], "offset": offset, "data": part})
    for number in waiting:
        chat.until(lambda frame: frame.get("id") == number and "result" in frame)
    answer = {"attachment": begun["file"], "name": "bytes.bin", "mediaType": "application/octet-stream"}
    chat.send(id=question["id"], result={"answer": answer})
    chat.state(room, lambda state: state["composer"]["attachment"] == "bytes.bin")
    chat.tap(room, "composer", "sendButtonWasTapped")
    state = chat.state(room, lambda state: "bytes.bin" in sent(state))
    print("ok a file in chunks")

    # And back: the core offers it, and the host reads it.
    row = next(row for row in state["messages"] if row["attachment"] == "bytes.bin")
    chat.tap(room, "downloadButtonWasTapped", id=row["id"])
    question = chat.asked("saveFile")
    saved = b""
    while part := chat.ask("file/read", file=question["params"]["input"]["attachment"], offset=len(saved))["data"]:
        saved += base64.b64decode(part)
    chat.send(id=question["id"], result={})
    assert saved == data, (len(saved), len(data))
    print("ok a file that is saved")

    # The host owns the process, so it may name a file by its path.
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "path.txt")
        path.write_text("Hello")
        chat.tap(room, "composer", "attachButtonWasTapped")
        chat.send(id=chat.asked("pickFile")["id"], result={"answer": {"path": str(path)}})
        chat.state(room, lambda state: state["composer"]["attachment"] == "path.txt")
    print("ok a file by its path")

    assert other.tap("counter-1", "nextButtonWasTapped")["rev"] == 3
    for core in (chat, other):
        assert core.library.tributary_destroy(core.core) == 0


main(*sys.argv[1:])
