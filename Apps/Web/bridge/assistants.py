"""Assistants at the app of a bridge: the Model Context Protocol over Streamable HTTP, at the one address `/mcp`.

The core speaks the protocol, a message a line. Here each message is a request of HTTP, and what answers it goes back: as one message, or as a
stream of server-sent events if the core says something before. A host of the older revisions has a session, which `initialize` begins, and
so a front of its own. A request of the newest revision stands alone; those of hosts that describe themselves alike are of one front.
"""
import asyncio
import base64
import binascii
import json
import re
import secrets
import sys

from websocket import LARGEST_MESSAGE

MOST_ASSISTANTS = 64  # fronts of assistants at the same time
MOST_WAITING = 1024  # messages that wait for an assistant that does not read
MOST_KEPT = 64  # messages that wait for a stream
SILENCE = 15  # seconds after which a stream says that it is still there
BODY_TIMEOUT = 10  # seconds that a body may take
META, VERSION = "_meta", "io.modelcontextprotocol/protocolVersion"
MISMATCH = -32020  # the headers say something else than the message
# What the newest revision wants said by the status, too.
STATUSES = {-32601: "404 Not Found", **dict.fromkeys((-32600, -32700, MISMATCH, -32021, -32022), "400 Bad Request")}
NUMBER = secrets.token_hex(8)  # stands before a number that is kept as it was written


class Refused(Exception):
    """A request that is answered with another status than 200."""

    def __init__(self, status, text, code=None, id=None, **headers):
        super().__init__(text)
        self.status, self.text, self.code, self.id, self.headers = status, text, code, id, headers


def load(text):
    """A message. A fraction stays as it was written: an amount has digits that a float has not."""
    def refuse(_):
        raise ValueError("NaN and Infinity are not JSON")

    return json.loads(text, parse_float=lambda number: NUMBER + number, parse_constant=refuse)


def dump(message):
    return re.sub(f'"{NUMBER}([^"]*)"', r"\1", json.dumps(message, ensure_ascii=False, separators=(",", ":")))


def part(message, *names):
    """A member of a message; None if it is not there."""
    for name in names:
        message = message.get(name) if isinstance(message, dict) else None
    return message


class Exchange:
    """What answers a request of HTTP: the messages of the core until the last one, or a stream that lasts."""

    def __init__(self, writer, message=None):
        self.writer, self.message, self.messages, self.is_over = writer, message, asyncio.Queue(MOST_WAITING), False
        self.id, self.token = part(message, "id"), part(message, "params", META, "progressToken")

    def add(self, message, is_last=False):
        """Returns whether the assistant still reads."""
        try:
            self.messages.put_nowait((message, is_last))
        except asyncio.QueueFull:
            self.is_over = True
            self.writer.transport.abort()
        return not self.is_over


class Assistant:
    """A connection with the core, and so a front of it."""

    def __init__(self, assistants, key, is_stateless):
        self.assistants, self.key, self.is_stateless = assistants, key, is_stateless
        self.writer, self.starting, self.leaving, self.version = None, asyncio.Lock(), None, None
        # The requests that are open, by the ids that the core knows; and the stream for what belongs to none of them.
        self.open, self.stream, self.kept, self.count = {}, None, [], 0

    async def start(self):
        async with self.starting:
            if self.writer is None:
                reader, self.writer, _ = await self.assistants.app.connect(launches=True, is_page=False)
                self.writer.write(b'{"protocol":"mcp"}\n')
                self.reading = asyncio.create_task(self.read(reader))

    async def read(self, reader):
        try:
            async for line in reader:
                self.route(line.decode().strip())
        except (ValueError, ConnectionError) as error:
            print(f"bridge: the core's frame cannot be read: {error}", file=sys.stderr)
        self.assistants.remove(self)
        self.writer.close()
        for exchange in self.open.values():
            exchange.add({"jsonrpc": "2.0", "id": exchange.id, "error": {"code": -32603, "message": "The app has ended."}}, is_last=True)
        if self.stream:
            self.stream.add(None, is_last=True)

    def end(self):
        """The assistant has gone: what it alone has opened closes."""
        self.assistants.remove(self)
        if self.writer:
            self.writer.close()

    # Presence

    def stay(self):
        if self.leaving:
            self.leaving.cancel()

    def rest(self):
        """An assistant that asks nothing and reads nothing has gone after a while."""
        self.stay()
        if not self.open and not self.stream:
            self.leaving = asyncio.get_running_loop().call_later(self.assistants.keep, self.end)

    # Messages

    async def send(self, message, body, writer):
        """Passes a message on, and returns what answers it; None if nothing does."""
        requests = [one for one in (message if isinstance(message, list) else [message]) if part(one, "method") is not None and part(one, "id") is not None]
        exchange = Exchange(writer, requests[0]) if requests else None
        if self.is_stateless and exchange:
            # Hosts of one front may choose the same ids.
            self.count += 1
            exchange.number = self.count
            params = {**message["params"], META: dict(message["params"][META])}
            if exchange.token is not None:
                params[META]["progressToken"] = self.count
            body = dump({**message, "id": self.count, "params": params})
        keys = [self.count] if self.is_stateless else [dump(one["id"]) for one in requests]
        if any(key in self.open for key in keys):
            raise Refused("400 Bad Request", "A request with this id is open.", -32600)
        self.open.update(dict.fromkeys(keys, exchange) if exchange else {})
        # NB: in JSON a line ends between values alone.
        self.writer.write(re.sub(r"[\r\n]", " ", body).encode() + b"\n")
        await self.writer.drain()
        return exchange

    def cancel(self, exchange):
        """The host has closed the stream of a request, which cancels it."""
        if self.open.pop(exchange.number, None):
            self.writer.write(dump({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": exchange.number}}).encode() + b"\n")

    def close(self, exchange):
        self.open = {key: other for key, other in self.open.items() if other is not exchange}

    def route(self, line):
        """Passes a message of the core on to the stream that it belongs to."""
        message = load(line)
        if isinstance(message, list) or "method" not in message:
            ids = [part(one, "id") for one in (message if isinstance(message, list) else [message])]
            # An error without an id is about what was sent last.
            found = [self.open[key] for key in map(self.key_of, ids) if key in self.open] or list(self.open.values())[-1:]
            for exchange in found[:1]:
                self.close(exchange)
                if self.is_stateless:
                    message["id"] = exchange.id
                elif exchange.message["method"] == "initialize":
                    self.version = part(message, "result", "protocolVersion")
                exchange.add(message, is_last=True)
            return
        exchange = self.owner(message)
        if exchange is None or not exchange.add(message):
            self.kept = [*self.kept, message][-MOST_KEPT:]

    def key_of(self, id):
        return id if self.is_stateless else dump(id)

    def owner(self, message):
        """The stream of a message that is no response. One of the newest revision has the ids that its host knows then."""
        meta, open = part(message, "params", META), list(self.open.values())
        if not self.is_stateless and self.version is None:
            return None  # the answer to `initialize` is one message, with the session's id
        if message["method"] == "notifications/progress":
            token = message["params"]["progressToken"]
            found = next((exchange for exchange in open if (exchange.number if self.is_stateless else exchange.token) == token), None)
            if found and self.is_stateless:
                message["params"]["progressToken"] = found.token
            return found
        if number := part(meta, "io.modelcontextprotocol/subscriptionId"):
            if found := self.open.get(number):
                meta["io.modelcontextprotocol/subscriptionId"] = found.id
            return found
        # What the core asks, and withdraws, belongs to the newest request, and what it reports to the stream for that.
        if "id" in message or message["method"] == "notifications/cancelled" or self.is_stateless:
            return open[-1] if open else self.stream
        return self.stream


class Assistants:
    """The assistants of a bridge, which bring its token."""

    def __init__(self, bridge, app):
        self.bridge, self.app, self.keep, self.known = bridge, app, bridge.keep, {}

    @property
    def hosts(self):
        """The names of this server: that of the printed address, and the bridge's own."""
        port = self.bridge.port
        return {self.bridge.host, *([f"{self.bridge.place}:{port}", f"localhost:{port}"] if port else [])}

    @property
    def address(self):
        """What the host of an assistant is told, as most have it in their settings."""
        is_behind = self.bridge.is_behind
        url = f"{self.bridge.origin}/mcp" if is_behind else f"http://{self.bridge.place}:{self.bridge.port}/mcp"
        headers = {} if is_behind else {"headers": {"Authorization": f"Bearer {self.bridge.entry.bearer}"}}
        return json.dumps({"type": "http", "url": url, **headers})

    def remove(self, assistant):
        assistant.stay()
        if self.known.get(assistant.key) is assistant:
            del self.known[assistant.key]

    async def close(self):
        for assistant in list(self.known.values()):
            assistant.end()

    # Requests of HTTP

    async def serve(self, reader, writer, method, headers, hosts):
        try:
            await self.take(reader, writer, method, headers, hosts)
        except Refused as refused:
            code = refused.code
            error = {"jsonrpc": "2.0", "id": refused.id, "error": {"code": code, "message": refused.text}}
            body, kind = (f"{refused.text}\n", "text/plain") if code is None else (dump(error), "application/json")
            self.bridge.answer(writer, refused.status, body.encode(), kind, **refused.headers)

    async def take(self, reader, writer, method, headers, hosts):
        # NB: a foreign name that leads to this machine would make a foreign page one of this origin.
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            raise Refused("403 Forbidden", "This is not a name of this server.")
        if headers.get("origin", self.bridge.origin) not in {self.bridge.origin, *(f"http://{host}" for host in self.hosts if not self.bridge.is_behind)}:
            raise Refused("403 Forbidden", "Pages of other origins are refused.")
        if not self.bridge.is_behind and not self.bridge.entry.bears(headers.get("authorization", "")):
            raise Refused("401 Unauthorized", "The token is missing or wrong: the bridge prints it when it starts.", **{"WWW-Authenticate": "Bearer"})
        session, accepted = headers.get("mcp-session-id"), headers.get("accept", "*/*")
        if method == "POST":
            message, body = await self.read(reader, headers, accepted)
            await self.post(reader, writer, headers, message, body)
        elif method not in ("GET", "DELETE"):
            raise Refused("405 Method Not Allowed", "There are POST, GET and DELETE.", Allow="POST, GET, DELETE")
        elif method == "DELETE":
            self.of_session(session, headers).end()
            self.bridge.answer(writer, "200 OK", b"")
        elif not ("text/event-stream" in accepted or "*/*" in accepted):
            raise Refused("406 Not Acceptable", "A GET is answered by text/event-stream.")
        else:
            await self.listen(reader, writer, self.of_session(session, headers))

    @staticmethod
    async def read(reader, headers, accepted):
        """The message in the body of a POST, and its text."""
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused("415 Unsupported Media Type", "A message is application/json.")
        if "*/*" not in accepted and not ("application/json" in accepted and "text/event-stream" in accepted):
            raise Refused("406 Not Acceptable", "Accept application/json and text/event-stream: either may come.")
        if not (size := headers.get("content-length", "")).isdecimal() or not size.isascii():
            raise Refused("411 Length Required", "Content-Length is needed.")
        if int(size[:20]) > LARGEST_MESSAGE:
            raise Refused("413 Content Too Large", f"A message has at most {LARGEST_MESSAGE} bytes.")
        try:
            body = (await asyncio.wait_for(reader.readexactly(int(size)), BODY_TIMEOUT)).decode()
            message = load(body)
            dump(message).encode()
        except (ValueError, RecursionError):
            raise Refused("400 Bad Request", "Parse error", -32700) from None
        for one in message if isinstance(message, list) and message else [message]:
            is_response = "method" not in one and ("result" in one or "error" in one) if isinstance(one, dict) else False
            id = one.get("id", 0) if isinstance(one, dict) else None
            if not isinstance(one, dict) or not is_response and not isinstance(one.get("method"), str) or isinstance(id, bool) or not isinstance(id, (str, int)):
                raise Refused("400 Bad Request", "Invalid Request", -32600)
        return message, body

    async def post(self, reader, writer, headers, message, body):
        version = part(message, "params", META, VERSION)
        if version is not None:
            self.compare(headers, message, version)
            assistant = self.of_description(message)
        elif "mcp-session-id" in headers:
            assistant = self.of_session(headers["mcp-session-id"], headers)
        elif part(message, "method") == "initialize":
            assistant = self.add(secrets.token_urlsafe(24), is_stateless=False)
        elif "mcp-method" in headers:
            raise Refused("400 Bad Request", f"Header mismatch: the message has no {VERSION} in _meta.", MISMATCH, part(message, "id"))
        else:
            raise Refused("400 Bad Request", "Begin with initialize, and send the Mcp-Session-Id of its answer; or name the version in each request.", -32600,
                          part(message, "id"))
        if version is not None and "id" not in message:
            # The newest revision has no notifications of a host: who closes a stream cancels its request.
            return self.bridge.answer(writer, "202 Accepted", b"")
        assistant.stay()
        self.known[assistant.key] = self.known.pop(assistant.key)  # the one that has asked least lately comes first
        try:
            await assistant.start()
            exchange = await assistant.send(message, body, writer)
            if exchange is None:
                self.bridge.answer(writer, "202 Accepted", b"")
            else:
                await self.reply(reader, writer, assistant, exchange)
        except OSError as error:
            if not assistant.writer:
                self.remove(assistant)
                raise Refused("503 Service Unavailable", f"The app cannot be started: {error}") from None
            raise
        finally:
            if self.known.get(assistant.key) is assistant:
                assistant.rest()

    @staticmethod
    def compare(headers, message, version):
        """The newest revision has some of a message in headers, too, for servers that stand between."""
        method, params = message.get("method"), message["params"]
        named = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}.get(method)
        expected = {"MCP-Protocol-Version": version, "Mcp-Method": method, **({"Mcp-Name": params.get(named)} if named else {})}
        for name, value in expected.items() if "id" in message else ():
            given = headers.get(name.lower())
            if name == "Mcp-Name" and given and given.startswith("=?base64?") and given.endswith("?="):
                try:
                    given = base64.b64decode(given[9:-2], validate=True).decode()
                except (binascii.Error, ValueError):
                    given = None
            if given != value:
                raise Refused("400 Bad Request", f"Header mismatch: {name} is missing, or differs from the message.", MISMATCH, message["id"])
        if "method" not in message:
            raise Refused("400 Bad Request", "This revision has no responses of a host.", -32600)

    def of_description(self, message):
        """The front of the hosts that describe themselves as this message does."""
        meta = message["params"][META]
        key = dump([meta.get("io.modelcontextprotocol/clientInfo"), meta.get("io.modelcontextprotocol/clientCapabilities")])
        return self.known.get(key) or self.add(key, is_stateless=True)

    def of_session(self, session, headers):
        if session is None:
            raise Refused("400 Bad Request", "Mcp-Session-Id is needed.")
        assistant = self.known.get(session)
        if assistant is None or assistant.is_stateless:
            raise Refused("404 Not Found", "This session has ended, or never was: send initialize.")
        if (version := headers.get("mcp-protocol-version")) and assistant.version and version != assistant.version:
            raise Refused("400 Bad Request", f"This session speaks {assistant.version}.")
        return assistant

    def add(self, key, is_stateless):
        if len(self.known) >= MOST_ASSISTANTS:
            idle = [assistant for assistant in self.known.values() if not assistant.open and not assistant.stream]
            if not idle:
                raise Refused("503 Service Unavailable", f"{MOST_ASSISTANTS} assistants are here, and that is the most there can be.")
            idle[0].end()
        self.known[key] = Assistant(self, key, is_stateless)
        return self.known[key]

    # Answers

    async def listen(self, reader, writer, assistant):
        """The stream of a session for what belongs to none of its requests. The newest one counts."""
        if assistant.stream:
            assistant.stream.add(None, is_last=True)
        stream = assistant.stream = Exchange(writer)
        for message in assistant.kept:
            stream.add(message)
        assistant.kept = []
        assistant.stay()
        try:
            self.begin_stream(writer)
            await self.write_stream(writer, stream, asyncio.create_task(reader.read(1)))
        finally:
            if assistant.stream is stream:
                assistant.stream = None
            if self.known.get(assistant.key) is assistant:
                assistant.rest()

    async def reply(self, reader, writer, assistant, exchange):
        gone = asyncio.create_task(reader.read(1))
        try:
            first = await self.next(exchange, gone if assistant.is_stateless else None)
            if first is None:
                return
            message, is_last = first
            if not is_last:
                self.begin_stream(writer)
                self.write_event(writer, message)
                return await self.write_stream(writer, exchange, gone if assistant.is_stateless else None)
            more = {}
            if part(exchange.message, "method") == "initialize" and not assistant.is_stateless:
                if assistant.version is None:
                    assistant.end()
                else:
                    more = {"Mcp-Session-Id": assistant.key}
            status = STATUSES.get(part(message, "error", "code"), "200 OK") if assistant.is_stateless else "200 OK"
            self.bridge.answer(writer, status, dump(message).encode(), "application/json", **more)
        finally:
            gone.cancel()
            if assistant.is_stateless:
                assistant.cancel(exchange)

    def begin_stream(self, writer):
        self.bridge.begin_answer(writer, "200 OK", None, **{"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})

    @staticmethod
    def write_event(writer, message):
        writer.write(f"event: message\ndata: {dump(message)}\n\n".encode())

    async def write_stream(self, writer, exchange, gone):
        while not exchange.is_over:
            await writer.drain()
            try:
                next = await self.next(exchange, gone, SILENCE)
            except asyncio.TimeoutError:
                writer.write(b":\n\n")
                continue
            if next is None:
                return
            message, is_last = next
            if message is not None:
                self.write_event(writer, message)
            if is_last:
                return

    @staticmethod
    async def next(exchange, gone, timeout=None):
        """The next message, and whether it is the last; None if the host has closed the connection before."""
        getting = asyncio.ensure_future(exchange.messages.get())
        try:
            done, _ = await asyncio.wait({getting, *([gone] if gone else [])}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if not done:
                raise asyncio.TimeoutError
            return getting.result() if getting in done else None
        finally:
            getting.cancel()
