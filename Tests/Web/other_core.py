#!/usr/bin/env -S python3 -S
"""A core with one screen that the pages have never seen, described with references, variants and secrets of all kinds."""
import sys

import listening

DOCUMENT = {
    "openrpc": "1.3.2",
    "info": {"title": "other", "version": "1"},
    "methods": [
        {"name": "app/send", "params": [{"name": "event", "schema": {"$ref": "#/components/schemas/AppEvent"}}]},
    ],
    "components": {
        "schemas": {
            "AppEvent": {"anyOf": [{"title": "Frost", "properties": {"type": {"const": "frostBegan"}}, "type": "object"}]},
            "Code": {"type": "string", "x-secret": True},
            "Thermostat": {"type": "object", "properties": {"target": {"type": "number", "description": "In degrees."}}},
            "Event": {
                "oneOf": [{"$ref": "#/components/schemas/Set"}, {"$ref": "#/components/schemas/Lock"}]},
            "Set": {
                "type": "object", "description": "Sets the target.", "required": ["type", "target", "mode", "room"],
                "properties": {
                    "type": {"enum": ["set"]},
                    "target": {"type": "number"},
                    "floor": {"type": "integer"},
                    "mode": {"enum": ["heat", "cool"]},
                    "isHolding": {"type": "boolean"},
                    "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                    "room": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
                    "days": {"type": "array", "items": {"type": "string"}},
                }},
            "Lock": {
                "type": "object", "required": ["type", "code", "pins"],
                "properties": {
                    "type": {"const": "lock"},
                    "code": {"$ref": "#/components/schemas/Code", "description": "What unlocks it."},
                    "pins": {"type": "object", "properties": {
                        "first": {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/Code"}]}}},
                }},
        }
    },
}
SCREENS = [{
    "screen": "thermostat", "about": "A room's warmth.",
    "params": {"type": "object", "properties": {"house": {"type": "string"}, "token": {"$ref": "#/components/schemas/Code"}},
               "required": ["house"]},
    "state": {"$ref": "#/components/schemas/Thermostat"}, "events": {"$ref": "#/components/schemas/Event"},
}]


class Core:
    def __init__(self):
        self.rev, self.last = 0, None

    def joined(self, front):
        """Nothing that is open is told."""

    def receive(self, message):
        method, params = message["method"], message.get("params", {})
        state = {"target": 20.5, "last": self.last}
        if method == "rpc.discover":
            return {"result": DOCUMENT}
        if method == "screen/list":
            return {"result": {"screens": SCREENS}}
        if method in ("screen/open", "screen/get"):
            self.rev = self.rev or 1
            return {"result": {"instance": "thermostat-1", "rev": self.rev, "state": state}}
        if params.get("event", {}).get("target", 0) > 30:
            return {"error": {"code": -32602, "message": "Invalid params", "data": {"pointer": "/event/target", "hint": "at most 30"}}}
        if method in ("screen/send", "app/send"):
            event = params["event"]
            self.rev += 1
            self.last = {name: value for name, value in event.items() if name not in ("code", "pins")}
            state = {"target": event.get("target", 20.5), "last": self.last}
            self.fronts.notify("screen/update", instance="thermostat-1", rev=self.rev, state=state)
            return {"result": {"rev": self.rev}}
        return {"result": {}}


if __name__ == "__main__":
    listening.serve(Core(), sys.argv[sys.argv.index("--listen") + 1])
