#!/usr/bin/env python3
"""Connects web pages on this machine to tributary-stdio: JSON-RPC over a WebSocket, one message a frame.

It serves the pages of this folder at 127.0.0.1 and runs until SIGINT or SIGTERM. Beside the core's methods a page has
two of the bridge: the request `bridge/start` starts the core, opens screens in it, and answers whether it was this
request that did, and the notification `bridge/visible` reports whether the page can be seen. The notification
`bridge/session` describes the session, whole, when a page connects and when something changes: whether the core runs,
which start of it this is, why it ended, what is open.

A page connects with the token of this bridge, which is in the fragment of the address that the bridge prints.

The bridge sends `initialize` for all pages, with the capability `patches`: a page applies patches to the states it knows.
"""
import argparse
import asyncio
import hmac
import json
import mimetypes
import os
import pathlib
import secrets
import shutil
import signal
import stat
import sys
import tempfile
import threading
import urllib.parse
import webbrowser

from websocket import Page, handshake

FOLDER = pathlib.Path(__file__).parent
SCRIPTS = ("front", "card", "inspector", "session", "tabs", "patch", "schemas", "values", "controls", "described", "list", "page")
FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/inspector.html": ("inspector.html", "text/html; charset=utf-8"),
    "/tributary.css": ("tributary.css", "text/css; charset=utf-8"),
    **{f"/{name}.js": (f"{name}.js", "text/javascript; charset=utf-8") for name in SCRIPTS},
}
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
LARGEST_FRAME = 1 << 26  # bytes of one frame of the core
MOST_SESSIONS = 32  # cores that run at the same time
EXIT_TIMEOUT = 0.5  # seconds in which a core whose connection has ended may end, too
END_TIMEOUT = 3  # seconds that a core has to end; it takes 2 itself
OPEN_TIMEOUT = 10  # seconds that a core has to open the screens that it starts with
PROTOCOL = "tributary"  # the subprotocol of the WebSocket
WRONG_TOKEN = 4401  # the code that closes a WebSocket without the bridge's token


def dump(message):
    return json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def refuse(_):
    raise ValueError("NaN and Infinity are not JSON")


def failure(id, code, message, **data):
    return {"id": id, "jsonrpc": "2.0", "error": {"code": code, "data": data, "message": message}}


class Connection:
    """A core that listens on a Unix socket, in the place of a process."""

    stderr = None

    def __init__(self, reader, writer, shared=None):
        self.stdout, self.stdin, self.shared = reader, writer, shared

    async def wait(self):
        self.stdin.close()
        if not self.shared:
            return 0
        # A core of the bridge says by its exit code how it has ended; one that goes on has ended this connection alone.
        ended, _ = await asyncio.wait({self.shared.ending}, timeout=EXIT_TIMEOUT)
        return self.shared.ending.result() if ended else 0

    def kill(self):
        self.stdin.transport.abort()


class SharedCore:
    """The one core of the bridge, at which each page is a front: it listens at a socket in a folder that is the bridge's alone."""

    def __init__(self, command):
        self.command, self.process, self.last_error = command, None, ""
        self.folder, self.starting = tempfile.TemporaryDirectory(prefix="tributary-"), asyncio.Lock()
        self.path = os.path.join(self.folder.name, "core")

    async def connect(self):
        """A connection, and whether the core was started for it."""
        async with self.starting:
            is_new = self.process is None
            if is_new:
                pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
                # The bridge is the owner at the standard input: the core ends with it.
                command = [*self.command, "--listen", self.path, "--share"]
                self.process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=null, stderr=pipe)
                self.last_error = ""
                self.ending = asyncio.create_task(self.run(self.process))
            while self.process and not self.process.returncode:
                try:
                    return Connection(*await asyncio.open_unix_connection(self.path, limit=LARGEST_FRAME), self), is_new
                except (FileNotFoundError, ConnectionRefusedError):
                    await asyncio.sleep(0.01)
        raise OSError(self.last_error or "the core has ended")

    async def run(self, process):
        async for line in process.stderr:
            self.last_error = line.decode(errors="replace").strip()[:500]
            sys.stderr.write(line.decode(errors="replace"))
        code = await process.wait()
        self.process = None
        return code

    async def close(self):
        if self.process:
            self.process.stdin.close()
            try:
                await asyncio.wait_for(asyncio.shield(self.ending), END_TIMEOUT)
            except asyncio.TimeoutError:
                self.process.kill()
        self.folder.cleanup()


class Session:
    """A core, or a connection with one, and the pages that share it."""

    def __init__(self, bridge, mode):
        self.bridge, self.mode = bridge, mode
        self.pages, self.visible = set(), {}
        self.process, self.reading, self.end_text, self.last_error = None, None, None, ""
        self.starting, self.retirement = asyncio.Lock(), None
        self.instances, self.calls, self.count, self.is_active = {}, {}, 0, True
        self.greeting, self.replaced = None, None
        # Each start of the core has a name that no other has, whichever bridge started it.
        self.run_name, self.is_open = None, False

    def attach(self, page):
        self.pages.add(page)
        if self.retirement:
            self.retirement.cancel()
        page.send(dump(self.description()))

    def detach(self, page):
        self.pages.discard(page)
        if self.visible.pop(page, None):
            self.report_visibility()
        if not self.pages and self.mode != "shared":
            if self.mode == "front" and self.is_active:
                # The front of a page that is away is not looked at.
                self.is_active = False
                self.ask("app/send", {"event": {"type": "willResignActive"}})
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
                "isRunning": self.is_open,
                "run": self.run_name,
                "isRemote": self.bridge.socket is not None,
                "heartbeat": self.bridge.heartbeat,
                "endText": self.end_text,
                "instances": [{"instance": name, **opened} for name, opened in self.instances.items()],
            },
        }

    def broadcast(self, text):
        for page in list(self.pages):
            page.send(text)

    async def start(self, screens=()):
        """Starts the core unless it runs, opens screens in it, and answers whether it did."""
        async with self.starting:
            if self.process:
                return False
            if self.bridge.running() >= MOST_SESSIONS:
                raise OSError(f"{MOST_SESSIONS} sessions run already")
            self.process, is_new = await self.bridge.core()
            self.end_text, self.last_error, self.is_active = None, "", True
            self.instances, self.calls, self.run_name = {}, {}, secrets.token_hex(8)
            capabilities = {"patches": True}
            if self.mode == "front":
                capabilities.update(shared=True, front={"kind": "page"})
            self.greeting = self.ask("initialize", {"clientInfo": {"name": "tributary-web"}, "capabilities": capabilities})
            self.reading = asyncio.create_task(self.run())
            if self.mode == "front":
                # What is open already follows the reply. A page that comes later opens nothing of its own.
                await self.ask("ping", {})
                screens = () if self.instances or not is_new and not self.bridge.socket else screens
            # NB: until these are open no page hears of this core, so that none takes its instances for those of the last one.
            opening = [self.ask("screen/open", self.parameters(screen)) for screen in screens if isinstance(screen, dict)]
            if opening:
                await asyncio.wait(opening, timeout=OPEN_TIMEOUT)
            self.is_open = self.process is not None
        self.broadcast(dump(self.description()))
        if self.visible:
            self.report_visibility()
        return is_new

    @staticmethod
    def parameters(screen):
        if screen.get("link"):
            return {"link": screen["link"]}
        return {"screen": screen.get("screen"), "params": screen.get("params") or {}}

    async def run(self):
        """Reads what the core writes until it ends."""
        process = self.process
        errors = asyncio.create_task(self.read_errors(process.stderr))
        try:
            async for line in process.stdout:
                self.route(line.decode())
        except (ValueError, ConnectionError) as error:
            print(f"bridge: the core's frame cannot be read: {error}", file=sys.stderr)
            process.kill()
        await errors
        code = await process.wait()
        how = f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
        ended = "The core has closed the connection." if self.bridge.socket else f"The core has ended: {how}."
        self.end_text = self.end_text or f"{ended} {self.last_error if code else ''}".strip()
        self.process, self.is_open = None, False
        calls, self.calls = self.calls, {}
        for page, id, *_ in calls.values():
            if page:
                page.send(dump(self.ended(id)))
            elif not id.done():
                id.set_result(None)
        self.broadcast(dump(self.description()))

    async def read_errors(self, stream):
        if not stream:
            return
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
                screens = params.get("screens")
                is_started = await self.start(screens if isinstance(screens, list) else ())
                page.send(dump({"id": id, "jsonrpc": "2.0", "result": {"isStarted": is_started}}))
            except OSError as error:
                page.send(dump(failure(id, 1101, "The core cannot be started", reason="notStarted", hint=str(error))))
        elif method == "bridge/visible":
            self.visible[page] = params.get("isVisible") is True
            self.report_visibility()
        elif not self.is_open:
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

    def ask(self, method, params):
        """Sends a request of the bridge, and returns a future of its reply; None if the core ends before."""
        reply = asyncio.get_running_loop().create_future()
        self.write({"jsonrpc": "2.0", "id": self.expect(None, reply, method, params), "method": method, "params": params})
        return reply

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
            self.ask("app/send", {"event": event})

    def route(self, line):
        """Passes a frame of the core on: a reply to the page that waits for it, a notification to every page."""
        message = json.loads(line)
        known = dict(self.instances)
        if message.get("id") in self.calls:
            page, id, method, params = self.calls.pop(message["id"])
            if page:
                page.send(dump({**message, "id": id}))
            elif not id.done():
                id.set_result(message)
            if "result" in message and method == "screen/open":
                opened = {"params": {}, **self.parameters(params)}
                # The reply to a link has the name of its screen.
                opened["screen"] = opened.get("screen") or message["result"].get("screen")
                self.instances[message["result"]["instance"]] = opened
            elif "result" in message and method == "screen/close":
                self.instances.pop(params.get("instance"), None)
        else:
            if self.is_open:
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
        if self.instances != known and self.is_open:
            self.broadcast(dump(self.description()))

    async def close(self):
        """Ends the core."""
        if process := self.process:
            process.stdin.close()
            try:
                await asyncio.wait_for(asyncio.shield(self.reading), END_TIMEOUT)
            except asyncio.TimeoutError:
                process.kill()


class Bridge:
    """The pages' server, and its sessions."""

    def __init__(self, command, options, token):
        self.command, self.socket, self.token = command, options.connect, token
        self.mode, self.keep, self.heartbeat = "front" if options.share else options.session, options.keep, options.heartbeat
        self.shared = SharedCore(command) if options.share and not options.connect else None
        self.folder = options.pages and options.pages.resolve()
        self.sessions, self.hosts, self.connections = {}, (), set()

    async def core(self):
        """Starts the program, or connects to the core that listens; and whether the core is a new one."""
        if self.socket:
            return Connection(*await asyncio.open_unix_connection(self.socket, limit=LARGEST_FRAME)), True
        if self.shared:
            return await self.shared.connect()
        pipe = asyncio.subprocess.PIPE
        command = self.command
        return await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe, limit=LARGEST_FRAME), True

    def file(self, path):
        """The contents and the type of a page's file: of `--pages`, or of this sample."""
        if self.folder:
            name = urllib.parse.unquote(path).lstrip("/")
            if "\0" in name:
                return None
            found = (self.folder / (name or "index.html")).resolve()
            is_hidden = any(part.startswith(".") for part in pathlib.PurePath(name).parts)
            # NB: the resolved path is compared, so neither `..` nor a link leads out of the folder.
            if not is_hidden and self.folder in found.parents and found.is_file():
                kind = "text/javascript" if found.suffix in (".js", ".mjs") else mimetypes.guess_type(found.name)[0]
                is_text = (kind or "").startswith("text/")
                return found.read_bytes(), f"{kind}; charset=utf-8" if is_text else kind or "application/octet-stream"
        if path in FILES:
            name, kind = FILES[path]
            return (FOLDER / name).read_bytes(), kind
        return None

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
        self.connections.add(asyncio.current_task())
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
                await self.connect(reader, writer, headers)
            elif file := self.file(url.path):
                self.answer(writer, "200 OK", *file)
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
        headers = {"Content-Type": kind, "Content-Length": len(body), "Connection": "close", **SECURITY, **more}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body)

    async def connect(self, reader, writer, headers):
        # NB: any page may open a WebSocket to any address, and the browser says which page: only ours may.
        if headers.get("origin") != f"http://{headers['host']}":
            return self.answer(writer, "403 Forbidden", b"Pages of other origins are refused.\n")
        # A browser's script cannot set headers, but it names subprotocols. An address would get into logs and histories.
        offers = [offer.strip() for offer in headers.get("sec-websocket-protocol", "").split(",")]
        named = {name: value for name, dot, value in (offer.partition(".") for offer in offers) if dot}
        key = named.get("key", "")
        reply = handshake(headers, PROTOCOL if PROTOCOL in offers else None)
        if not reply or len(key) > 64:
            return self.answer(writer, "400 Bad Request", b"This address is for a WebSocket.\n")
        writer.write(reply)
        if not hmac.compare_digest(named.get("token", "").encode(), self.token.encode()):
            return Page(reader, writer).close(WRONG_TOKEN)
        page, session = Page(reader, writer), self.session(key)
        if self.shared and self.shared.process and not session.process:
            # The page is a front of the core that runs, and is told what is open there.
            await session.start()
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
        if self.shared:
            await self.shared.close()
        connections = list(self.connections)
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


def read_token(path):
    """A new token, or the one in a file, which is made if it is not there: so an address stays good for the next start."""
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
        server = await asyncio.start_server(bridge.serve, "127.0.0.1", options.port)
    except OSError as error:
        sys.exit(f"bridge: port {options.port} cannot be used: {error.strerror}")
    port = server.sockets[0].getsockname()[1]
    bridge.hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    address = f"http://{bridge.hosts[0]}/#{bridge.token}"
    print(address, flush=True)
    if options.open:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    await stop.wait()
    server.close()
    await bridge.close()


def main():
    parser = argparse.ArgumentParser(
        usage="%(prog)s PROGRAM [options] [PROGRAM's options]\n       %(prog)s --connect PATH [options]",
        description="Serves web pages that show the app behind tributary-stdio, on this machine, until SIGINT or SIGTERM.",
        epilog="Every other option goes to the program: --latency 800, --fail balance:2, --seed 7 and so on.",
        allow_abbrev=False,
    )
    parser.add_argument("program", metavar="PROGRAM", nargs="?", help="the path of tributary-stdio")
    parser.add_argument("--connect", metavar="PATH", help="use a core that listens on a Unix socket (--listen PATH), and start none")
    parser.add_argument("--pages", metavar="DIR", type=pathlib.Path, help="serve the files of a folder, and this sample's where it has none")
    parser.add_argument("--token-file", metavar="FILE", type=pathlib.Path, help="keep the token of the address in a file")
    parser.add_argument("--heartbeat", metavar="SECONDS", type=float, default=5, help="how long the core may take to answer a ping; 5 if not set")
    parser.add_argument("--port", type=int, default=0, help="the port to listen at; a free one if not set")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--share", action="store_true",
        help="each page is a front of one core: all see the same screens, and each has its own activity. With --connect, of the core "
        "that listens there with --share",
    )
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
    if options.pages and not options.pages.is_dir():
        parser.exit(2, f"bridge: there is no folder {options.pages}\n")
    if options.connect:
        if options.program or rest:
            parser.exit(2, "bridge: --connect takes no program and none of its options\n")
        return asyncio.run(run(options, []))
    if not options.program:
        parser.exit(2, "bridge: the path of a program is needed, or --connect PATH\n")
    if not (program := shutil.which(options.program)):
        parser.exit(2, f"bridge: there is no program {options.program}; swift build --product tributary-stdio makes it\n")
    asyncio.run(run(options, [program, *rest]))


if __name__ == "__main__":
    main()
