"""Converts the tools of servers as hosts of other vendors do: `openai-agents` in its strict mode, and `google-genai`.

usage: converters.py PROGRAM...

Each argument and each member of it must survive, and no schema may be refused.
"""

import copy
import sys

from agents.strict_schema import ensure_strict_json_schema
from google.genai._mcp_utils import mcp_to_gemini_tool
from mcp.types import Tool

from plain import Plain


def check(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


def names(schema):
    """The paths of all members of a schema of JSON."""
    found = set()
    for name, inner in (schema.get("properties") or {}).items():
        found |= {(name,)} | {(name, *path) for path in names(inner)}
    for word in ["anyOf", "oneOf"]:
        for inner in schema.get(word) or []:
            found |= names(inner)
    if isinstance(schema.get("items"), dict):
        found |= {("[]", *path) for path in names(schema["items"])}
    return found


def gemini_names(schema):
    """The same of a schema as Gemini has it."""
    found = set()
    for name, inner in (schema.properties or {}).items():
        found |= {(name,)} | {(name, *path) for path in gemini_names(inner)}
    for inner in schema.any_of or []:
        found |= gemini_names(inner)
    if schema.items is not None:
        found |= {("[]", *path) for path in gemini_names(schema.items)}
    return found


for program in sys.argv[1:]:
    for options in [[], ["--mcp-secrets"]]:
        server = Plain([program, "--protocol", "mcp", *options])
        tools = server.tools()
        check(server.end() == 0, "the process ends")
        for tool in tools:
            schema = tool["inputSchema"]
            expected = names(schema)
            # What a host must send in its strict mode although it is optional can be null.
            for name, inner in schema["properties"].items():
                nullable = any(part.get("type") == "null" for part in inner.get("anyOf", []))
                check(name in schema["required"] or nullable, f"{tool['name']}: {name} can be left out by null")
            strict = ensure_strict_json_schema(copy.deepcopy(schema), _reject_open_objects=True)
            check(names(strict) == expected, f"{tool['name']}: openai-agents keeps each argument")
            gemini = mcp_to_gemini_tool(Tool.model_validate(tool)).function_declarations[0]
            check(gemini.name == tool["name"], "the tool keeps its name")
            check(gemini_names(gemini.parameters) == expected, f"{tool['name']}: google-genai keeps each argument")
        print(f"{program.rsplit('/', 1)[-1]} {' '.join(options)}: {len(tools)} tools converted")
