"""The library in C: its parts, its own view model, a link, and what it asks: library_c.py LIBRARY FOLDER. It records what happens."""

import ctypes
import json
import pathlib
import select
import sys

FRAME = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
END = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)
FOLDER = pathlib.Path(sys.argv[2])
library = ctypes.CDLL(sys.argv[1])
library.tributary_create.restype = ctypes.c_uint64
library.tributary_create.argtypes = [ctypes.c_char_p, FRAME, END, ctypes.c_void_p]
library.tributary_send.argtypes = [ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t]
library.tributary_destroy.argtypes = [ctypes.c_uint64]

frames: list[dict] = []
ends: list[int] = []
callbacks = FRAME(lambda frame, count, _: frames.append(json.loads(ctypes.string_at(frame, count)))), END(lambda code, _: ends.append(code))
core = library.tributary_create(json.dumps({"record": str(FOLDER / "c.jsonl")}).encode(), *callbacks, None)
count = 0


def send(**message: object) -> None:
    line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
    assert library.tributary_send(core, line, len(line)) == 0


def wait(is_it):
    """The first frame that fits, from those that come."""
    while not (found := [frame for frame in frames if is_it(frame)]):
        select.select([library.tributary_descriptor()], [], [])
        library.tributary_run_due()
    return found[0]


def call(method: str, **params: object) -> dict:
    global count
    count += 1
    id = count
    send(id=id, method=method, params=params)
    return wait(lambda frame: frame.get("id") == id and "method" not in frame)


def event(instance: str, **event: object) -> dict:
    return call("screen/send", instance=instance, event=event)


def state(instance: str) -> dict:
    return call("screen/get", instance=instance)["result"]["state"]


greeting = call("initialize", capabilities={"app": True, "questions": ["confirm", "pickFile", "notify"]})["result"]
assert [tab["tab"] for tab in greeting["layout"]["tabs"]] == ["books", "visits"] and greeting["app"]["instance"] == "app"

pile = call("screen/open", screen="pile")["result"]["instance"]
assert event(pile, type="note", event={"type": "doneButtonWasTapped"})["error"]["data"]["reason"] == "This is not there at the moment."
event(pile, type="finder", event={"type": "textChanged", "text": "Mid"})
event(pile, type="book", id=2, event={"type": "moreButtonWasTapped"})
assert state(pile)["found"] == "Middlemarch" and [book["pages"] for book in state(pile)["books"]] == [0, 10, 0]

assert call("screen/open", link="/books/7")["result"]["screen"] == "book"
event("app", type="visitButtonWasTapped")
wait(lambda frame: frame.get("method") == "screen/update" and frame["params"]["instance"] == "app")
assert call("screen/close", instance="app")["error"]["data"]["reason"] == "appStaysOpen"

notes = call("screen/open", screen="notes")["result"]["instance"]
(FOLDER / "c.txt").write_text("Tea")
event(notes, type="importButtonWasTapped")
picking = wait(lambda frame: frame.get("method") == "question/ask" and frame["params"]["name"] == "pickFile")
send(id=picking["id"], result={"answer": {"path": str(FOLDER / "c.txt")}})
wait(lambda frame: frame.get("method") == "question/ended" and frame["params"]["question"] == picking["params"]["question"])
assert state(notes)["notes"] == ["Tea"]
assert event(notes, type="clearButtonWasTapped")["result"]["held"]
asking = wait(lambda frame: frame.get("method") == "question/ask" and frame["params"]["name"] == "confirm")
send(id=asking["id"], result={"answer": "yes"})
ended = wait(lambda frame: frame.get("method") == "question/ended" and frame["params"]["question"] == asking["params"]["question"])
assert ended["params"]["event"] == "applied" and state(notes)["notes"] == []

call("shutdown")
send(method="exit")
while not ends:
    select.select([library.tributary_descriptor()], [], [])
    library.tributary_run_due()
library.tributary_destroy(core)
assert ends == [0]
(FOLDER / "c.txt").unlink()
print("c: parts, app, link and questions")
