#!/usr/bin/env python3
"""Connects web pages on this machine to tributary-stdio: JSON-RPC over a WebSocket, one message a frame.

It serves the pages of this folder at 127.0.0.1 and runs until SIGINT or SIGTERM. Beside the core's methods a page has
two of the bridge: the request `bridge/start` starts the core and answers whether it was this request that did, and the
notification `bridge/visible` reports whether the page can be seen. The notification `bridge/session` describes the
session, whole, when a page connects and when something changes: whether the core runs, why it ended, what is open.

The bridge sends `initialize` for all pages, with the capability `patches`: a page applies patches to the states it knows.
"""
import argparse
import asyncio
import base64
import hashlib
import json
import pathlib
import shutil
import signal
import sys
import threading
import urllib.parse
import webbrowser

FOLDER = pathlib.Path(__file__).parent
SCRIPTS = ("front", "inspector", "session", "patch", "schemas", "values", "controls", "described", "list", "page")
FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/inspector.html": ("inspector.html", "text/html; charset=utf-8"),
    "/tributary.css": ("tributary.css", "text/css; charset=utf-8"),
    **{f"/{name}.js": (f"{name}.js", "text/javascript; charset=utf-8") for name in SCRIPTS},
}
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
LARGEST_MESSAGE = 1 << 22  # bytes that a page may send in one message
LARGEST_BACKLOG = 1 << 23  # bytes that may wait for a page that does not read
LARGEST_FRAME = 1 << 26  # bytes of one frame of the core
MOST_SESSIONS = 32  # cores that run at the same time
END_TIMEOUT = 3  # seconds that a core has to end; it takes 2 itself


def dump(message):
    return json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def refuse(_):
    raise ValueError("NaN and Infinity are not JSON")


def failure(id, code, message, **data):
    return {"id": id, "jsonrpc": "2.0", "error": {"code": code, "data": data, "message": message}}


class Session:
    """A core, and the pages that share it."""

    def __init__(self, bridge, mode):
        self.bridge, self.mode = bridge, mode
        self.pages, self.visible = set(), {}
        self.process, self.reading, self.end_text, self.last_error = None, None, None, ""
        self.starting, self.retirement = asyncio.Lock(), None
        self.instances, self.calls, self.count, self.is_active = {}, {}, 0, True
        self.greeting, self.replaced = None, None

    def attach(self, page):
        self.pages.add(page)
        if self.retirement:
            self.retirement.cancel()
        page.send(dump(self.description()))

    def detach(self, page):
        self.pages.discard(page)
        if self.visible.pop(page, None):
            self.report_visibility()
        if not self.pages and self.mode == "page":
            self.retirement = asyncio.get_running_loop().call_later(self.bridge.keep, self.retire)

    def retire(self):
        if self.process:
            self.end_text = f"The session has ended: its page was away for {self.bridge.keep:g} seconds."
            self.process.stdin.close()

    def description(self):
        return {
            "jsonrpc": "2.0",
            "method": "bridge/session",
            "params": {
                "mode": self.mode,
                "isRunning": self.process is not None,
                "endText": self.end_text,
                "instances": [{"instance": name, **opened} for name, opened in self.instances.items()],
            },
        }

    def broadcast(self, text):
        for page in list(self.pages):
            page.send(text)

    async def start(self):
        """Starts the core unless it runs, and answers whether it did."""
        async with self.starting:
            if self.process:
                return False
            if self.bridge.running() >= MOST_SESSIONS:
                raise OSError(f"{MOST_SESSIONS} sessions run already")
            self.process = await asyncio.create_subprocess_exec(
                *self.bridge.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=LARGEST_FRAME,
            )
            self.end_text, self.last_error, self.is_active = None, "", True
            self.instances, self.calls = {}, {}
            self.greeting = asyncio.get_running_loop().create_future()
            id = self.expect(None, None, "initialize", {})
            params = {"clientInfo": {"name": "tributary-web"}, "capabilities": {"patches": True}}
            self.write({"jsonrpc": "2.0", "id": id, "method": "initialize", "params": params})
            self.reading = asyncio.create_task(self.run())
        self.broadcast(dump(self.description()))
        if self.visible:
            self.report_visibility()
        return True

    async def run(self):
        """Reads what the core writes until it ends."""
        process = self.process
        errors = asyncio.create_task(self.read_errors(process.stderr))
        try:
            async for line in process.stdout:
                self.route(line.decode())
        except ValueError as error:
            print(f"bridge: the core's frame cannot be read: {error}", file=sys.stderr)
            process.kill()
        await errors
        code = await process.wait()
        how = f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
        self.end_text = self.end_text or f"The core has ended: {how}. {self.last_error if code else ''}".strip()
        self.process = None
        for page, id, *_ in self.calls.values():
            if page:
                page.send(dump(self.ended(id)))
        self.calls = {}
        if not self.greeting.done():
            self.greeting.set_result(None)
        self.broadcast(dump(self.description()))

    async def read_errors(self, stream):
        async for line in stream:
            sys.stderr.write(line.decode(errors="replace"))
            sys.stderr.flush()
            self.last_error = line.decode(errors="replace").strip()[:500]

    def ended(self, id):
        return failure(id, 1100, "The core does not run", reason="coreEnded", hint=self.end_text)

    async def receive(self, page, text):
        """Passes a page's message on. Its id is replaced, because pages that share a core may use the same ids."""
        try:
            message = json.loads(text, parse_constant=refuse)
            dump(message).encode()
        except (ValueError, RecursionError):
            return page.send(dump(failure(None, -32700, "Parse error", reason="badJSON")))
        if not isinstance(message, dict):
            return page.send(dump(failure(None, -32600, "Invalid Request", reason="batch", hint="one message a frame")))
        method, params, id = message.get("method"), message.get("params"), message.get("id")
        params = params if isinstance(params, dict) else {}
        if method == "bridge/start":
            try:
                page.send(dump({"id": id, "jsonrpc": "2.0", "result": {"isStarted": await self.start()}}))
            except OSError as error:
                page.send(dump(failure(id, 1101, "The core cannot be started", reason="notStarted", hint=str(error))))
        elif method == "bridge/visible":
            self.visible[page] = params.get("isVisible") is True
            self.report_visibility()
        elif not self.process:
            if "id" in message:
                page.send(dump(self.ended(id)))
        elif method == "initialize" and "id" in message:
            # The core takes it once, and has had it.
            reply = await asyncio.shield(self.greeting)
            page.send(dump({**reply, "id": id} if reply else self.ended(id)))
        elif method == "$/cancelRequest":
            for number, (caller, name, *_) in self.calls.items():
                if caller is page and name == params.get("id"):
                    self.write({**message, "params": {"id": number}})
        else:
            self.write({**message, "id": self.expect(page, id, method, params)} if "id" in message else message)
            await self.drain()

    def expect(self, page, id, method, params):
        self.count += 1
        self.calls[self.count] = (page, id, method, params)
        return self.count

    def write(self, message):
        if self.process and not self.process.stdin.is_closing():
            self.process.stdin.write(dump(message).encode() + b"\n")

    async def drain(self):
        try:
            await self.process.stdin.drain()
        except (AttributeError, ConnectionError):
            pass  # the core has ended, and `run` reports it

    def report_visibility(self):
        """The application is active while one of its pages is visible. Pages that report nothing do not count."""
        is_active = any(self.visible.values())
        if self.process and is_active != self.is_active:
            self.is_active = is_active
            event = {"type": "didBecomeActive" if is_active else "willResignActive"}
            id = self.expect(None, None, "app/send", {})
            self.write({"jsonrpc": "2.0", "id": id, "method": "app/send", "params": {"event": event}})

    def route(self, line):
        """Passes a frame of the core on: a reply to the page that waits for it, a notification to every page."""
        message = json.loads(line)
        known = dict(self.instances)
        if message.get("id") in self.calls:
            page, id, method, params = self.calls.pop(message["id"])
            if page:
                page.send(dump({**message, "id": id}))
            if method == "initialize" and not self.greeting.done():
                self.greeting.set_result(message)
            if "result" in message and method == "screen/open":
                opened = {"screen": params.get("screen"), "params": params.get("params") or {}}
                self.instances[message["result"]["instance"]] = opened
            elif "result" in message and method == "screen/close":
                self.instances.pop(params.get("instance"), None)
        else:
            self.broadcast(line.strip())
            params = message.get("params")
            if message.get("method") == "screen/opened":
                # A screen that replaced one without an opener is reached again by opening that one.
                opened = {"screen": params["screen"], "params": {}, "opener": params.get("opener"), "origin": self.replaced}
                self.instances[params["instance"]] = {name: value for name, value in opened.items() if value is not None}
                self.replaced = None
            elif message.get("method") == "screen/closed":
                closed = self.instances.pop(params["instance"], {})
                if params.get("reason") == "replaced" and "opener" not in closed:
                    self.replaced = closed.get("origin") or closed or None
        if self.instances != known:
            self.broadcast(dump(self.description()))

    async def close(self):
        """Ends the core."""
        if process := self.process:
            process.stdin.close()
            try:
                await asyncio.wait_for(asyncio.shield(self.reading), END_TIMEOUT)
            except asyncio.TimeoutError:
                process.kill()


class Page:
    """The server's side of a WebSocket (RFC 6455) that carries text."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    def send(self, text, opcode=1):
        payload = text.encode() if isinstance(text, str) else text
        size = len(payload)
        if self.writer.is_closing():
            return
        if size < 126:
            head = bytes([0x80 | opcode, size])
        elif size < 1 << 16:
            head = bytes([0x80 | opcode, 126]) + size.to_bytes(2, "big")
        else:
            head = bytes([0x80 | opcode, 127]) + size.to_bytes(8, "big")
        self.writer.write(head + payload)
        if self.writer.transport.get_write_buffer_size() > LARGEST_BACKLOG:
            self.writer.transport.abort()  # the page connects again, and gets the newest states

    def close(self, code):
        self.send(code.to_bytes(2, "big"), opcode=8)
        self.writer.close()

    async def receive(self):
        """The next message; None when the page closes the connection or breaks the protocol."""
        message = b""
        while True:
            first, second = await self.reader.readexactly(2)
            size, opcode = second & 0x7F, first & 0x0F
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            if not second & 0x80 or first & 0x70 or opcode not in (0, 1, 8, 9, 10):
                return self.close(1002)
            if len(message) + size > LARGEST_MESSAGE:
                return self.close(1009)
            mask = await self.reader.readexactly(4)
            masked = await self.reader.readexactly(size)
            key = (mask * (size // 4 + 1))[:size]
            payload = (int.from_bytes(masked, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
            if opcode == 8:
                return self.close(1000)
            if opcode == 9:
                self.send(payload, opcode=10)
            if opcode < 8:
                message += payload
                if first & 0x80:
                    try:
                        return message.decode()
                    except UnicodeDecodeError:
                        return self.close(1007)


class Bridge:
    """The pages' server, and its sessions."""

    def __init__(self, command, mode, keep):
        self.command, self.mode, self.keep = command, mode, keep
        self.sessions, self.hosts = {}, ()

    def running(self):
        return sum(session.process is not None for session in self.sessions.values())

    def session(self, key):
        name = "" if self.mode == "shared" else key
        if name not in self.sessions:
            idle = [k for k, s in self.sessions.items() if not s.pages and not s.process]
            for forgotten in idle[: -4 * MOST_SESSIONS]:
                del self.sessions[forgotten]
            self.sessions[name] = Session(self, self.mode)
        return self.sessions[name]

    async def serve(self, reader, writer):
        """One connection: a file, or a page's WebSocket."""
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            start, *lines = head.decode("latin-1").split("\r\n")
            method, target, _ = (start + "  ").split(" ", 2)
            headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            url = urllib.parse.urlsplit(target)
            # NB: a foreign name that leads to this machine would make a foreign page one of this origin.
            if headers.get("host") not in self.hosts:
                self.answer(writer, "403 Forbidden", f"The address is http://{self.hosts[0]}/\n".encode())
            elif method != "GET":
                self.answer(writer, "405 Method Not Allowed", b"There is only GET.\n", Allow="GET")
            elif url.path == "/session":
                await self.connect(reader, writer, headers, urllib.parse.parse_qs(url.query).get("key", [""])[0])
            elif url.path in FILES:
                name, kind = FILES[url.path]
                self.answer(writer, "200 OK", (FOLDER / name).read_bytes(), kind)
            else:
                self.answer(writer, "404 Not Found", b"There is nothing here.\n")
            await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.TimeoutError, ConnectionError, ValueError):
            pass  # the connection was closed, or does not carry HTTP
        finally:
            writer.close()

    def answer(self, writer, status, body, kind="text/plain", **more):
        headers = {"Content-Type": kind, "Content-Length": len(body), "Connection": "close", **SECURITY, **more}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body)

    async def connect(self, reader, writer, headers, key):
        # NB: any page may open a WebSocket to any address, and the browser says which page: only ours may.
        if headers.get("origin") != f"http://{headers['host']}":
            return self.answer(writer, "403 Forbidden", b"Pages of other origins are refused.\n")
        if headers.get("upgrade", "").lower() != "websocket" or "sec-websocket-key" not in headers or len(key) > 64:
            return self.answer(writer, "400 Bad Request", b"This address is for a WebSocket.\n")
        salted = headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(salted.encode()).digest()).decode()
        writer.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + f"Sec-WebSocket-Accept: {accept}\r\n\r\n".encode()
        )
        page, session = Page(reader, writer), self.session(key)
        session.attach(page)
        try:
            while (text := await page.receive()) is not None:
                await session.receive(page, text)
        finally:
            session.detach(page)

    async def close(self):
        for session in self.sessions.values():
            for page in list(session.pages):
                page.close(1001)
        await asyncio.gather(*(session.close() for session in self.sessions.values()))


async def run(options, command):
    bridge = Bridge(command, options.session, options.keep)
    try:
        server = await asyncio.start_server(bridge.serve, "127.0.0.1", options.port)
    except OSError as error:
        sys.exit(f"bridge: port {options.port} cannot be used: {error.strerror}")
    port = server.sockets[0].getsockname()[1]
    bridge.hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    address = f"http://{bridge.hosts[0]}/"
    print(address, flush=True)
    if options.open:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    await stop.wait()
    server.close()
    await bridge.close()


def main():
    parser = argparse.ArgumentParser(
        usage="%(prog)s PROGRAM [options] [PROGRAM's options]",
        description="Serves web pages that show the app behind tributary-stdio, on this machine, until SIGINT or SIGTERM.",
        epilog="Every other option goes to the program: --latency 800, --fail balance:2, --seed 7 and so on.",
        allow_abbrev=False,
    )
    parser.add_argument("program", metavar="PROGRAM", help="the path of tributary-stdio")
    parser.add_argument("--port", type=int, default=0, help="the port to listen at; a free one if not set")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--session",
        choices=("shared", "page"),
        default="shared",
        help="all pages show the same screens (shared, the default), or each page has a session that survives its reload",
    )
    parser.add_argument(
        "--keep", type=float, default=600, metavar="SECONDS", help="how long a page's session waits for it; 600 if not set"
    )
    options, rest = parser.parse_known_args()
    if not (program := shutil.which(options.program)):
        parser.exit(2, f"bridge: there is no program {options.program}; swift build --product tributary-stdio makes it\n")
    asyncio.run(run(options, [program, *rest]))


if __name__ == "__main__":
    main()
