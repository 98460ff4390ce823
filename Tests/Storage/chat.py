"""The chat at a server in this process: its scenarios, and what has to be so after each of them."""

import importlib.util
import json
import pathlib
import shutil
import threading
import time

from stage import PATIENCE, ROOT, SCOPED, Actor, Stage, check, files
from world import World

spec = importlib.util.spec_from_file_location("chat_server", ROOT / "Apps/Chat/Server/server.py")
chat_server = importlib.util.module_from_spec(spec)
spec.loader.exec_module(chat_server)

ROOM = 2
REFUSAL = {"method": "POST", "path": f"/rooms/{ROOM}/messages", "kind": "refuse", "status": 422, "detail": "Not now."}


class ChatServer:
    """One server for all runs, whose world is another one in each: a session and an outbox belong to its address."""

    def __init__(self, work):
        self.journal = work / "journal"
        self.server = chat_server.Server(World(), 0)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def begin(self, journal=None):
        """A world with what is in a journal."""
        self.server.cut()
        if self.server.world.journal:
            self.server.world.journal.close()
        self.journal.unlink(missing_ok=True)
        if journal:
            shutil.copyfile(journal, self.journal)
        self.server.faults = []
        self.server.world = World(journal=str(self.journal))

    def refuse(self, count=1):
        self.server.faults.append({**REFUSAL, "count": count})

    @property
    def world(self):
        return self.server.world

    def tokens(self, name):
        """All that the account has had."""
        sessions = [change for change in map(json.loads, self.journal.read_text().splitlines()) if change["kind"] == "session"]
        return [session["token"].encode() for session in sessions if session["name"] == name]

    def sent(self, text):
        return [message for message in self.world.messages if message["text"] == text]


class ChatActor(Actor):
    capabilities = {"patches": True, "app": True, "questions": ["pickFile"]}

    def start(self, environment=None):
        self.room = None
        super().start(environment)

    def ask(self, method, may_fail=False, **params):
        result = super().ask(method, may_fail, **params)
        if method == "screen/open":
            self.wire.screens[result["instance"]] = params["screen"]
        return result

    def who(self):
        """Who is signed in, as the program says it."""
        return self.wire.states["app"]["account"]

    def asks(self):
        return self.screen("signIn") is not None

    def rooms(self):
        return self.wire.states.get(self.screen("rooms"), {}).get("rooms")

    def is_connected(self):
        return bool(self.rooms()) and self.wire.states["app"]["connection"] is None

    def become(self, name):
        """Signs in at the screen that asks for it."""
        self.account = name
        self.until(self.asks, "the sign-in")
        self.sign_in()
        self.until(lambda: not self.asks() and self.who() == name, f"{name} at the sign-in")

    def lose_session(self, server):
        """The server ends the session, and breaks the feed, also one that is just beginning."""
        server.world.expire()
        self.room = None
        end = time.monotonic() + PATIENCE
        while not self.asks():
            check(time.monotonic() < end, "nothing asks for a sign-in")
            server.server.cut()
            self.wire.receive(self.read(0.2))

    def enter(self, room=ROOM):
        if not self.screen("rooms"):
            # It has closed with the account before.
            self.ask("screen/open", screen="rooms")
        self.until(lambda: self.rooms(), "the rooms")
        self.open_room(room)
        self.ask("sync")

    def write_draft(self, text):
        self.send(self.room, "composer", may_fail=False, event={"type": "textChanged", "text": text})

    def send_draft(self):
        self.send(self.room, "composer", may_fail=False, event={"type": "sendButtonWasTapped"})

    def attach(self, path):
        self.picked = path
        self.send(self.room, "composer", may_fail=False, event={"type": "attachButtonWasTapped"})
        self.until(lambda: self.composer()["attachment"] is not None, "the file")

    def composer(self):
        return self.state()["composer"]

    def row(self, text):
        return next((row for row in self.state()["messages"] if row["text"] == text), None)

    def is_sent(self, text):
        return (row := self.row(text)) is not None and row["isSent"]

    def settings(self, kind=None, **members):
        screen = self.ask("screen/open", screen="settings")["instance"]
        if kind:
            self.send(screen, kind, may_fail=False, **members)
        state = self.wire.states.get(screen)
        self.ask("screen/close", may_fail=True, instance=screen)
        return state

    def sign_out(self):
        self.room = None
        self.settings("signOutButtonWasTapped")
        self.until(lambda: self.who() is None, "the end of the account")

    def leave_things(self, server):
        """What an account has: a setting, a draft, and an entry that the server has refused."""
        name = self.account
        self.settings("notificationsChanged", notifications="mentions")
        self.enter()
        server.refuse()
        self.write_draft(f"{name}-entry")
        self.send_draft()
        self.until(lambda: (row := self.row(f"{name}-entry")) and (row["status"] or "").startswith("Not sent"), "the refusal")
        self.write_draft(f"{name}-draft")

    def until_stored(self, suffix, count):
        """Waits for files that are stored after a second, for a start without a network."""
        end = time.monotonic() + PATIENCE
        while sum(name.endswith(suffix) for name in files(self.folder)) < count:
            check(time.monotonic() < end, f"{suffix} is not stored")
            time.sleep(0.02)

    def things(self):
        """What the account has, as it is shown."""
        self.enter()
        row = self.row(f"{self.account}-entry")
        return {
            "draft": self.composer()["text"], "entry": row and row["status"],
            "notifications": self.settings()["notifications"]}


WHOLE = {"entry": "Not sent: Not now.", "notifications": "mentions"}


class ChatStage(Stage):
    """A scenario of the chat."""

    def __init__(self, work, programs, killer, random):
        super().__init__(work, programs, killer, random)
        self.server = ChatServer(self.work)
        self.base = self.work / "base"
        self.base_journal = self.work / "base-journal"
        self.actor = self.sit("Mia")
        self.server.begin()
        self.prepare()
        if self.folder.exists():
            self.folder.rename(self.base)
        shutil.copyfile(self.server.journal, self.base_journal)

    def sit(self, name):
        return ChatActor(name, [str(self.programs / "chat-stdio"), "--backend", self.server.url], self.folder)

    def prepare(self):
        """Makes the folder and the server's world with which the scenario begins."""

    def mia(self, body):
        actor = self.sit("Mia")

        def signed_in():
            actor.start()
            actor.become("Mia")
            body(actor)

        actor.act(signed_in)

    def reset(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        if self.base.exists():
            shutil.copytree(self.base, self.folder)
        self.server.begin(self.base_journal)
        self.seen = {}

    def run(self, environment, isAgain=False):
        actor = self.actor = self.sit("Mia")

        def body():
            actor.start(environment)
            if not isAgain:
                self.scene(actor)

        actor.act(body)

    # What is left

    def visit(self, name, body):
        """A process that nobody kills; it says nothing is wrong with its files."""
        self.starts += 1
        actor = self.actor = self.sit(name)

        def whole():
            actor.start()
            actor.account = actor.who() or name
            body(actor)

        actor.act(whole)
        self.check(actor.said() == "", f"the start says: {actor.said()}")
        return actor

    def first_look(self):
        """Starts once and ends, and returns who is signed in: what was begun is over then."""
        who = []
        self.visit("Mia", lambda actor: who.append(actor.who()))
        if who[0] is None:
            self.expect_nothing_of(self.names)
            left = [name for name in files(self.folder) if SCOPED.match(name)]
            self.check(not left, f"signed out, and values are left: {left}")
        else:
            self.expect_nothing_of([name for name in self.names if name != who[0] and name not in self.staying])
        return who[0]

    # Who was at the program in the scenario, and whose values stay on the disk although another one is there.
    names = ["Mia"]
    staying = []

    def expect_nothing_of(self, names):
        """Nothing in the folder has a name, a text or a token of an account, apart from what waits in its outbox."""
        for name in names:
            marks = [name.encode(), *self.server.tokens(name)]
            for path, content in files(self.folder).items():
                if not path.startswith("outbox-"):
                    self.check(name not in path and not any(mark in content for mark in marks), f"{path} has something of {name}")

    def expect_signed_in(self, actor):
        """The token is there: the rooms come, and nothing asks for a sign-in."""
        actor.until(lambda: actor.rooms() or actor.asks(), "the rooms or a sign-in")
        self.check(not actor.asks(), f"{actor.account} is signed in, and has no token")

    def expect_whole(self, actor):
        things = actor.things()
        self.check(things == {**WHOLE, "draft": f"{actor.account}-draft"}, f"{actor.account} has {things}")

    def expect_stranger(self, draft=None):
        """Leo signs in, unless he is, and sees nothing of Mia."""
        expected = {"draft": ["", draft or ""], "entry": [None], "notifications": ["all"]}

        def body(actor):
            if actor.who() != "Leo":
                actor.become("Leo")
            things = actor.things()
            self.check(all(things[name] in values for name, values in expected.items()), f"Leo has {things}")

        # Until the end of her account the frames are Mia's.
        frames = self.visit("Leo", body).frames.split(b'"app/signedOut"')[-1]
        self.check(b"Mia" not in frames, "Leo is sent something of Mia")


class SignIn(ChatStage):
    """Someone signs in, for the first time at this program."""

    name = "sign-in"

    def scene(self, actor):
        actor.become("Mia")
        actor.enter()
        actor.write_draft("Mia-draft")
        actor.settings("notificationsChanged", notifications="mentions")

    def look(self, is_killed):
        who = self.first_look()

        def body(actor):
            if who:
                self.expect_signed_in(actor)
            else:
                actor.become("Mia")
            draft = actor.things()["draft"]
            self.check(draft in ["", "Mia-draft"] and (is_killed or draft), f"the draft is {draft}")

        self.visit("Mia", body)


class SignOut(ChatStage):
    """Someone signs out who has values, a draft, a file that was received, and an entry that waits."""

    name = "sign-out"

    def prepare(self):
        self.mia(lambda actor: actor.leave_things(self.server))

    def scene(self, actor):
        actor.until(actor.rooms, "the rooms")
        actor.sign_out()

    def look(self, is_killed):
        who = self.first_look()
        if who:
            return self.expect_not_begun(is_killed)
        self.expect_stranger()
        self.come_back()

    def expect_not_begun(self, is_killed):
        self.check(is_killed, "Mia is signed in after a sign-out")
        self.visit("Mia", lambda actor: (self.expect_signed_in(actor), self.expect_whole(actor)))

    def come_back(self):
        """What waited is there again when the account is, and nothing else is."""

        def body(actor):
            if actor.who() == "Leo":
                actor.account = "Leo"
                actor.until(actor.rooms, "the rooms")
                actor.sign_out()
            actor.become("Mia")
            things = actor.things()
            self.check(things == {"draft": "", "entry": WHOLE["entry"], "notifications": "all"}, f"Mia has {things}")

        self.visit("Mia", body)


class Change(SignOut):
    """Someone signs out, another one signs in, and writes."""

    name = "change"
    names = ["Mia", "Leo"]

    def scene(self, actor):
        super().scene(actor)
        actor.become("Leo")
        actor.enter()
        actor.write_draft("Leo-draft")

    def look(self, is_killed):
        who = self.first_look()
        if who == "Mia":
            return self.expect_not_begun(is_killed)
        self.check(who == "Leo" or is_killed, f"{who} is signed in after Leo")
        self.expect_stranger("Leo-draft")
        self.come_back()


class Switch(ChatStage):
    """The server ends a session, and another one signs in at the screen that asks: the values of the first stay, for them alone."""

    name = "switch"
    names = ["Mia", "Leo"]
    staying = ["Mia"]

    def prepare(self):
        self.mia(lambda actor: actor.leave_things(self.server))
        self.server.world.expire()

    def scene(self, actor):
        actor.become("Leo")
        actor.enter()
        actor.write_draft("Leo-draft")

    def look(self, is_killed):
        who = self.first_look()
        self.check(who == "Leo" or is_killed and who == "Mia", f"{who} is signed in after Leo")
        self.expect_stranger("Leo-draft")
        self.server.world.expire()

        def body(actor):
            actor.become("Mia")
            self.expect_whole(actor)

        self.visit("Mia", body)


class Entry(ChatStage):
    """Someone sends a message with a file."""

    name = "entry"

    def prepare(self):
        self.file = self.work / "Mia-file.txt"
        self.file.write_text("Mia-content")
        self.mia(lambda actor: actor.enter())

    def scene(self, actor):
        actor.enter()
        actor.attach(self.file)
        actor.write_draft("Mia-message")
        actor.send_draft()
        actor.until(lambda: actor.row("Mia-message"), "the row")
        self.seen["kept"] = True
        actor.until(lambda: actor.is_sent("Mia-message"), "the message")

    def look(self, is_killed):
        self.check(self.first_look() == "Mia", "Mia is not signed in")

        def body(actor):
            self.expect_signed_in(actor)
            actor.enter()
            if actor.row("Mia-message"):
                self.seen["kept"] = True
                actor.until(lambda: actor.is_sent("Mia-message"), "the message")
            draft = actor.composer()
            self.seen["draft"] = draft["text"] == "Mia-message" and draft["attachment"] == self.file.name
            self.check(draft["text"] in ["", "Mia-message"] and draft["attachment"] in [None, self.file.name], f"the draft is {draft}")

        self.visit("Mia", body)
        sent = self.server.sent("Mia-message")
        self.check(len(sent) <= 1, f"booked {len(sent)} times")
        self.check(sent or not self.seen.get("kept"), "kept, and not sent")
        if sent:
            self.check(sent[0]["attachment"]["name"] == self.file.name, f"sent with {sent[0]['attachment']}")
            content = self.server.world.files[sent[0]["attachment"]["id"]][1]
            self.check(content == self.file.read_bytes(), f"sent with {content}")
        left = [name for name in files(self.folder) if "/entry-" in name]
        self.check(not left, f"sent, and left: {left}")


class Download(SignOut):
    """Someone receives a file, and signs out."""

    name = "download"

    def prepare(self):
        world = self.server.world
        file = world.add_file(ROOM, "Mia-plan.txt", "text/plain", b"Mia-plan" * 9000)
        world.post("Bob", ROOM, "A plan", "key-of-bob", file)
        self.mia(lambda actor: actor.leave_things(self.server))

    def scene(self, actor):
        actor.enter()
        actor.send(actor.room, "downloadButtonWasTapped", may_fail=False, id=actor.row("A plan")["id"])
        actor.until(lambda: actor.state()["download"] is None or actor.state()["download"]["message"], "the file")
        self.seen["received"] = True
        actor.sign_out()

    def look(self, is_killed):
        who = self.first_look()
        if who:
            self.check(is_killed, "Mia is signed in after a sign-out")

            def body(actor):
                self.expect_signed_in(actor)
                self.expect_whole(actor)
                actor.sign_out()

            self.visit("Mia", body)
            self.expect_nothing_of(["Mia"])
        self.come_back()


SCENARIOS = [SignIn, SignOut, Change, Switch, Entry, Download]
