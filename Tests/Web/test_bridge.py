"""The bridge alone: whom it answers, how long it runs, what its sessions are."""
import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

from bridge import ROOT, WEB, Bridge, Refused, news, program

sys.path.insert(0, str(WEB / "bridge"))

from entry import Entry  # noqa: E402


class FileTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bridge = Bridge()

    @classmethod
    def tearDownClass(cls):
        cls.bridge.stop()

    def test_serves_the_pages(self):
        for path in ("/", "/inspector.html", "/front.js", "/inspector.js", "/store.js", "/list.js", "/tributary.css"):
            status, reply = self.bridge.get(path)
            self.assertEqual(status, 200, path)
            self.assertIn("default-src 'none'", reply.headers["Content-Security-Policy"])
            self.assertEqual(reply.headers["Cache-Control"], "no-store")

    def test_serves_nothing_else(self):
        for path in ("/bridge.py", "/../README.md", "/%2e%2e/README.md", "/README.md", "/index", "/bridge/bridge.py", "/page/index.html", "/store/store.js",
                     "/templates/tributary.html", "/../bridge/entry.py", "/front.js/../bridge.py", "/%66ront.js", "/store.d.ts", "/inspector..js",
                     "/entry.0123456789abcdef.js", "/..%2fbridge%2fentry.py"):
            self.assertEqual(self.bridge.get(path)[0], 404, path)
        self.assertEqual(self.bridge.get(method="POST")[0], 405)

    def test_serves_the_inspector_to_developers_alone(self):
        with Bridge(plain=True) as bridge, bridge.client() as page:
            self.assertEqual([bridge.get(path)[0] for path in ("/", "/inspector.html", "/inspector.js")], [200, 404, 404])
            self.assertFalse(page.session()["inspects"])

    def test_has_every_file_that_the_pages_load(self):
        for path in (WEB / "page").glob("*.js"):
            self.assertEqual(self.bridge.get(f"/{path.name}")[0], 200, path.name)

    def test_answers_browsers_that_know_its_host_alone(self):
        host, port = self.bridge.host, self.bridge.port
        self.assertRegex(host, rf"^t[0-9a-f]{{20}}\.localhost:{port}$")
        for other in ("example.org", f"example.org:{port}", f"127.0.0.1:{port}", f"localhost:{port}", host.partition(":")[0], f"{host}.example.org", ""):
            status, reply = self.bridge.get(Host=other)
            self.assertEqual((status, host in str(reply.headers)), (403, False), other)

    def test_refuses_a_request_that_names_two_hosts(self):
        host = self.bridge.host
        for hosts, status in (((host,), b"200"), ((host, host), b"403"), ((host, "example.org"), b"403"), (("example.org", host), b"403"), ((), b"403")):
            lines = "".join(f"Host: {name}\r\n" for name in hosts)
            with socket.create_connection(("127.0.0.1", self.bridge.port)) as browser, browser.makefile("rb") as reply:
                browser.sendall(f"GET / HTTP/1.1\r\n{lines}\r\n".encode())
                self.assertEqual(reply.readline().split()[1], status, hosts)

    def test_answers_beside_800_connections_that_say_nothing(self):
        with contextlib.ExitStack() as stack:
            for _ in range(800):
                stack.enter_context(socket.create_connection(("127.0.0.1", self.bridge.port)))
            self.assertEqual(self.bridge.get()[0], 200)
            with self.bridge.client() as page:
                self.assertTrue(page.session())

    def test_connects_pages_of_this_origin_alone(self):
        port, origin = self.bridge.port, self.bridge.origin
        for other in ("http://example.org", f"http://localhost:{port}", f"http://127.0.0.1:{port}", origin.replace("http", "https"), "null", None):
            with self.assertRaisesRegex(Refused, "403", msg=other):
                self.bridge.client(Origin=other)
        with self.assertRaisesRegex(Refused, "403"):
            self.bridge.client(Host="example.org", Origin="http://example.org")

    def test_connects_browsers_with_its_cookie_alone(self):
        good = self.bridge.cookie
        name, _, value = good.partition("=")
        self.assertEqual(name, f"tributary-{self.bridge.port}")
        for cookie in (None, "", name, f"{name}=", good[:-1], f"{good}x", f"other={value}", f"{name}=\xe9", f"x{good}"):
            with self.bridge.client(Cookie=cookie) as client:
                self.assertEqual(client.frame(), (8, (4401).to_bytes(2, "big")), cookie)
                self.assertEqual(client.frame(), (None, b""), cookie)
        with self.bridge.client(Cookie=f"a=b; {name}=wrong; {good}; c=d") as client:
            self.assertTrue(client.session())

    def test_exchanges_a_code_once(self):
        code = self.bridge.code()
        origin = {"Origin": self.bridge.origin}

        def post(body, **headers):
            status, reply = self.bridge.get("/enter", "POST", body, **{**origin, **headers})
            return status, reply.headers["Set-Cookie"]

        for refused in (post(code.encode(), Origin="http://example.org"), post(b""), post(b"x"), post(code[:-1].encode()), post(b"\xe9")):
            self.assertEqual(refused, (403, None))
        self.assertEqual(post(b"x" * 1000), (413, None))
        status, cookie = post(code.encode())
        self.assertEqual(status, 200)
        self.assertEqual(cookie, f"{self.bridge.cookie}; Path=/; HttpOnly; SameSite=Strict")
        self.assertNotIn(code, cookie)
        self.assertEqual(post(code.encode()), (403, None), "it was used")
        self.assertEqual(self.bridge.get("/enter")[0], 404)

    def test_two_bridges_do_not_disturb_each_other(self):
        with Bridge() as other:
            self.assertNotEqual(other.host.partition(":")[0], self.bridge.host.partition(":")[0])
            self.assertNotEqual(other.cookie.partition("=")[0], self.bridge.cookie.partition("=")[0])
            cookies = f"{other.cookie}; {self.bridge.cookie}"
            for bridge in (self.bridge, other):
                with bridge.client(Cookie=cookies) as client:
                    self.assertTrue(client.session())

    def test_listens_on_the_loopback_alone(self):
        listings = [pathlib.Path("/proc/net/tcp"), pathlib.Path("/proc/net/tcp6")]
        if not listings[0].exists():
            self.skipTest("there is no /proc/net/tcp")
        rows = [line.split() for listing in listings if listing.exists() for line in listing.read_text().splitlines()[1:]]
        places = [row[1].partition(":") for row in rows if row[3] == "0A"]
        found = {address for address, _, port in places if port == f"{self.bridge.port:04X}"}
        self.assertIn("0100007F", found)
        self.assertEqual(found - {"0100007F", "00000000000000000000000001000000"}, set())

    def test_has_a_loopback_address_of_its_own(self):
        with Bridge("--loopback") as bridge:
            self.assertRegex(bridge.host, r"^127\.\d+\.\d+\.\d+:\d+$")
            self.assertNotEqual(bridge.host.partition(":")[0], "127.0.0.1")
            with socket.create_connection((bridge.host.partition(":")[0], bridge.port)) as browser:
                browser.sendall(f"GET / HTTP/1.1\r\nHost: {bridge.host}\r\n\r\n".encode())
                self.assertIn(b"200 OK", browser.recv(100))

    def test_refuses_what_is_no_websocket(self):
        for headers in ({"Upgrade": None}, {"Upgrade": "h2c"}, {"Sec-WebSocket-Key": None}):
            with self.assertRaisesRegex(Refused, "400"):
                self.bridge.client(**headers)

    def test_closes_on_frames_that_break_the_protocol(self):
        for frame, code in (
            (dict(payload=b"{}", isMasked=False), 1002),
            (dict(payload=b"{}", opcode=2), 1002),
            (dict(payload=b"\xff"), 1007),
        ):
            with self.bridge.client() as client:
                client.raw(**frame)
                self.assertEqual(client.close_code(), code)

    def test_closes_on_the_announcement_of_a_message_that_is_too_long(self):
        with self.bridge.client() as client:
            client.socket.sendall(b"\x81\xff" + (1 << 40).to_bytes(8, "big"))
            self.assertEqual(client.close_code(), 1009)

    def test_reads_fragments_and_answers_pings(self):
        with self.bridge.client() as client:
            client.raw(b'{"jsonrpc":"2.0","id":1,', isFinal=False)
            client.raw(b"are you there?", opcode=9)
            client.session()
            self.assertEqual(client.frame(), (10, b"are you there?"))
            client.raw(b'"method":"bridge/start"}', opcode=0)
            self.assertIn("isStarted", client.next(lambda message: message.get("id") == 1)["result"])


class EntryTests(unittest.TestCase):
    def test_a_code_is_good_for_a_minute_and_once(self):
        clock = [0]
        entry = Entry("token", now=lambda: clock[0])
        one, two, three = entry.code(), entry.code(), entry.code()
        self.assertEqual([entry.spend(one), entry.spend(one)], [True, False])
        clock[0] = 59.9
        self.assertTrue(entry.spend(two))
        clock[0] = 60
        self.assertFalse(entry.spend(three))
        self.assertEqual(entry.codes, {})

    def test_nothing_of_the_token_is_in_what_browsers_get(self):
        entry, other = Entry("token-0123456789"), Entry("token-0123456780")
        for given in (entry.label, entry.value, entry.cookie(80), entry.code()):
            self.assertNotIn("token-0", given)
        self.assertNotEqual((entry.label, entry.value), (other.label, other.value))
        self.assertIn("Max-Age", Entry("token", is_kept=True).cookie(80))


class LifeTests(unittest.TestCase):
    def test_runs_until_a_signal_whatever_its_input_does(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with tempfile.TemporaryDirectory() as folder:
                record = pathlib.Path(folder, "session.jsonl")
                bridge = Bridge("--record", str(record))
                with bridge.client() as client:
                    bridge.process.stdin.close()
                    client.result("bridge/start")
                    client.result("screen/open", screen="counter")
                    bridge.process.stdin = None
                    self.assertEqual(bridge.stop(number), (0, ""))
                    self.assertEqual(client.close_code(), 1001)
                self.assertEqual(record.read_text().splitlines()[-1], '{"end":true}', "the core has ended by itself")

    def test_opens_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe, script = pathlib.Path(folder, "pipe"), pathlib.Path(folder, "browser")
            os.mkfifo(pipe)
            script.write_text(f'#!/bin/sh\necho "$1" > {pipe}\n')
            script.chmod(0o755)
            with Bridge("--open", environment={"BROWSER": f"{script} %s"}) as bridge:
                self.assertEqual(pipe.read_text().strip(), f"{bridge.origin}/#{bridge.first_code}")

    def test_listens_at_a_port(self):
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            port = listener.getsockname()[1]
            listener.listen()
            code, errors = Bridge("--port", str(port)).stop()
        self.assertEqual(code, 1)
        self.assertIn(f"bridge: port {port} cannot be used", errors)
        with Bridge("--port", str(port)) as bridge:
            self.assertEqual(bridge.port, port)

    def test_keeps_a_token_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "token")
            seen = set()
            for _ in range(2):
                with Bridge("--token-file", str(path), "--log") as bridge, bridge.client() as page:
                    page.result("bridge/start")
                    value, host = bridge.cookie.partition("=")[2], bridge.host.partition(":")[0]
                    seen.add((value, host))
                    errors = bridge.stop()[1]
                    for secret in (path.read_text().strip(), value, bridge.first_code):
                        self.assertNotIn(secret, errors)
            self.assertEqual(len(seen), 1, "a browser that was let in stays so, at the same host")
            self.assertNotIn(path.read_text().strip(), str(seen))
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)
            for content in ("short", "not a token, for it has spaces"):
                path.write_text(content)
                code, errors = Bridge("--token-file", str(path)).stop()
                self.assertEqual(code, 1)
                self.assertIn("it has no token", errors)
                self.assertNotIn(content, errors)

    def test_refuses_a_token_that_others_can_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "token")
            path.write_text("0123456789abcdef")
            for mode in (0o644, 0o640, 0o604, 0o620, 0o601):
                path.chmod(mode)
                code, errors = Bridge("--token-file", str(path)).stop()
                self.assertEqual(code, 1)
                self.assertIn("other users can read or change it", errors)
                self.assertNotIn("0123456789abcdef", errors)
            path.chmod(0o400)
            with Bridge("--token-file", str(path)) as bridge:
                self.assertTrue(bridge.cookie)

    def test_serves_the_pages_of_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            pages = pathlib.Path(folder, "pages")
            pages.mkdir()
            pathlib.Path(folder, "secret.txt").write_text("secret")
            (pages / "index.html").write_text("<p>mine")
            (pages / "deep").mkdir()
            (pages / "deep" / "app.mjs").write_text("export {}")
            (pages / ".hidden").write_text("secret")
            (pages / "link.txt").symlink_to("../secret.txt")
            with Bridge("--pages", str(pages)) as bridge:
                status, reply = bridge.get()
                self.assertEqual((status, reply.headers["Content-Length"]), (200, str(len("<p>mine"))))
                self.assertEqual(bridge.get("/deep/app.mjs")[1].headers["Content-Type"], "text/javascript; charset=utf-8")
                self.assertEqual(bridge.get("/store.js")[0], 200, "a page may use the modules of the front")
                for path in (".hidden", "link.txt", "../secret.txt", "%2e%2e/secret.txt", "deep", "deep/../../secret.txt", "%00", "/etc/passwd"):
                    self.assertEqual(bridge.get("/" + path)[0], 404, path)
        code, errors = Bridge("--pages", "/nowhere").stop()
        self.assertEqual((code, "there is no folder /nowhere" in errors), (2, True))

    def test_connects_to_a_core_that_listens(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "core")
            with Bridge("--connect", str(path), core="") as bridge, bridge.client() as page:
                self.assertTrue(page.session()["isRemote"])
                self.assertEqual(page.request("bridge/start")["error"]["code"], 1101)
                runs = []
                for _ in range(2):
                    core = subprocess.Popen([program(), "--listen", str(path)], stderr=subprocess.PIPE, text=True)
                    self.addCleanup(core.stderr.close)
                    while "error" in page.request("bridge/start", screens=[{"screen": "product", "params": {"id": "cloak"}}]):
                        self.assertIsNone(core.poll())
                    self.assertEqual([opened["params"] for opened in described(page)["instances"]], [{"id": "cloak"}])
                    runs.append(described(page)["run"])
                    core.terminate()
                    self.assertEqual(core.wait(), 0)
                    self.assertEqual(
                        page.session(lambda params: not params["isRunning"])["endText"], "The core has closed the connection.")
                self.assertEqual(len(set(runs)), 2)
        code, errors = Bridge("--connect", "core", "--latency", "1", core="").stop()
        self.assertEqual((code, "takes no program" in errors), (2, True))

    def test_names_a_program_that_is_not_there(self):
        code, errors = Bridge(core="/nowhere/tributary-stdio").stop()
        self.assertEqual(code, 2)
        self.assertIn("there is no program /nowhere/tributary-stdio", errors)


def described(page):
    """The session as the page was told last."""
    return next(message["params"] for message in reversed(page.seen) if message.get("method") == "bridge/session")


class SessionTests(unittest.TestCase):
    def test_pages_share_a_session(self):
        with Bridge() as bridge, bridge.client("a") as one, bridge.client("b") as two:
            self.assertEqual(one.session(), {
                "mode": "shared", "isRunning": False, "run": None, "isRemote": False, "heartbeat": 5, "inspects": True, "endText": None, "language": None, "locale": None, "instances": []})
            started = [one.result("bridge/start"), two.result("bridge/start")]
            self.assertEqual([reply["isStarted"] for reply in started], [True, False])
            opened = one.result("screen/open", screen="product", params={"id": "cloak"})
            instances = [{"instance": opened["instance"], "screen": "product", "params": {"id": "cloak"}, "isWhole": True}]
            self.assertEqual(two.session(lambda params: params["instances"] == instances)["mode"], "shared")
            # The product may be there before the session is described, or after it.
            two.hear(lambda message: news(message).get("title") == "Cloak" or (
                message.get("params", {}).get("state", {}).get("title") == "Cloak"))
            one.result("screen/close", instance=opened["instance"])
            self.assertEqual(two.session(lambda params: params["isRunning"] and not params["instances"])["instances"], [])

    def test_wants_patches_for_each_page_and_greets_the_core_once(self):
        with Bridge() as bridge, bridge.client() as one, bridge.client() as two:
            one.result("bridge/start")
            replies = [one.result("initialize"), one.result("initialize", capabilities={"patches": False}), two.result("initialize")]
            self.assertEqual(replies[0], replies[1])
            self.assertEqual([reply["front"]["id"] for reply in replies], ["page-1", "page-1", "page-2"])
            self.assertEqual(replies[0]["coreInfo"]["name"], "tributary-stdio")
            instance = one.result("screen/open", screen="terms")["instance"]
            two.result("screen/send", instance=instance, event={"type": "acceptedTermsChanged", "isOn": True})
            update = one.next(lambda message: "acceptedTerms" in news(message))["params"]
            self.assertEqual((update["rev"], update["from"]), (2, 1))

    def test_lists_what_the_app_opens_with_its_opener(self):
        shelf = str(ROOT / "Tests/Web/shelf_core.py")
        with Bridge(core=shelf) as bridge, bridge.client() as one, bridge.client() as two:
            one.result("bridge/start")
            two.result("ping")
            one.result("screen/open", screen="shelf")
            one.result("screen/send", instance="shelf-1", event={"type": "rowWasTapped", "id": "b1"})
            opened = two.next(lambda message: message.get("params", {}).get("opener"))["params"]
            self.assertEqual((opened["instance"], opened["opener"], opened["state"]["title"]), ("book-2", "shelf-1", "Book 1"))
            listed = two.session()["instances"]
            self.assertEqual(listed[1], {"instance": "book-2", "screen": "book", "params": {}, "opener": "shelf-1"})
            one.result("screen/close", instance="shelf-1")
            closed = [two.next(lambda message: message.get("method") == "screen/closed")["params"] for _ in range(2)]
            self.assertEqual([opened["reason"] for opened in closed], ["openerClosed", "released"])
            self.assertEqual(two.session(lambda params: not params["instances"])["isRunning"], True)

    def test_ids_of_pages_do_not_meet(self):
        with Bridge() as bridge, bridge.client() as one, bridge.client() as two:
            one.result("bridge/start")
            for id in (1, "x", None, 1.5, 0):
                for client, screen in ((one, "counter"), (two, "terms")):
                    client.send({"jsonrpc": "2.0", "id": id, "method": "screen/open", "params": {"screen": screen}})
                for client, screen in ((one, "counter"), (two, "terms")):
                    reply = client.next(lambda message: "result" in message)
                    self.assertEqual((reply["id"], reply["result"]["instance"].split("-")[0]), (id, screen))

    def test_cancels_the_request_of_the_page_that_asks(self):
        with Bridge("--latency", "100000") as bridge, bridge.client() as one, bridge.client() as two:
            one.result("bridge/start")
            one.result("screen/open", screen="balance")
            for client in (one, two):
                client.send({"jsonrpc": "2.0", "id": "wait", "method": "sync"})
            two.result("ping")
            one.notify("$/cancelRequest", id="wait")
            self.assertEqual(one.next(lambda message: message.get("id") == "wait")["error"]["code"], -32800)
            two.result("ping")
            self.assertNotIn("wait", [message.get("id") for message in two.seen])

    def test_pages_are_fronts_of_one_core(self):
        with Bridge("--share", "--latency", "1") as bridge:
            with bridge.client("a") as one:
                self.assertEqual(one.session()["mode"], "shared")
                self.assertTrue(one.result("bridge/start", screens=[{"screen": "balance"}])["isStarted"])
                balance = described(one)["instances"][0]["instance"]
                with bridge.client("b") as two:
                    # A page that comes later sees what is open, and opens nothing of its own.
                    self.assertEqual([open["instance"] for open in two.session()["instances"]], [balance])
                    self.assertFalse(two.result("bridge/start", screens=[{"screen": "counter"}])["isStarted"])
                    one.notify("bridge/visible", isVisible=True)
                    two.notify("bridge/visible", isVisible=True)
                    for page in (one, two):
                        page.result("sync")
                    two.notify("bridge/visible", isVisible=False)
                    hidden = two.result("screen/get", instance=balance)["state"]
                    shown = one.result("screen/get", instance=balance)["state"]
                    self.assertEqual((hidden["valueText"], shown["valueText"]), ("••••••", "$1,234.56"))
                    opened = two.result("screen/open", screen="terms")["instance"]
                    self.assertEqual(one.next(lambda message: message.get("method") == "screen/opened")["params"]["instance"], opened)
                    one.result("screen/close", instance=opened)
            # Both are away, and one comes back to the screen that it has opened: nothing else holds it.
            with bridge.client("b") as again, bridge.client("c") as third:
                fronts = [page.result("initialize")["front"] for page in (again, third)]
                self.assertEqual([front["id"] for front in fronts], ["page-2", "page-3"], fronts)
                for page in (again, third):
                    self.assertEqual({open["instance"] for open in described(page)["instances"]}, {balance, opened})
                again.result("screen/close", instance=opened)
                closed = third.next(lambda message: message.get("method") == "screen/closed")["params"]
                self.assertEqual((closed["instance"], closed["reason"]), (opened, "released"))
                bridge.kill_core()
                for page in (again, third):
                    self.assertIn("SIGKILL", page.session(lambda params: not params["isRunning"])["endText"])
                self.assertTrue(again.result("bridge/start", screens=[{"screen": "counter"}])["isStarted"])
                self.assertFalse(third.result("bridge/start", screens=[{"screen": "counter"}])["isStarted"])

    def test_a_page_and_a_prompt_are_fronts_of_one_core(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder, "core"))
            console = str(pathlib.Path(program()).parent / "tributary-console")
            # NB: without a seed, one of 51 draws is the number that is shown already, and nothing is printed.
            prompt = subprocess.Popen(
                [console, "--plain", "--seed", "7", "--listen", path, "--share"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.addCleanup(prompt.stdout.close)
            print("open counter", file=prompt.stdin, flush=True)
            while "next" not in prompt.stdout.readline():
                pass
            with Bridge("--connect", path, "--share", core="") as bridge, bridge.client("a") as page:
                page.result("bridge/start", screens=[{"screen": "terms"}])
                self.assertEqual([open["screen"] for open in described(page)["instances"]], ["counter"])
                page.result("screen/send", instance="counter-1", event={"type": "nextButtonWasTapped"})
                self.assertIn("circle", prompt.stdout.readline())
                prompt.stdin.close()
                self.assertEqual(prompt.wait(), 0)
                self.assertFalse(page.session(lambda params: not params["isRunning"])["isRunning"])

    def test_a_page_has_a_session_that_survives_its_reload(self):
        with Bridge("--session", "page") as bridge:
            with bridge.client("a") as one, bridge.client("b") as two:
                one.result("bridge/start")
                one.result("screen/open", screen="counter")
                self.assertEqual(two.session()["isRunning"], False)
            with bridge.client("a") as again:
                described = again.session()
                self.assertEqual(described["mode"], "page")
                self.assertEqual([open["screen"] for open in described["instances"]], ["counter"])
                instance = described["instances"][0]["instance"]
                self.assertEqual(again.result("screen/get", instance=instance)["state"]["number"], 0)

    def test_a_page_that_is_duplicated_is_another_front_and_each_comes_back(self):
        with Bridge() as bridge:
            with bridge.client("a") as one, bridge.client("a") as copy:
                one.result("bridge/start")
                self.assertEqual([page.result("initialize")["front"]["id"] for page in (one, copy)], ["page-1", "page-2"])
            with bridge.client("a") as one, bridge.client("a") as copy, bridge.client("b") as other:
                ids = [page.result("initialize")["front"]["id"] for page in (one, copy, other)]
                self.assertEqual((set(ids[:2]), ids[2]), ({"page-1", "page-2"}, "page-3"))

    def test_a_page_that_stays_away_is_told_on_its_return(self):
        with Bridge("--session", "page", "--keep", "0") as bridge:
            with bridge.client("a") as page:
                page.result("bridge/start")
                page.raw(b"", opcode=8)
                page.close_code()
            with bridge.client("a") as page:
                self.assertEqual(
                    page.session(lambda params: not params["isRunning"])["endText"],
                    "The session has ended: its page was away for 0 seconds.")
                self.assertTrue(page.result("bridge/start")["isStarted"])

    def test_a_page_that_returns_while_its_core_ends_waits_for_the_end(self):
        with Bridge("--session", "page", "--keep", "0", "--stays", core=str(ROOT / "Tests/Web/other_core.py")) as bridge:
            with bridge.client("a") as page:
                page.result("bridge/start")
                page.raw(b"", opcode=8)
                page.close_code()
            with bridge.client("a") as page:
                self.assertTrue(page.session()["isRunning"])
                page.send({"jsonrpc": "2.0", "id": "start", "method": "bridge/start"})
                bridge.kill_core()
                self.assertEqual(
                    page.session(lambda params: not params["isRunning"])["endText"],
                    "The session has ended: its page was away for 0 seconds.")
                self.assertTrue(page.next(lambda message: message.get("id") == "start")["result"]["isStarted"])
                bridge.kill_core()
                self.assertEqual(page.session(lambda params: params["endText"])["endText"], "The core has ended: signal SIGKILL.")

    def test_reports_a_core_that_was_killed_and_starts_it_again(self):
        with Bridge("--latency", "100000") as bridge, bridge.client() as page:
            page.result("bridge/start")
            page.result("screen/open", screen="balance")
            page.send({"jsonrpc": "2.0", "id": "wait", "method": "sync"})
            page.result("ping")
            bridge.kill_core()
            error = page.next(lambda message: message.get("id") == "wait")["error"]
            self.assertEqual((error["code"], error["data"]["reason"]), (1100, "coreEnded"))
            described = page.session(lambda params: params["endText"])
            self.assertEqual(described["endText"], "The core has ended: signal SIGKILL.")
            self.assertEqual([open["screen"] for open in described["instances"]], ["balance"])
            self.assertEqual(page.request("ping")["error"]["data"]["hint"], described["endText"])
            with bridge.client() as late:
                self.assertEqual(late.session()["endText"], described["endText"])
            self.assertTrue(page.result("bridge/start")["isStarted"])
            self.assertEqual(page.result("screen/open", screen="counter")["instance"], "counter-1")

    def test_opens_the_screens_of_a_start_before_a_page_hears_of_it(self):
        with Bridge() as bridge, bridge.client() as one, bridge.client() as two:
            screens = [{"screen": "product", "params": {"id": "cloak"}}, {"screen": "none"}, "junk", {"screen": "counter", "params": {}}]
            self.assertTrue(one.result("bridge/start", screens=screens)["isStarted"])
            self.assertFalse(two.session()["isRunning"])
            message = two.next()
            self.assertEqual([opened["screen"] for opened in message["params"]["instances"]], ["product", "counter"])
            self.assertEqual(message["params"]["instances"][0]["params"], {"id": "cloak"}, "a page knows what another has opened")
            self.assertFalse(two.result("bridge/start", screens=screens)["isStarted"])

    def test_reports_what_a_core_says_at_its_end(self):
        bridge = Bridge("--fail", "bogus")
        with bridge.client() as page:
            hint = page.request("bridge/start")["error"]["data"]["hint"]
            text = described(page)["endText"]
            self.assertEqual(text, hint)
            self.assertRegex(text, r"^The core has ended: exit code 2\. tributary-stdio: --fail takes names")
        self.assertIn("--fail takes names", bridge.stop()[1])

    def test_reports_that_a_core_cannot_be_started(self):
        with tempfile.TemporaryDirectory() as folder:
            core = pathlib.Path(folder, "core")
            core.write_text("#!/bin/sh\n")
            core.chmod(0o755)
            with Bridge(core=str(core)) as bridge, bridge.client() as page:
                core.unlink()
                error = page.request("bridge/start")["error"]
                self.assertEqual((error["code"], error["data"]["reason"]), (1101, "notStarted"))
                self.assertFalse(page.seen[0]["params"]["isRunning"])

    def test_limits_the_cores_that_run(self):
        with contextlib.ExitStack() as stack:
            bridge = stack.enter_context(Bridge("--session", "page", core=str(ROOT / "Tests/Web/other_core.py")))
            pages = [stack.enter_context(bridge.client(str(number))) for number in range(33)]
            for page in pages[:32]:
                self.assertTrue(page.result("bridge/start")["isStarted"])
            error = pages[32].request("bridge/start")["error"]
            self.assertEqual(error["data"]["hint"], "32 sessions run already")

    def test_a_page_that_does_not_read_holds_up_no_other(self):
        with Bridge() as bridge, bridge.client() as one, bridge.client() as two:
            two.result("bridge/start")
            instance = two.result("screen/open", screen="blog")["instance"]
            for number in range(32):
                event = {"type": "titleChanged", "text": str(number % 10) * 1_000_000}
                two.result("screen/send", instance=instance, event=event)
            self.assertEqual(two.result("ping"), {})
            with self.assertRaises((AssertionError, ConnectionError)):
                while True:
                    one.next()

    def test_answers_what_it_cannot_pass_on(self):
        with Bridge() as bridge, bridge.client() as page:
            page.result("bridge/start")
            for text, code in (
                ("{", -32700), ("NaN", -32700), ('{"id":1e999}', -32700), ('{"id":"\\ud800"}', -32700),
                ("[" * 100000, -32700), ("[]", -32600), ('"x"', -32600),
            ):
                page.send(text)
                self.assertEqual(page.next(lambda message: "error" in message)["error"]["code"], code, text[:20])
            self.assertEqual(page.request("screen/send", instance="none", event={})["error"]["code"], -32602)
            self.assertEqual(page.result("ping"), {})

    def test_who_looks_through_an_inspector_sees_the_app_active(self):
        with Bridge() as bridge, bridge.client("a") as page:
            page.result("bridge/start")
            instance = page.result("screen/open", screen="balance")["instance"]
            page.result("sync")

            def is_redacted():
                return page.result("screen/get", instance=instance)["state"]["isRedacted"]

            with bridge.client("b") as inspector:
                inspector.notify("bridge/visible", isVisible=True, isInspector=True)
                inspector.result("ping")
                page.notify("bridge/visible", isVisible=False)
                self.assertFalse(is_redacted(), "the page is behind the inspector")
                inspector.notify("bridge/visible", isVisible=False, isInspector=True)
                inspector.result("ping")
                self.assertTrue(is_redacted())
                inspector.notify("bridge/visible", isVisible=True, isInspector=True)
                inspector.result("ping")
                self.assertFalse(is_redacted())
                inspector.raw(b"", opcode=8)
                inspector.close_code()
            page.notify("bridge/visible", isVisible=False)
            self.assertTrue(is_redacted())

    def test_each_page_hides_what_is_private_while_it_cannot_be_seen(self):
        with Bridge() as bridge, bridge.client() as silent:
            silent.result("bridge/start")
            instance = silent.result("screen/open", screen="balance")["instance"]
            silent.result("sync")

            def is_redacted(client):
                return client.result("screen/get", instance=instance)["state"]["isRedacted"]

            def report(client, is_visible):
                client.notify("bridge/visible", isVisible=is_visible)
                return is_redacted(client)

            with bridge.client("a") as one:
                with bridge.client("b") as two:
                    self.assertEqual([report(one, True), report(two, True)], [False, False])
                    self.assertEqual([report(one, False), is_redacted(two)], [True, False])
                    self.assertEqual([report(two, False), is_redacted(one)], [True, True])
                    self.assertFalse(is_redacted(silent), "a page that says nothing of itself counts as seen")
                # The page is gone without a word.
                self.assertFalse(report(one, True))
            with bridge.client("a") as again:
                self.assertEqual((is_redacted(again), report(again, False)), (False, True))
