"""The chat that the server keeps: rooms, messages, who has read what, and a log of changes. It knows no HTTP."""

import base64
import datetime
import json
import os
import threading

PASSWORD = "1234"
ADMINS = {"Ada"}
PAGE = 50
UTC = datetime.timezone.utc


class Problem(Exception):
    """What a request is refused with: a status, and a sentence for people."""

    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status
        self.detail = detail


class World:
    """All methods hold the lock. A condition wakes the feeds at each change.

    With a journal, what is answered is in that file before, so it survives the end of the process. With `keep`, only so many messages
    and changes are kept, the newest.
    """

    def __init__(self, now=None, journal=None, keep=None):
        self.fixed = now
        self.keep = keep
        self.changed = threading.Condition()
        self.rooms = {1: "General", 2: "Kitchen", 3: "Support"}
        self.messages = []
        self.read = {}
        self.answered = {}
        self.files = {}
        # What happened, by number, as JSON; what is before `first` is forgotten.
        self.log = []
        self.first = 1
        self.number = 0
        now = self.now()
        for index in range(120):
            author = ["Ada", "Bob", "Eve"][index % 3]
            age = datetime.timedelta(hours=6 * (120 - index))
            self.messages.append(self.message(index + 1, 1, author, f"Message {index + 1}", now - age))
        for index, text in enumerate(["Who has the big pan?", "It is in the office.", "Tea is ready."]):
            age = datetime.timedelta(minutes=30 - 10 * index)
            self.messages.append(self.message(121 + index, 2, ["Bob", "Eve", "Bob"][index], text, now - age))
        self.next_id = 124
        self.sessions = {}
        self.journal = None
        if journal:
            self.read_journal(journal)
            self.journal = open(journal, "ab", buffering=0)

    def now(self):
        return self.fixed or datetime.datetime.now(UTC)

    @staticmethod
    def message(id, room, author, text, date, key=None, attachment=None, meeting=None):
        return {
            "id": id, "room": room, "author": author, "text": text, "sentAt": date.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "key": key, "attachment": attachment, "meeting": meeting,
        }

    # What is asked

    def rooms_of(self, account):
        with self.changed:
            rooms = [self.room(id, account) for id in self.rooms]
            return {"rooms": rooms, "position": str(self.number)}

    def room(self, id, account):
        found = [message for message in self.messages if message["room"] == id]
        mark = self.read.get((account, id), 118 if id == 1 else 0)
        return {
            "id": id, "name": self.rooms[id], "lastText": found[-1]["text"] if found else None,
            "unread": sum(message["id"] > mark and message["author"] != account for message in found),
            "rights": ["deleteAny", "rename"] if account in ADMINS else [],
        }

    def page(self, room, before=None, reaching=None):
        """The newest messages before one, in the order in which they were sent; with `reaching`, as many as reach a message."""
        with self.changed:
            self.check(room)
            found = [message for message in self.messages if message["room"] == room]
            if before is not None:
                found = [message for message in found if message["id"] < before]
            start = max(0, len(found) - PAGE)
            if reaching is not None:
                indices = [index for index, message in enumerate(found) if message["id"] == reaching]
                if not indices:
                    raise Problem(404, "This message was deleted.")
                start = min(start, max(0, indices[0] - 5))
            return {"messages": found[start:], "hasEarlier": start > 0}

    def search(self, text):
        with self.changed:
            found = [message for message in self.messages if text.lower() in message["text"].lower()]
            return found[::-1][:PAGE]

    def activity(self, room):
        with self.changed:
            self.check(room)
            counts = {}
            for message in self.messages:
                if message["room"] == room:
                    day = message["sentAt"][:10]
                    counts[day] = counts.get(day, 0) + 1
            return [{"day": day, "count": counts[day]} for day in sorted(counts)]

    # What changes something

    def post(self, account, room, text, key, attachment=None, meeting=None):
        with self.changed:
            if (account, key) in self.answered:
                return self.answered[account, key]
            self.check(room)
            if not text.strip() and attachment is None and meeting is None:
                raise Problem(422, "The message is empty.")
            if len(text) > 2000:
                raise Problem(422, "The message has more than 2000 characters.")
            if attachment is not None and attachment["id"] not in self.files:
                raise Problem(422, "The attachment is not here.")
            message = self.message(self.next_id, room, account, text, self.now(), key, attachment, meeting)
            self.tell("message", room, message=message)
            return message

    def delete(self, account, room, id):
        with self.changed:
            found = [message for message in self.messages if message["id"] == id and message["room"] == room]
            if not found:
                raise Problem(404, "This message was deleted.")
            if found[0]["author"] != account and account not in ADMINS:
                raise Problem(403, "Only an administrator deletes what others have written.")
            self.tell("deleted", room, id=id)

    def rename(self, account, room, name):
        with self.changed:
            self.check(room)
            if account not in ADMINS:
                raise Problem(403, "Only an administrator renames a room.")
            if not name.strip():
                raise Problem(422, "The name is missing.")
            self.tell("renamed", room, text=name)

    def mark_read(self, account, room, id):
        with self.changed:
            self.check(room)
            self.note({"kind": "read", "account": account, "room": room, "id": id})

    def typing(self, account, room):
        with self.changed:
            self.check(room)
            self.tell("typing", room, person=account)

    def add_file(self, room, name, media_type, content):
        with self.changed:
            self.check(room)
            file = {"id": len(self.files) + 1, "name": name, "mediaType": media_type, "size": len(content)}
            self.note({"kind": "file", "file": file, "content": base64.b64encode(content).decode()})
            return file

    def create(self, account, name):
        with self.changed:
            if not name.strip():
                raise Problem(422, "The name is missing.")
            if name in self.rooms.values():
                raise Problem(409, "There is a room with this name.")
            id = len(self.rooms) + 1
            self.tell("created", id, text=name)
            return self.room(id, account)

    def file(self, room, id):
        with self.changed:
            self.check(room)
            if id not in self.files:
                raise Problem(404, "The attachment is not here.")
            return self.files[id]

    # Sessions

    def sign_in(self, token, name):
        with self.changed:
            self.note({"kind": "session", "token": token, "name": name})

    def account(self, token):
        with self.changed:
            return self.sessions.get(token)

    def expire(self):
        with self.changed:
            self.note({"kind": "expired"})

    # The log

    def tell(self, kind, room, message=None, id=None, person=None, text=None):
        """Something happens that the feeds hear of."""
        self.note({
            "number": self.number + 1, "kind": kind, "room": room, "message": message, "id": id, "person": person, "text": text,
        })
        self.changed.notify_all()

    def note(self, change):
        """Something happens: it is in the journal first."""
        text = json.dumps(change)
        if self.journal:
            self.journal.write(text.encode() + b"\n")
        self.take(change, text)

    def take(self, change, text):
        """What happens, now or in an earlier process."""
        kind = change["kind"]
        if kind == "message":
            message = change["message"]
            self.next_id = message["id"] + 1
            self.messages.append(message)
            self.answered[message["author"], message["key"]] = message
        elif kind == "deleted":
            self.messages = [message for message in self.messages if message["id"] != change["id"]]
        elif kind in ("created", "renamed"):
            self.rooms[change["room"]] = change["text"]
        elif kind == "read":
            reader = change["account"], change["room"]
            self.read[reader] = max(self.read.get(reader, 0), change["id"])
        elif kind == "file":
            self.files[change["file"]["id"]] = change["file"], base64.b64decode(change["content"])
        elif kind == "session":
            self.sessions[change["token"]] = change["name"]
        elif kind == "expired":
            self.sessions.clear()
        elif kind == "forgotten":
            self.number += 1
            self.log = []
            self.first = self.number + 1
        if "number" in change:
            self.number = change["number"]
            self.log.append(text)
        self.forget_old()

    def forget_old(self):
        """Forgets what is older than what is kept, some of it at a time."""
        if self.keep and len(self.messages) > self.keep * 1.1:
            for message in self.messages[: -self.keep]:
                self.answered.pop((message["author"], message["key"]), None)
            del self.messages[: -self.keep]
        if self.keep and len(self.log) > self.keep * 1.1:
            self.first += len(self.log) - self.keep
            del self.log[: -self.keep]

    def read_journal(self, path):
        """Takes what happened in an earlier process. A line that it has not finished was not answered."""
        if not os.path.exists(path):
            return
        with open(path, "rb+") as file:
            content = file.read()
            end = content.rfind(b"\n") + 1
            file.truncate(end)
        for line in content[:end].splitlines():
            self.take(json.loads(line), line.decode())

    def changes_after(self, position):
        """The number of the last change, and the JSON of those after a number; `None` for them if some are forgotten."""
        with self.changed:
            if position + 1 < self.first or position > self.number:
                return self.number, None
            return self.number, self.log[position + 1 - self.first :]

    def forget_log(self):
        with self.changed:
            self.note({"kind": "forgotten"})
            self.changed.notify_all()

    def check(self, room):
        if room not in self.rooms:
            raise Problem(404, "This room is not here.")
