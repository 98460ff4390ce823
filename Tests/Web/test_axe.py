"""axe on every page, in several states, light and dark. axe-core comes from a package of PyPI, into a temporary folder."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import zipfile

import test_front
from bridge import ROOT
from test_cuts import CONNECTED, HUNG, SHELF, CutTest
from test_front import card, text

PACKAGE = "axe-playwright-python==0.1.8"
GALLERY = str(ROOT / "Tests/Web/gallery_core.py")
ACCOUNT = str(ROOT / "Tests/Web/account_core.py")
OTHER = str(ROOT / "Tests/Web/other_core.py")


def problem():
    """Why axe cannot run; None if it can. Then `script` has it."""
    global script
    if path := os.environ.get("AXE"):
        script = pathlib.Path(path).read_text()
        return None
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-input", "--timeout", "10", "--retries", "1", "--quiet", "--dest", folder, PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True)
        wheels = list(pathlib.Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            return f"{PACKAGE} cannot be downloaded"
        with zipfile.ZipFile(wheels[0]) as wheel:
            (name,) = [name for name in wheel.namelist() if name.endswith("axe.min.js")]
            script = wheel.read(name).decode()
    return None


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class AxeTest(CutTest):
    """Looks at pages with axe."""

    def find(self, page):
        """What axe finds on the page as it is."""
        if not page.evaluate("Boolean(window.axe)"):
            page.evaluate(script + "; undefined")
        return page.evaluate("""axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.flatMap(
            ({ id, help, nodes }) => nodes.map(node => `${id}: ${help}: ${node.html} ${node.any.map(any => any.message).join()}`)))""")

    def set_scheme(self, page, scheme):
        """Nothing fades in: a text that is half there has too little contrast."""
        page.call("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def check(self, page, state):
        """Looks at the page as it is, light and dark."""
        for scheme in ("light", "dark"):
            self.set_scheme(page, scheme)
            self.assertEqual(self.find(page), [], f"{state}, {scheme}")


class AxeTests(AxeTest):
    def test_finds_what_is_wrong(self):
        page = self.begin()
        self.set_scheme(page, "light")
        page.evaluate("document.querySelector('#cards').append(document.createElement('input'))")
        found = self.find(page)
        self.assertEqual([problem.partition(": ")[0] for problem in found], ["label"], found)

    def test_each_role(self):
        self.start(core=GALLERY)
        page = self.page(cards=False)
        page.wait("document.querySelector('[data-opens=gallery]')")
        page.click("[data-opens=gallery] button")
        page.wait("document.querySelector('[data-kind=gallery] .row')")
        page.click(".series summary")
        with self.bridge.client() as client:
            client.result("screen/send", instance="gallery-1", event={
                "type": "test", "do": "set", "values": {"problem": "The server is away.", "saveReason": "Not now.", "sent": None, "isRetryHidden": False}})
        page.wait("document.body.innerText.includes('The server is away.')")
        self.check(page, "every role")
        page.click("[data-opens=delivery] button")
        page.wait("document.querySelector('[data-kind=delivery] .section')")
        self.check(page, "choices and sections")

    def test_the_six_screens(self):
        page = self.begin("--fail", "purchase:1")
        self.check(page, "as it opens")
        page.click(card("product", "[data-event=purchase]"))
        page.wait(text(card("product", "[data-text=errorText]")) + " !== ''")
        page.fill(card("registration", "[data-event=usernameChanged]"), "merlin")
        page.wait(text(card("registration")) + ".includes('This user name is taken.')")
        page.evaluate(f"document.querySelector({json.dumps(card('terms', '.primary'))}).click()")
        page.wait(text(card("terms", ".refusal:not(:empty)")) + " !== ''")
        self.check(page, "with failures")
        page.resize(320, 700)
        self.check(page, "320 pixels wide")

    def test_cuts(self):
        page = self.begin("--heartbeat", "0.2")
        self.bridge.signal_core(signal.SIGSTOP)
        page.wait(HUNG)
        page.click(card("counter", ".primary"))
        self.wait_until_sent(page, "nextButtonWasTapped")
        self.check(page, "with a core that hangs")
        self.cut(page)
        page.fill(card("terms", "[data-event=nameChanged]"), "Ada")
        page.wait(text(card("terms", ".draft")) + " && document.querySelector('#lost').checkVisibility()")
        self.check(page, "without a connection")
        self.bridge.signal_core(signal.SIGCONT)
        self.reconnect(page)
        self.bridge.kill_core()
        page.wait(text("#notice") + ".includes('signal SIGKILL')")
        self.check(page, "without a core")

    def test_the_page_of_an_app(self):
        self.start("--rows", "30", "--more", "--links", core=SHELF, plain=True)
        page = self.page(cards=False)
        page.wait("document.querySelector('[data-kind=shelf] .count:not(:empty)')")
        self.check(page, "at its start")
        page.click(".chunk .row:nth-child(2) .row-link")
        page.wait("document.querySelector('[data-kind=book]')")
        self.check(page, "a row that was opened")
        page.resize(320, 700)
        self.check(page, "320 pixels wide")
        page.evaluate("location.hash = '#/nowhere'")
        page.wait("document.querySelector('#notice').checkVisibility()")
        self.check(page, "an address that leads nowhere")
        stranger = test_front.chromium.page(f"{self.bridge.origin}/")
        self.addCleanup(stranger.close)
        stranger.call("Network.clearBrowserCookies")
        stranger.reload()
        stranger.wait("document.querySelector('#notice').checkVisibility()")
        self.check(stranger, "a browser that was not let in")

    def test_signing_in_a_notice_and_a_form(self):
        self.start(core=ACCOUNT, plain=True)
        page = self.page(cards=False)
        page.wait("document.querySelector('.chunk .row')")
        journal = page.evaluate("document.querySelector('[data-kind=journal]').dataset.instance")

        def send(**event):
            with self.bridge.client() as client:
                client.result("screen/send", instance=journal, event=event)

        page.evaluate("document.querySelector('[data-row-event=deleteButtonWasTapped]').click()")
        page.wait("document.querySelector('.messages .toast')")
        self.check(page, "a notice with an action")
        send(type="test", values={"entries": [], "isBusy": True})
        page.wait("document.querySelector('.activity').checkVisibility()")
        self.check(page, "loading")
        send(type="test", values={"isBusy": False, "message": "The server is away."})
        page.wait("document.body.innerText.includes('The server is away.')")
        self.check(page, "failed")
        page.evaluate("document.querySelector('[data-event=addButtonWasTapped]').click()")
        page.fill("[data-kind=form] [data-pointer='/price/amount']", "x")
        page.press("Enter")
        page.wait("document.querySelector('[data-kind=form] [aria-invalid]')")
        self.check(page, "a form with a problem")
        page.evaluate("document.querySelector('[data-event=signInButtonWasTapped]').click()")
        page.wait("document.querySelector('[data-kind=signIn]')")
        self.check(page, "signing in")
        page.resize(320, 700)
        self.check(page, "320 pixels wide")

    def test_no_cards(self):
        page = self.begin()
        for count in range(5, -1, -1):
            page.click(".card .close")
            page.wait(f"document.querySelectorAll('.card').length === {count}")
        self.check(page, "without cards")

    def test_described_screens(self):
        page = self.shelf("--hostile")
        self.check(page, "a described screen")
        page.click(".row:nth-child(2) [data-row-event=rowWasTapped]")
        page.wait("document.querySelector('[data-kind=book]')")
        page.click(".row:nth-child(1) [data-row-event=reviewWasWritten]")
        page.wait("document.querySelector('.row form')")
        page.fill("[data-event=limitChanged]", "00")
        page.wait("document.querySelector('.refusal:not(:empty)')")
        page.click("[data-opens=loan] button")
        page.wait("document.querySelector('#parameters form')")
        self.check(page, "forms and a refusal")
        with self.bridge.client() as client:
            for identity in ("b1", "b2", "b3", "b4", "b5"):
                client.result("screen/send", instance="shelf-1", event={"type": "test", "do": "remove", "id": identity})
        page.wait("document.querySelector('.empty-list').checkVisibility()")
        self.check(page, "an empty list")

    def test_the_inspector(self):
        self.begin()
        page = self.tab("inspector.html")
        page.wait("document.querySelectorAll('.instance').length === 6")
        page.click("#frames li:last-child summary")
        page.click("#describe")
        self.check(page, "with all screens")
        self.cut(page)
        self.check(page, "without a connection")
        self.reconnect(page)

    def test_the_inspector_of_an_unknown_app(self):
        self.begin(core=OTHER, count=0)
        page = self.tab("inspector.html")
        page.wait(f"{CONNECTED} && document.querySelector('[data-opens=thermostat] input')")
        page.fill("[data-opens=thermostat] input", "home")
        page.press("Enter")
        page.wait("document.querySelector('.instance')")
        self.check(page, "a screen with nested values")
