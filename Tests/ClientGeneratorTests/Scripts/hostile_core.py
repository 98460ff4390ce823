"""A core of any app, which shows a value of each type and accepts every event: hostile_core.py SCREENS

SCREENS is a file with the schemas of the screens.
"""

from __future__ import annotations

import json
import sys
from typing import Any

with open(sys.argv[1], encoding="utf-8") as file:
    screens = {screen["screen"]: screen for screen in json.load(file)}
received: list[Any] = []


def value(schema: dict[str, Any], name: str) -> Any:
    if "anyOf" in schema:
        return None
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][-1]
    if "oneOf" in schema:
        return value(schema["oneOf"][-1], name)
    if "properties" in schema:
        return {member: value(part, member) for member, part in schema["properties"].items()}
    if schema["type"] == "array":
        return [value(schema["items"], name)]
    if schema["type"] != "string":
        return {"integer": 7, "number": 0.5, "boolean": True}[schema["type"]]
    if schema.get("format") == "date-time":
        return "2026-11-22T15:04:05Z"
    return "12.50" if schema.get("x-decimal") else f"the text of {name}"


for line in sys.stdin:
    message = json.loads(line)
    params: dict[str, Any] = message.get("params", {})
    result: dict[str, Any] = {}
    if message["method"] == "initialize":
        result = {"protocolVersion": "1", "coreInfo": {"name": "*/", "version": "\\u"}, "capabilities": {},
                  "limits": {"message": 1 << 24}}
    elif message["method"] == "screen/open":
        name = params["screen"]
        received.append(params)
        result = {"instance": f"{name}-1", "rev": 1, "state": value(screens[name]["state"], name)}
    elif message["method"] == "screen/send":
        received.append(params)
        result = {"rev": 1}
    elif message["method"] == "test/received":
        result = {"messages": received}
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}) + "\n")
    sys.stdout.flush()
