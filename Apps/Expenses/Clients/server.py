"""A server for the app, with the contract of Routes.swift: server.py PORTFILE. It knows 300 expenses, and no summary."""

import http.server
import json
import sys
import urllib.parse

EXPENSES = {
    id: {
        "details": {
            "amount": "5.00", "currency": "EUR", "date": "2026-11-20T15:04:05Z", "category": "food", "note": f"Lunch {id}",
            "tags": [],
        },
        "version": 1,
    }
    for id in range(1, 301)
}


def expense(id):
    return {"id": id, "details": EXPENSES[id]["details"], "version": f'"{EXPENSES[id]["version"]}"'}


class Journal(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def reply(self, status, value=None, headers=(), type="application/json"):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        if body:
            self.send_header("Content-Type", type)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        for name, text in headers:
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(body)

    def problem(self, status, detail):
        self.reply(status, {"status": status, "detail": detail}, type="application/problem+json")

    def answer(self):
        path, _, query = self.path.partition("?")
        query = dict(urllib.parse.parse_qsl(query))
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        if path == "/sessions":
            return self.reply(201, {"name": body["name"], "token": "xyzzy"})
        if self.headers.get("Authorization") != "Bearer xyzzy":
            return self.problem(401, "Sign in to see the journal.")
        if path == "/expenses":
            ids = sorted(EXPENSES, reverse=True)
            first = int(query.get("offset", 0))
            return self.reply(200, {"expenses": [expense(id) for id in ids[first : first + 200]], "total": len(ids)})
        id = int(path.rpartition("/")[2])
        if self.command == "DELETE":
            del EXPENSES[id]
            return self.reply(204)
        if self.command == "PUT":
            if self.headers["If-Match"] != f'"{EXPENSES[id]["version"]}"':
                return self.problem(412, "Someone else has changed the expense.")
            EXPENSES[id] = {"details": body, "version": EXPENSES[id]["version"] + 1}
        answer = expense(id)
        self.reply(200, answer, [("ETag", answer.pop("version"))])

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Journal)
with open(sys.argv[1], "w") as file:
    file.write(str(server.server_port))
server.serve_forever()
