"""Behind nginx, as Apps/Web/Guide/Shipping.md shows it: TLS, people with passwords, and a process for each of them."""
import base64
import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

from bridge import ROOT, TIMEOUT, WEB, program

NGINX = shutil.which(os.environ.get("NGINX", "nginx"), path=f"{os.environ['PATH']}:/usr/sbin")
GUIDE = (WEB / "Guide/Shipping.md").read_text()
PEOPLE = {"ada": "difference", "grace": "nanosecond"}


def start_bridge(socket_path, origin, *options):
    return subprocess.Popen(
        [sys.executable, str(WEB / "bridge/bridge.py"), program(), "--listen", str(socket_path), "--origin", origin, *options],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def stop(process):
    process.terminate()
    process.communicate(timeout=TIMEOUT)


class Connection:
    """A connection, and the requests that it carries."""

    def __init__(self, connection):
        self.connection, self.stream = connection, connection.makefile("rb")

    def request(self, path="/", method="GET", **headers):
        """The status and the headers of an answer."""
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        self.connection.sendall(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode())
        status = int(self.stream.readline().split()[1])
        answer = {}
        while line := self.stream.readline().decode().strip():
            name, _, value = line.partition(":")
            answer[name.lower()] = value.strip()
        return status, answer

    def send(self, **message):
        payload = json.dumps({"jsonrpc": "2.0", **message}).encode()
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
        self.connection.sendall(b"\x81" + size + bytes(4) + payload)

    def receive(self, wanted):
        while True:
            _, size = self.stream.read(2)
            if size > 125:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            message = json.loads(self.stream.read(size))
            if wanted(message):
                return message

    def result(self, method, **params):
        self.send(id=method, method=method, params=params)
        return self.receive(lambda message: message.get("id") == method)["result"]


def upgrade(origin):
    return {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13", "Origin": origin,
            "Sec_WebSocket_Key": base64.b64encode(bytes(16)).decode(), "Sec_WebSocket_Protocol": "tributary, key.tab"}


class InstallTests(unittest.TestCase):
    def test_runs_from_where_it_was_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([str(WEB / "install")], check=True, env={**os.environ, "DESTDIR": folder, "PREFIX": "/usr"})
            copied = shutil.copy(program(), folder)
            bridge = subprocess.Popen([f"{folder}/usr/bin/tributary-web", copied], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, text=True, env={"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"})
            self.addCleanup(stop, bridge)
            host = bridge.stdout.readline().removeprefix("http://").partition("/")[0]

            def get(path):
                with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{host.rpartition(':')[2]}{path}", headers={"Host": host})) as reply:
                    return reply.read().decode()

            page = get("/")
            self.assertIn('<template data-source="templates/tributary.html', page)
            self.assertIn("templatesFor", get(re.search(r'src="(/front\.\w+\.js)"', page)[1]))


class SocketTests(unittest.TestCase):
    """The bridge at a socket, where the web server stands."""

    ORIGIN = "https://app.example.org"

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name, "socket")
        cls.bridge = start_bridge(cls.path, cls.ORIGIN)
        cls.printed = cls.bridge.stdout.readline().strip()

    @classmethod
    def tearDownClass(cls):
        stop(cls.bridge)
        cls.folder.cleanup()

    @contextlib.contextmanager
    def connect(self):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(TIMEOUT)
            connection.connect(str(self.path))
            made = Connection(connection)
            with made.stream:
                yield made

    def status(self, *arguments, **headers):
        with self.connect() as connection:
            return connection.request(*arguments, **headers)[0]

    def test_prints_the_address_without_a_code(self):
        self.assertEqual(self.printed, f"{self.ORIGIN}/")

    def test_is_open_to_its_user_and_its_group_alone(self):
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o660)

    def test_answers_that_host_and_origin_alone(self):
        self.assertEqual(self.status(Host="app.example.org"), 200)
        for host in ("example.org", "app.example.org:8443", "localhost", ""):
            self.assertEqual(self.status(Host=host), 403, host)
        self.assertEqual(self.status("/session", Host="app.example.org", **upgrade(self.ORIGIN)), 101)
        for origin in ("http://app.example.org", "https://example.org", "https://app.example.org.example.org", "null", ""):
            self.assertEqual(self.status("/session", Host="app.example.org", **upgrade(origin)), 403, origin)
        self.assertEqual(self.status("/file/ticket", Host="app.example.org", Sec_Fetch_Site="cross-site"), 403)
        self.assertEqual(self.status("/file/ticket", Host="app.example.org", Sec_Fetch_Site="same-origin"), 404)
        self.assertEqual(self.status("/enter", "POST", Host="app.example.org", Origin=self.ORIGIN, Content_Length="0"), 403)

    def test_wants_both_options(self):
        for options, problem in ((["--listen", "x"], "needs --origin"), (["--origin", self.ORIGIN], "needs --listen"),
                                 (["--listen", "x", "--origin", f"{self.ORIGIN}/app"], "is no origin"), (["--listen", "x", "--origin", "app.example.org"], "is no origin")):
            done = subprocess.run([sys.executable, str(WEB / "bridge/bridge.py"), program(), *options], capture_output=True, text=True)
            self.assertEqual((done.returncode, problem in done.stderr), (2, True), done.stderr)


@unittest.skipUnless(NGINX and shutil.which("openssl"), "there is no nginx, or no openssl")
class NginxTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        place = pathlib.Path(cls.folder.name)
        with socket.create_server(("127.0.0.1", 0)) as free:
            cls.port = free.getsockname()[1]
        cls.origin = f"https://app.example.org:{cls.port}"
        quiet = {"check": True, "capture_output": True, "text": True}
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=app.example.org",
                        "-keyout", str(place / "key"), "-out", str(place / "certificate")], **quiet)
        hashed = {name: subprocess.run(["openssl", "passwd", "-apr1", password], **quiet).stdout.strip() for name, password in PEOPLE.items()}
        (place / "people").write_text("".join(f"{name}:{text}\n" for name, text in hashed.items()))
        cls.bridges = []
        for name in PEOPLE:
            (place / name).mkdir()
            cls.bridges.append(start_bridge(place / name / "socket", cls.origin, "--seed", "7"))
        for started in cls.bridges:
            started.stdout.readline()
        shown = re.search(r"```nginx\n(.*?)```", GUIDE, re.DOTALL)[1]
        for old, new in (("listen 443", f"listen 127.0.0.1:{cls.port}"), ("/etc/ssl/app.example.org.pem", str(place / "certificate")),
                         ("/etc/ssl/app.example.org.key", str(place / "key")), ("/etc/nginx/app.htpasswd", str(place / "people")),
                         ("/run/tributary-web", str(place))):
            assert old in shown, old
            shown = shown.replace(old, new)
        temporary = "".join(f"{kind}_temp_path {place}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;\n" if os.getuid() == 0 else ""
        (place / "nginx.conf").write_text(
            f"{user}daemon off;\npid {place}/pid;\nerror_log {place}/errors;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{shown}}}\n")
        cls.nginx = subprocess.Popen([NGINX, "-p", str(place), "-c", str(place / "nginx.conf"), "-e", str(place / "errors")], stderr=subprocess.PIPE, text=True)
        while not (place / "pid").exists() and cls.nginx.poll() is None:
            time.sleep(0.01)  # it listens before it writes this file

    @classmethod
    def tearDownClass(cls):
        for process in (cls.nginx, *cls.bridges):
            stop(process)
        cls.folder.cleanup()

    @contextlib.contextmanager
    def connect(self):
        context = ssl.create_default_context(cafile=str(pathlib.Path(self.folder.name, "certificate")))
        with socket.create_connection(("127.0.0.1", self.port), TIMEOUT) as plain, \
                context.wrap_socket(plain, server_hostname="app.example.org") as connection:
            made = Connection(connection)
            with made.stream:
                yield made

    def headers(self, name=None, password=None, **more):
        known = base64.b64encode(f"{name}:{password or PEOPLE.get(name)}".encode()).decode()
        return {"Host": f"app.example.org:{self.port}", **({"Authorization": f"Basic {known}"} if name else {}), **more}

    def status(self, *arguments, **headers):
        with self.connect() as connection:
            return connection.request(*arguments, **headers)

    def test_lets_in_who_has_the_password(self):
        status, answer = self.status(**self.headers("ada"))
        self.assertEqual(status, 200)
        self.assertIn("default-src 'none'", answer["content-security-policy"])
        self.assertIn("strict-transport-security", answer)
        self.assertEqual(self.status(**self.headers())[0], 401)
        self.assertEqual(self.status(**self.headers("ada", "nanosecond"))[0], 401)
        self.assertEqual(self.status(**self.headers("../ada", "difference"))[0], 401)
        self.assertEqual(self.status("/session", **self.headers(**upgrade(self.origin)))[0], 401)

    def test_keeps_other_sites_out(self):
        self.assertEqual(self.status("/session", **self.headers("ada", **upgrade("https://example.org")))[0], 403)
        self.assertEqual(self.status(**{**self.headers("ada"), "Host": "example.org"})[0], 403)

    def test_each_person_has_an_app(self):
        with self.connect() as ada, self.connect() as grace:
            for name, connection in (("ada", ada), ("grace", grace)):
                self.assertEqual(connection.request("/session", **self.headers(name, **upgrade(self.origin)))[0], 101)
                connection.result("bridge/start", screens=[])
            opened = ada.result("screen/open", screen="terms")["instance"]
            ada.result("screen/send", instance=opened, event={"type": "acceptedTermsChanged", "isOn": True})
            self.assertIs(ada.result("screen/get", instance=opened)["state"]["acceptedTerms"], True)
            other = grace.result("screen/open", screen="terms")
            self.assertIs(other["state"]["acceptedTerms"], False)


if __name__ == "__main__":
    unittest.main()
