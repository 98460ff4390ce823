"""A core that answers as a test needs it: scripted_core.py BEHAVIOUR"""

import base64
import json
import os
import subprocess
import sys

behaviour = sys.argv[1]
counter = {"character": "⓪", "number": 0, "numberText": "⓪ (0.circle)", "symbolName": "0.circle"}


def say(**message: object) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    request = json.loads(line)
    number, method = request["id"], request["method"]
    if method == "initialize":
        name = os.environ.get("CORE_NAME", behaviour)
        limits = {"message": 16777216, "futures": 1}
        core = {"name": name, "version": "9.9", "codename": "next"}
        say(id=number, result={"protocolVersion": "1", "coreInfo": core, "capabilities": {}, "limits": limits})
    elif behaviour == "files":
        params = request["params"]
        if method == "file/begin":
            content, size = b"", params["size"]
            say(id=number, result={"file": params["question"], "chunk": 4, "credit": 8})
        elif method == "file/write":
            assert params["offset"] == len(content)
            content += base64.b64decode(params["data"])
            say(id=number, result={})
        else:
            piece = content[params["offset"] :][:5]
            say(id=number, result={"data": base64.b64encode(piece).decode()})
    elif behaviour == "newer":
        snapshot = {"instance": "counter-1", "rev": 1, "state": {**counter, "mood": "bright"}, "age": 3}
        say(method="core/mood", params={"mood": "bright"})
        say(method="screen/update", params={**snapshot, "instance": "unknown-7"})
        say(id=number, result=snapshot)
    elif behaviour == "closes" and method == "screen/open":
        say(id=number, result={"instance": "counter-1", "rev": 1, "state": counter})
    elif behaviour == "closes":
        say(method="screen/closed", params={"instance": "counter-1", "reason": "closedByApp"})
        say(id=number, result={})
    elif behaviour == "babbles":
        say(id=number, result={"instance": "counter-1", "rev": 1, "state": counter} if method == "screen/open" else {})
        print("Good morning!", flush=True)
    elif behaviour == "refuses":
        say(id=None, error={"code": -32600, "message": "Invalid Request", "data": {"reason": "tooLarge"}})
    elif behaviour == "hangs":
        print("about to hang", file=sys.stderr, flush=True)
        sys.stdin.read()
    elif behaviour == "leaves a process":
        print(subprocess.Popen(["sleep", "600"]).pid, file=sys.stderr, flush=True)
        os._exit(9)
    elif behaviour in ("dies", "dies loudly"):
        if behaviour == "dies loudly":
            print("about to die", file=sys.stderr, flush=True)
        os._exit(9)
