"""Files that a page gives to the core, and saves from it: a POST and a GET of the browser, in the chunks of the core's protocol.

The page asks for a ticket over its WebSocket, so that what it may do is what its front may do. A ticket is good for one request of a
browser with the bridge's cookie; it names no file. What stands in an address is the ticket alone.
"""
import asyncio
import base64
import binascii
import collections
import json
import secrets
import unicodedata
import urllib.parse

MOST_TICKETS = 16  # files of one page that wait for their request
PACE = 0.1  # seconds between two notices of how much has come
SILENCE = 60  # seconds that a browser may give nothing of a file
CHUNK = 1 << 16  # bytes that are asked for at once
CREDIT = 4  # chunks that are asked for before the first has come


class Refused(Exception):
    """Why a file is not taken or given, for people."""


async def answered(session, reply):
    """The result of a request to the core."""
    message = await reply
    if message is None:
        raise Refused(session.app.end_text or "The core has ended.")
    if error := message.get("error"):
        raise Refused((error.get("data") or {}).get("reason") or error["message"])
    return message["result"]


class Upload:
    """A file that a page gives in answer to a question."""

    def __init__(self, session, question, size, begun):
        self.session, self.question, self.size, self.file = session, question, size, begun["file"]
        self.chunk, self.credit, self.count, self.told = min(begun["chunk"], CHUNK), begun["credit"], 0, 0

    async def receive(self, reader):
        """Gives the body of a request to the core, and returns the id of the file."""
        waiting = collections.deque()
        try:
            while self.count < self.size:
                data = await self.read(reader)
                waiting.append(self.session.ask("file/write", {
                    "file": self.file, "offset": self.count - len(data), "data": base64.b64encode(data).decode()}))
                await self.session.drain()
                while len(waiting) >= self.credit:
                    await answered(self.session, waiting.popleft())
                    self.tell(len(waiting))
            while waiting:
                await answered(self.session, waiting.popleft())
            return self.file
        except BaseException as error:
            self.drop()
            if isinstance(error, Refused):
                # NB: a browser reads an answer only when it was allowed to send all.
                while self.count < self.size:
                    await self.read(reader)
            raise

    def tell(self, waiting):
        """Tells the page how much the core has."""
        now = asyncio.get_running_loop().time()
        if now < self.told + PACE:
            return
        self.told = now
        self.session.page.send(json.dumps({
            "jsonrpc": "2.0", "method": "bridge/given", "params": {"question": self.question, "count": self.count - waiting * self.chunk}}))

    async def read(self, reader):
        data = await asyncio.wait_for(reader.readexactly(min(self.chunk, self.size - self.count)), SILENCE)
        self.count += len(data)
        return data

    def drop(self):
        """What has come is not wanted any more."""
        if self.session.writer:
            self.session.ask("file/end", {"file": self.file})


class Download:
    """A file that the app offers, and that a page saves."""

    def __init__(self, session, question, file, size, name):
        self.session, self.question, self.file, self.size, self.name = session, question, file, size, name

    async def chunks(self):
        """The bytes from the core, in order."""
        waiting, asked, offset = collections.deque(), 0, 0
        while offset < self.size:
            while asked < self.size and len(waiting) < CREDIT:
                count = min(CHUNK, self.size - asked)
                if not self.session.writer:
                    raise Refused(self.session.app.end_text or "The core has ended.")
                waiting.append(self.session.ask("file/read", {"file": self.file, "offset": asked, "count": count}))
                asked += count
            try:
                data = base64.b64decode((await answered(self.session, waiting.popleft()))["data"], validate=True)
            except binascii.Error as error:
                raise Refused("The core's answer cannot be read.") from error
            if len(data) != min(CHUNK, self.size - offset):
                raise Refused("The core's answer cannot be read.")
            offset += len(data)
            yield data

    def drop(self):
        pass

    def tell(self, reason=None):
        """Tells the page whether its file was sent whole."""
        self.session.page.send(json.dumps({
            "jsonrpc": "2.0", "method": "bridge/saved",
            "params": {"question": self.question, "isWhole": reason is None, "reason": reason}}))


class Files:
    """The files that are under way between the pages of a bridge and their cores."""

    def __init__(self):
        self.tickets = {}

    async def give(self, session, params):
        """A ticket for a file that a page gives, as the request `bridge/give` asks."""
        question, size = params.get("question"), params.get("size")
        if not isinstance(question, str) or type(size) is not int or not session.writer:
            raise Refused("No file is asked for.")
        begun = await answered(session, session.ask("file/begin", {"question": question, "size": size}))
        return {"ticket": self.add(Upload(session, question, size, begun))}

    def save(self, session, params):
        """The address of a file that the app offers, as the request `bridge/save` asks."""
        asked = [json.loads(line)["params"] for line in session.questions.values()]
        wanted = [ask for ask in asked if ask["question"] == params.get("question") and ask["name"] == "saveFile"]
        file = wanted[0]["input"] if wanted else {}
        if "attachment" not in file:
            raise Refused("No file is offered.")
        return {"address": f"/file/{self.add(Download(session, wanted[0]['question'], file['attachment'], file['size'], file['name']))}"}

    def add(self, transfer):
        mine = [ticket for ticket, other in self.tickets.items() if other.session is transfer.session]
        for ticket in mine[: len(mine) - MOST_TICKETS + 1]:
            self.tickets.pop(ticket).drop()
        ticket = secrets.token_urlsafe(24)
        self.tickets[ticket] = transfer
        return ticket

    def take(self, ticket, kind):
        """What a ticket is for, once."""
        return self.tickets.pop(ticket) if isinstance(self.tickets.get(ticket), kind) else None

    def leave(self, session):
        """The page has gone; its core forgets what it gave with its connection."""
        self.tickets = {ticket: other for ticket, other in self.tickets.items() if other.session is not session}


def attachment(name):
    """The header that makes a browser save a body under a name, and show nothing of it."""
    last = name.replace("\\", "/").rpartition("/")[2]
    visible = "".join(letter for letter in last if unicodedata.category(letter)[0] != "C")
    visible = fitted(visible.strip(), 200).strip()
    if not visible.strip("."):
        visible = "file"
    return f"attachment; filename*=UTF-8''{urllib.parse.quote(visible, safe='')}"


def fitted(name, limit):
    """A name of at most so many bytes. What is too long loses whole characters before its ending, as in the core."""
    if len(name.encode()) <= limit:
        return name
    dot = name.rfind(".", len(name) - len(name.lstrip(".")))
    stem, ending = (name[:dot], name[dot:]) if dot > 0 and len(name[dot:].encode()) <= 32 else (name, "")
    while stem and len((stem + ending).encode()) > limit:
        # A mark belongs to the letter before it.
        while len(stem) > 1 and is_mark(stem[-1]):
            stem = stem[:-1]
        stem = stem[:-1]
    return (stem or "file") + ending


def is_mark(letter):
    return unicodedata.category(letter)[0] == "M" or "\U0001F3FB" <= letter <= "\U0001F3FF"
