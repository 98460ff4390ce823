"""A shop over HTTP whose answers get lost, are refused, come twice, or have unusual forms that are valid."""

import itertools
import json
import random
import socket
import threading

NUMBERS = itertools.count(1)

# How the answer to a purchase is treated, and how often. Whatever is booked stays booked.
TREATMENTS = {
    "plain": 30,
    "cut": 14,  # booked, and the connection is closed within the answer
    "reset": 6,  # the same, with a reset
    "lost": 10,  # booked, and no byte is sent
    "unheard": 6,  # not booked, and no byte is sent
    "refused": 8,  # 402, not booked
    "busy": 6,  # 429, 409, 408 or 425, not booked
    "broken": 6,  # 503, booked or not
    "twice": 6,  # the answer, and the same bytes once more behind it
    "mark": 8,  # a byte order mark before the JSON
    "folded": 8,  # a header that goes on in the next line (RFC 9112, 5.2)
    "marked and folded": 4,
}
UNUSUAL = {"mark", "folded", "marked and folded"}


class Shop:
    """What was booked, by key; and which answers were sent whole."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.receipts = {}
        self.keys = set()
        self.posts = 0
        self.isCalm = False
        self.treatment_of_last = None
        self.unusual_keys = {}
        # What the run does when a purchase has come so far; it sets them before the first request.
        self.on_body = lambda product, body: None
        self.on_key = self.on_request = self.on_booking = self.on_half = self.on_answer = None
        self.treated = dict.fromkeys(TREATMENTS, 0)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = "http://127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection:
            try:
                head = b""
                while b"\r\n\r\n" not in head:
                    part = connection.recv(65536)
                    if not part:
                        return
                    head += part
                head, _, body = head.partition(b"\r\n\r\n")
                self.answer(connection, head.decode("ascii"), body)
            except OSError:
                pass  # The client was killed.

    def answer(self, connection, head, body):
        lines = head.split("\r\n")
        method, path, _ = lines[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        product = path.split("/")[2]
        if method == "GET":
            body = {"id": product, "title": product, "description": "", "price": money(product)}
            connection.sendall(reply(200, body))
            return
        while len(body) < int(headers.get("content-length", 0)):
            part = connection.recv(65536)
            if not part:
                return
            body += part
        self.on_body(product, body)
        key = headers["idempotency-key"]
        self.on_key(key)
        with self.lock:
            self.posts += 1
            self.keys.add(key)
            treatment = self.treatment(key)
            self.treated[treatment] += 1
            self.treatment_of_last = treatment
        self.on_request()
        self.treat(connection, treatment, product, key)

    def treatment(self, key):
        if self.isCalm:
            return "plain"
        # A server that writes an unusual form writes it each time, so a client that refuses it never gets the receipt.
        if key in self.unusual_keys:
            return self.unusual_keys[key]
        treatment = self.random.choices(list(TREATMENTS), TREATMENTS.values())[0]
        if treatment in UNUSUAL:
            self.unusual_keys[key] = treatment
        return treatment

    def book(self, product, key):
        with self.lock:
            if key not in self.receipts:
                identifier = f"R-{next(NUMBERS)}"
                # The clock of the server says nothing: it goes wherever it likes.
                date = "%04d-01-01T00:00:00Z" % self.random.choice([1970, 2001, 2026, 2027, 2099])
                self.receipts[key] = {"id": identifier, "productID": product, "price": money(product), "date": date}
        self.on_booking()
        return self.receipts[key]

    def treat(self, connection, treatment, product, key):
        if treatment == "unheard":
            return
        if treatment == "refused":
            connection.sendall(reply(402, {"detail": "There is not enough money on the account."}))
            return
        if treatment == "busy":
            connection.sendall(reply(self.random.choice([408, 409, 425, 429]), {"detail": "Try again later."}))
            return
        if treatment == "broken":
            if self.random.random() < 0.5:
                self.book(product, key)
            connection.sendall(reply(503, {"detail": "Something went wrong!"}))
            return
        receipt = self.book(product, key)
        if treatment == "lost":
            return
        answer = reply(201, receipt, mark="mark" in treatment, fold="folded" in treatment)
        if treatment in ("cut", "reset"):
            connection.sendall(answer[: self.random.randrange(len(answer))])
            if treatment == "reset":
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            return
        half = self.random.randrange(len(answer))
        connection.sendall(answer[:half])
        self.on_half()
        connection.sendall(answer[half:] + (answer if treatment == "twice" else b""))
        self.on_answer()


def money(product):
    return {"amount": "%d.00" % (100 + len(product)), "currency": "USD"}


def reply(status, body, mark=False, fold=False):
    content = (b"\xef\xbb\xbf" if mark else b"") + json.dumps(body).encode()
    kind = "application/json" if status < 300 else "application/problem+json"
    head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}"
    if fold:
        head += ";\r\n charset=utf-8\r\nX-Note: one\r\n\ttwo"
    head += f"\r\nContent-Length: {len(content)}\r\nConnection: close\r\n\r\n"
    return head.encode() + content
