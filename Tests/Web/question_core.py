#!/usr/bin/env python3
"""A core with one screen that asks: each of its events asks the question of its name, and its state lists what came of them. `expects`
says which answers it takes; another one is refused, and the question stays open."""
import json
import sys

TEXT = {"type": "string"}
CHOICES = [{"name": "yes", "label": "Delete", "role": "destructive"}, {"name": "no", "label": "Keep", "role": "cancel"}]
INPUTS = {
    "confirm": {"title": "Delete <b>all</b>?", "message": "They do not come back.", "choices": CHOICES},
    "pickFile": {"types": [".txt"], "limit": 8},
    "saveFile": {"name": "a.txt", "mediaType": "text/plain", "base64": "SGk="},
    "openLink": {"link": "https://example.com/books", "host": "example.com"},
    "badLink": {"link": "JavaScript:alert(1)", "host": None},
    "copy": {"text": "copied"},
    "notify": {"text": "Done.", "tone": "positive", "action": None},
    "undo": {"text": "Row 7 was deleted.", "tone": "neutral", "action": {"name": "undo", "label": "Undo", "value": "7"}},
    "show": {"list": "rows", "row": "3"},
    "degrees": "Oslo",
    "unknown": None,
}
NAMES = {"badLink": "openLink", "undo": "notify"}
ROW = {"type": "object", "title": "Row", "properties": {"id": {"type": "integer"}, "title": TEXT}, "required": ["id", "title"]}
STATE = {
    "type": "object", "title": "DeskState", "required": ["answers", "rows"],
    "properties": {"answers": {"type": "array", "items": TEXT}, "rows": {"type": "array", "items": ROW, "x-identity": "id"}},
}
EVENTS = {"oneOf": [
    {"type": "object", "title": f"Ask{name}", "description": f"Ask {name}.", "additionalProperties": False,
     "properties": {"type": {"const": name, "type": "string"}}, "required": ["type"]} for name in INPUTS
]}
SCREEN = {"screen": "desk", "about": "It asks.", "params": {"type": "object", "title": "NoParameters", "properties": {}}, "state": STATE, "events": EVENTS}
DOCUMENT = {"x-questions": [{"name": "degrees", "input": TEXT, "answer": {"type": "integer"}}]}


class Core:
    def __init__(self):
        self.rev, self.asked, self.count = 1, {}, 0
        self.state = {"answers": [], "rows": [{"id": number, "title": f"Row {number}"} for number in range(60)]}

    def write(self, message):
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

    def ask(self, name):
        self.count += 1
        question = f"question-{self.count}"
        self.asked[f"core-{self.count}"] = self.asked[question] = question
        params = {"question": question, "name": NAMES.get(name, name), "instance": "desk-1", "input": INPUTS[name], "event": None}
        self.write({"id": f"core-{self.count}", "method": "question/ask", "params": params})

    def end(self, question, reply):
        if reply.get("answer") == 99:
            self.write({"method": "question/refused", "params": {"question": question, "reason": "It is never that warm."}})
            return False
        self.write({"method": "question/ended", "params": {"question": question, "outcome": "answered"}})
        self.rev += 1
        self.state["answers"].append(json.dumps(reply, sort_keys=True))
        self.write({"method": "screen/update", "params": {"instance": "desk-1", "rev": self.rev, "state": self.state}})
        return True

    def receive(self, message):
        method, params, id = message.get("method"), message.get("params") or {}, message.get("id")
        if method is None:
            return self.end(self.asked[id], message.get("result", {}))
        snapshot = {"instance": "desk-1", "rev": self.rev, "state": self.state}
        results = {
            "initialize": {"protocolVersion": "1", "capabilities": {"questions": (params.get("capabilities") or {}).get("questions")}},
            "rpc.discover": DOCUMENT, "screen/list": {"screens": [SCREEN]}, "screen/open": snapshot, "screen/get": snapshot,
            "screen/send": {"rev": self.rev},
        }
        if method == "screen/send":
            self.ask(params["event"]["type"])
        if method == "question/answer":
            self.end(params["question"], params)
        if id is not None:
            self.write({"id": id, "result": results.get(method, {})})


if __name__ == "__main__":
    core = Core()
    for line in sys.stdin:
        core.receive(json.loads(line))
