"""The client of an app with hostile names: check_hostile.py CORE SCREENS. Prints what is true."""

from __future__ import annotations

import dataclasses
import inspect
import json
import sys
import typing
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import client
from client import Core

with open(sys.argv[2], encoding="utf-8") as file:
    screens = json.load(file)

COMMAND = [sys.executable, *sys.argv[1:]]
SAMPLES = {"str": "text", "int": 7, "float": 0.5, "bool": True, "datetime": datetime(2026, 1, 1, tzinfo=timezone.utc),
           "Decimal": Decimal("12.50"), "Sequence[datetime]": [], "Sequence[str]": ["text"], "Word": "3d"}


def call(method: Any) -> Any:
    """Calls a method with a value for each parameter that is not about the call itself."""
    names = [name for name in inspect.signature(method).parameters if name not in ("if_rev", "timeout")]
    annotations = {name: method.__func__.__annotations__[name].replace(" | None", "").replace(" | Typed", "") for name in names}
    return method(**{name: SAMPLES[annotations[name]] for name in names})


opened, sent = [], []
with Core(COMMAND) as core:
    for method in [getattr(core, name) for name in dir(core) if name.startswith("open_")]:
        screen = call(method)
        opened.append(screen.screen_name)
        events = vars(type(screen).__bases__[0]).items()
        own = [name for name, value in events if inspect.isfunction(value) or isinstance(value, client._Event)]
        for name in own:
            assert not hasattr(client.Screen, name), name
            assert call(getattr(screen, name)) == 1
        schema = next(each for each in screens if each["screen"] == screen.screen_name)
        fields = [field.name for field in dataclasses.fields(screen.state)]
        members = schema["state"]["properties"]
        assert len(fields) == len(members) and all(name.isidentifier() and name[0] != "_" for name in fields)
        shown = [getattr(screen.state, name) for name in fields]
        texts = {text for text in shown if isinstance(text, str) and text.startswith("the text of ")}
        strings = [name for name, part in members.items() if set(part) - {"description"} == {"type"} and part["type"] == "string"]
        assert texts == {f"the text of {name}" for name in strings}
    messages = core.request("test/received")["messages"]
print("each screen opens once:", sorted(opened) == sorted(each["screen"] for each in screens))

for schema in screens:
    parameters = next(m["params"] for m in messages if m.get("screen") == schema["screen"])
    assert sorted(parameters) == sorted(schema["parameters"]["properties"]), parameters
    for event in schema["events"]["oneOf"]:
        properties = event["properties"]
        name = properties["type"]["const"]
        events = [m["event"] for m in messages if m.get("instance") == schema["screen"] + "-1"]
        assert [sorted(event) for event in events if event["type"] == name] == [sorted(properties)], name
        sent.append(name)
print("each event is sent under its own name:", len(sent) == sum(len(each["events"]["oneOf"]) for each in screens) > 100)

by_title = [client.Tone, client.Tone2, client.Nested, client.Nested2]
words = [typing.get_args(tone) for tone in by_title[:2]]
print("two types of one name are two types:", sorted(words) == [("dark",), ("loud", "quiet")])
labels = client.WORD_LABELS
print("texts are kept to the letter:", {label[len("label "):] for label in labels.values()} >= set(list(labels)[:9]))
