#!/usr/bin/env -S python3 -S
"""A core of another app than the seeds', with a screen of the same name as one of theirs."""
import sys

import listening

DOCUMENT = {"openrpc": "1.3.2", "info": {"title": "shop-stdio", "version": "1"}, "methods": []}
NOTHING = {"type": "object", "properties": {}}
SCREENS = [{
    "screen": "product", "about": "A pair of shoes.", "params": NOTHING,
    "state": {"type": "object", "properties": {"name": {"type": "string"}, "size": {"type": "integer"}}},
    "events": {"oneOf": [
        {"type": "object", "title": "Order", "required": ["type"], "properties": {"type": {"const": "orderButtonWasTapped"}}},
        {"type": "object", "title": "Size", "required": ["type", "value"],
         "properties": {"type": {"const": "sizeChanged"}, "value": {"type": "integer"}}}]},
}]


class Core:
    def joined(self, front):
        """Nothing that is open is told."""

    def receive(self, message):
        method = message["method"]
        if method == "rpc.discover":
            return {"result": DOCUMENT}
        if method == "screen/list":
            return {"result": {"screens": SCREENS}}
        if method in ("screen/open", "screen/get"):
            return {"result": {"instance": "product-1", "rev": 1, "state": {"name": "Brogue", "size": 43}}}
        return {"result": {}}


if __name__ == "__main__":
    if "--listen" in sys.argv:
        listening.serve(Core(), sys.argv[sys.argv.index("--listen") + 1])
    else:
        listening.answer(Core())
