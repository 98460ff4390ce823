"""The pages when the connection is cut, the core hangs or ends: nothing on screen is lost, and nothing is sent twice."""
import json
import pathlib
import signal
import subprocess
import tempfile

import test_front
from bridge import ROOT, program
from proxy import Proxy
from test_front import SESAME, BrowserTest, card, text

SHELF = str(ROOT / "Tests/Web/shelf_core.py")
CONNECTED = "document.querySelector('#connection').innerText.startsWith('Connected')"
CUT = "document.querySelector('#connection').innerText === 'Not connected'"
HUNG = "document.querySelector('#connection').innerText === 'The app does not answer'"
LOST = text("#lost")
NUMBER = text(card("counter", ".number"))
NAME = card("terms", "[data-event=nameChanged]")
NAME_VALUE = f"document.querySelector({json.dumps(NAME)}).value"
FOCUS = "document.activeElement"


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class Core:
    """A core that listens on a socket until the end of a `with` block."""

    def __init__(self, *options):
        self.process = subprocess.Popen([program(), *options], stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class CutTest(BrowserTest):
    def begin(self, *options, refusing=False, count=6, **more):
        """A page whose connection can be cut."""
        self.start(*options, **more)
        self.proxy = self.enterContext(Proxy(self.bridge))
        self.proxy.is_refusing = refusing
        page = self.tab()
        if not refusing and count:
            page.wait(f"document.querySelectorAll('.card').length === {count} && {CONNECTED}")
            page.wait("[...document.querySelectorAll('.activity')].every(activity => activity.hidden) && "
                      "document.querySelector('[data-kind=product] :is(h3, .line):not(:empty)')")
        return page

    def tab(self, path="", width=1280, height=900):
        page = test_front.chromium.page(self.proxy.address(path), width, height)
        self.addCleanup(page.close)
        return page

    def shelf(self, *options):
        page = self.begin(*options, core=SHELF, count=0)
        page.wait("document.querySelector('[data-opens=shelf]')")
        page.click("[data-opens=shelf] button")
        page.wait("document.querySelector('[data-kind=shelf] .count:not(:empty)')")
        return page

    def sent(self, page, kind):
        """How often the page has sent an event."""
        messages = [json.loads(frame) for way, frame in page.frames if way == "sent"]
        return [message["params"]["event"]["type"] for message in messages if message["method"] == "screen/send"].count(kind)

    def wait_until_sent(self, page, kind, count=1):
        page.wait("true")
        for _ in range(3000):
            if self.sent(page, kind) >= count:
                return
            page.evaluate("new Promise(resolve => setTimeout(resolve, 10))")
        self.fail(f"{kind} was not sent")

    def reconnect(self, page):
        self.proxy.is_refusing = False
        page.wait(CONNECTED)

    def cut(self, page):
        self.proxy.is_refusing = True
        self.proxy.cut()
        page.wait(CUT)


class CutTests(CutTest):
    def test_before_the_first_message(self):
        page = self.begin(refusing=True)
        page.wait(f"{CUT} && " + text("#notice") + ".includes('The bridge does not answer.')")
        self.reconnect(page)
        page.wait("document.querySelectorAll('.card').length === 6")
        page.wait("!document.querySelector('#notice').checkVisibility()")

    def test_in_the_first_message(self):
        page = self.begin(refusing=True)
        page.wait(CUT)
        self.proxy.cut_in_next_reply(40)  # in the handshake
        self.proxy.is_refusing = False
        page.wait("document.querySelectorAll('.card').length === 6")
        self.assertGreaterEqual(self.proxy.attempts, 2)

    def test_while_a_reply_is_waited_for(self):
        page = self.begin("--seed", "7")
        self.proxy.holds_replies = True
        page.click(card("counter", ".primary"))
        self.wait_until_sent(page, "nextButtonWasTapped")
        with self.bridge.client() as client:
            instance = self.instance(page, "counter")
            while not (number := client.result("screen/get", instance=instance)["state"]["number"]):
                pass
        self.cut(page)
        page.wait(f"{LOST}.includes('Your last action may not have arrived: Next (Counter).')")
        self.assertEqual(page.evaluate("document.querySelectorAll('.card').length"), 6)
        self.assertEqual(page.evaluate(FOCUS + ".dataset.event"), "nextButtonWasTapped")
        self.reconnect(page)
        page.wait(f"{NUMBER} === '{number}'")
        self.assertEqual(self.sent(page, "nextButtonWasTapped"), 1)
        self.assertEqual(self.state(page, instance)["number"], number)
        page.click("#lost-close")
        page.wait("!document.querySelector('#lost').checkVisibility()")

    def test_before_an_event_arrives(self):
        page = self.begin()
        self.proxy.holds_requests = True
        page.click(card("counter", ".primary"))
        self.wait_until_sent(page, "nextButtonWasTapped")
        self.cut(page)
        page.wait(f"{LOST}.includes('may not have arrived')")
        self.reconnect(page)
        with self.bridge.client() as client:
            client.result("sync")
        self.assertEqual(self.state(page, self.instance(page, "counter"))["number"], 0)
        self.assertEqual(page.evaluate(NUMBER), "0")
        self.assertEqual(self.sent(page, "nextButtonWasTapped"), 1)

    def test_in_an_update(self):
        for count in (1, 20, -1):
            with self.subTest(count):
                page = self.begin()
                self.proxy.cut_in_next_reply(count)
                name = f"Ada {count}"
                with self.bridge.client() as client:
                    event = {"type": "nameChanged", "text": name}
                    client.result("screen/send", instance=self.instance(page, "terms"), event=event)
                page.wait(f"{NAME_VALUE} === {json.dumps(name)} && {CONNECTED}")
                self.assertEqual(self.proxy.attempts, 2)
                self.assertFalse(page.evaluate("document.querySelector('#lost').checkVisibility()"))

    def test_while_a_draft_is_typed(self):
        page = self.begin()
        page.fill(NAME, "Ada ")
        self.wait_until_sent(page, "nameChanged", 4)
        instance = self.instance(page, "terms")
        while self.state(page, instance)["name"] != "Ada ":
            pass
        page.wait(f"{NAME_VALUE} === 'Ada '")
        page.evaluate("new Promise(requestAnimationFrame)")
        self.cut(page)
        page.type("Lovelace")
        page.wait(f"{NAME_VALUE} === 'Ada Lovelace' && {FOCUS} === document.querySelector({json.dumps(NAME)})")
        page.wait(text(card("terms", ".draft")) + ".includes('The app may not have this.')")
        described = f"{FOCUS}.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).innerText).join(' ')"
        self.assertIn("The app may not have this.", page.evaluate(described))
        self.assertEqual(page.evaluate(FOCUS + ".selectionStart"), 12)
        self.reconnect(page)
        page.wait(f"{NAME_VALUE} === 'Ada Lovelace'")
        self.assertEqual(self.sent(page, "nameChanged"), 4, "what could not be sent is not sent by itself")
        page.click(card("terms", ".draft button"))
        page.wait(f"!document.querySelector({json.dumps(card('terms', '.draft'))})")
        self.assertEqual(self.state(page, self.instance(page, "terms"))["name"], "Ada Lovelace")
        self.assertEqual(self.sent(page, "nameChanged"), 5)
        self.assertEqual(page.evaluate(FOCUS + ".dataset.event"), "nameChanged")

    def test_a_button_says_that_nothing_was_sent(self):
        page = self.begin("--seed", "7")  # without a seed, one number in 51 is 0
        self.cut(page)
        page.click(card("counter", ".primary"))
        refusal = text(card("counter", ".refusal"))
        page.wait(f"{refusal} === 'Not sent: there is no connection to the app.'")
        self.assertFalse(page.evaluate("document.querySelector('#lost').checkVisibility()"))
        self.reconnect(page)
        page.wait(f"{refusal} === '' && {NUMBER} === '0'")
        self.assertEqual(self.sent(page, "nextButtonWasTapped"), 0)
        page.click(card("counter", ".primary"))
        page.wait(f"{NUMBER} !== '0'")

    def test_while_the_app_opens_a_screen(self):
        page = self.shelf()
        self.proxy.holds_replies = True
        page.click(".row:nth-child(2) [data-row-event=rowWasTapped]")
        self.wait_until_sent(page, "rowWasTapped")
        with self.bridge.client() as client:
            client.session(lambda params: len(params["instances"]) == 2)
        self.cut(page)
        self.assertEqual(page.evaluate("document.querySelectorAll('.card').length"), 1)
        self.reconnect(page)
        page.wait("document.querySelector('[data-kind=shelf]').nextElementSibling?.dataset.kind === 'book'")
        self.assertEqual(self.sent(page, "rowWasTapped"), 1)

    def test_while_a_screen_is_closed(self):
        page = self.shelf()
        self.proxy.holds_replies = True
        page.click(card("shelf", ".close"))
        with self.bridge.client() as client:
            client.session(lambda params: not params["instances"])
        self.cut(page)
        self.assertEqual(page.evaluate("document.querySelectorAll('.card').length"), 1)
        page.wait(f"{LOST}.includes('Close Shelf')")
        self.reconnect(page)
        page.wait("!document.querySelector('.card')")

    def test_with_a_core_that_hangs(self):
        page = self.begin("--heartbeat", "0.2")
        self.bridge.signal_core(signal.SIGSTOP)
        page.wait(f"{HUNG} && " + text("#notice") + ".startsWith('The app does not answer.')")
        page.click(card("counter", ".primary"))
        self.wait_until_sent(page, "nextButtonWasTapped")
        self.cut(page)
        page.wait(f"{LOST}.includes('Next (Counter)')")
        self.proxy.is_refusing = False
        page.wait(HUNG)
        self.assertEqual(page.evaluate("document.querySelectorAll('.card').length"), 6)
        self.bridge.signal_core(signal.SIGCONT)
        page.wait(CONNECTED)
        # NB: whether the event had left the proxy before the cut is a matter of luck; the core knows.
        number = self.state(page, self.instance(page, "counter"))["number"]
        page.wait(f"{NUMBER} === '{number}'")
        self.assertEqual(self.sent(page, "nextButtonWasTapped"), 1)

    def test_twice_in_a_row(self):
        page = self.begin()
        for _ in range(2):
            self.cut(page)
            self.reconnect(page)
        self.cut(page)
        with self.bridge.client() as client:
            event = {"type": "nameChanged", "text": "Ada"}
            client.result("screen/send", instance=self.instance(page, "terms"), event=event)
        self.reconnect(page)
        page.wait(f"{NAME_VALUE} === 'Ada' && document.querySelectorAll('.card').length === 6")

    def test_while_a_form_is_filled_in(self):
        page = self.shelf("--rows", "1000")
        page.fill(".event-form [data-pointer='/title']", "Half a title")
        scroll = "document.querySelector('.rows').scrollTop"
        page.evaluate(f"{scroll} = 5000")
        page.evaluate("scrollTo(0, 120)")
        page.wait(f"{scroll} === 5000 && scrollY === 120")
        self.cut(page)
        self.reconnect(page)
        with self.bridge.client() as client:
            event = {"type": "test", "do": "set", "values": {"status": "Back."}}
            client.result("screen/send", instance="shelf-1", event=event)
        page.wait(text("[data-field=status] dd") + " === 'Back.'")
        self.assertEqual(page.evaluate(f"[{FOCUS}.value, {scroll}, scrollY]"), ["Half a title", 5000, 120])

    def test_pauses_grow(self):
        page = self.begin()
        page.evaluate("""(() => {
            window.pauses = [];
            const wait = window.setTimeout;
            window.setTimeout = (work, pause) => { if (pause >= 250) pauses.push(pause); return wait(work, pause >= 250 ? 1 : pause); };
        })()""")
        self.cut(page)
        page.wait("pauses.length >= 7")
        self.assertEqual(page.evaluate("pauses.filter(pause => pause !== 5000).slice(0, 7)"), [250, 500, 1000, 2000, 4000, 4000, 4000])
        self.reconnect(page)


class RestartTests(CutTest):
    def test_a_core_that_hangs_is_said_to_and_recovers(self):
        page = self.begin("--heartbeat", "0.2")
        self.assertEqual(page.evaluate("document.querySelector('#connection').getAttribute('role')"), "status")
        self.bridge.signal_core(signal.SIGSTOP)
        page.wait(HUNG)
        self.bridge.signal_core(signal.SIGCONT)
        page.wait(f"{CONNECTED} && !document.querySelector('#notice').checkVisibility()")

    def test_a_core_that_was_started_again_has_the_same_screens(self):
        page = self.begin()
        other = self.tab()
        other.wait("document.querySelectorAll('.card').length === 6")
        page.front()
        page.fill("[data-opens=product] input", "cloak")
        page.press("Enter")
        page.wait(text(".card[data-kind=product]:last-child") + ".includes('Cloak')")
        other.wait("document.querySelectorAll('.card').length === 7")
        page.fill(card("registration", "[data-event=passwordChanged]"), SESAME)
        page.fill(NAME, "Ada")
        with self.bridge.client() as client:
            client.result("sync")
        page.evaluate("document.querySelectorAll('.card').forEach((card, index) => { card.mark = index; })")
        self.bridge.kill_core()
        for tab in (page, other):
            tab.wait(text("#notice") + ".includes('The core has ended: signal SIGKILL.')")
            self.assertEqual(tab.evaluate("document.querySelectorAll('.card').length"), 7)
        page.evaluate("document.querySelector('#start').click()")
        for tab in (page, other):
            tab.wait(f"{CONNECTED} && document.querySelectorAll('.card').length === 7")
            tab.wait(text(".card[data-kind=product]:last-child") + ".includes('Cloak')")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.card')].map(card => card.mark).join()"), "0,1,2,3,4,5,6")
        page.wait(text(card("terms", ".draft")) + ".includes('The app may not have this.')")
        self.assertEqual(page.evaluate(NAME_VALUE), "Ada")
        self.assertEqual(page.evaluate(FOCUS + ".dataset.event"), "nameChanged")
        self.assertEqual(page.evaluate("document.querySelector('[data-event=passwordChanged]').value"), "", "the state decides on a secret")
        self.assertEqual(self.state(page, self.instance(page, "terms"))["name"], "")
        page.click(card("terms", ".draft button"))
        page.wait(f"!document.querySelector({json.dumps(card('terms', '.draft'))})")
        self.assertEqual(self.state(page, self.instance(page, "terms"))["name"], "Ada")

    def test_an_event_that_the_core_took_along_is_named(self):
        page = self.begin()
        self.bridge.signal_core(signal.SIGSTOP)
        page.click(card("counter", ".primary"))
        self.wait_until_sent(page, "nextButtonWasTapped")
        self.bridge.kill_core()
        page.wait(f"{LOST}.includes('Your last action may not have arrived: Next (Counter).')")
        page.click("#start")
        page.wait(CONNECTED)
        self.assertEqual(self.sent(page, "nextButtonWasTapped"), 1)

    def test_a_bridge_that_was_started_again_has_the_same_screens(self):
        with tempfile.TemporaryDirectory() as folder:
            token = ("--token-file", str(pathlib.Path(folder, "token")))
            page = self.begin(*token)
            token = (*token, "--port", str(self.bridge.port))
            page.click(card("blog", ".close"))
            page.wait("document.querySelectorAll('.card').length === 5")
            self.proxy.is_refusing = True
            self.bridge.stop()
            page.wait(CUT)
            self.start(*token)
            self.proxy.bridge = self.bridge
            self.reconnect(page)
            page.wait(text(card("balance", ".amount")) + " === '$1,234.56'")
            self.assertEqual(page.evaluate("document.querySelectorAll('.card').length"), 5)
            with self.bridge.client() as client:
                self.assertEqual(len(client.session()["instances"]), 5)

    def test_a_core_that_listens_is_found_again(self):
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder, "core"))
            page = self.begin("--connect", path, core="", count=0)
            page.wait(text("#notice") + ".includes('The app does not run.')")
            for amount in ("$1,234.56", "$1,234.56"):
                with Core("--listen", path):
                    page.wait(f"{CONNECTED} && " + text(card("balance", ".amount")) + f" === '{amount}'")
                page.wait(text("#notice") + ".includes('The core has closed the connection.')")
                self.assertEqual(page.evaluate("document.querySelectorAll('.card').length"), 6)

    def test_another_token_is_told(self):
        page = self.begin()
        self.proxy.is_refusing = True
        self.bridge.stop()
        self.start()
        self.proxy.bridge = self.bridge
        self.proxy.is_refusing = False
        page.wait(text("#notice") + ".includes('Open the address that the bridge printed')")
        self.assertEqual(page.evaluate("document.querySelectorAll('.card').length"), 6)

    def test_the_code_leaves_the_address(self):
        page = self.begin()
        self.assertNotRegex(page.evaluate("location.href"), "#[A-Za-z0-9_-]{32}")
        page.reload()
        page.wait(f"{CONNECTED} && document.querySelectorAll('.card').length === 6")

    def test_the_balance_follows_a_purchase_beside_it(self):
        page = self.begin()
        page.wait(text(card("balance", ".amount")) + " === '$1,234.56'")
        page.click(card("product", "[data-event=purchase]"))
        page.wait(text(card("balance", ".amount")) + " === '$1,035.56'")

    def test_the_inspector_keeps_what_it_shows(self):
        self.begin()
        page = self.tab("inspector.html")
        page.wait("document.querySelectorAll('.instance').length === 6")
        self.cut(page)
        self.assertEqual(page.evaluate("document.querySelectorAll('.instance').length"), 6)
        self.reconnect(page)
        with self.bridge.client() as client:
            names = [opened["instance"] for opened in client.session()["instances"] if opened["screen"] == "terms"]
            client.result("screen/send", instance=names[0], event={"type": "nameChanged", "text": "Ada"})
        page.wait("document.querySelector('[data-instance^=terms] [data-field=name] td').textContent === '\"Ada\"'")
