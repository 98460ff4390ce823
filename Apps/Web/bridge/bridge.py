#!/usr/bin/env python3
"""Connects web pages on this machine to tributary-stdio: JSON-RPC over a WebSocket, one message a frame.

It serves the pages beside its folder to this machine, and assistants where they are asked for, and runs until SIGINT or SIGTERM. Each page is a connection, and so a front of
the app. Beside the core's methods a page has some of the bridge: the request `bridge/start` starts the core, opens screens in it,
and answers whether it was this request that did, and the notification `bridge/visible` reports whether the page can be seen. For
files, `bridge/give` answers a ticket for a POST, and `bridge/save` an address for a GET, after which `bridge/saved` comes; `bridge/given` says how much of a given file the core has. The
notification `bridge/session` describes the session, whole, when a page connects and when something changes: whether the core runs,
which start of it this is, why it ended, what is open.

A browser is let in by the code in the fragment of the address that the bridge prints: it is good for a minute, and one POST exchanges
it for a cookie. Each line of the bridge's standard input, which may be empty, asks for another such address.

The bridge sends `initialize` for a page, with the capabilities `patches`, so that the page applies patches to the states it knows,
and `shared`. A page that is reloaded comes back as the same front.
"""
import argparse
import asyncio
import errno
import json
import os
import pathlib
import random
import re
import secrets
import shutil
import signal
import stat
import sys
import threading
import urllib.parse
import webbrowser

from assistants import Assistants
from cores import LARGEST_FRAME, MOST_CORES, Listener, Program
from entry import Entry
from files import Download, Files, Refused, Upload, attachment
from pages import POLICY, Pages, pages_of
from templates import misfits
from websocket import Page, handshake

SECURITY = {
    "Content-Security-Policy": POLICY.format(style="'self'"),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
MOST_NAMES = 128  # pages that are gone, and whose fronts can come back
OPEN_TIMEOUT = 10  # seconds that a core has to open the screens that it starts with
PROTOCOL = "tributary"  # the subprotocol of the WebSocket
NO_ENTRY = 4401  # the code that closes a WebSocket without the bridge's cookie
LONGEST_BODY = 256  # bytes that a page may post
LONGEST_DRAFT = 1 << 16  # bytes of what is kept of a form


def dump(message):
    return json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def refuse(_):
    raise ValueError("NaN and Infinity are not JSON")


def failure(id, code, message, **data):
    return {"id": id, "jsonrpc": "2.0", "error": {"code": code, "data": data, "message": message}}


class Session:
    """A page and its connection: a front of its own at the core."""

    def __init__(self, bridge, app, key, page):
        self.bridge, self.app, self.key, self.page = bridge, app, key, page
        self.writer, self.reading, self.joining, self.greeting = None, None, None, None
        self.starting, self.is_open, self.is_active, self.told = asyncio.Lock(), False, True, None
        self.is_visible, self.is_inspector = True, False
        self.instances, self.known, self.calls, self.count, self.replaced = {}, app.known, {}, 0, None
        self.run, self.return_name, self.language, self.locale = app.run, None, None, None
        # The requests of the core that wait for the person, by their ids.
        self.questions = {}
        # No page can guess the ids of the bridge's requests, so that none uses one.
        self.prefix = secrets.token_hex(8)

    def attach(self):
        self.app.sessions.add(self)
        self.app.arrived()
        if self.app.process and not self.app.is_unseen:
            self.join()
        self.tell()

    def detach(self):
        self.app.sessions.discard(self)
        self.bridge.transfers.leave(self)
        self.app.departed()
        self.follow_activity()
        leaving = self.app.leaving.setdefault(self.key, set())
        task = asyncio.create_task(self.leave())
        leaving.add(task)
        task.add_done_callback(leaving.discard)

    async def leave(self):
        """The page has gone: its front is away, and comes back by its name."""
        if self.joining:
            await asyncio.wait({self.joining})
        if self.writer:
            self.writer.write_eof()
            # By then the core knows that the front is away.
            await asyncio.wait({self.reading})
            if self.return_name:
                self.app.names.setdefault(self.key, []).append((self.return_name, self.run, self.known))
                for key in list(self.app.names)[:-MOST_NAMES]:
                    del self.app.names[key]

    def description(self):
        instances = self.instances if self.is_open else self.known
        return {
            "jsonrpc": "2.0",
            "method": "bridge/session",
            "params": {
                "mode": self.app.mode,
                "isRunning": self.is_open or self.joining is not None,
                "run": self.run,
                "isRemote": self.app.is_remote,
                "heartbeat": self.bridge.heartbeat,
                "inspects": self.bridge.inspects,
                "endText": self.app.end_text,
                "language": self.language,
                "locale": self.locale,
                "instances": [{"instance": name, **{key: value for key, value in opened.items() if key != "drafts"}}
                              for name, opened in instances.items()],
            },
        }

    def tell(self):
        """Describes the session to the page, if that has changed."""
        text = dump(self.description())
        if text != self.told:
            self.told = text
            self.page.send(text)

    def tell_all(self):
        for session in self.app.sessions:
            if session is self or session.is_open and session.known is self.known:
                session.tell()

    # The connection

    def join(self):
        """Connects with a core that runs. The page may ask meanwhile; its requests wait."""
        if not self.writer and not self.joining:
            self.run, self.known = self.app.run, self.app.known
            self.joining = asyncio.create_task(self.join_now())

    async def join_now(self):
        try:
            await self.start(is_joining=True)
        except OSError:
            pass  # the core ends, and the page is told
        self.joining = None
        self.tell()

    async def start(self, screens=(), is_joining=False):
        """Connects with the core, which is started unless it runs, and opens screens in one where nothing is open. Answers
        whether it did."""
        async with self.starting:
            if self.writer:
                return False
            # The front of a page that is reloaded has to be away before it can come back.
            while leaving := self.app.leaving.get(self.key):
                await asyncio.wait(leaving)
            reader, self.writer, is_new = await self.app.connect(launches=not is_joining)
            self.app.end_text = None
            names = [entry for entry in self.app.names.get(self.key, ()) if not self.app.run or entry[1] == self.app.run]
            name, run, known = names.pop() if names else (None, self.app.run, self.app.known)
            self.app.names[self.key] = names
            self.instances, self.calls, self.questions, self.waits = {}, {}, {}, None
            front = {"kind": "page", "returns": True, **({"return": name} if name else {})}
            self.greeting = self.ask("initialize", {
                "clientInfo": {"name": "tributary-web"}, "capabilities": {
                    "patches": True, "shared": True, "causes": True, "questions": ["*"], "front": front}})
            self.run, self.known = self.app.run or run or secrets.token_hex(8), known
            self.reading = asyncio.create_task(self.read(reader))
            greeting = await asyncio.shield(self.greeting) or {}
            self.language = greeting.get("result", {}).get("language", "en")
            self.locale = greeting.get("result", {}).get("locale")
            self.return_name = greeting.get("result", {}).get("front", {}).get("return")
            if self.app.is_remote and self.return_name != name:
                self.run, self.known = secrets.token_hex(8), dict(self.instances)
            if not self.is_active:
                self.report_activity()
            # What is open already follows the greeting. A page that comes later opens nothing of its own; what a core has presented that was
            # just launched, such as a sign-in, stands in front of what the page begins with.
            await self.ask("ping", {})
            is_new = is_new and not (self.app.is_remote and self.instances)
            # NB: until these are open no page hears of this core, so that none takes its instances for those of the last one.
            opening = [self.ask("screen/open", self.parameters(screen)) for screen in screens if is_new and isinstance(screen, dict)]
            if opening:
                await asyncio.wait(opening, timeout=OPEN_TIMEOUT)
            self.is_open = self.writer is not None
            if not self.is_open:
                raise OSError(self.app.end_text)
        self.tell()
        for line in [*filter(None, [self.waits]), *self.questions.values()]:
            self.page.send(line)
        if not is_joining:
            self.app.join()
        return is_new

    @staticmethod
    def parameters(screen):
        if screen.get("link"):
            return {"link": screen["link"]}
        return {"screen": screen.get("screen"), "params": screen.get("params") or {}}

    async def read(self, reader):
        """Passes on what the core writes until it ends."""
        try:
            async for line in reader:
                self.route(line.decode())
        except (ValueError, ConnectionError) as error:
            print(f"bridge: the core's frame cannot be read: {error}", file=sys.stderr)
        writer, self.writer = self.writer, None
        writer.close()
        if self in self.app.sessions:
            await self.app.disconnected()
        self.is_open, self.questions = False, {}
        calls, self.calls = self.calls, {}
        for id, (_, _, reply) in calls.items():
            if reply is None:
                self.page.send(dump(self.ended(json.loads(id))))
            elif not reply.done():
                reply.set_result(None)
        self.tell()

    def ended(self, id):
        return failure(id, 1100, "The core does not run", reason="coreEnded", hint=self.app.end_text)

    # Messages

    async def receive(self, text):
        """Passes a message of the page on."""
        if self.joining:
            await asyncio.wait({self.joining})
        try:
            message = json.loads(text, parse_constant=refuse)
            dump(message).encode()
        except (ValueError, RecursionError):
            return self.page.send(dump(failure(None, -32700, "Parse error", reason="badJSON")))
        if not isinstance(message, dict):
            return self.page.send(dump(failure(None, -32600, "Invalid Request", reason="batch", hint="one message a frame")))
        method, params, id = message.get("method"), message.get("params"), message.get("id")
        params = params if isinstance(params, dict) else {}
        if method == "bridge/start":
            try:
                screens = params.get("screens")
                is_started = await self.start(screens if isinstance(screens, list) else ())
                self.page.send(dump({"id": id, "jsonrpc": "2.0", "result": {"isStarted": is_started}}))
            except OSError as error:
                self.tell()
                self.page.send(dump(failure(id, 1101, "The core cannot be started", reason="notStarted", hint=str(error))))
        elif method == "bridge/visible":
            self.is_visible, self.is_inspector = params.get("isVisible") is True, params.get("isInspector") is True
            self.follow_activity()
        elif method in ("bridge/give", "bridge/save"):
            try:
                transfers = self.bridge.transfers
                result = await transfers.give(self, params) if method == "bridge/give" else transfers.save(self, params)
                self.page.send(dump({"id": id, "jsonrpc": "2.0", "result": result}))
            except Refused as error:
                self.page.send(dump(failure(id, 1006, "File refused", reason=str(error))))
        elif method == "bridge/draft":
            self.keep_draft(params)
        elif method == "bridge/drafts" and "id" in message:
            drafts = {name: opened["drafts"] for name, opened in self.instances.items() if opened.get("drafts")}
            self.page.send(dump({"id": id, "jsonrpc": "2.0", "result": {"drafts": drafts}}))
        elif method is None and ("result" in message or "error" in message):
            if isinstance(id, str) and self.questions.pop(id, None):
                self.write(message)
                await self.drain()
        elif not self.writer:
            if "id" in message:
                self.page.send(dump(self.ended(id)))
        elif method == "initialize" and "id" in message:
            # The core takes it once, and has had it.
            reply = await asyncio.shield(self.greeting)
            self.page.send(dump({**reply, "id": id} if reply else self.ended(id)))
        else:
            if "id" in message:
                self.calls[dump(id)] = (method, params, None)
            self.write(message)
            await self.drain()

    def keep_draft(self, params):
        """Keeps what is in a form with several values, for which the app has no state, until it was sent or its screen has closed."""
        opened, form, values = self.instances.get(params.get("instance")), params.get("form"), params.get("values")
        if opened is None or not isinstance(form, str):
            return
        drafts = opened.setdefault("drafts", {})
        drafts.pop(form, None)
        if isinstance(values, dict) and len(dump([*drafts.values(), values])) <= LONGEST_DRAFT:
            drafts[form] = values

    def forget_drafts(self):
        """What was entered goes with the account, also on screens that stay open."""
        for opened in [*self.instances.values(), *self.known.values()]:
            opened.pop("drafts", None)

    def ask(self, method, params):
        """Sends a request of the bridge, and returns a future of its reply; None if the core ends before."""
        self.count += 1
        id, reply = f"{self.prefix}-{self.count}", asyncio.get_running_loop().create_future()
        if not self.writer:
            reply.set_result(None)
            return reply
        self.calls[dump(id)] = (method, params, reply)
        self.write({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return reply

    def write(self, message):
        if self.writer and not self.writer.is_closing():
            self.writer.write(dump(message).encode() + b"\n")

    async def drain(self):
        try:
            await self.writer.drain()
        except (AttributeError, ConnectionError):
            pass  # the core has ended, and `read` reports it

    def follow_activity(self):
        """A front is active while its page can be seen. Who looks at the app through an inspector sees it all the same."""
        is_inspected = any(session.is_inspector and session.is_visible for session in self.app.sessions)
        for session in {self, *self.app.sessions}:
            is_active = session.is_visible or is_inspected
            if session.is_active != is_active and session in self.app.sessions:
                session.is_active = is_active
                session.report_activity()

    def report_activity(self):
        """A page that cannot be seen is an inactive front. One that reports nothing counts as seen."""
        if self.writer:
            self.ask("app/send", {"event": {"type": "didBecomeActive" if self.is_active else "willResignActive"}})

    def route(self, line):
        """Passes a frame of the core on, and notes what is open."""
        message = json.loads(line)
        params = message.get("params")
        if "method" not in message and (call := self.calls.pop(dump(message.get("id")), None)):
            method, params, reply = call
            if reply is None:
                self.page.send(line.strip())
            elif not reply.done():
                reply.set_result(message)
            if "result" in message and method == "screen/open":
                opened = self.parameters(params)
                # The reply to a link has the name of its screen.
                opened.setdefault("screen", message["result"].get("screen"))
                # Who has asked for a screen knows all of its parameters; those of a link are in the link.
                is_whole = {} if "link" in opened else {"isWhole": True}
                self.opened(message["result"]["instance"]).update({"params": {}, **opened, **is_whole})
                self.tell_all()
            elif "result" in message and (method == "screen/close" or method == "screen/leave" and message["result"].get("left")):
                self.closed(params.get("instance"))
        else:
            if "id" in message and message.get("method") == "question/ask":
                self.questions[message["id"]] = line.strip()
            elif message.get("method") == "$/cancelRequest":
                self.questions.pop(params.get("id"), None)
            elif message.get("method") == "app/signedOut":
                self.forget_drafts()
            elif message.get("method") == "app/waitsFor":
                self.waits = line.strip()
            elif message.get("method") == "app/localized":
                self.language, self.locale = params["language"], params["locale"]
                self.greeting.result()["result"].update(params)
            if self.is_open:
                self.page.send(line.strip())
            if message.get("method") == "screen/opened":
                # A screen that replaced one without an opener is reached again by opening that one.
                opened = {"screen": params["screen"], "params": {}, "opener": params.get("opener"), "link": params.get("link"), "origin": self.replaced}
                mine = self.opened(params["instance"])
                mine.update({name: value for name, value in opened.items() if value is not None and name not in mine})
                self.replaced = None
            elif message.get("method") == "screen/closed":
                closed = self.closed(params["instance"])
                if params.get("reason") == "replaced" and "opener" not in closed:
                    self.replaced = closed.get("origin") or {key: value for key, value in closed.items() if key != "drafts"} or None
        if self.is_open:
            self.tell()

    def opened(self, instance):
        """What is known of an instance: the page that has opened it knows its parameters, and others do by that one."""
        self.instances[instance] = self.known.setdefault(instance, {})
        return self.instances[instance]

    def closed(self, instance):
        closed = self.instances.pop(instance, {})
        if not any(instance in other.instances for other in self.app.sessions if other.known is self.known):
            self.known.pop(instance, None)
        return closed


class Bridge:
    """The pages' server, and its sessions."""

    def __init__(self, command, options, token):
        self.command, self.mode, self.keep, self.inspects = command, options.session, options.keep, options.inspect
        self.entry = Entry(token, is_kept=options.token_file is not None)
        self.transfers = Files()
        self.heartbeat, self.listener = options.heartbeat, Listener(options.connect) if options.connect else None
        self.pages = Pages(options.pages, command[0] if command else None, options.inspect)
        # Behind a web server, that lets people in: who can open the socket was let in.
        self.is_behind, self.origin = options.listen is not None, options.origin
        self.programs, self.host, self.place, self.port, self.connections = {}, None, None, None, set()
        self.assistants = Assistants(self, self.app("")) if options.mcp_http else None

    def running(self):
        return sum(program.process is not None for program in self.programs.values())

    def app(self, key):
        """What a page is a front of: one core for all pages, or one for each."""
        if self.listener:
            return self.listener
        name = key if self.mode == "page" else ""
        if name not in self.programs:
            idle = [name for name, program in self.programs.items() if not program.sessions and not program.process]
            for forgotten in idle[: -4 * MOST_CORES]:
                del self.programs[forgotten]
            self.programs[name] = Program(self, self.mode)
        return self.programs[name]

    async def serve(self, reader, writer):
        """One connection: a file, or a page's WebSocket."""
        self.connections.add(asyncio.current_task())
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            start, *lines = head.decode("latin-1").split("\r\n")
            method, target, _ = (start + "  ").split(" ", 2)
            named = [(name.strip().lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
            headers, hosts = dict(named), [value for name, value in named if name == "host"]
            url = urllib.parse.urlsplit(target)
            if self.assistants and url.path == "/mcp":
                await self.assistants.serve(reader, writer, method, headers, hosts)
            # NB: a foreign name that leads to this machine would make a foreign page one of this origin.
            # The name of the bridge is told to browsers that know it alone. Of two names a server before this one may have read the other.
            elif hosts != [self.host]:
                self.answer(writer, "403 Forbidden", b"Open the address that the bridge prints.\n")
            elif url.path == "/enter" and method == "POST":
                await self.let_in(reader, writer, headers)
            elif url.path == "/file" and method == "POST":
                await self.receive_file(reader, writer, headers)
            elif method != "GET":
                self.answer(writer, "405 Method Not Allowed", b"There is only GET.\n", Allow="GET")
            elif url.path == "/session":
                await self.connect(reader, writer, headers)
            elif url.path.startswith("/file/"):
                await self.send_file(writer, headers, url.path.removeprefix("/file/"))
            elif file := self.pages.answer(url.path, headers.get("accept-encoding", "")):
                self.answer(writer, "200 OK", file[0], **file[1])
            else:
                self.answer(writer, "404 Not Found", b"There is nothing here.\n")
            await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.TimeoutError, ConnectionError, ValueError):
            pass  # the connection was closed, or does not carry HTTP
        except asyncio.CancelledError:
            pass  # the bridge ends
        finally:
            self.connections.discard(asyncio.current_task())
            writer.close()

    def answer(self, writer, status, body, kind="text/plain", **more):
        self.begin_answer(writer, status, len(body), **{"Content-Type": kind, **more})
        writer.write(body)

    def begin_answer(self, writer, status, size, **more):
        headers = {**({} if size is None else {"Content-Length": size}), "Connection": "close", **SECURITY, **more}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"HTTP/1.1 {status}\r\n{lines}\r\n".encode())

    async def receive_file(self, reader, writer, headers):
        """A file that a page gives to its core."""
        if not self.may_enter(headers):
            return self.answer(writer, "403 Forbidden", b"Pages of other origins are refused.\n")
        upload = self.transfers.take(headers.get("x-tributary-ticket", ""), Upload)
        if not upload:
            return self.answer(writer, "404 Not Found", b"No file is asked for.\n")
        if headers.get("content-length") != str(upload.size):
            upload.drop()
            return self.answer(writer, "413 Content Too Large", b"The file has another size than the page has said.\n")
        try:
            self.answer(writer, "200 OK", dump({"file": await upload.receive(reader)}).encode(), "application/json")
        except Refused as error:
            self.answer(writer, "409 Conflict", str(error).encode())

    async def send_file(self, writer, headers, ticket):
        """A file that the app offers. A browser saves it, and shows nothing of it."""
        # NB: a link has no origin. The cookie is for requests of this site alone, and the browser says where a request comes from.
        if headers.get("sec-fetch-site", "same-origin") != "same-origin" or not self.admits(headers):
            return self.answer(writer, "403 Forbidden", b"Pages of other origins are refused.\n")
        download = self.transfers.take(ticket, Download)
        if not download:
            return self.answer(writer, "404 Not Found", b"There is nothing here.\n")
        has_begun, reason = False, "The browser has not taken the whole file."
        try:
            async for data in download.chunks():
                if not has_begun:
                    self.begin_download(writer, download)
                    has_begun = True
                writer.write(data)
                await writer.drain()
            if not has_begun:
                self.begin_download(writer, download)
            reason = None
        except Refused as error:
            reason = str(error)
            if has_begun:
                writer.transport.abort()  # so that the browser keeps no half of it
            else:
                self.answer(writer, "409 Conflict", reason.encode())
        finally:
            download.tell(reason)

    def begin_download(self, writer, download):
        policy = f"{SECURITY['Content-Security-Policy']}; sandbox"
        self.begin_answer(writer, "200 OK", download.size, **{
            "Content-Type": "application/octet-stream", "Content-Disposition": attachment(download.name), "Content-Security-Policy": policy})

    async def let_in(self, reader, writer, headers):
        """Exchanges a code for the cookie."""
        if headers.get("origin") != self.origin:
            return self.answer(writer, "403 Forbidden", b"Pages of other origins are refused.\n")
        size = int(headers.get("content-length", ""))
        if not 0 <= size <= LONGEST_BODY:
            return self.answer(writer, "413 Content Too Large", b"A code is shorter.\n")
        code = await asyncio.wait_for(reader.readexactly(size), 10)
        if not self.entry.spend(code.decode("latin-1")):
            return self.answer(writer, "403 Forbidden", b"This code is not good any more.\n")
        self.answer(writer, "200 OK", b"", **{"Set-Cookie": self.entry.cookie(self.port)})

    def may_enter(self, headers):
        """Whether a request comes from one of our pages, in a browser that was let in."""
        return headers.get("origin") == self.origin and self.admits(headers)

    def admits(self, headers):
        """Whether a browser was let in: by the bridge's cookie, or by the web server that alone can open the socket."""
        return self.is_behind or self.entry.admits(headers.get("cookie", ""), self.port)

    async def connect(self, reader, writer, headers):
        # NB: any page may open a WebSocket to any address, and the browser says which page: only ours may.
        if headers.get("origin") != self.origin:
            return self.answer(writer, "403 Forbidden", b"Pages of other origins are refused.\n")
        # A browser's script cannot set headers, but it names subprotocols. An address would get into logs and histories.
        offers = [offer.strip() for offer in headers.get("sec-websocket-protocol", "").split(",")]
        named = {name: value for name, dot, value in (offer.partition(".") for offer in offers) if dot}
        key = named.get("key", "")
        reply = handshake(headers, PROTOCOL if PROTOCOL in offers else None)
        if not reply or len(key) > 64:
            return self.answer(writer, "400 Bad Request", b"This address is for a WebSocket.\n")
        writer.write(reply)
        if not self.may_enter(headers):
            return Page(reader, writer).close(NO_ENTRY)
        page = Page(reader, writer)
        session = Session(self, self.app(key), key, page)
        session.attach()
        try:
            while (text := await page.receive()) is not None:
                await session.receive(text)
        finally:
            session.detach()

    def set_host(self, host, server):
        self.place, self.port = server.sockets[0].getsockname()[:2]
        self.host = f"{host}:{self.port}"
        self.origin = f"http://{self.host}"

    def address(self):
        """An address for people, with a new code where the bridge itself lets them in."""
        return f"{self.origin}/" if self.is_behind else f"{self.origin}/#{self.entry.code()}"

    async def close(self):
        apps = [self.listener] if self.listener else list(self.programs.values())
        for app in apps:
            for session in app.sessions:
                session.page.close(1001)
        if self.assistants:
            await self.assistants.close()
        await asyncio.gather(*(app.close() for app in apps))
        connections = list(self.connections)
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


def read_token(path):
    """A new token, or the one in a file, which is made if it is not there: so host and cookie stay good for the next start."""
    if not path:
        return secrets.token_urlsafe(24)
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(24) + "\n")
    except FileExistsError:
        pass
    with open(path, encoding="ascii", errors="replace") as file:
        status = os.fstat(file.fileno())
        if stat.S_ISREG(status.st_mode) and status.st_mode & 0o077:
            raise OSError(0, "other users can read or change it: chmod 600")
        token = file.read(4096).strip()
    if len(token) < 16 or not token.replace("-", "").replace("_", "").isalnum() or not token.isascii():
        raise OSError(0, "it has no token: at least 16 letters, digits, - and _")
    return token


async def run(options, command):
    try:
        bridge = Bridge(command, options, read_token(options.token_file))
    except OSError as error:
        sys.exit(f"bridge: {options.token_file} cannot be used: {error.strerror}")
    try:
        servers = await listen(bridge, options)
    except OSError as error:
        sys.exit(f"bridge: {options.listen or f'port {options.port}'} cannot be used: {error.strerror}")
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    address = bridge.address()
    print(address, flush=True)
    if bridge.assistants:
        print(bridge.assistants.address, flush=True)
    if options.open:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    print_more(bridge, stop if options.child is not None else None)
    await stop.wait()
    for server in servers:
        server.close()
    await bridge.close()
    if options.child:
        shutil.rmtree(options.child, ignore_errors=True)


async def check_pages(options, command):
    """Compares the templates of the pages with what the app describes."""
    try:
        document, described = await ask_app(command, options.connect, "rpc.discover", "screen/list")
    except (OSError, ValueError) as error:
        sys.exit(f"bridge: the app does not describe itself: {error}")
    pages = Pages(options.pages, document.get("info", {}).get("title", ""))
    lines = misfits([(name, text) for name, text, _ in pages.templates()], [*described["screens"], *filter(None, [described.get("app")])], document)
    print("\n".join(lines) or "Every name of the templates is in the app.")
    sys.exit(1 if lines else 0)


async def ask_app(command, path, *methods):
    """The results of requests to an app that is started for them, or that listens."""
    if path:
        reader, writer = await asyncio.open_unix_connection(path, limit=LARGEST_FRAME)
    else:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LARGEST_FRAME)
        reader, writer = process.stdout, process.stdin
    for number, method in enumerate(methods):
        writer.write(dump({"jsonrpc": "2.0", "id": number, "method": method}).encode() + b"\n")
    results = {}
    while len(results) < len(methods):
        line = await reader.readline()
        if not line:
            raise OSError("it has ended")
        message = json.loads(line)
        if "method" not in message:
            results[message["id"]] = message["result"]
    writer.close()
    if not path:
        await process.wait()
    return [results[number] for number in range(len(methods))]


async def listen(bridge, options):
    """Listens at this machine alone, and gives the bridge its host."""
    if options.listen:
        bridge.host = urllib.parse.urlsplit(options.origin).netloc
        # NB: who can open the socket may use the app: the user, and the group of the folder's web server.
        mask = os.umask(0o117)
        try:
            return [await asyncio.start_unix_server(bridge.serve, options.listen)]
        finally:
            os.umask(mask)
    if options.loopback:
        # The third and the last number are neither 0 nor 255, which some systems keep for themselves.
        chosen = random.Random(bridge.entry.label)
        place = f"127.{chosen.randint(1, 254)}.{chosen.randint(1, 254)}.{chosen.randint(2, 254)}"
        servers = [await asyncio.start_server(bridge.serve, place, options.port)]
        bridge.set_host(place, servers[0])
        return servers
    server = await asyncio.start_server(bridge.serve, "127.0.0.1", options.port)
    bridge.set_host(f"{bridge.entry.label}.localhost", server)
    try:
        # NB: a browser tries this address of the host first. Left free, a program of another user could listen there.
        return [server, await asyncio.start_server(bridge.serve, "::1", bridge.port)]
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return [server]  # the machine has no such address
        server.close()
        if options.port:
            raise
        return await listen(bridge, options)


def print_more(bridge, stop=None):
    """Prints another address for each line of the standard input. Its end may end the bridge."""
    loop = asyncio.get_running_loop()
    # A bridge in the background of a terminal is not stopped because it would read.
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)

    def read():
        # NB: Python's own stream would be locked while the process ends.
        try:
            while data := os.read(0, 4096):
                for _ in range(data.count(b"\n")):
                    loop.call_soon_threadsafe(lambda: print(bridge.address(), flush=True))
            if stop:
                loop.call_soon_threadsafe(stop.set)
        except (OSError, RuntimeError):
            pass  # there is no such input, or the bridge ends

    threading.Thread(target=read, daemon=True).start()


def main():
    parser = argparse.ArgumentParser(
        usage="%(prog)s PROGRAM [options] [PROGRAM's options]\n       %(prog)s --connect PATH [options]",
        description="Serves web pages that show the app behind tributary-stdio, on this machine, until SIGINT or SIGTERM.",
        epilog="Every other option goes to the program: --latency 800, --fail balance:2, --seed 7 and so on.",
        allow_abbrev=False,
    )
    parser.add_argument("program", metavar="PROGRAM", nargs="?", help="the path of tributary-stdio")
    parser.add_argument("--connect", metavar="PATH", help="use a core that listens on a Unix socket (--listen PATH), and start none")
    parser.add_argument("--child", metavar="FOLDER", help="for the program that starts the bridge: end with the standard input, and remove this folder then")
    parser.add_argument("--pages", metavar="DIR", type=pathlib.Path, help="serve the files of a folder, and this front's where it has none")
    parser.add_argument("--token-file", metavar="FILE", type=pathlib.Path, help="keep what the host and the cookie are made of in a file")
    parser.add_argument("--check-pages", action="store_true", help="say which names of the templates the app does not have, and end; 1 if there are any")
    parser.add_argument("--inspect", action="store_true", help="for developers: all screens to open, and the inspector")
    parser.add_argument("--loopback", action="store_true", help="use a loopback address of its own, for a browser that does not resolve *.localhost")
    parser.add_argument("--heartbeat", metavar="SECONDS", type=float, default=5, help="how long the core may take to answer a ping; 5 if not set")
    parser.add_argument("--listen", metavar="PATH", help="behind a web server, with --origin: listen at a Unix socket that it alone can open, and let in whom it lets in")
    parser.add_argument("--origin", metavar="URL", help="with --listen: the address that people know, such as https://app.example.org")
    parser.add_argument("--port", type=int, default=0, help="the port to listen at; a free one if not set")
    parser.add_argument("--mcp-http", action="store_true", help="serve assistants, too, by the Model Context Protocol over HTTP; prints its address and token")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--session", choices=("shared", "page"), default="shared",
        help="all pages are fronts of one core, and show the same screens (shared, the default), or each page has a core of its own",
    )
    parser.add_argument("--share", dest="session", action="store_const", const="shared", help="as --session shared")
    parser.add_argument(
        "--keep", type=float, default=600, metavar="SECONDS",
        help="with --session page, how long a core waits for its page, and with --mcp-http an app for an assistant that asks nothing; 600 if not set",
    )
    options, rest = parser.parse_known_args()
    if options.pages and not options.pages.is_dir():
        parser.exit(2, f"bridge: there is no folder {options.pages}\n")
    if (options.listen is None) != (options.origin is None):
        parser.exit(2, "bridge: --listen PATH needs --origin URL, and --origin URL needs --listen PATH\n")
    if options.origin and not re.fullmatch(r"https?://[^/?#@\s]+", options.origin):
        parser.exit(2, f"bridge: {options.origin} is no origin: https://app.example.org, without a path\n")
    if options.mcp_http and options.session == "page":
        parser.exit(2, "bridge: --mcp-http goes with one app for all, and --session page makes one for each page\n")
    if options.connect:
        if options.program or rest:
            parser.exit(2, "bridge: --connect takes no program and none of its options\n")
        return asyncio.run(check_pages(options, []) if options.check_pages else run(options, []))
    if not options.program:
        parser.exit(2, "bridge: the path of a program is needed, or --connect PATH\n")
    if not (program := shutil.which(options.program)):
        parser.exit(2, f"bridge: there is no program {options.program}; swift build --product tributary-stdio makes it\n")
    options.pages = options.pages or pages_of(program)
    asyncio.run((check_pages if options.check_pages else run)(options, [program, *rest]))


if __name__ == "__main__":
    main()
