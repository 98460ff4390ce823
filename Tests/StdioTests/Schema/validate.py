"""The document of --schema is a JSON Schema, and describes what the program says and takes: validate.py PROGRAM"""

import json
import subprocess
import sys

from jsonschema import Draft202012Validator

program = sys.argv[1]
printed = subprocess.run([program, "--schema"], check=True, capture_output=True, text=True).stdout
document = json.loads(printed)
assert printed == json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n", "not sorted"
Draft202012Validator.check_schema(document)
for name, schema in document["$defs"].items():
    Draft202012Validator.check_schema(schema)
    assert schema["title"] == name, name


def validator(reference):
    return Draft202012Validator({**reference, "$defs": document["$defs"]})


core = subprocess.Popen([program, "--latency", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
count = 0


def call(method, **params):
    """The reply, and the updates before it."""
    global count
    count += 1
    core.stdin.write(json.dumps({"jsonrpc": "2.0", "id": count, "method": method, "params": params}) + "\n")
    core.stdin.flush()
    updates = []
    for line in core.stdout:
        frame = json.loads(line)
        if frame.get("id") == count:
            return frame, updates
        updates.append(frame["params"])
    raise SystemExit("The core has ended.")


def sample(schema):
    """A value that a schema of an event allows."""
    if "$ref" in schema:
        return sample(document["$defs"][schema["$ref"].removeprefix("#/$defs/")])
    for word in ["const", "default"]:
        if word in schema:
            return schema[word]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {name: sample(schema["properties"][name]) for name in schema.get("required", [])}
    return {"string": "Ginny", "integer": 1, "number": 1.5, "boolean": True, "array": []}[schema["type"]]


states = 0
for screen in document["x-screens"]:
    state, event = validator(screen["state"]), validator(screen["event"])
    opened, _ = call("screen/open", screen=screen["name"])
    state.validate(opened["result"]["state"])
    instance = opened["result"]["instance"]
    variants = document["$defs"][screen["event"]["$ref"].removeprefix("#/$defs/")]["oneOf"]
    for variant in variants:
        value = sample(variant)
        event.validate(value)
        assert not event.is_valid({**value, "unknown": 1}), value
        reply, _ = call("screen/send", instance=instance, event=value)
        assert reply.get("error", {}).get("code") in (None, 1004), (value, reply)
        for update in call("sync")[1]:
            if update.get("instance") == instance and "state" in update:
                state.validate(update["state"])
                states += 1
    assert not event.is_valid({"type": "unknown"}) and not state.is_valid({}), screen["name"]
core.stdin.close()
assert core.wait() == 0
for operation in document["x-services"]:
    # A feed has elements in place of an answer.
    for part in ["input", "element" if "element" in operation else "answer"]:
        assert not validator(operation[part]).is_valid([[]]), operation
assert states > 5 and len(document["x-services"]) > 2, (states, document["x-services"])
print(f"jsonschema: {len(document['$defs'])} definitions are valid, and so are {states} states")
