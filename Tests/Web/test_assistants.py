"""Assistants at the bridge, by the Model Context Protocol over HTTP: whom it answers, and what it carries."""
import base64
import contextlib
import http.client
import json
import pathlib
import socket
import tempfile
import unittest

from bridge import TIMEOUT, Bridge

CORE = str(pathlib.Path(__file__).with_name("assistant_core.py"))
VERSION, CLIENT, CAPABILITIES = (f"io.modelcontextprotocol/{name}" for name in ("protocolVersion", "clientInfo", "clientCapabilities"))
MODERN = "2026-07-28"


class Reply:
    """The answer to a request of HTTP; of a stream, the messages come as they are read."""

    def __init__(self, connection):
        self.connection, self.reply = connection, connection.getresponse()
        self.status, self.headers = self.reply.status, self.reply.headers
        self.is_stream = self.headers["Content-Type"] == "text/event-stream"
        self.text = None if self.is_stream else self.reply.read().decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.reply.close()
        self.connection.close()

    @property
    def json(self):
        return json.loads(self.text)

    def next(self):
        """The next message of the stream; None at its end."""
        while line := self.reply.readline():
            if line.startswith(b"data: "):
                return json.loads(line[6:])
        return None


class Served(Bridge):
    """A bridge that serves assistants."""

    def __init__(self, *options, core=CORE):
        super().__init__("--mcp-http", *options, core=core, plain=True)
        self.settings = json.loads(self.process.stdout.readline())
        self.token = self.settings["headers"]["Authorization"]

    def ask(self, method="POST", body=None, path="/mcp", **headers):
        """Sends a request of HTTP. A header that is None is left out."""
        given = {"Host": f"127.0.0.1:{self.port}", "Authorization": self.token, "Accept": "application/json, text/event-stream",
                 "Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        sized = {"Content-Length": len(data)} if data is not None and "Content-Length" not in given else {}
        for name, value in {**given, **sized}.items():
            for one in value if isinstance(value, tuple) else (value,):
                if one is not None:
                    connection.putheader(name, one)
        connection.endheaders(data)
        return Reply(connection)

    def session(self, **headers):
        """The id of a new session."""
        reply = self.ask(body=request("initialize", 0, protocolVersion="2025-11-25"), **headers)
        return reply.headers["Mcp-Session-Id"]

    def modern(self, method="echo", id=1, client="one", meta=(), headers=(), **params):
        message = request(method, id, **params)
        message["params"] = {**params, "_meta": {VERSION: MODERN, CLIENT: {"name": client, "version": "1"}, CAPABILITIES: {}, **dict(meta)}}
        return self.ask(body=message, **{"MCP-Protocol-Version": MODERN, "Mcp-Method": method, **dict(headers)})


def request(method, id=1, **params):
    return {"jsonrpc": "2.0", **({} if id is None else {"id": id}), "method": method, "params": params}


class AccessTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bridge = Served()

    @classmethod
    def tearDownClass(cls):
        cls.bridge.stop()

    def test_prints_what_the_settings_of_a_host_take(self):
        self.assertEqual(self.bridge.settings["url"], f"http://127.0.0.1:{self.bridge.port}/mcp")
        self.assertRegex(self.bridge.token, "^Bearer [0-9a-f]{64}$")

    def test_serves_assistants_only_where_the_option_says_so(self):
        with Bridge(core=CORE, plain=True) as bridge:
            self.assertEqual(bridge.get("/mcp", "POST", b"{}")[0], 405)

    def test_refuses_a_wrong_token(self):
        cookie = self.bridge.cookie
        for token in (None, "", "Bearer", "Bearer ", self.bridge.token[:-1], self.bridge.token + "0", self.bridge.token.replace("Bearer", "Basic"),
                      "Bearer \u00fc", f"Bearer {cookie.partition('=')[2]}"):
            for method in ("POST", "GET", "DELETE", "PUT"):
                reply = self.bridge.ask(method, request("initialize") if method == "POST" else None, Authorization=token, Cookie=cookie)
                self.assertEqual((reply.status, reply.headers["WWW-Authenticate"]), (401, "Bearer"), token)

    def test_refuses_pages_of_other_origins(self):
        port = self.bridge.port
        for origin in ("http://example.org", "null", "", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}", "http://127.0.0.1"):
            self.assertEqual(self.bridge.ask(body=request("initialize"), Origin=origin).status, 403, origin)
            self.assertEqual(self.bridge.ask("OPTIONS", Origin=origin).status, 403, origin)
        for origin in (self.bridge.origin, f"http://127.0.0.1:{port}", f"http://localhost:{port}"):
            self.assertEqual(self.bridge.ask(body=request("initialize"), Origin=origin).status, 200, origin)

    def test_answers_to_its_own_names_alone(self):
        own = f"127.0.0.1:{self.bridge.port}"
        for host in ("example.org", f"example.org:{self.bridge.port}", "127.0.0.1", None, "", (own, own), (own, "example.org"), ("example.org", own)):
            self.assertEqual(self.bridge.ask(body=request("initialize"), Host=host).status, 403, host)
        for host in (own, f"localhost:{self.bridge.port}", self.bridge.host):
            self.assertEqual(self.bridge.ask(body=request("initialize"), Host=host).status, 200, host)

    def test_says_what_is_wrong_with_a_request(self):
        message = request("initialize")
        for status, method, body, headers in (
            (405, "PUT", message, {}), (405, "HEAD", None, {}), (405, "OPTIONS", None, {}),
            (415, "POST", message, {"Content-Type": "text/plain"}), (415, "POST", message, {"Content-Type": None}),
            (415, "POST", message, {"Content-Type": "application/jsonp"}),
            (406, "POST", message, {"Accept": "text/html"}), (406, "POST", message, {"Accept": "application/json"}),
            (406, "GET", None, {"Accept": "application/json"}),
            (411, "POST", None, {}), (411, "POST", b"{}", {"Content-Length": "-1"}), (411, "POST", b"{}", {"Content-Length": "\u00b2"}),
            (413, "POST", b"{}", {"Content-Length": str((1 << 22) + 1)}), (413, "POST", b"{}", {"Content-Length": "9" * 400}),
            (400, "POST", request("echo"), {}), (400, "GET", None, {}), (400, "DELETE", None, {}),
            (404, "POST", request("echo"), {"Mcp-Session-Id": "unknown"}), (404, "GET", None, {"Mcp-Session-Id": "unknown"}),
            (404, "DELETE", None, {"Mcp-Session-Id": "unknown"}),
        ):
            self.assertEqual(self.bridge.ask(method, body, **headers).status, status, (method, headers))
        self.assertEqual(self.bridge.ask(body=message, **{"Content-Type": "Application/JSON; charset=utf-8", "Accept": "*/*"}).status, 200)

    def test_takes_messages_alone(self):
        session = self.bridge.session()
        for body, code in (
            (b"", -32700), (b"{", -32700), (b"\xff\xfe{}", -32700), (b'{"id":NaN}', -32700), (b"[" * 100_000, -32700), (b'"\\ud800"', -32700),
            (b"1", -32600), (b"{}", -32600), (b"[]", -32600), (b"[1]", -32600), (b'{"method":1,"id":1}', -32600), (b'{"method":"echo","id":null}', -32600),
            (b'{"method":"echo","id":true}', -32600), (b'{"method":"echo","id":{}}', -32600),
        ):
            reply = self.bridge.ask(body=body, Mcp_Session_Id=session)
            self.assertEqual((reply.status, reply.json["error"]["code"]), (400, code), body[:40])
        self.assertEqual(self.bridge.ask(body=request("echo"), Mcp_Session_Id=session).status, 200)

    def test_answers_beside_800_connections_that_say_nothing(self):
        with contextlib.ExitStack() as stack:
            for _ in range(800):
                stack.enter_context(socket.create_connection(("127.0.0.1", self.bridge.port)))
            session = self.bridge.session()
            self.assertEqual(self.bridge.ask(body=request("echo"), Mcp_Session_Id=session).status, 200)


class SessionTests(unittest.TestCase):
    """The older revisions."""

    def setUp(self):
        self.bridge = Served()
        self.addCleanup(self.bridge.__exit__)
        self.session = self.bridge.session()

    def ask(self, method="echo", id=1, session=None, **params):
        return self.bridge.ask(body=request(method, id, **params), Mcp_Session_Id=session or self.session)

    def result(self, *arguments, **params):
        return self.ask(*arguments, **params).json["result"]

    def test_gives_each_host_a_front_of_its_own(self):
        other = self.bridge.session()
        self.assertNotEqual(other, self.session)
        # Both have the same ids at the same time.
        with self.ask("ask", 7) as one, self.ask("ask", 7, session=other) as two:
            for session, reply in ((other, two), (self.session, one)):
                question = reply.next()
                self.bridge.ask(body={"jsonrpc": "2.0", "id": question["id"], "result": session}, Mcp_Session_Id=session)
                self.assertEqual(reply.next()["result"]["answer"], session)
        self.assertEqual([self.result(session=session)["front"] for session in (self.session, other, self.session)], [1, 2, 1])

    def test_passes_a_message_on_as_it_came(self):
        body = b'{\r\n "id": "a",\n "method": "echo", "params": {"amount": 0.10000000000000000001, "text": "\\n\\u00fc", "big": 1E400}\n}'
        reply = self.bridge.ask(body=body, Mcp_Session_Id=self.session)
        self.assertEqual(reply.headers["Content-Type"], "application/json")
        self.assertEqual(reply.json["result"]["line"], body.decode().replace("\r", " ").replace("\n", " "))

    def test_accepts_notifications_and_responses_without_an_answer(self):
        for message in (request("notifications/initialized", None), [request("a", None), request("b", None)]):
            reply = self.bridge.ask(body=message, Mcp_Session_Id=self.session)
            self.assertEqual((reply.status, reply.text), (202, ""))

    def test_answers_a_batch_by_one_message(self):
        reply = self.bridge.ask(body=[request("a", 1), request("b", None), request("c", 2)], Mcp_Session_Id=self.session)
        self.assertEqual([one["id"] for one in reply.json], [1, 2])

    def test_streams_what_comes_before_the_answer(self):
        with self.ask("progress", 5, _meta={"progressToken": "t"}) as reply:
            self.assertEqual((reply.status, reply.is_stream, reply.headers["X-Accel-Buffering"]), (200, True, "no"))
            self.assertEqual([reply.next()["params"]["progress"] for _ in range(2)], [1, 2])
            self.assertEqual(reply.next()["id"], 5)
            self.assertIsNone(reply.next())

    def test_carries_a_question_of_the_app_and_its_answer(self):
        with self.ask("ask", 5) as reply:
            question = reply.next()
            self.assertEqual(question["method"], "elicitation/create")
            answer = {"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept"}}
            self.assertEqual(self.bridge.ask(body=answer, Mcp_Session_Id=self.session).status, 202)
            self.assertEqual(reply.next()["result"]["answer"], {"action": "accept"})

    def test_reports_by_the_stream_of_a_get(self):
        self.result("news")  # before there is a stream
        with self.bridge.ask("GET", Mcp_Session_Id=self.session) as stream:
            self.assertEqual(stream.next()["params"], {"text": "new"})
            self.result("news")
            self.assertEqual(stream.next()["params"], {"text": "new"})
            # A host that comes again has lost the stream before.
            with self.bridge.ask("GET", Mcp_Session_Id=self.session) as newer:
                self.assertIsNone(stream.next())
                self.result("news")
                self.assertEqual(newer.next()["params"], {"text": "new"})

    def test_refuses_an_id_that_is_open(self):
        with self.ask("ask", 5) as reply:
            reply.next()
            again = self.ask("echo", 5)
            self.assertEqual((again.status, again.json["error"]["code"]), (400, -32600))

    def test_refuses_another_revision_than_the_agreed_one(self):
        for version, status in (("2025-11-25", 200), ("2025-06-18", 400), ("2024-11-05", 400), ("x", 400), (None, 200)):
            reply = self.bridge.ask(body=request("echo"), Mcp_Session_Id=self.session, MCP_Protocol_Version=version)
            self.assertEqual(reply.status, status, version)

    def test_ends_a_session_when_its_host_says_so(self):
        self.assertEqual(self.bridge.ask("DELETE", Mcp_Session_Id=self.session).status, 200)
        self.assertEqual(self.ask().status, 404)
        self.assertEqual(self.bridge.ask("DELETE", Mcp_Session_Id=self.session).status, 404)
        self.assertIn("front 1 has left", self.bridge.process.stderr.readline())

    def test_ends_a_session_that_asks_nothing_for_a_while(self):
        with Served("--keep", "0.2") as bridge:
            session = bridge.session()
            with bridge.ask("GET", Mcp_Session_Id=session):
                pass
            self.assertIn("front 1 has left", bridge.process.stderr.readline())
            self.assertEqual(bridge.ask(body=request("echo"), Mcp_Session_Id=session).status, 404)

    def test_keeps_what_is_asked_lately_of_too_many(self):
        sessions = [self.session, *(self.bridge.session() for _ in range(63))]
        self.assertEqual(self.ask(session=sessions[0]).status, 200)
        self.bridge.session()
        self.assertEqual([self.ask(session=session).status for session in sessions[:3]], [200, 404, 200])

    def test_answers_what_is_open_when_the_app_ends(self):
        with self.bridge.ask("GET", Mcp_Session_Id=self.session) as stream:
            reply = self.ask("end", 5)
            self.assertEqual((reply.json["id"], reply.json["error"]["message"]), (5, "The app has ended."))
            self.assertIsNone(stream.next())
        self.assertEqual(self.ask().status, 404)
        # The next session starts it again.
        self.assertEqual(self.ask(session=self.bridge.session()).status, 200)

    def test_lets_nobody_wait_for_a_host_that_does_not_read(self):
        stream = self.bridge.ask("GET", Mcp_Session_Id=self.session)
        self.assertEqual(self.ask("flood").status, 200)
        self.assertEqual(self.ask().status, 200)
        while stream.next():
            pass
        stream.__exit__()


class StatelessTests(unittest.TestCase):
    """2026-07-28, in which each request stands alone."""

    def setUp(self):
        self.bridge = Served()
        self.addCleanup(self.bridge.__exit__)

    def test_serves_a_request_without_a_session(self):
        reply = self.bridge.modern(id="a", amount=1)
        self.assertEqual((reply.status, reply.headers["Mcp-Session-Id"], reply.json["id"]), (200, None, "a"))
        # A session that is named means nothing.
        self.assertEqual(self.bridge.modern(headers={"Mcp-Session-Id": "unknown"}).status, 200)

    def test_keeps_the_digits_of_an_amount(self):
        body = json.dumps({**request("echo"), "params": {"amount": 12, "_meta": {VERSION: MODERN}}}).replace("12", "0.10000000000000000001").encode()
        reply = self.bridge.ask(body=body, MCP_Protocol_Version=MODERN, Mcp_Method="echo")
        self.assertIn('"amount":0.10000000000000000001', reply.json["result"]["line"])

    def test_shares_a_front_among_hosts_that_describe_themselves_alike(self):
        fronts = [self.bridge.modern(client=client).json["result"]["front"] for client in ("one", "two", "one")]
        self.assertEqual(fronts, [1, 2, 1])

    def test_compares_the_headers_with_the_message(self):
        encoded = "=?base64?" + base64.b64encode("t\u00fcr".encode()).decode() + "?="
        for headers, params, status in (
            ({}, {}, 200), ({"Mcp-Method": None}, {}, 400), ({"Mcp-Method": "other"}, {}, 400), ({"MCP-Protocol-Version": None}, {}, 400),
            ({"MCP-Protocol-Version": "2025-11-25"}, {}, 400), ({"Mcp-Method": "tools/call"}, {"name": "t"}, 400),
            ({"Mcp-Method": "tools/call", "Mcp-Name": "t"}, {"name": "t"}, 200), ({"Mcp-Method": "tools/call", "Mcp-Name": "u"}, {"name": "t"}, 400),
            ({"Mcp-Method": "tools/call", "Mcp-Name": encoded}, {"name": "t\u00fcr"}, 200),
            ({"Mcp-Method": "tools/call", "Mcp-Name": "=?base64?!?="}, {"name": "t"}, 400),
            ({"Mcp-Method": "resources/read", "Mcp-Name": "a:b"}, {"uri": "a:b"}, 200), ({"Mcp-Method": "resources/read"}, {"uri": "a:b"}, 400),
        ):
            method = headers.get("Mcp-Method") if params else "echo"
            reply = self.bridge.modern(method, headers=headers, **params)
            self.assertEqual(reply.status, status, headers)
            if status == 400:
                self.assertEqual((reply.json["error"]["code"], reply.json["id"]), (-32020, 1), headers)
        # The headers of this revision with a message of none.
        reply = self.bridge.ask(body=request("echo"), MCP_Protocol_Version=MODERN, Mcp_Method="echo")
        self.assertEqual((reply.status, reply.json["error"]["code"]), (400, -32020))

    def test_says_by_the_status_that_a_method_is_unknown(self):
        reply = self.bridge.modern("unknown", 4)
        self.assertEqual((reply.status, reply.json["id"], reply.json["error"]["code"]), (404, 4, -32601))

    def test_tells_hosts_with_the_same_ids_apart(self):
        with self.bridge.modern("listen", 1) as one, self.bridge.modern("listen", 1) as two:
            for stream in (one, two):
                self.assertEqual(stream.next()["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 1)
            self.bridge.modern("report", 1)
            for stream in (one, two):
                self.assertEqual(stream.next()["method"], "notifications/updated")
        with self.bridge.modern("progress", 1, meta={"progressToken": "t"}) as reply:
            self.assertEqual(reply.next()["params"]["progressToken"], "t")

    def test_cancels_the_request_of_a_stream_that_its_host_closes(self):
        stream = self.bridge.modern("listen", 1)
        stream.next()
        stream.__exit__()
        number = None
        while not number:
            number = self.bridge.modern("echo", 1).json["result"]["cancelled"]
        self.assertEqual(number, [1])

    def test_takes_no_response_of_a_host(self):
        message = {"jsonrpc": "2.0", "id": 1, "result": {}, "params": {"_meta": {VERSION: MODERN}}}
        self.assertEqual(self.bridge.ask(body=message, MCP_Protocol_Version=MODERN).status, 400)


class AppTests(unittest.TestCase):
    """The app itself, beside a page."""

    def test_is_a_front_of_the_app_that_a_page_shows(self):
        with Served("--seed", "7", core=None) as bridge, bridge.client() as page:
            self.assertTrue(page.result("bridge/start", screens=[])["isStarted"])
            session = bridge.session()
            call = request("tools/call", 1, name="open_screen", arguments={"screen": "counter"})
            opened = json.loads(bridge.ask(body=call, Mcp_Session_Id=session).json["result"]["content"][0]["text"])
            seen = page.next(lambda message: message.get("method") == "screen/opened")["params"]
            self.assertEqual((opened["instance"], seen["instance"]), ("counter-1", "counter-1"))
            # Two hosts at once, one of each era; what one alone holds goes with it.
            params = {"name": "read_screen", "arguments": {"instance": "counter-1"}}
            self.assertEqual(bridge.modern("tools/call", 1, headers={"Mcp-Name": "read_screen"}, **params).status, 200)
            bridge.ask("DELETE", Mcp_Session_Id=session)
            closed = page.next(lambda message: message.get("method") == "screen/closed")["params"]
            self.assertEqual(closed["instance"], "counter-1")

    def test_starts_the_app_for_a_page_that_comes_later(self):
        with Served(core=None) as bridge:
            bridge.session()
            with bridge.client() as page:
                self.assertFalse(page.session()["isRunning"])
                self.assertTrue(page.result("bridge/start", screens=[{"screen": "counter"}])["isStarted"])
            with bridge.client() as page:
                self.assertFalse(page.result("bridge/start", screens=[{"screen": "counter"}])["isStarted"])

    def test_keeps_its_token_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/token"
            tokens = []
            for _ in range(2):
                with Served("--token-file", file) as bridge:
                    tokens.append(bridge.token)
        self.assertEqual(tokens[0], tokens[1])

    def test_needs_no_token_behind_a_web_server(self):
        body = json.dumps(request("initialize", 0, protocolVersion="2025-11-25")).encode()
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/socket"
            with Bridge("--mcp-http", "--listen", path, "--origin", "https://app.example.org", core=CORE, plain=True) as bridge:
                self.assertEqual(json.loads(bridge.process.stdout.readline()), {"type": "http", "url": "https://app.example.org/mcp"})
                for host, origin, status in (("app.example.org", "https://app.example.org", 200), ("app.example.org", None, 200), ("127.0.0.1", None, 403),
                                             ("app.example.org", "http://app.example.org", 403)):
                    with socket.socket(socket.AF_UNIX) as connection:
                        connection.connect(path)
                        lines = [f"Host: {host}", "Content-Type: application/json", f"Content-Length: {len(body)}", *([f"Origin: {origin}"] if origin else [])]
                        connection.sendall("\r\n".join(["POST /mcp HTTP/1.1", *lines, "", ""]).encode() + body)
                        self.assertEqual(connection.makefile("rb").readline().split()[1], str(status).encode(), (host, origin))

    def test_goes_with_one_app_for_all(self):
        bridge = Bridge("--mcp-http", "--session", "page", core=CORE)
        self.assertEqual(bridge.process.wait(TIMEOUT), 2)
        self.assertIn("--mcp-http goes with one app for all", bridge.stop()[1])
