#!/usr/bin/env python3
"""A core that speaks the Model Context Protocol as a test wants it: each method does something that HTTP has to carry. It listens at a socket,
`--listen PATH`, and ends with its standard input."""
import contextlib
import json
import os
import socket
import sys
import threading

VERSION, TOKEN = "io.modelcontextprotocol/protocolVersion", "progressToken"


class Front:
    count = 0

    def __init__(self, connection):
        Front.count += 1
        self.number, self.connection, self.waiting, self.cancelled, self.asking = Front.count, connection, [], [], None

    def write(self, message):
        with contextlib.suppress(OSError):
            self.connection.sendall(json.dumps(message).encode() + b"\n")

    def notify(self, method, **params):
        self.write({"jsonrpc": "2.0", "method": method, "params": params})

    def serve(self):
        stream = self.connection.makefile("rb")
        if json.loads(stream.readline()) != {"protocol": "mcp"}:
            return self.connection.close()
        for line in stream:
            message = json.loads(line)
            if isinstance(message, list):
                self.write([{"jsonrpc": "2.0", "id": one["id"], "result": {}} for one in message if "id" in one])
            else:
                self.receive(message, line.decode().strip())
        print(f"front {self.number} has left", file=sys.stderr, flush=True)

    def receive(self, message, line):
        method, id, params = message.get("method"), message.get("id"), message.get("params", {})
        meta = params.get("_meta", {})
        if method is None:
            return self.write({"jsonrpc": "2.0", "id": self.asking, "result": {"answer": message["result"]}})
        if method == "notifications/cancelled":
            self.cancelled.append(params["requestId"])
        if method == "wait":
            return self.waiting.append(id)
        if method == "ask":
            self.asking = id
            return self.write({"jsonrpc": "2.0", "id": "core-1", "method": "elicitation/create", "params": {}})
        if method == "listen":
            self.waiting.append(id)
            return self.notify("notifications/acknowledged", _meta={"io.modelcontextprotocol/subscriptionId": id})
        if method == "report":
            for number in self.waiting:
                self.notify("notifications/updated", _meta={"io.modelcontextprotocol/subscriptionId": number})
        if method == "progress":
            for number in (1, 2):
                self.notify("notifications/progress", progress=number, progressToken=meta[TOKEN])
        if method == "news":
            self.notify("notifications/news", text="new")
        if method == "flood":
            for number in range(20_000):
                self.notify("notifications/news", text="n" * 1_000, number=number)
        if method == "end":
            os._exit(3)
        if id is None:
            return None
        if method == "unknown":
            return self.write({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "Method not found"}})
        result = {"protocolVersion": params.get("protocolVersion"), "line": line, "front": self.number, "cancelled": self.cancelled}
        return self.write({"jsonrpc": "2.0", "id": id, "result": result})


def main():
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[sys.argv.index("--listen") + 1])
    listener.listen(100)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    while True:
        threading.Thread(target=Front(listener.accept()[0]).serve, daemon=True).start()


main()
