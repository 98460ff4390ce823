#!/usr/bin/env python3
"""A server for the chat, with the contract of Routes.swift:

    server.py [--port N] [--port-file FILE] [--now DATE] [--journal FILE] [--keep N]

It prints its port in the first line. With a journal it goes on where an earlier process has ended. What goes wrong is asked for by `POST /faults`, a list of

    {"method": "POST", "path": "/rooms/1/messages", "kind": "refuse", "status": 503, "count": 1}

where the kind is `refuse` (with a status), `hang` (no answer), `cut` (the connection breaks before anything is done) or
`lose` (it is done, and the answer is lost). `POST /expire` ends all sessions, `POST /cut` breaks all feeds, and `POST /forget`
forgets the changes so far, so that no feed can go on where it was.
"""

import argparse
import datetime
import email
import http.server
import json
import re
import secrets
import socket
import sys
import threading
import urllib.parse

from world import ADMINS, PASSWORD, Problem, World


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, world, port):
        super().__init__(("127.0.0.1", port), Handler)
        self.world = world
        self.faults = []
        self.feeds = set()
        self.lock = threading.Lock()
        self.ended = threading.Event()

    def cut(self):
        """Breaks all feeds."""
        with self.lock:
            for connection in list(self.feeds):
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def fault(self, method, path):
        """The next fault of a request, which it takes away."""
        with self.lock:
            for fault in self.faults:
                if fault["method"] == method and fault["path"] == path:
                    fault["count"] = fault.get("count", 1) - 1
                    if fault["count"] <= 0:
                        self.faults.remove(fault)
                    return fault
        return None


class Cut(Exception):
    """The connection breaks."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # An event goes out at once, and does not wait until the one before it has arrived.
    disable_nagle_algorithm = True

    ROUTES = [
        ("GET", r"/rooms", "rooms"), ("POST", r"/rooms", "create"), ("GET", r"/rooms/(\d+)/messages", "page"), ("POST", r"/rooms/(\d+)/messages", "post"),
        ("DELETE", r"/rooms/(\d+)/messages/(\d+)", "delete"), ("PUT", r"/rooms/(\d+)/name", "rename"),
        ("PUT", r"/rooms/(\d+)/read", "mark_read"), ("POST", r"/rooms/(\d+)/typing", "typing"),
        ("POST", r"/rooms/(\d+)/files", "upload"), ("GET", r"/rooms/(\d+)/files/(\d+)", "download"),
        ("GET", r"/rooms/(\d+)/activity", "activity"),
        ("GET", r"/search", "search"), ("GET", r"/changes", "changes"),
    ]

    # Replies

    def reply(self, status, value=None, content_type="application/json"):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        if body:
            self.send_header("Content-Type", content_type)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def problem(self, status, detail):
        self.reply(status, {"status": status, "detail": detail}, "application/problem+json")

    # Requests

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (Cut, ConnectionError):
            self.close_connection = True
            try:
                self.connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def answer(self):
        self.path, _, query = self.path.partition("?")
        self.query = dict(urllib.parse.parse_qsl(query))
        self.content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding") == "chunked":
            self.content = b"".join(self.chunks())
        if self.control():
            return
        fault = self.server.fault(self.command, self.path)
        kind = fault and fault["kind"]
        if kind == "cut":
            raise Cut
        if kind == "hang":
            self.server.ended.wait(120)
            raise Cut
        if kind == "refuse":
            return self.problem(fault["status"], fault.get("detail", "The server is away."))
        if kind == "lose":
            self.reply = self.lose
        try:
            self.route()
        except Problem as problem:
            self.problem(problem.status, problem.detail)

    def lose(self, *_):
        raise Cut

    def chunks(self):
        while size := int(self.rfile.readline().split(b";")[0], 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()

    def route(self):
        if (self.command, self.path) == ("POST", "/sessions"):
            return self.sign_in(self.body())
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        self.account = self.server.world.account(token)
        if self.account is None:
            raise Problem(401, "Sign in to see the chat: any name, and the password 1234.")
        for method, pattern, name in self.ROUTES:
            match = re.fullmatch(pattern, self.path)
            if match and method == self.command:
                return getattr(self, name)(*map(int, match.groups()))
        raise Problem(404, "This address is not here.")

    def body(self):
        return json.loads(self.content)

    def sign_in(self, body):
        if body["password"] != PASSWORD:
            raise Problem(403, "The name or the password is wrong.")
        token = secrets.token_hex(16)
        self.server.world.sign_in(token, body["name"])
        self.reply(201, {"name": body["name"], "isAdmin": body["name"] in ADMINS, "token": token})

    def rooms(self):
        self.reply(200, self.server.world.rooms_of(self.account))

    def create(self):
        self.reply(201, self.server.world.create(self.account, self.body()["name"]))

    def page(self, room):
        marks = {name: int(self.query[name]) for name in ["before", "reaching"] if name in self.query}
        self.reply(200, self.server.world.page(room, **marks))

    def post(self, room):
        key = self.headers.get("Idempotency-Key")
        if not key:
            raise Problem(400, "The request needs an Idempotency-Key.")
        body = self.body()
        message = self.server.world.post(
            self.account, room, body["text"], key, body.get("attachment"), body.get("meeting"))
        self.reply(201, message)

    def delete(self, room, id):
        self.server.world.delete(self.account, room, id)
        self.reply(204)

    def rename(self, room):
        self.server.world.rename(self.account, room, self.body()["name"])
        self.reply(204)

    def mark_read(self, room):
        self.server.world.mark_read(self.account, room, self.body()["id"])
        self.reply(204)

    def typing(self, room):
        self.server.world.typing(self.account, room)
        self.reply(204)

    def upload(self, room):
        head = b"Content-Type: " + self.headers["Content-Type"].encode() + b"\r\n\r\n"
        for part in email.message_from_bytes(head + self.content).walk():
            if part.get_filename():
                content = part.get_payload(decode=True)
                file = self.server.world.add_file(room, part.get_filename(), part.get_content_type(), content)
                return self.reply(201, file)
        raise Problem(422, "The file is missing.")

    def download(self, room, id):
        file, content = self.server.world.file(room, id)
        self.send_response(200)
        self.send_header("Content-Type", file["mediaType"])
        self.send_header("Content-Disposition", "attachment; filename*=UTF-8''" + urllib.parse.quote(file["name"], safe=""))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def activity(self, room):
        self.reply(200, self.server.world.activity(room))

    def search(self):
        self.reply(200, self.server.world.search(self.query.get("text", "")))

    # The feed

    def changes(self):
        """Server-sent events: what happens after the last event that the client has, for as long as it listens."""
        world = self.server.world
        position = int(self.headers.get("Last-Event-ID") or world.number)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        self.wfile.write(b"retry: 200\n\n")
        with self.server.lock:
            self.server.feeds.add(self.connection)
        try:
            while not self.server.ended.is_set():
                number, changes = world.changes_after(position)
                if changes is None:
                    changes = [json.dumps({"number": number, "kind": "reset", "room": 0})]
                first = number + 1 - len(changes)
                events = [f"id: {first + index}\ndata: {change}\n\n" for index, change in enumerate(changes)]
                self.wfile.write("".join(events).encode())
                position = number
                with world.changed:
                    if world.number == position and not world.changed.wait(15):
                        self.wfile.write(b": nothing new\n\n")
        finally:
            with self.server.lock:
                self.server.feeds.discard(self.connection)

    # What a test asks for

    def control(self):
        if self.command != "POST" or self.path not in ["/faults", "/expire", "/cut", "/forget"]:
            return False
        if self.path == "/faults":
            with self.server.lock:
                self.server.faults += self.body()
        elif self.path == "/forget":
            self.server.world.forget_log()
        else:
            if self.path == "/expire":
                self.server.world.expire()
            self.server.cut()
        self.reply(204)
        return True

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description="A server for the chat.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--port-file", help="a file that gets the port")
    parser.add_argument("--now", type=lambda text: datetime.datetime.fromisoformat(text.replace("Z", "+00:00")))
    parser.add_argument("--journal", help="a file that has what happened in earlier processes, and what happens in this one")
    parser.add_argument("--keep", type=int, help="how many messages and changes are kept; all, if nothing is said")
    options = parser.parse_args()
    server = Server(World(options.now, options.journal, options.keep), options.port)
    if options.port_file:
        with open(options.port_file, "w") as file:
            file.write(str(server.server_port))
    print(server.server_port, flush=True)
    # The server ends with the process that has started it, which is the end of the standard input.
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    server.ended.set()


if __name__ == "__main__":
    main()
