#!/usr/bin/env -S python3 -S
"""A core of an app with a name and a greeting of its own: a journal, which asks for a sign-in, and a form with several values. An entry
is deleted with a notice that can be taken back, and that names no screen. With --presents it has tabs, a view model of the app as a whole, and
asks for a sign-in at its launch; with --waits it says, too, that the journal waits for that, and asks before a form is left. With --german it says that it speaks German. A
test switches its language, has an assistant do something, and has it ask."""
import secrets
import sys

import listening
from shelf_core import MONEY, SECRET, SWITCH, TEXT, Invalid, Rejected, event, optional, record

TITLE = {"name": "Petty cash", "sign": "¤", "greeting": "What was spent, and by whom."}
ENTRY = record("Entry", ["id", "what", "amount"], id=TEXT, what={**TEXT, "x-role": "title"}, amount=TEXT)
SCREENS = [
    {
        "screen": "journal", "about": "What was spent.", "params": record("NoParameters"),
        "state": record("JournalState", ["message", "isBusy", "entries", "found", "isMoreHidden"], found=TEXT, message={**optional(TEXT), "x-role": "failure"}, isBusy=SWITCH,
                        isMoreHidden=SWITCH, entries={"type": "array", "items": ENTRY, "x-identity": "id", "x-counted-by": "found"}),
        "events": {"oneOf": [
            event("signInButtonWasTapped", "Sign in."),
            event("signOutButtonWasTapped", "Sign out."),
            event("addButtonWasTapped", "Add.", None, {"x-purpose": "primary"}),
            event("moreButtonWasTapped", "More.", None, {"x-purpose": "loadMore", "x-hidden": "isMoreHidden"}),
            event("deleteButtonWasTapped", "Delete.", None, {"x-rows": "entries", "x-destructive": True}, id=TEXT),
            event("noteWasWritten", "Write a note.", text=TEXT),
        ]},
    },
    {
        "screen": "signIn", "about": "Signs in.", "params": record("NoParameters2"),
        "state": record("SignInState", ["invitation", "name", "passwordEntered", "reason"], invitation={**TEXT, "x-role": "note"},
                        name={**TEXT, "x-role": "userName"}, passwordEntered=SWITCH, reason=optional(TEXT)),
        "events": {"oneOf": [
            event("nameChanged", "The name.", text=TEXT),
            event("passwordChanged", "The password.", text=SECRET),
            event("signInButtonWasTapped", "Sign in.", None, {"x-purpose": "submit", "x-disabled-reason": "reason"}),
        ]},
    },
    {
        "screen": "form", "about": "An entry.", "params": record("NoParameters3"),
        "state": record("FormState", ["status"], status=optional(TEXT)),
        "events": {"oneOf": [
            event("entryWasAdded", "Add an entry.", ["type", "what", "price", "isShared", "pin"], what=TEXT, price=MONEY, isShared=SWITCH, pin=SECRET),
        ]},
    },
]
APP = {
    "screen": "app", "about": "The app.", "params": record("NoParameters4"),
    "state": record("AppState", ["connection", "isConnected"], connection={**optional(TEXT), "x-role": "note"}, isConnected={**SWITCH, "x-for-people": False}),
    "events": {"oneOf": [event("reconnectButtonWasTapped", "Connect.", None, {"x-hidden": "isConnected"})]},
}
TABS = [{"tab": "journal", "label": "Journal", "screen": "journal"}, {"tab": "form", "label": "Form", "screen": "form"}]
FIRST = {
    "app": {"connection": None, "isConnected": True},
    "journal": {"message": None, "isBusy": False, "isMoreHidden": True, "found": "", "entries": [
        {"id": "1", "what": "Stamps", "amount": "12.50 EUR"}, {"id": "2", "what": "Tea", "amount": "$3.20"}]},
    "signIn": {"invitation": "Any name, and the password 1234.", "name": "", "passwordEntered": False, "reason": "The name is missing."},
    "form": {"status": None},
}


LABELS = {
    "journal": "Journal", "form": "Form", "signIn": "Sign in", "signInButtonWasTapped": "Sign in", "addButtonWasTapped": "Add", "deleteButtonWasTapped": "Delete",
    "nameChanged": "Name", "passwordChanged": "Password", "entryWasAdded": "Add entry"}
GERMAN = {"Journal": "Tagebuch", "Form": "Formular", "Sign in": "Anmelden", "Petty cash": "Handkasse", "Add": "Hinzufügen"}
LEAVING = {"title": "Discard what was entered?", "message": None, "choices": [{"name": "yes", "label": "Discard", "role": "destructive"}, {"name": "no", "label": "Keep", "role": "cancel"}]}
QUESTION = {"title": "Add Tea?", "message": None, "choices": [{"name": "yes", "label": "Add", "role": "normal"}, {"name": "no", "label": "Keep", "role": "cancel"}]}


class Core:
    def __init__(self, presents):
        self.open, self.count, self.password, self.presents = {}, 0, "", presents
        self.language = "de" if "--german" in sys.argv else "en"
        if presents:
            self.open["app"] = {"screen": "app", "opener": None, "rev": 1, "state": FIRST["app"]}
            self.open["signIn-0"] = {"screen": "signIn", "opener": None, "rev": 1, "state": dict(FIRST["signIn"])}

    # The fronts

    def joined(self, front):
        for name, instance in self.open.items():
            if name != "app":
                front.notify("screen/opened", instance=name, **instance)
        if self.waits():
            front.notify("app/waitsFor", waitsFor=self.waits())

    def waits(self):
        """What waits for a person."""
        signing_in = [name for name in self.open if name.startswith("signIn")] if "--waits" in sys.argv else []
        waiting = [name for name in self.open if name.startswith("journal")]
        return [{"instance": name, "reason": "signIn", "since": "2026-01-01T00:00:00Z", "waiting": waiting} for name in signing_in]

    def said(self, value):
        """A value in the language of the app."""
        if isinstance(value, dict):
            return {name: self.said(member) for name, member in value.items()}
        if isinstance(value, list):
            return [self.said(member) for member in value]
        return GERMAN.get(value, value) if self.language == "de" and isinstance(value, str) else value

    def receive(self, message):
        method, params = message.get("method"), message.get("params") or {}
        if method is None:
            if message["id"].startswith("leave-") and (message.get("result") or {}).get("answer") == "yes":
                self.leave(message["id"].removeprefix("leave-"))
            if (message.get("result") or {}).get("answer") == "action":
                self.change("journal-1", entries=FIRST["journal"]["entries"])
            self.fronts.notify("question/ended", question=message["id"].removeprefix("ask-").removeprefix("leave-"), outcome="answered")
            return None
        try:
            return {"result": self.answer(method, params)}
        except Rejected as rejected:
            return {"error": {"code": 1004, "message": "Event rejected", "data": {"reason": str(rejected)}}}
        except Invalid as invalid:
            pointer, hint = invalid.args
            return {"error": {"code": -32602, "message": "Invalid params", "data": {"reason": "badValue", "pointer": pointer, "hint": hint}}}

    def answer(self, method, params):
        if method == "screen/open":
            name = self.appear(params["screen"], is_told=False)
            if self.waits():
                self.fronts.notify("app/waitsFor", waitsFor=self.waits())
            return {"instance": name, **self.open[name]}
        if method == "screen/get":
            return {"instance": params["instance"], **self.open[params["instance"]]}
        if method == "screen/leave" and "--waits" in sys.argv and params["instance"].startswith("form"):
            self.fronts.current.write(id=f"leave-{params['instance']}", method="question/ask", params={
                "question": params["instance"], "name": "confirm", "instance": params["instance"], "event": None, "input": LEAVING})
            return {"held": params["instance"]}
        if method in ("screen/close", "screen/leave"):
            del self.open[params["instance"]]
            self.fronts.notify_others("screen/closed", instance=params["instance"], reason="released")
            return {"left": True}
        if method == "screen/send":
            if params["instance"] not in self.open:
                raise Invalid("/instance", "an open instance")
            self.event(params["instance"], params["event"])
            return {"rev": self.open[params["instance"]]["rev"] if params["instance"] in self.open else 1}
        return {"initialize": {"protocolVersion": "1", "title": TITLE, "front": {"id": "page-1", "return": self.name_of(params)}, "language": self.language},
                "screen/list": {"screens": self.described(), "title": self.said(TITLE), **({"app": APP} if self.presents else {}),
                                "layout": {"start": "journal", "tabs": self.said(TABS) if self.presents else [], "details": []}}}.get(method, {})

    def described(self):
        if "--waits" not in sys.argv:
            return SCREENS
        def label(event):
            name = event["properties"]["type"]["const"]
            return {**event, **({"x-label": self.said(LABELS[name])} if name in LABELS else {})}
        return [{**screen, "x-label": self.said(LABELS[screen["screen"]]), "events": {"oneOf": [label(event) for event in screen["events"]["oneOf"]]}}
                for screen in SCREENS]

    @staticmethod
    def name_of(params):
        """What a front comes back by."""
        return params.get("capabilities", {}).get("front", {}).get("return") or secrets.token_hex(8)

    # The app

    def appear(self, screen, opener=None, is_told=True):
        self.count += 1
        name = f"{screen}-{self.count}"
        self.open[name] = {"screen": screen, "opener": opener, "rev": 1, "state": dict(FIRST[screen])}
        tell = self.fronts.notify if is_told else self.fronts.notify_others
        tell("screen/opened", instance=name, **self.open[name])
        return name

    def change(self, name, /, **values):
        instance = self.open[name]
        instance["state"] = {**instance["state"], **values}
        instance["rev"] += 1
        self.fronts.notify("screen/update", instance=name, rev=instance["rev"], state=instance["state"])

    def leave(self, name):
        del self.open[name]
        self.fronts.notify("screen/closed", instance=name, reason="closedByApp")
        if "--waits" in sys.argv:
            self.fronts.notify("app/waitsFor", waitsFor=self.waits())

    def event(self, name, event):
        state, kind = self.open[name]["state"], event["type"]
        if kind == "test":
            self.test(name, **event)
        elif name.startswith("form"):
            if event["price"]["amount"] == "0":
                raise Invalid("/event/price/amount", "more than 0")
            self.change(name, status=f"{event['what']} was added.")
        elif name.startswith("signIn"):
            self.sign_in(name, state, kind, event)
        elif kind == "signInButtonWasTapped":
            self.appear("signIn")
        elif kind == "signOutButtonWasTapped":
            self.fronts.notify("app/signedOut")
            for other in [other for other in self.open if other != name]:
                self.leave(other)
        elif kind == "addButtonWasTapped":
            self.appear("form", name)
        elif kind == "deleteButtonWasTapped":
            self.change(name, entries=[entry for entry in state["entries"] if entry["id"] != event["id"]])
            self.fronts.current.write(id=f"ask-{event['id']}", method="question/ask", params={
                "question": event["id"], "name": "notify", "instance": None, "event": None,
                "input": {"text": "It was deleted.", "tone": "neutral", "action": {"name": "undo", "label": "Undo"}}})

    def test(self, name, type, values=None, language=None, deed=None, question=None):
        if values is not None:
            self.change(name, **values)
        if language:
            self.language = language
            self.fronts.notify("app/localized", language=language, locale=language, title=self.said(TITLE))
        if deed:
            self.fronts.notify("screen/acted", by="assistant-9", event="addButtonWasTapped", instance=name, label=deed)
        if question:
            for front in self.fronts.all:
                front.write(id=f"ask-{question}", method="question/ask", params={
                    "by": question, "question": question, "name": "confirm", "instance": name, "event": None, "input": QUESTION})

    def sign_in(self, name, state, kind, event):
        if kind == "passwordChanged":
            self.password = event["text"]
        user = event["text"] if kind == "nameChanged" else state["name"]
        reason = "The name is missing." if not user else None if self.password else "The password is missing."
        if kind != "signInButtonWasTapped":
            return self.change(name, name=user, passwordEntered=bool(self.password), reason=reason)
        if self.password != "1234":
            raise Rejected("This is not the password.")
        self.leave(name)


if __name__ == "__main__":
    listening.serve(Core("--presents" in sys.argv), sys.argv[sys.argv.index("--listen") + 1])
