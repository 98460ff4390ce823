"""The bridge as a child process, and a WebSocket client for its tests."""
import base64
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
WEB = ROOT / "Apps/Web"
TIMEOUT = 30  # seconds until a read that brings nothing is a failure


def program():
    return os.environ.get("TRIBUTARY_STDIO", str(ROOT / ".build/debug/tributary-stdio"))


def parents():
    """Every process and its parent."""
    if not os.path.isdir("/proc/self"):
        listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        return [tuple(map(int, line.split())) for line in listing.splitlines()]
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            found.append((int(stat.parent.name), int(stat.read_text().rpartition(")")[2].split()[1])))
        except OSError:
            pass  # it has ended meanwhile
    return found


def news(message):
    """The properties that an update sets, as a whole state or as a patch; none for another message."""
    if message.get("method") != "screen/update":
        return {}
    params = message["params"]
    return params.get("state") or {change["path"][1:]: change.get("value") for change in params["patch"]}


class Bridge:
    """A bridge that runs until the end of a `with` block. Its core is a program, or none (`""`). Its pages are for developers, unless
    they are `plain`."""

    def __init__(self, *options, core=None, environment=None, plain=False):
        # NB: a start of Python takes ten times as long through pyenv's script, which the tests' cores would find, and with what is installed there.
        path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
        self.process = subprocess.Popen(
            [sys.executable, "-S", str(WEB / "bridge/bridge.py"), *([] if core == "" else [core or program()]), *([] if plain else ["--inspect"]), *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PATH": path, **(environment or {})})
        self.errors, self.given = None, None
        self.origin, _, self.first_code = self.process.stdout.readline().strip().partition("/#")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        _, errors = self.stop()
        if "Traceback" in errors:
            raise AssertionError(errors)

    @property
    def host(self):
        return self.origin.removeprefix("http://")

    @property
    def port(self):
        return int(self.origin.rsplit(":", 1)[1])

    def code(self):
        """The code of another address, which the bridge prints."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip().partition("/#")[2]

    @property
    def cookie(self):
        """The cookie of a browser that was let in."""
        if self.given is None:
            status, reply = self.get("/enter", "POST", self.code().encode(), Origin=self.origin)
            if status != 200:
                raise AssertionError(f"the code of the bridge is answered by {status}")
            self.given = reply.headers["Set-Cookie"].partition(";")[0]
        return self.given

    def get(self, path="/", method="GET", body=None, **headers):
        """The status of a request and the reply to it, with its body."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, method=method, headers={"Host": self.host, **headers})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as reply:
                reply.body = reply.read()
                return reply.status, reply
        except urllib.error.HTTPError as error:
            return error.code, error

    def stop(self, number=signal.SIGTERM):
        """Ends the bridge, and returns its exit code and what it wrote to the standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        if self.errors is None:
            _, self.errors = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, self.errors

    def page(self, path=""):
        """The address of a page, with a code of its own."""
        return f"{self.origin}/{path}#{self.code()}"

    def signal_core(self, number):
        """Sends a signal to the one core of the bridge."""
        (core,) = [pid for pid, parent in parents() if parent == self.process.pid]
        os.kill(core, number)

    def kill_core(self):
        self.signal_core(signal.SIGKILL)

    def client(self, key="", **headers):
        return Client(self, key, headers)


class Refused(Exception):
    """The handshake was answered with another status."""


class Client:
    """A WebSocket that speaks JSON-RPC with the bridge."""

    def __init__(self, bridge, key="", headers=()):
        self.socket = socket.create_connection(("127.0.0.1", bridge.port), TIMEOUT)
        headers = {
            "Host": bridge.host, "Origin": bridge.origin, "Cookie": bridge.cookie, "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Protocol": f"tributary, key.{key}", **dict(headers)}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)
        self.socket.sendall(f"GET /session HTTP/1.1\r\n{lines}\r\n".encode())
        self.stream = self.socket.makefile("rb")
        status = self.stream.readline().decode().split(" ", 1)[1].strip()
        while self.stream.readline().strip():
            pass
        if not status.startswith("101"):
            self.socket.close()
            raise Refused(status)
        self.count, self.seen = 0, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.socket.close()

    def raw(self, payload, opcode=1, isMasked=True, isFinal=True):
        size, mask = len(payload), os.urandom(4)
        key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        length = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2, "big") if size < 1 << 16 else (
            b"\x7f" + size.to_bytes(8, "big"))
        head = bytes([(0x80 if isFinal else 0) | opcode, (0x80 if isMasked else 0) | length[0]]) + length[1:]
        body = (int.from_bytes(payload, "big") ^ key).to_bytes(size, "big") if isMasked else payload
        self.socket.sendall(head + (mask if isMasked else b"") + body)

    def send(self, message):
        self.raw(message.encode() if isinstance(message, str) else json.dumps(message).encode())

    def notify(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def frame(self):
        """The opcode and the payload of the next frame; None when the connection is closed."""
        head = self.stream.read(2)
        if len(head) < 2:
            return None, b""
        size = head[1] & 0x7F
        if size > 125:
            size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
        payload = self.stream.read(size)
        return (head[0] & 0x0F, payload) if len(payload) == size else (None, b"")

    def next(self, wanted=lambda message: True):
        """The next message that is wanted; those before it are in `seen`."""
        while True:
            opcode, payload = self.frame()
            if opcode != 1:
                raise AssertionError(f"the bridge closes: {payload[:2].hex()}")
            message = json.loads(payload)
            if wanted(message):
                return message
            self.seen.append(message)

    def hear(self, wanted):
        """A message that is wanted: one that has come while another was waited for, or the next one."""
        return next(filter(wanted, self.seen), None) or self.next(wanted)

    def session(self, wanted=lambda params: True):
        """The next description of the session that is wanted."""
        return self.next(lambda message: message.get("method") == "bridge/session" and wanted(message["params"]))["params"]

    def request(self, method, id=None, **params):
        self.count += 1
        id = id or self.count
        self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        return self.next(lambda message: message.get("id") == id and "method" not in message)

    def result(self, method, **params):
        return self.request(method, **params)["result"]

    def close_code(self):
        """The code with which the bridge closes."""
        while True:
            opcode, payload = self.frame()
            if opcode in (8, None):
                return int.from_bytes(payload[:2], "big")
