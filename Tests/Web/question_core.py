#!/usr/bin/env -S python3 -S
"""A core with one screen that asks: each of its events asks the question of its name, and its state lists what came of them. `expects`
says which answers it takes; another one is refused, and the question stays open."""
import base64
import hashlib
import json
import sys

import listening

TEXT = {"type": "string"}
CHOICES = [{"name": "yes", "label": "Delete", "role": "destructive"}, {"name": "no", "label": "Keep", "role": "cancel"}]
INPUTS = {
    "confirm": {"title": "Delete <b>all</b>?", "message": "They do not come back.", "choices": CHOICES},
    "pickFile": {"types": [".txt"], "limit": 8},
    "pickLarge": {"types": [], "limit": 1 << 20, "whole": False},
    "attach": {"types": [".txt", "image/*"], "limit": 1 << 20, "whole": False},
    "saveFile": {"name": "a.txt", "mediaType": "text/plain", "base64": "SGk="},
    "saveLarge": {"name": "..\\a/\u202e\u00fc \"b\".bin", "mediaType": "text/html", "size": 200_000, "attachment": "large"},
    "saveCut": {"name": "cut", "mediaType": None, "size": 200_000, "attachment": "cut"},
    "saveGone": {"name": "gone", "mediaType": None, "size": 200_000, "attachment": "gone"},
    "openLink": {"link": "https://example.com/books", "host": "example.com"},
    "badLink": {"link": "JavaScript:alert(1)", "host": None},
    "copy": {"text": "copied"},
    "notify": {"text": "Done.", "tone": "positive", "action": None},
    "undo": {"text": "Row 7 was deleted.", "tone": "neutral", "action": {"name": "undo", "label": "Undo", "value": "7"}},
    "withdraw": None,
    "signOut": None,
    "show": {"list": "rows", "row": "3"},
    "degrees": "Oslo",
    "unknown": None,
}
# What the description says of events that ask for a file.
FILES = {"attach": INPUTS["attach"]}
NAMES = {"attach": "pickFile", "badLink": "openLink", "undo": "notify", "pickLarge": "pickFile", "saveLarge": "saveFile", "saveCut": "saveFile", "saveGone": "saveFile"}
LARGE = bytes(index * 7 % 256 for index in range(200_000))
# A file of this size finds no room.
UNLUCKY = 131_313
ROW = {"type": "object", "title": "Row", "properties": {"id": {"type": "integer"}, "title": TEXT}, "required": ["id", "title"]}
STATE = {
    "type": "object", "title": "DeskState", "required": ["answers", "rows"],
    "properties": {"answers": {"type": "array", "items": TEXT}, "rows": {"type": "array", "items": ROW, "x-identity": "id"}},
}
EVENTS = {"oneOf": [
    {"type": "object", "title": f"Ask{name}", "description": f"Ask {name}.", "additionalProperties": False,
     "properties": {"type": {"const": name, "type": "string"}}, "required": ["type"], **({"x-file": FILES[name], "x-field": "answers"} if name in FILES else {})}
    for name in INPUTS
]}
SCREEN = {"screen": "desk", "about": "It asks.", "params": {"type": "object", "title": "NoParameters", "properties": {}}, "state": STATE, "events": EVENTS}
DOCUMENT = {"x-questions": [{"name": "degrees", "input": TEXT, "answer": {"type": "integer"}}]}


class Core:
    def __init__(self):
        self.rev, self.requests, self.open, self.count, self.is_shown = 1, {}, {}, 0, False
        self.files, self.sizes, self.desks = {}, {}, 0
        self.state = {"answers": [], "rows": [{"id": number, "title": f"Row {number}"} for number in range(60)]}

    @property
    def desk(self):
        """The instance of the screen, which has another name each time that it is opened."""
        return f"desk-{self.desks}"

    def withdraw(self):
        """Ends what is open, as the app does when an answer comes too late."""
        for question in [params["question"] for params in self.open.values()]:
            self.fronts.notify("question/ended", question=question, outcome="cancelled")
        self.open = {}

    def ask(self, name):
        if name == "signOut":
            self.fronts.notify("app/signedOut")
        if name in ("withdraw", "signOut"):
            return self.withdraw()
        self.count += 1
        question = f"question-{self.count}"
        self.requests[f"core-{self.count}"] = question
        self.open[f"core-{self.count}"] = {
            "question": question, "name": NAMES.get(name, name), "instance": self.desk, "input": INPUTS[name], "event": None}
        self.fronts.current.write(id=f"core-{self.count}", method="question/ask", params=self.open[f"core-{self.count}"])

    def end(self, question, reply):
        if isinstance(reply.get("answer"), dict) and "typed" in reply["answer"]:
            reply = {"answer": listening.number(reply["answer"]["typed"], {"type": "integer"}, "/answer")}
        if reply.get("answer") == 99:
            return self.fronts.current.notify("question/refused", question=question, reason="It is never that warm.")
        self.open = {id: params for id, params in self.open.items() if params["question"] != question}
        self.fronts.notify("question/ended", question=question, outcome="answered")
        self.rev += 1
        answer = reply.get("answer")
        given = self.files.get(answer.get("attachment")) if isinstance(answer, dict) else None
        if given is not None:
            reply = {"answer": {**answer, "attachment": hashlib.sha256(given).hexdigest()[:8]}}
        self.state["answers"].append(json.dumps(reply, sort_keys=True))
        self.fronts.notify("screen/update", instance=self.desk, rev=self.rev, state=self.state)

    def joined(self, front):
        """A page that is loaded again finds the screen, and is asked again."""
        if self.is_shown:
            front.notify("screen/opened", instance=self.desk, screen="desk", opener=None, rev=self.rev, state=self.state)
        for id, params in self.open.items():
            front.write(id=id, method="question/ask", params=params)

    def refused(self, reason):
        return {"error": {"code": 1006, "message": "File refused", "data": {"reason": reason}}}

    def transfer(self, method, params):
        """What the methods of files answer."""
        file = params.get("file")
        if method == "file/begin":
            limits = [asked["input"]["limit"] for asked in self.open.values() if asked["question"] == params["question"]]
            if not limits or params["size"] > limits[0]:
                return self.refused("The file is too large.")
            self.sizes[str(len(self.files))] = params["size"]
            self.files[str(len(self.files))] = b""
            return {"result": {"file": str(len(self.files) - 1), "chunk": 1 << 16, "credit": 8}}
        if method == "file/write":
            if self.files[file] is None:
                return self.refused("There is no such file.")
            assert params["offset"] == len(self.files[file]), "in order"
            if self.sizes[file] == UNLUCKY and params["offset"]:
                self.files[file] = None
                return self.refused("There is no room left on the disk.")
            self.files[file] += base64.b64decode(params["data"])
        if method == "file/end":
            self.files[file] = None
        if method == "file/read":
            if file == "gone" or file == "cut" and params["offset"] > 100_000:
                return self.refused("The file was changed since it was opened.")
            return {"result": {"data": base64.b64encode(LARGE[params["offset"] :][: params["count"]]).decode()}}
        return {"result": {}}

    def receive(self, message):
        method, params = message.get("method"), message.get("params") or {}
        if method and method.startswith("file/"):
            return self.transfer(method, params)
        if method is None:
            return self.end(self.requests[message["id"]], message.get("result", {}))
        if method == "screen/send":
            self.ask(params["event"]["type"])
        if method == "screen/leave":
            return {"result": {"left": True}}
        if method == "question/answer":
            self.end(params["question"], params)
        if method == "screen/open":
            self.is_shown, self.desks = True, self.desks + 1
        snapshot = {"instance": self.desk, "rev": self.rev, "state": self.state}
        results = {
            "initialize": {"protocolVersion": "1", "capabilities": {"questions": (params.get("capabilities") or {}).get("questions")}},
            "rpc.discover": DOCUMENT, "screen/list": {"screens": [SCREEN]}, "screen/open": snapshot, "screen/get": snapshot,
            "screen/send": {"rev": self.rev},
        }
        return {"result": results.get(method, {})}


if __name__ == "__main__":
    listening.serve(Core(), sys.argv[sys.argv.index("--listen") + 1])
