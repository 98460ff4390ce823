"""Files between a browser's requests and a core, without a browser: tickets, cuts, refusals."""
import http.client
import json
import socket
import sys
import unittest
import urllib.parse

from bridge import ROOT, TIMEOUT, WEB, Bridge

sys.path.insert(0, str(WEB / "bridge"))

from files import attachment  # noqa: E402

CORE = str(ROOT / "Tests/Web/question_core.py")
LARGE = bytes(index * 7 % 256 for index in range(200_000))


class FileTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bridge = Bridge(core=CORE)

    @classmethod
    def tearDownClass(cls):
        cls.bridge.stop()

    def asked(self, page, name):
        """The id of a question that the core asks."""
        page.result("bridge/start", screens=[{"screen": "desk"}])
        page.request("screen/send", instance="desk-1", event={"type": name})
        # Those of other tests are asked again before.
        return [message for message in page.seen if message.get("method") == "question/ask"][-1]["params"]["question"]

    def http(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.bridge.port, timeout=TIMEOUT)
        try:
            connection.request(method, path, body, {"Host": self.bridge.host, "Cookie": self.bridge.cookie, **headers})
            reply = connection.getresponse()
            return reply.status, reply.read(), reply.headers
        finally:
            connection.close()

    def post(self, ticket, body, **headers):
        return self.http("POST", "/file", body, **{"Origin": self.bridge.origin, "X-Tributary-Ticket": ticket, **headers})[:2]

    def fetch(self, address, **headers):
        return self.http("GET", address, **headers)

    def test_a_ticket_is_for_one_post_of_a_page_that_was_let_in(self):
        with self.bridge.client("a") as page:
            question = self.asked(page, "pickLarge")
            ticket = page.result("bridge/give", question=question, size=3)["ticket"]
            for headers in ({"Origin": "http://example.org"}, {"Cookie": "a=b"}, {"Origin": "null"}):
                self.assertEqual(self.post(ticket, b"abc", **headers)[0], 403)
            self.assertEqual(self.post(ticket + "x", b"abc")[0], 404)
            self.assertEqual(self.fetch(f"/file/{ticket}")[0], 404, "it is for no download")
            status, body = self.post(ticket, b"abc")
            self.assertEqual((status, list(json.loads(body))), (200, ["file"]))
            self.assertEqual(self.post(ticket, b"abc")[0], 404, "it was used")
            ticket = page.result("bridge/give", question=question, size=3)["ticket"]
            self.assertEqual(self.post(ticket, b"abcd")[0], 413)
            self.assertEqual(self.post(ticket, b"abc")[0], 404, "it was used")

    def test_a_file_that_is_refused_has_a_reason(self):
        with self.bridge.client("b") as page:
            question = self.asked(page, "pickLarge")
            for params in ({"question": question, "size": 2 << 20}, {"question": "question-0", "size": 1}, {"question": question, "size": "1"}, {}):
                reply = page.request("bridge/give", **params)
                self.assertEqual(reply["error"]["code"], 1006, params)
            ticket = page.result("bridge/give", question=question, size=131_313)["ticket"]
            self.assertEqual(self.post(ticket, b"x" * 131_313), (409, b"There is no room left on the disk."))

    def test_a_post_that_is_cut_leaves_nothing(self):
        with self.bridge.client("c") as page:
            question = self.asked(page, "pickLarge")
            ticket = page.result("bridge/give", question=question, size=200_000)["ticket"]
            with socket.create_connection(("127.0.0.1", self.bridge.port), TIMEOUT) as connection:
                connection.sendall((
                    f"POST /file HTTP/1.1\r\nHost: {self.bridge.host}\r\nOrigin: {self.bridge.origin}\r\nCookie: {self.bridge.cookie}\r\n"
                    f"X-Tributary-Ticket: {ticket}\r\nContent-Length: 200000\r\n\r\n").encode() + b"x" * 100_000)
            # The core hears of it before it answers this.
            self.assertEqual(self.post(ticket, b"x")[0], 404)
            self.assertIn("result", page.request("ping"))

    def test_a_download_is_an_attachment_for_one_get(self):
        with self.bridge.client("d") as page:
            question = self.asked(page, "saveLarge")
            address = page.result("bridge/save", question=question)["address"]
            self.assertEqual(self.fetch(address, Cookie="")[0], 403)
            self.assertEqual(self.fetch(address, **{"Sec-Fetch-Site": "cross-site"})[0], 403)
            self.assertEqual(self.post(address.removeprefix("/file/"), b"")[0], 404, "it is for no upload")
            status, body, headers = self.fetch(address, **{"Sec-Fetch-Site": "same-origin"})
            self.assertEqual((status, body), (200, LARGE))
            self.assertIn("sandbox", headers["Content-Security-Policy"])
            headers = {name: headers[name] for name in ("Content-Disposition", "Content-Type", "X-Content-Type-Options", "Cache-Control")}
            self.assertEqual(headers, {
                "Content-Disposition": "attachment; filename*=UTF-8''%C3%BC%20%22b%22.bin", "Content-Type": "application/octet-stream",
                "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"})
            self.assertTrue(page.next(lambda message: message.get("method") == "bridge/saved")["params"]["isWhole"])
            self.assertEqual(self.fetch(address)[0], 404, "it was used")
            self.assertEqual(page.request("bridge/save", question="question-0")["error"]["code"], 1006)

    def test_the_name_of_a_download_keeps_its_ending_and_its_dot(self):
        for name, saved in (
            ("a" * 300 + ".txt", "a" * 196 + ".txt"), ("é" * 150 + ".tar.gz", "é" * 98 + ".gz"), ("a." + "b" * 300, "a." + "b" * 198),
            ("e" + "\u0301" * 3 + "x" * 193 + "e\u0301.txt", "e" + "\u0301" * 3 + "x" * 189 + ".txt"),
            (".bashrc", ".bashrc"), ("../../.bashrc", ".bashrc"), ("..", "file"), ("...", "file"), (" \u202e", "file"),
        ):
            header = attachment(name)
            self.assertEqual(header, "attachment; filename*=UTF-8''" + urllib.parse.quote(saved, safe=""))

    def test_a_download_that_fails_is_not_whole(self):
        with self.bridge.client("e") as page:
            question = self.asked(page, "saveCut")
            address = page.result("bridge/save", question=question)["address"]
            with self.assertRaises((http.client.IncompleteRead, ConnectionError)):
                self.fetch(address)
            saved = page.next(lambda message: message.get("method") == "bridge/saved")["params"]
            self.assertEqual((saved["isWhole"], saved["reason"]), (False, "The file was changed since it was opened."))
            question = self.asked(page, "saveGone")
            reply = self.fetch(page.result("bridge/save", question=question)["address"])[:2]
            self.assertEqual(reply, (409, b"The file was changed since it was opened."))

    def test_a_page_that_has_gone_has_no_files(self):
        with self.bridge.client("f") as page:
            question = self.asked(page, "saveLarge")
            address = page.result("bridge/save", question=question)["address"]
            page.raw((1000).to_bytes(2, "big"), opcode=8)
            page.close_code()
            self.assertEqual(self.fetch(address)[0], 404)
