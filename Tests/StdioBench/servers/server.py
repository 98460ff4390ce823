"""A JSON-RPC 2.0 server over lines that answers `ping`, in plain Python."""

import json
import os

METHODS = {"ping": lambda params: {}}


def reply(line):
    try:
        request = json.loads(line)
    except ValueError:
        return {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "Parse error"}}
    method = METHODS.get(request["method"])
    if method is None:
        return {"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601, "message": "Method not found"}}
    return {"jsonrpc": "2.0", "id": request["id"], "result": method(request.get("params"))}


rest = b""
while data := os.read(0, 1 << 16):
    *lines, rest = (rest + data).split(b"\n")
    output = "".join(json.dumps(reply(line)) + "\n" for line in lines).encode()
    while output:
        output = output[os.write(1, output) :]
