"""The journal of expenses at a server in this process: an expense of an account is added once, and goes from the disk with its account."""

import http.server
import json
import shutil
import threading

from stage import SCOPED, Actor, Stage, files

NOTE = "Mia-note"


class Books(http.server.BaseHTTPRequestHandler):
    """What the server has: expenses by the keys with which they were added."""

    protocol_version = "HTTP/1.1"

    def reply(self, status, value=None, headers=()):
        body = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        for name, text in [("Content-Type", "application/json"), *headers]:
            self.send_header(name, text)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        if self.path == "/sessions":
            return self.reply(201, {"name": body["name"], "token": "token-of-" + body["name"]})
        if not self.headers.get("Authorization"):
            return self.reply(401)
        booked = self.server.booked
        if self.command == "GET":
            found = [self.expense(*entry) for entry in booked.values()]
            return self.reply(200, {"expenses": found, "total": len(found)})
        if self.command == "DELETE":
            return self.reply(204)
        entry = booked.setdefault(self.headers["Idempotency-Key"], (len(booked) + 1, body))
        answer = self.expense(*entry)
        self.reply(201, answer, [("ETag", answer.pop("version"))])

    @staticmethod
    def expense(id, details):
        return {"id": id, "details": details, "version": '"1"'}

    do_GET = do_POST = do_DELETE = answer

    def log_message(self, *_):
        pass


class BooksServer(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """The program was killed."""


class Journal(Actor):
    first = "journal"

    def look(self):
        """Looks at the journal, and returns whether that asks for a sign-in."""
        self.journal = next(iter(self.wire.states))
        self.send(self.journal, "viewDidAppear", may_fail=False)
        self.ask("sync")
        return self.screen("signIn") is not None

    def become(self, name):
        screen = self.screen("signIn")
        self.send(screen, "nameChanged", may_fail=False, text=name)
        self.send(screen, "passwordChanged", may_fail=False, text="1234")
        self.send(screen, "signInButtonWasTapped", may_fail=False)
        self.ask("sync")

    def open_entry(self):
        self.send(self.journal, "addButtonWasTapped", may_fail=False)
        self.ask("sync")
        return self.screen("entry")

    def save(self, entry):
        """Saves what was entered, and returns whether that was said to be an expense of an earlier save."""
        self.send(entry, "saveButtonWasTapped", may_fail=False)
        self.ask("sync")
        return entry in self.wire.states and (self.wire.states[entry]["message"] or "").startswith("This expense was added")


class Expense(Stage):
    """Someone adds an expense, deletes it, which can be undone for a while, and signs out."""

    name = "expense"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.server = BooksServer(("127.0.0.1", 0), Books)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def reset(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.server.booked = {}

    def sit(self):
        url = f"http://127.0.0.1:{self.server.server_port}"
        return Journal("Mia", [str(self.programs / "expenses-stdio"), "--backend", url], self.folder)

    def run(self, environment, isAgain=False):
        actor = self.sit()

        def body():
            actor.start(environment)
            if actor.look():
                actor.become("Mia")
            if isAgain:
                return
            entry = actor.open_entry()
            actor.send(entry, "amountChanged", may_fail=False, amount="5")
            actor.send(entry, "noteChanged", may_fail=False, text=NOTE)
            actor.save(entry)
            actor.send(actor.journal, "deleteButtonWasTapped", may_fail=False, id=1)
            actor.send(actor.journal, "signOutButtonWasTapped", may_fail=False)
            actor.ask("sync")

        actor.act(body)

    def look(self, is_killed):
        booked = len(self.server.booked)
        self.starts += 1
        actor = self.sit()
        seen = {}

        def body():
            actor.start()
            seen["asks"] = actor.look()
            if seen["asks"]:
                # Who has signed out, or had not signed in, has left nothing.
                actor.stop()
                self.expect_nothing()
                actor.start()
                actor.look()
                actor.become("Mia")
            entry = actor.open_entry()
            seen["draft"] = actor.wire.states[entry]["note"]
            if seen["draft"]:
                self.check(seen["draft"] == NOTE and not seen["asks"], f"the draft is {seen}")
                # A key that was stored says so, too, if its request was not sent any more: nobody knows.
                is_said = actor.save(entry)
                self.check(is_said or not booked, "added before, and not said")
            actor.send(actor.journal, "signOutButtonWasTapped", may_fail=False)
            actor.ask("sync")

        actor.act(body)
        self.check(actor.said() == "", f"the start says: {actor.said()}")
        self.check(is_killed or seen["asks"], "signed in after a sign-out")
        self.check(len(self.server.booked) == (1 if booked or seen["draft"] else 0), f"added {len(self.server.booked)} times")
        self.expect_nothing()

    def expect_nothing(self):
        """Nothing of the account is there, apart from a wish without an answer."""
        for path, content in files(self.folder).items():
            if path != "idempotency-keys.json":
                self.check(not SCOPED.match(path) and b"Mia" not in content, f"{path} has something of Mia")


SCENARIOS = [Expense]
