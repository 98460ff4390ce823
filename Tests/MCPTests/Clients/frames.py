"""Speaks the five revisions of the Model Context Protocol with `tributary-stdio`, by frames that are written by hand.

usage: frames.py PROGRAM
"""

import json
import sys

from plain import MODERN, OLDER, Plain

COMMAND = [sys.argv[1], "--protocol", "mcp", "--seed", "1"]


def check(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


for revision in OLDER + [MODERN]:
    client = Plain(COMMAND, revision)
    if revision == MODERN:
        check(client.hello["supportedVersions"] == [MODERN], f"{revision} is discovered")
    else:
        check(client.hello["protocolVersion"] == revision, f"{revision} is answered with itself")
    tools = client.tools()
    check(all(("annotations" in tool) == (revision >= "2025-03-26") for tool in tools), f"{revision}: annotations")
    check(all(("title" in tool) == (revision >= "2025-06-18") for tool in tools), f"{revision}: titles")
    check(not any("outputSchema" in tool for tool in tools), f"{revision}: no schema of an answer")
    check(not any("viewDidAppear" in tool["name"] for tool in tools), f"{revision}: no tool for a life cycle")
    opened = client.call("open_screen", screen="product")
    content = [item["type"] for item in opened["content"]]
    check(content == ["text"], f"{revision}: an answer is a text, which every host can read")
    check(("structuredContent" in opened) == (revision >= "2025-06-18"), f"{revision}: structured content")
    check(("resultType" in opened) == (revision == MODERN), f"{revision}: the type of a result")
    instance = json.loads(opened["content"][0]["text"])["instance"]
    bought = client.call("product_purchase", meta={"progressToken": 7}, instance=instance)
    check('The product is bought.' in bought["content"][0]["text"] and not bought.get("isError"), f"{revision}: a purchase")
    unknown = client.ask("resources/read", uri="tributary://screens/x")
    check(unknown["error"]["code"] == (-32602 if revision == MODERN else -32002), f"{revision}: an unknown resource")
    check(unknown["error"]["data"]["uri"] == "tributary://screens/x", f"{revision}: the resource's address")
    level = client.ask("logging/setLevel", level="info")
    check(("error" in level) == (revision == MODERN), f"{revision}: the log's level")
    client.write([client.frame("tools/list"), client.frame("resources/list")])
    batch = client.read()
    if revision == "2025-03-26":
        check([frame["id"] for frame in batch] == [client.number - 1, client.number], f"{revision}: a batch")
    else:
        check(batch["error"]["code"] == -32600, f"{revision}: no batch")
    check(client.end() == 0, f"{revision}: the process ends")
    print(f"{revision} by hand: passed")
