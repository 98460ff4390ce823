#!/usr/bin/env python3
"""A core with one screen that asks: each of its events asks the question of its name, and its state lists what came of them. `expects`
says which answers it takes; another one is refused, and the question stays open."""
import json
import sys

import listening

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
        self.rev, self.requests, self.open, self.count, self.is_shown = 1, {}, {}, 0, False
        self.state = {"answers": [], "rows": [{"id": number, "title": f"Row {number}"} for number in range(60)]}

    def ask(self, name):
        self.count += 1
        question = f"question-{self.count}"
        self.requests[f"core-{self.count}"] = question
        self.open[f"core-{self.count}"] = {
            "question": question, "name": NAMES.get(name, name), "instance": "desk-1", "input": INPUTS[name], "event": None}
        self.fronts.current.write(id=f"core-{self.count}", method="question/ask", params=self.open[f"core-{self.count}"])

    def end(self, question, reply):
        if reply.get("answer") == 99:
            return self.fronts.current.notify("question/refused", question=question, reason="It is never that warm.")
        self.open = {id: params for id, params in self.open.items() if params["question"] != question}
        self.fronts.notify("question/ended", question=question, outcome="answered")
        self.rev += 1
        self.state["answers"].append(json.dumps(reply, sort_keys=True))
        self.fronts.notify("screen/update", instance="desk-1", rev=self.rev, state=self.state)

    def joined(self, front):
        """A page that is loaded again finds the screen, and is asked again."""
        if self.is_shown:
            front.notify("screen/opened", instance="desk-1", screen="desk", opener=None, rev=self.rev, state=self.state)
        for id, params in self.open.items():
            front.write(id=id, method="question/ask", params=params)

    def receive(self, message):
        method, params = message.get("method"), message.get("params") or {}
        if method is None:
            return self.end(self.requests[message["id"]], message.get("result", {}))
        if method == "screen/send":
            self.ask(params["event"]["type"])
        if method == "question/answer":
            self.end(params["question"], params)
        if method == "screen/open":
            self.is_shown = True
        snapshot = {"instance": "desk-1", "rev": self.rev, "state": self.state}
        results = {
            "initialize": {"protocolVersion": "1", "capabilities": {"questions": (params.get("capabilities") or {}).get("questions")}},
            "rpc.discover": DOCUMENT, "screen/list": {"screens": [SCREEN]}, "screen/open": snapshot, "screen/get": snapshot,
            "screen/send": {"rev": self.rev},
        }
        return {"result": results.get(method, {})}


if __name__ == "__main__":
    listening.serve(Core(), sys.argv[sys.argv.index("--listen") + 1])
