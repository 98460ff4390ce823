#!/usr/bin/env python3
"""A core with one screen that the pages have never seen, described with references, variants and secrets of all kinds."""
import json
import sys

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


def main():
    rev, last = 0, None

    def write(message):
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

    for message in map(json.loads, sys.stdin):
        method, params = message["method"], message.get("params", {})
        state = {"target": 20.5, "last": last}
        result = {}
        if method == "rpc.discover":
            result = DOCUMENT
        elif method == "screen/list":
            result = {"screens": SCREENS}
        elif method in ("screen/open", "screen/get"):
            rev = rev or 1
            result = {"instance": "thermostat-1", "rev": rev, "state": state}
        elif params.get("event", {}).get("target", 0) > 30:
            write({"id": message["id"], "error": {
                "code": -32602, "message": "Invalid params", "data": {"pointer": "/event/target", "hint": "at most 30"}}})
            continue
        elif method in ("screen/send", "app/send"):
            event = params["event"]
            rev, last = rev + 1, {name: value for name, value in event.items() if name not in ("code", "pins")}
            write({"method": "screen/update", "params": {
                "instance": "thermostat-1", "rev": rev, "state": {"target": event.get("target", 20.5), "last": last}}})
            result = {"rev": rev}
        if "id" in message:
            write({"id": message["id"], "result": result})


if __name__ == "__main__":
    main()
