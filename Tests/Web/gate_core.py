#!/usr/bin/env -S python3 -S
"""A core of an app whose own view model asks for a sign-in, above a long screen."""
import sys

import listening
from shelf_core import SECRET, SWITCH, TEXT, event, record

NOTHING = {"type": "object", "properties": {}}
SCREENS = [{"screen": "story", "about": "A long story.", "params": NOTHING, "events": {"oneOf": []},
            "state": record("StoryState", ["text"], text={**TEXT, "x-role": "longText"})}]
APP = {
    "screen": "app", "about": "The app.", "params": NOTHING,
    "state": record("AppState", ["name", "passwordEntered", "isSignedIn"], name={**TEXT, "x-role": "userName"}, passwordEntered=SWITCH,
                    isSignedIn={**SWITCH, "x-for-people": False}),
    "events": {"oneOf": [
        event("nameChanged", "The name.", None, {"x-hidden": "isSignedIn"}, text=TEXT),
        event("passwordChanged", "The password.", None, {"x-hidden": "isSignedIn"}, text=SECRET),
        event("signInButtonWasTapped", "Sign in.", None, {"x-purpose": "submit", "x-hidden": "isSignedIn"})]},
}


class Core:
    def __init__(self):
        self.rev, self.state = 1, {"name": "", "passwordEntered": False, "isSignedIn": False}

    def joined(self, front):
        """Nothing that is open is told."""

    def receive(self, message):
        method, params = message["method"], message.get("params") or {}
        if method == "screen/send":
            kind, self.rev = params["event"]["type"], self.rev + 1
            self.state |= {"name": params["event"]["text"]} if kind == "nameChanged" else {"passwordEntered": True} if kind == "passwordChanged" \
                else {"name": "", "passwordEntered": False, "isSignedIn": True}
            self.fronts.notify("screen/update", instance="app", rev=self.rev, state=dict(self.state))
            return {"result": {"rev": self.rev}}
        app = {"instance": "app", "screen": "app", "rev": self.rev, "state": self.state}
        story = {"instance": "story-1", "screen": "story", "rev": 1, "state": {"text": "Once\n" * 200}}
        return {"result": {"screen/list": {"screens": SCREENS, "app": APP, "layout": {"start": "story", "tabs": [], "details": []}},
                           "screen/get": app if params.get("instance") == "app" else story, "screen/open": story}.get(method, {})}


if __name__ == "__main__":
    listening.serve(Core(), sys.argv[sys.argv.index("--listen") + 1])
