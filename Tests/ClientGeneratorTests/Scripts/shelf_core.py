"""A core of the shelf app that does what the client asks for by the names of its events: shelf_core.py [BEHAVIOUR]"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

behaviour = sys.argv[1] if len(sys.argv) > 1 else ""
received: list[Any] = []
revisions: dict[str, int] = {}


def row(number: int) -> dict[str, Any]:
    at = "2026-11-22T15:04:05.123456789Z" if number % 2 else "2026-11-22T15:04:05Z"
    return {"id": f"b{number}", "title": f"Book {number}", "rating": number % 5, "price": "12.50", "added": at}


def shelf(count: int) -> dict[str, Any]:
    rows = [row(number) for number in range(count)]
    grid = [["2026-11-22T15:04:05Z"], []]
    return {"rows": rows, "note": None, "phase": {"type": "ready"}, "genre": "novel", "newest": None, "grid": grid}


def say(**message: object) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def snapshot(instance: str, state: object) -> dict[str, Any]:
    revisions[instance] = revisions.get(instance, 0) + 1
    return {"instance": instance, "rev": revisions[instance], "state": state}


def patch(instance: str, operations: list[dict[str, object]], skip: int = 0) -> None:
    """Sends a patch. The client has not got the last `skip` revisions."""
    revisions[instance] += 1 + skip
    rev = revisions[instance]
    say(method="screen/update", params={"instance": instance, "rev": rev, "from": rev - 1, "patch": operations})


def opened(instance: str, screen: str, opener: str, state: object) -> None:
    say(method="screen/opened", params={**snapshot(instance, state), "screen": screen, "opener": opener})


def closed(instance: str, reason: str, **result: object) -> None:
    say(method="screen/closed", params={"instance": instance, "reason": reason, **result})


def handle(number: object, method: str, params: dict[str, Any]) -> None:
    if behaviour == "silent":
        pass
    elif method == "initialize":
        say(id=number, result={"protocolVersion": "1", "coreInfo": {"name": "shelf", "version": "1"},
                               "capabilities": {"patches": True}, "limits": {"message": 1 << 24}})
    elif method == "screen/open":
        if params["screen"] == "shelf":
            say(id=number, result=snapshot("shelf-1", shelf(int(os.environ.get("ROWS", "4")))))
        elif params["screen"] == "review":
            if behaviour == "late":
                pending.append((number, snapshot("review-9", {"text": ""})))
            else:
                say(id=number, result=snapshot("review-1", {"text": ""}))
        else:
            say(id=number, result=snapshot("book-1", {"title": json.dumps(params["params"], sort_keys=True)}))
    elif method == "screen/get":
        instance = params["instance"]
        say(id=number, result={"instance": instance, "rev": revisions[instance], "state": shelf(2)})
    elif method == "screen/send":
        send(number, params["instance"], params["event"])
    elif method == "test/first":
        say(id=number, result={"state": shelf(4)})
    elif method == "test/received":
        say(id=number, result={"messages": received})
    elif method == "test/patch":
        patch("shelf-1", params["patch"], params.get("skip", 0))
        say(id=number, result={})
    elif method == "test/patches":
        for operations in params["patches"]:
            patch("shelf-1", operations)
        say(id=number, result={})
    elif method == "test/state":
        say(method="screen/update", params=snapshot("shelf-1", params["state"]))
        say(id=number, result={})
    elif method == "test/say":
        for message in params["messages"]:
            say(**message)
        say(id=number, result={})
    elif method == "test/answer":
        for late, result in pending:
            say(id=late, result=result)
        say(id=number, result={})
    elif method == "test/die":
        os._exit(9)
    elif method == "test/hang":
        pass
    else:
        say(id=number, result={})


def send(number: object, instance: str, event: dict[str, Any]) -> None:
    if event["type"] == "buyButtonWasTapped":
        return say(id=number, error={"code": 1004, "message": "Event rejected",
                                     "data": {"reason": "The shelf is empty."}})
    if event["type"] == "rowWasTapped":
        opened("book-1", "book", instance, {"title": event["id"]})
    elif event["type"] == "reviewButtonWasTapped":
        opened("review-1", "review", instance, {"text": ""})
    elif event["type"] == "reviewWasWritten":
        result = {"rating": event["rating"], "at": "2026-11-22T15:04:05Z"}
        closed("review-1", "completed", result=result)
    say(id=number, result={"rev": revisions.get(instance, 0)})


pending: list[tuple[object, object]] = []
for line in sys.stdin:
    message = json.loads(line)
    received.append(message)
    if "id" in message and "method" in message:
        handle(message["id"], message["method"], message.get("params", {}))
