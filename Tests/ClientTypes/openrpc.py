"""Checks each schema of a program's OpenRPC document against the meta schemas of JSON Schema: openrpc.py PROGRAM

OpenRPC asks for draft 7, and the schemas say 2020-12: they have to be both. The tests of the screen server check the rest of the document.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft7Validator, Draft202012Validator

document = json.loads(subprocess.run([sys.argv[1], "--openrpc"], capture_output=True, check=True).stdout)


def schemas(part: Any) -> Iterator[Any]:
    """The schemas of what has one, and those of the document's extensions."""
    if isinstance(part, dict):
        if "schema" in part:
            yield part["schema"]
        for name, value in part.items():
            yield from value.values() if name == "schemas" else schemas(value) if name != "schema" else ()
    elif isinstance(part, list):
        for element in part:
            yield from schemas(element)


found = list(schemas(document))
for schema in found:
    Draft7Validator.check_schema(schema)
    Draft202012Validator.check_schema(schema)
assert len(found) > 100, "the schemas are found"
print(f"OpenRPC: {len(found)} schemas are valid")
