"""What the bridge serves, and how: templates of the app that they belong to, and a first screen in few requests."""
import gzip
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import browser
from bridge import ROOT, WEB, Bridge, program
from test_front import BrowserTest, card, text

sys.path.insert(0, str(WEB / "bridge"))
import pages  # noqa: E402

SHOP = str(ROOT / "Tests/Web/shop_core.py")
SHELF = str(ROOT / "Tests/Web/shelf_core.py")
GOOD = '<template for="product" data-title="Shoes"><p class="mine" data-text="name"></p><button data-event="orderButtonWasTapped">Order</button></template>'
BAD = """<!-- cards -->
<template for="product">
  <p data-text="name"></p>
  <p data-text="title"></p>
  <button data-event="buy">Buy</button>
  <input data-event="sizeChanged" data-member="text" data-value="size">
</template>
"""
WRONG = [
    'templates.html:4: data-text="title" is not in the state of "product"',
    'templates.html:5: data-event="buy" is no event of "product"',
    'templates.html:6: data-member="text" is no value of the event "sizeChanged" of "product"',
]


def setUpModule():
    global chromium
    chromium = browser.Browser(browser.find())


def tearDownModule():
    chromium.close()


def folder(test, **files):
    """A folder of pages, until the end of a test."""
    place = test.enterContext(tempfile.TemporaryDirectory())
    for name, content in files.items():
        pathlib.Path(place, name.replace("_", ".")).write_text(content)
    return place


class PagesTest(BrowserTest):
    def page(self, path=""):
        page = chromium.page(self.bridge.page(path))
        self.addCleanup(page.close)
        return page


class TemplateTests(PagesTest):
    def test_another_app_gets_no_card_of_the_seeds(self):
        self.start(core=SHOP, plain=True)
        self.assertNotIn(b"<template", self.bridge.get()[1].body)
        page = self.page()
        page.wait(f"{text(card('product'))}.includes('Brogue')")
        self.assertNotIn("undefined", page.evaluate(text("main")))
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.card button:not(.close)')].map(button => button.innerText)"), ["Order"])
        self.assertEqual(page.complaints, [])

    def test_an_app_that_listens_gets_only_its_own(self):
        place = folder(self)
        path = str(pathlib.Path(place, "core"))
        core = subprocess.Popen([sys.executable, SHOP, "--listen", path], stdin=subprocess.PIPE)
        self.addCleanup(lambda: (core.stdin.close(), core.wait()))
        self.start("--connect", path, core="", plain=True)
        self.assertIn(b'data-app="tributary"', self.bridge.get()[1].body)
        page = self.page()
        page.wait(f"{text(card('product'))}.includes('Brogue')")
        self.assertEqual(page.complaints, [])

    def test_templates_of_ones_own_are_used(self):
        self.start("--pages", folder(self, templates_html=GOOD), core=SHOP, plain=True)
        page = self.page()
        page.wait(f"{text(card('product', '.mine'))} === 'Brogue'")
        self.assertEqual(page.evaluate(text(card("product", "h2"))), "Shoes")
        self.assertEqual(page.complaints, [])

    def test_one_that_does_not_fit_is_not_used_and_the_console_says_where(self):
        self.start("--pages", folder(self, templates_html=BAD), core=SHOP, plain=True)
        page = self.page()
        page.wait(f"{text(card('product'))}.includes('Brogue')")
        self.assertNotIn("undefined", page.evaluate(text("main")))
        self.assertEqual([[line in complaint for complaint in page.complaints].count(True) for line in WRONG], [1, 1, 1], page.complaints)
        self.assertEqual(len(page.complaints), len(WRONG))

    def check(self, *options):
        done = subprocess.run([sys.executable, str(WEB / "bridge/bridge.py"), *options, "--check-pages"], capture_output=True, text=True)
        return done.returncode, done.stdout.splitlines()

    def test_check_pages_names_file_and_line(self):
        self.assertEqual(self.check(SHOP, "--pages", folder(self, templates_html=BAD)), (1, WRONG))
        self.assertEqual(self.check(SHOP, "--pages", folder(self, index_html='<template for="shoe"></template>')),
                         (1, ['index.html:1: the app has no screen "shoe"']))
        self.assertEqual(self.check(SHOP, "--pages", folder(self, templates_html=GOOD))[0], 0)

    def test_the_cards_of_the_seeds_fit_their_app(self):
        self.assertEqual(self.check(program()), (0, ["Every name of the templates is in the app."]))


class StoreTests(PagesTest):
    def test_a_page_of_ones_own_follows_the_app_as_the_guide_shows(self):
        guide = (WEB / "Guide/Store.md").read_text()
        code = re.search(r"```js\n// app\.js\n(.*?)```", guide, re.DOTALL)[1]
        place = folder(self, index_html='<!doctype html><title>Mine</title><link rel="icon" href="data:,"><body><script type="module" src="/app.js"></script>', app_js=code)
        self.start("--pages", place, "--latency", "1")
        page = self.page()
        page.wait("/^Cloak: \\S*\\d/.test(document.body.textContent)")
        page.reload()
        page.wait("/^Cloak: \\S*\\d/.test(document.body.textContent)")
        with self.bridge.client() as client:
            self.assertEqual([opened["screen"] for opened in client.session(lambda params: params["instances"])["instances"]], ["product"], "and it was opened once")
        self.assertEqual(page.complaints, [])


class DeliveryTests(PagesTest):
    def setUp(self):
        self.start(core=SHELF, plain=True)

    def script(self):
        return re.search(r'src="(/front\.[0-9a-f]{16}\.js)"', self.bridge.get()[1].body.decode())[1]

    def test_the_first_screen_takes_four_requests_and_80_kB(self):
        page = chromium.page("about:blank")
        self.addCleanup(page.close)
        requests, sizes = [], []
        listen = page.browser.listeners[page.session]

        def note(method, params):
            if method in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                requests.append(params.get("request", params)["url"])
            elif method == "Network.loadingFinished":
                sizes.append(params["encodedDataLength"])
            listen(method, params)

        page.browser.listeners[page.session] = note
        page.call("Page.navigate", {"url": self.bridge.page()})
        page.wait("document.querySelector('.chunk .row')")
        requests = [url for url in requests if not url.startswith("data:")]
        self.assertEqual(len(requests), 4, requests)
        self.assertLess(sum(sizes), 80_000)

    def test_a_script_is_kept_for_ever_and_its_name_says_what_is_in_it(self):
        path = self.script()
        status, reply = self.bridge.get(path)
        self.assertEqual((status, reply.headers["Cache-Control"]), (200, "public, max-age=31536000, immutable"))
        self.assertEqual(self.bridge.get(path.replace("front.", "front.0")[:-4] + ".js")[0], 404)
        self.assertEqual(self.bridge.get(re.sub(r"\.[0-9a-f]{16}", ".0123456789abcdef", path))[0], 404)
        self.assertEqual(self.bridge.get()[1].headers["Cache-Control"], "no-store")

    def test_texts_are_compressed_where_the_browser_takes_that(self):
        path = self.script()
        plain = self.bridge.get(path)[1].body
        for encodings, is_compressed in (("gzip, deflate, br", True), ("gzip;q=1", True), ("br", False), ("x-gzip-like", False)):
            reply = self.bridge.get(path, **{"Accept-Encoding": encodings})[1]
            self.assertEqual(reply.headers["Content-Encoding"], "gzip" if is_compressed else None, encodings)
            body = reply.body
            self.assertEqual(gzip.decompress(body) if is_compressed else body, plain)

    def test_the_style_stands_in_the_page_and_no_other_may(self):
        page = self.page()
        page.wait("document.querySelector('.chunk .row')")
        self.assertEqual(page.complaints, [])
        self.assertEqual(page.evaluate("document.styleSheets.length"), 1)
        page.evaluate("document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { display: none }' }))")
        self.assertNotEqual(page.evaluate("getComputedStyle(document.body).display"), "none")
        self.assertIn("Content Security Policy", str(page.complaints))
        page.complaints.clear()

    def test_the_parts_of_a_page_of_ones_own_stand_in(self):
        place = folder(self, order_js="export function longestRise() { return []; }\nwindow.isMine = true;\n", tributary_css="body { color: rgb(1, 2, 3) }")
        self.start("--pages", place, core=SHELF, plain=True)
        page = self.page()
        page.wait("window.isMine && document.querySelector('.chunk .row')")
        self.assertEqual(page.evaluate("getComputedStyle(document.body).color"), "rgb(1, 2, 3)")

    def test_what_changes_gets_another_name(self):
        place = folder(self, order_js="export function longestRise() { return []; }\n")
        made = pages.Pages(pathlib.Path(place))
        first = made.page(made.find("/"))[0]
        self.assertEqual(made.page(made.find("/"))[0], first)
        pathlib.Path(place, "order.js").write_text("export function longestRise() { return [1]; }\n")
        self.assertNotEqual(made.page(made.find("/"))[0], first)

    def test_modules_that_import_each_other_or_are_missing_are_named(self):
        for source, problem in (('import { words } from "./words.js";\n', ""), ('import { Tabs } from "./front.js";\n', "import each other"),
                                ('import { x } from "./none.js";\n', "none.js, which is not there")):
            made = pages.Pages(pathlib.Path(folder(self, order_js=f"{source}export function longestRise() {{ return []; }}\n")))
            if not problem:
                self.assertIn(b"longestRise", made.bundle("front"))
                continue
            with self.assertRaisesRegex(ValueError, problem):
                made.bundle("front")


if __name__ == "__main__":
    unittest.main()
