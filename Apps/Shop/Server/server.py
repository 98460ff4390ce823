#!/usr/bin/env python3
"""A server for the shop, with the contract of Routes.swift:

    server.py [--port N] [--port-file FILE] [--pace SECONDS] [--journal FILE]

It prints its port in the first line, and ends with its standard input. The courier makes a step after each pace. With a journal, who is
signed in, what was paid and what was written are there again after a restart. What goes wrong is asked for by `POST /faults`, a list of

    {"method": "POST", "path": "/orders", "kind": "refuse", "status": 503, "count": 1}

where the kind is `refuse` (with a status), `slow` (half a second), `hang` (no answer), `cut` (the connection breaks before anything is done),
`lose` (it is done, and the answer is lost) or `garble` (it is done, and the answer is no JSON). `POST /expire` ends all sessions, and
`POST /cut` breaks all feeds.
"""

import argparse
import datetime
import decimal
import email
import http.server
import json
import re
import secrets
import socket
import sys
import threading
import time
import urllib.parse

from products import PRODUCTS, picture

PASSWORD = "1234"
COURIER = "Kim"
DELIVERIES = [
    {"stage": "packing", "courier": COURIER, "minutes": None}, {"stage": "onTheWay", "courier": COURIER, "minutes": 12},
    {"stage": "onTheWay", "courier": COURIER, "minutes": 4}, {"stage": "delivered", "courier": COURIER, "minutes": None},
]


class Problem(Exception):
    """What a request is refused with: a status, and a sentence for people."""

    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status
        self.detail = detail


class Cut(Exception):
    """The connection breaks."""


class Shop:
    """What the server keeps. All methods hold the lock; the condition wakes the feeds."""

    def __init__(self, pace=3.0, journal=None):
        self.pace = pace
        self.changed = threading.Condition()
        self.sessions = {}
        # By number, from 1: the account, the key, the order, when it was paid, the messages.
        self.parcels = []
        self.journal = None
        if journal:
            try:
                with open(journal) as file:
                    for line in file:
                        self.apply(json.loads(line))
            except FileNotFoundError:
                pass
            self.journal = open(journal, "a")

    def tell(self, change):
        """Keeps a change, and then makes it."""
        if self.journal:
            self.journal.write(json.dumps(change) + "\n")
            self.journal.flush()
        self.apply(change)
        self.changed.notify_all()

    def apply(self, change):
        if change["kind"] == "session":
            self.sessions[change["token"]] = change["account"]
        elif change["kind"] == "paid":
            self.parcels.append(change | {"messages": []})
        elif change["kind"] == "written":
            self.parcels[change["order"] - 1]["messages"].append(change["message"])
        elif change["kind"] == "expired":
            self.sessions.clear()

    def sign_in(self, account):
        with self.changed:
            token = secrets.token_hex(16)
            self.tell({"kind": "session", "token": token, "account": account})
            return token

    def expire(self):
        with self.changed:
            self.tell({"kind": "expired"})

    def pay(self, account, key, lines, total, host):
        with self.changed:
            for parcel in self.parcels:
                if (parcel["account"], parcel["key"]) == (account, key):
                    return parcel["order"]
            if not lines:
                raise Problem(422, "The basket is empty.")
            lines = [{"product": product(line["product"]["id"], host), "count": line["count"]} for line in lines]
            sum_ = sum(decimal.Decimal(line["product"]["price"]["amount"]) * line["count"] for line in lines)
            if sum_ != decimal.Decimal(total["amount"]):
                raise Problem(409, "A price has changed.")
            order = {"id": len(self.parcels) + 1, "lines": lines, "total": total, "placedAt": now()}
            self.tell({"kind": "paid", "account": account, "key": key, "order": order, "time": time.time()})
            return order

    def orders(self, account):
        with self.changed:
            return [parcel["order"] for parcel in reversed(self.parcels) if parcel["account"] == account]

    def parcel(self, account, id):
        for parcel in self.parcels:
            if (parcel["account"], parcel["order"]["id"]) == (account, id):
                return parcel
        raise Problem(404, "This order is not yours.")

    def step(self, parcel):
        """How far the courier is, and in how many seconds there is more to tell."""
        passed = (time.time() - parcel["time"]) / self.pace if self.pace else len(DELIVERIES)
        step = min(int(passed), len(DELIVERIES) - 1)
        return step, (step + 1 - passed) * self.pace

    def write(self, account, id, text, photo, key):
        with self.changed:
            parcel = self.parcel(account, id)
            for message in parcel["messages"]:
                if message["key"] == key:
                    return message
            if not text.strip() and not photo:
                raise Problem(422, "The message is empty.")
            message = self.add(parcel, account, text, photo, key)
            self.add(parcel, COURIER, "I am sorry. You get a new one." if photo else "I am on my bicycle.")
            return message

    def add(self, parcel, author, text, photo=None, key=None):
        id = len(parcel["messages"]) + 1
        message = {"id": id, "author": author, "text": text, "photo": photo, "sentAt": now(), "key": key}
        self.tell({"kind": "written", "order": parcel["order"]["id"], "message": message})
        return message


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def product(id, host):
    if id not in PRODUCTS:
        raise Problem(404, "We do not sell this any more.")
    name, _, about, price, *_ = PRODUCTS[id]
    return {
        "id": id, "name": name, "about": about, "price": {"amount": price, "currency": "EUR"},
        "picture": f"http://{host}/pictures/{id}",
    }


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, shop, port):
        super().__init__(("127.0.0.1", port), Handler)
        self.shop = shop
        self.faults = []
        self.feeds = set()
        self.lock = threading.Lock()
        self.ended = threading.Event()

    def cut(self):
        with self.lock:
            for connection in list(self.feeds):
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def fault(self, method, path):
        """The kind of the next fault of a request, which is taken away."""
        with self.lock:
            for fault in self.faults:
                if (fault["method"], fault["path"]) == (method, path):
                    fault["count"] = fault.get("count", 1) - 1
                    if fault["count"] <= 0:
                        self.faults.remove(fault)
                    return fault
        return {"kind": None}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    # What anybody may ask, and what needs a session.
    OPEN = [("GET", r"/products", "products"), ("GET", r"/products/(\d+)", "product"), ("GET", r"/pictures/(\d+)", "picture"), ("POST", r"/sessions", "sign_in")]
    ROUTES = [
        ("GET", r"/orders", "orders"), ("POST", r"/orders", "pay"), ("GET", r"/orders/(\d+)", "order"),
        ("GET", r"/orders/(\d+)/courier", "courier"), ("GET", r"/orders/(\d+)/conversation", "conversation"),
        ("POST", r"/orders/(\d+)/messages", "write"),
    ]

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
        kind = fault["kind"]
        if kind == "cut":
            raise Cut
        if kind == "hang":
            self.server.ended.wait(120)
            raise Cut
        if kind == "slow":
            self.server.ended.wait(0.5)
        if kind == "refuse":
            return self.problem(fault["status"], fault.get("detail", "The shop is closed for a moment."))
        self.loses = kind == "lose"
        self.garbles = kind == "garble"
        try:
            self.route()
        except Problem as problem:
            self.problem(problem.status, problem.detail)

    def chunks(self):
        while size := int(self.rfile.readline().split(b";")[0], 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()

    def route(self):
        for routes in [self.OPEN, self.ROUTES]:
            if routes is self.ROUTES:
                token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
                self.account = self.server.shop.sessions.get(token)
                if self.account is None:
                    raise Problem(401, "Please sign in.")
            for method, pattern, name in routes:
                match = re.fullmatch(pattern, self.path)
                if match and method == self.command:
                    return getattr(self, name)(*map(int, match.groups()))
        raise Problem(404, "This address is not here.")

    def reply(self, status, value, media_type="application/json"):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        if self.loses:
            raise Cut
        if self.garbles:
            body = b'{"id": "<html>'
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def problem(self, status, detail):
        self.loses = self.garbles = False
        self.reply(status, {"status": status, "detail": detail}, "application/problem+json")

    @property
    def host(self):
        return self.headers["Host"]

    # What is asked

    def products(self):
        text = self.query.get("text", "").lower()
        found = [id for id, (english, german, *_) in PRODUCTS.items() if text in f"{english}\n{german}".lower()]
        self.reply(200, [product(id, self.host) for id in found])

    def product(self, id):
        self.reply(200, product(id, self.host))

    def picture(self, id):
        product(id, self.host)
        self.reply(200, picture(id), "image/webp")

    def sign_in(self):
        body = json.loads(self.content)
        if body["password"] != PASSWORD:
            raise Problem(403, "The name or the password is wrong.")
        self.reply(201, {"name": body["name"], "token": self.server.shop.sign_in(body["name"])})

    def key(self):
        key = self.headers.get("Idempotency-Key")
        if not key:
            raise Problem(400, "The request needs an Idempotency-Key.")
        return key

    def pay(self):
        body = json.loads(self.content)
        self.reply(201, self.server.shop.pay(self.account, self.key(), body["lines"], body["total"], self.host))

    def orders(self):
        self.reply(200, self.server.shop.orders(self.account))

    def order(self, id):
        self.reply(200, self.server.shop.parcel(self.account, id)["order"])

    def write(self, id):
        """A message is a form, since a photo may be with it."""
        head = b"Content-Type: " + (self.headers["Content-Type"] or "").encode() + b"\r\n\r\n"
        text, photo = "", None
        for part in email.message_from_bytes(head + self.content).walk():
            if part.get_filename():
                photo = part.get_filename()
            elif part.get_param("name", header="Content-Disposition") == "text":
                text = part.get_payload(decode=True).decode()
        self.reply(201, self.server.shop.write(self.account, id, text, photo, self.key()))

    # The feeds, as server-sent events

    def feed(self, events):
        """Sends what a function has behind a number, each with its number, as long as somebody listens. It ends with `None`, in
        order: by the last chunk, which a connection that breaks does not have."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.chunk(b"retry: 200\n\n")
        shop = self.server.shop
        last = int(self.headers.get("Last-Event-ID") or 0)
        with self.server.lock:
            self.server.feeds.add(self.connection)
        try:
            while not self.server.ended.is_set():
                with shop.changed:
                    new, pause = events(last)
                    if not new and pause is not None:
                        shop.changed.wait(min(pause, 15))
                        new, pause = events(last)
                for last, value in new:
                    self.chunk(f"id: {last}\ndata: {json.dumps(value)}\n\n".encode())
                if pause is None:
                    return self.chunk(b"")
                if not new:
                    self.chunk(b": nothing new\n\n")
            raise Cut
        finally:
            with self.server.lock:
                self.server.feeds.discard(self.connection)

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))

    def courier(self, id):
        """Where the courier is. The feed ends when the order is delivered."""
        shop = self.server.shop
        parcel = shop.parcel(self.account, id)

        def events(last):
            step, pause = shop.step(parcel)
            is_last = step == len(DELIVERIES) - 1
            return [(step + 1, DELIVERIES[step])] if step + 1 > last else [], None if is_last else pause

        self.feed(events)

    def conversation(self, id):
        parcel = self.server.shop.parcel(self.account, id)
        self.feed(lambda last: ([(message["id"], message) for message in parcel["messages"][last:]], 15))

    # What a test asks for

    def control(self):
        if self.command != "POST" or self.path not in ["/faults", "/expire", "/cut"]:
            return False
        if self.path == "/faults":
            with self.server.lock:
                self.server.faults += json.loads(self.content)
        else:
            if self.path == "/expire":
                self.server.shop.expire()
            self.server.cut()
        self.send_response(204)
        self.end_headers()
        return True

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description="A server for the shop.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--port-file", help="a file that gets the port")
    parser.add_argument("--pace", type=float, default=3.0, help="the seconds that the courier needs for a step")
    parser.add_argument("--journal", help="a file that has what happened in earlier processes, and what happens in this one")
    options = parser.parse_args()
    server = Server(Shop(options.pace, options.journal), options.port)
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
