"""Files that are lost, damaged, and of a newer version, one and in pairs, in a folder in which two accounts have been."""

import itertools
import json
import re
import shutil




from chat import ROOM, ChatStage
from others import NAMES, Purchase, Sender
from stage import SCOPED, Stage, check, files

AWAY = [{"method": "GET", "path": path, "kind": "refuse", "status": 503, "count": 99} for path in ["/rooms", f"/rooms/{ROOM}/messages"]]


def checksum(version, value):
    number = 0xCBF29CE484222325
    for byte in f"{version}\n".encode() + value:
        number = (number ^ byte) * 0x100000001B3 % (1 << 64)
    return f"{number:016x}"


def newer(content):
    """The file of a version that comes later, in another form."""
    version = json.loads(content)["version"] + 1
    value = b'{"newer":[1]}'
    return b'{"version":%d,"checksum":"%s","value":%s}\n' % (version, checksum(version, value).encode(), value)


DAMAGES = {
    "lost": lambda content: None,
    "flipped": lambda content: content[: len(content) // 2] + bytes([content[len(content) // 2] ^ 1]) + content[len(content) // 2 + 1 :],
    "cut": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "newer": newer,
}


class Damages:
    """Plans damages of the files of a folder, and looks at what has become of them."""

    def targets(self):
        """The files that are damaged. What a killed process has not finished is none of them."""
        return [name for name in files(self.base) if not name.endswith(("lock", ".new"))]

    def plans(self):
        """Each damage of each file, and each pair of files with damages that are drawn."""
        targets = self.targets()
        for name in targets:
            for kind in self.kinds(name):
                yield {name: kind}
        for one, other in itertools.combinations(targets, 2):
            yield {name: self.random.choice(self.kinds(name)) for name in [one, other]}

    def kinds(self, name):
        return list(DAMAGES) if name.endswith(".json") else ["lost", "flipped", "cut", "empty"]

    def damage(self, plan):
        """Damages files, and returns what they are then."""
        damaged = {}
        for name, kind in plan.items():
            path = self.folder / name
            content = DAMAGES[kind](path.read_bytes())
            if content is None:
                path.unlink()
            else:
                path.write_bytes(content)
                damaged[name] = content
        return damaged

    def expect_kept(self, damaged, said):
        """What cannot be used is in the folder, as it was, and was named, if the program says anything."""
        left = files(self.folder)
        for name, content in damaged.items():
            kept = [path for path, other in left.items() if other == content and path.startswith(name)]
            self.check(kept, f"{name} was overwritten unread")
            self.check(said is None or plain(name) in said, f"{name} was not named: {said!r}")


class ChatDamage(Damages, ChatStage):
    name = "damaged folder"

    def prepare(self):
        def both(actor):
            actor.leave_things(self.server)
            actor.settings("languageChanged", language="en")
            actor.until_stored(".rooms.json", 1)
            actor.until_stored(".recent-messages.json", 1)
            actor.lose_session(self.server)
            actor.become("Leo")
            actor.leave_things(self.server)
            actor.until_stored(".rooms.json", 2)
            actor.until_stored(".recent-messages.json", 2)

        self.mia(both)
        mine = {name[:64] for name, content in files(self.folder).items() if name.endswith(".drafts.json") and b"Mia" in content}
        self.mine = {name for name, content in files(self.folder).items() if name[:64] in mine or "/entry-" in name and b"Mia" in content}

    def lacks(self, name):
        """What is not shown without a file."""
        value = plain(name)
        if value in ["account", "access-tokens"]:
            return {"signed in", "rooms", "recent"}
        owner = "Mia" if name in self.mine else "Leo"
        if value in ["rooms", "recent-messages"]:
            return {value.removesuffix("-messages")} if owner == "Leo" else set()
        return {f"{owner}'s {'entry' if value.startswith('entry') else 'draft' if value == 'drafts' else value}"}

    def look_around(self):
        """What the program shows that Leo was at, and then Mia; and what it says at its starts."""
        shown = {}

        def away(actor):
            shown["signed in"] = actor.who()
            shown["rooms"] = bool(actor.rooms())
            actor.open_room(ROOM)
            actor.ask("sync")
            shown["recent"] = len(actor.state()["messages"]) > 2

        def back(actor):
            actor.until(lambda: actor.is_connected() or actor.asks(), "the rooms or a sign-in")
            if actor.asks():
                shown["signed in"] = None
                actor.become("Leo")
            shown.update({f"Leo's {name}": value for name, value in actor.things().items()})
            actor.lose_session(self.server)
            actor.become("Mia")
            shown.update({f"Mia's {name}": value for name, value in actor.things().items()})

        self.server.server.faults = list(AWAY)
        said = self.speak("Leo", away)
        self.server.server.faults = []
        return shown, said + self.speak("Leo", back)

    def speak(self, name, body):
        self.starts += 1
        actor = self.actor = self.sit(name)

        def whole():
            actor.start()
            body(actor)

        actor.act(whole)
        self.last_end = actor.end_time
        return actor.said()

    def begin(self):
        """Looks at the intact folder."""
        self.reset()
        self.whole, said = self.look_around()
        check(said == "", f"the intact start says: {said}")
        check(self.whole["rooms"] and self.whole["recent"], "nothing was stored for a start without a network")

    def play(self, plan):
        self.reset()
        damaged = self.damage(plan)
        shown, said = self.look_around()
        lacks = set().union(*(self.lacks(name) for name in plan))
        for name, value in self.whole.items():
            if name not in lacks:
                self.check(shown.get(name) == value, f"{name} is {shown.get(name)}, and was {value}; said: {said}")
        self.expect_kept(damaged, said)
        self.speak("Mia", self.leave)
        self.expect_nothing_of(["Mia"])
        # What is not hers stays.
        self.expect_kept({name: content for name, content in damaged.items() if self.stays(name)}, said)
        left = [name for name, content in files(self.folder).items() if any(token in content for token in self.server.tokens("Leo"))]
        self.check(set(left) <= {"access-tokens.json"}, f"a token is left: {left}")

    def leave(self, actor):
        """Mia signs out."""
        # At its end a program waits two seconds for the disk, at most.
        self.check(actor.who() != "Leo" or self.last_end >= 2, "Mia had signed in, and Leo is signed in")
        actor.until(lambda: actor.who() == "Mia" and actor.is_connected() or actor.asks(), "the rooms or a sign-in")
        if actor.asks():
            actor.become("Mia")
        actor.sign_out()

    def stays(self, name):
        """Whether a damaged file stays after Mia's sign-out: who had a token or was signed in is not known of it."""
        return name not in self.mine and plain(name) not in ["account", "access-tokens"] or name.startswith("outbox-")


def plain(name):
    """The name of a value, by that of its file."""
    return SCOPED.sub("", name.split("/")[-1]).removesuffix(".json")


class PurchaseDamage(Damages, Purchase):
    """A key whose request got no answer."""

    name = "damaged key"

    def begin(self):
        self.reset()
        self.shop.isCalm = False
        self.shop.treatment = lambda key: "unheard"
        self.buy()
        self.base = self.work / "base"
        self.folder.rename(self.base)

    def play(self, plan):
        self.reset()
        shutil.copytree(self.base, self.folder)
        damaged = self.damage(plan)
        self.starts += 1
        self.buy()
        kind = plan["idempotency-keys.json"]
        phases = {"lost": "purchased", "newer": "error"}
        self.check(self.shown[-1][0] == phases.get(kind, "confirming"), f"shown as {self.shown[-1][0]}")
        self.check(len(self.shop.receipts) == (kind == "lost"), "booked without a question")
        self.expect_kept(damaged, self.said)


class ParcelDamage(Damages, Stage):
    """Entries that wait with their files, at a shop that was away."""

    name = "damaged parcels"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.base = self.work / "base"

    def begin(self):
        self.sender = Sender(self.programs / "outbox-sender", self.folder)
        self.sender.shop.treatment = lambda key: "busy"
        self.sender.start_until(NAMES, lambda: f"kept {NAMES[-1]}" in self.sender.lines)
        self.sender.shop.treatment = lambda key: "plain"
        self.folder.rename(self.base)

    def play(self, plan):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.base, self.folder)
        names = {name: self.name_of(name) for name in plan}
        damaged = self.damage(plan)
        # What waits behind one that cannot be sent waits for a person.
        stopped = {entry[0] for name, entry in names.items() if "/files/" in name}
        # Of one of a newer version not even the lane is known.
        end = min([NAMES.index(entry) for name, entry in names.items() if plan[name] == "newer"], default=len(NAMES))
        expected = [entry for entry in NAMES[:end] if entry not in names.values() and entry[0] not in stopped]
        sender = self.sender.again()
        self.starts += 1
        sender.start_until([], lambda: set(expected) <= {receipt["productID"] for receipt in list(sender.shop.receipts.values())})
        booked = [receipt["productID"] for receipt in sender.shop.receipts.values()]
        self.check(len(booked) == len(set(booked)), f"booked twice: {booked}")
        self.check(not sender.failures, "; ".join(sender.failures))
        for name, entry in names.items():
            if name in damaged and plan[name] != "newer" or "/files/" in name:
                self.check(entry not in booked, f"{entry} was booked without {name}")
        missing = set(expected) - set(booked)
        self.check(not missing, f"not booked: {missing}")
        self.expect_kept({name: content for name, content in damaged.items() if name.endswith(".json")}, None)

    def name_of(self, path):
        """The entry that a file belongs to."""
        for name, content in files(self.base).items():
            if "/entry-" in name and (name == path or path.split("/")[-1].encode() in content):
                return json.loads(content)["value"]["input"]["name"]


def describe(plan):
    return ", ".join(f"{re.sub('[0-9a-f]{60,}', lambda found: found[0][:6] + '…', name)} {kind}" for name, kind in plan.items())


SCENARIOS = [ChatDamage, PurchaseDamage, ParcelDamage]
