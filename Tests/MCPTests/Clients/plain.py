"""A client of `--protocol mcp` without a library, for the other scripts: it writes frames and reads them."""

import json
import subprocess

MODERN = "2026-07-28"
OLDER = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]


class Plain:
    """A server as a child process, spoken to in one revision."""

    def __init__(self, command, revision="2025-11-25"):
        self.revision = revision
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        # Notifications that came before an answer.
        self.notifications = []
        self.sent = 0
        self.received = 0
        if revision == MODERN:
            self.hello = self.ask("server/discover")
        else:
            client = {"name": "plain", "version": "1"}
            self.hello = self.ask("initialize", protocolVersion=revision, capabilities={}, clientInfo=client)
            self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def write(self, frame):
        line = json.dumps(frame).encode() + b"\n"
        self.sent += len(line)
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        self.received += len(line)
        return json.loads(line)

    def frame(self, method, **params):
        self.number += 1
        if self.revision == MODERN:
            meta = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
            params["_meta"] = {**params.get("_meta", {}), **meta}
        return {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}

    def ask(self, method, **params):
        """The answer to a request: the result, or the whole frame of an error."""
        self.write(self.frame(method, **params))
        while True:
            frame = self.read()
            if frame.get("id") == self.number:
                return frame.get("result", frame)
            self.notifications.append(frame)

    def call(self, tool, meta=None, **arguments):
        return self.ask("tools/call", name=tool, arguments=arguments, **({"_meta": meta} if meta else {}))

    def tools(self):
        """All tools, page by page."""
        tools, cursor = [], None
        while True:
            page = self.ask("tools/list", **({"cursor": cursor} if cursor else {}))
            tools += page["tools"]
            cursor = page.get("nextCursor")
            if cursor is None:
                return tools

    def end(self):
        self.process.stdin.close()
        return self.process.wait()
