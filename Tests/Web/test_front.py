"""The front in Chromium: each screen, good days and bad ones, keyboard, screen reader, secrets."""
import json
import pathlib
import tempfile
import unittest

import browser
from bridge import Bridge, news

SESAME = "xyzzy-7-drawbridge"
# The texts of a page whose contrast is below 4.5.
LOW_CONTRAST = """(() => {
    const channels = color => color.match(/[\\d.]+/g).map(Number)
        .map((value, index) => color.startsWith("color(") && index < 3 ? value * 255 : value);
    const light = color => channels(color).slice(0, 3).map(value => value / 255)
        .map(value => value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [.2126, .7152, .0722][index], 0);
    const ground = element => {
        const color = getComputedStyle(element).backgroundColor;
        return channels(color)[3] === 0 ? ground(element.parentElement) : color;
    };
    const ratio = (one, two) => (Math.max(one, two) + .05) / (Math.min(one, two) + .05);
    return [...document.querySelectorAll("main *, header *")].filter(element => element.checkVisibility()
        && [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
        .map(element => [ratio(light(getComputedStyle(element).color), light(ground(element))), element.outerHTML])
        .filter(([ratio]) => ratio < 4.5);
})()"""


def setUpModule():
    global chromium
    chromium = browser.Browser(browser.find())


def tearDownModule():
    chromium.close()


def card(screen, rest=""):
    return f'.card[data-kind="{screen}"] {rest}'.strip()


def text(selector):
    """An expression for what is seen of an element."""
    return f"document.querySelector({json.dumps(selector)}).innerText"


def disabled(selector):
    """An expression for whether a button is disabled. One with a reason can still be reached."""
    return f"(button => button.disabled || button.getAttribute('aria-disabled') === 'true')(document.querySelector({json.dumps(selector)}))"


class BrowserTest(unittest.TestCase):
    """Opens pages on a bridge of its own. At the end no page may have complained in its console."""

    def start(self, *options, **more):
        self.bridge = self.enterContext(Bridge(*options, **more))
        return self.bridge

    def enterContext(self, context):  # Python 3.11 has it
        value = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return value

    def page(self, path="", width=1280, height=900, cards=True, settled=True, may_complain=False):
        """A page; the front has all cards, and their first contents."""
        page = chromium.page(self.bridge.page(path), width, height)
        self.addCleanup(self._close, page, may_complain)
        if cards and not path:
            page.wait("document.querySelectorAll('.card').length === 6")
            if settled:
                page.wait("[...document.querySelectorAll('.activity')].every(activity => activity.hidden) && "
                          "document.querySelector('[data-text=infoText]').innerText && "
                          "document.querySelector('[data-kind=product] :is(h3, .line):not(:empty)')")
        return page

    def _close(self, page, may_complain):
        page.close()
        if not may_complain:
            self.assertEqual(page.complaints, [])

    def state(self, page, instance):
        """The state that the core has, asked by the page."""
        with self.bridge.client() as client:
            return client.result("screen/get", instance=instance)["state"]

    def instance(self, page, screen):
        return page.evaluate(f"document.querySelector({json.dumps(card(screen))}).dataset.instance")


class ScreenTests(BrowserTest):
    def test_balance(self):
        self.start("--latency", "1")
        page = self.page()
        page.wait(text(card("balance", ".amount")) + " === '$1,234.56'")
        page.wait(text(card("balance")) + ".includes('Last update: Today at')")
        page.click(card("balance", "[data-event=refreshButtonWasTapped]"))
        page.wait(text(card("balance", "[data-text=infoText]")) + ".startsWith('Last update: Today at')")

    def test_balance_shows_activity(self):
        self.start("--latency", "100000")
        page = self.page(settled=False)
        page.wait(text(card("balance", "[data-text=infoText]")) + " === 'Loading...'")
        self.assertEqual(page.evaluate(text(card("balance", ".amount"))), "--")
        for screen in ("balance", "product"):
            self.assertTrue(page.evaluate(
                f"document.querySelector({json.dumps(card(screen, '.activity'))}).checkVisibility()"))
        self.assertFalse(page.evaluate(
            f"document.querySelector({json.dumps(card('balance', '[data-event=refreshButtonWasTapped]'))}).checkVisibility()"))
        self.assertTrue(page.evaluate(disabled(card("product", ".primary"))))

    def test_balance_fails_and_recovers(self):
        self.start("--fail", "balance:2")
        page = self.page()
        page.wait(text(card("balance", ".amount")) + " === '$1,234.56'")
        page.click(card("balance", ".primary"))
        page.wait(text(card("balance", "[data-text=infoText]")) + ".startsWith('Failed to update. Last update: Today')")
        page.wait(text(card("balance", "[data-text=failureText]")) + " !== ''")
        self.assertEqual(page.evaluate(text(card("balance", ".amount"))), "$1,234.56")
        info = f"getComputedStyle(document.querySelector({json.dumps(card('balance', '[data-text=infoText]'))})).color"
        failed = page.evaluate(info)
        page.click(card("balance", ".primary"))
        page.wait(text(card("balance", "[data-text=infoText]")) + ".startsWith('Last update: Today')")
        self.assertNotEqual(page.evaluate(info), failed)

    def test_product(self):
        self.start()
        page = self.page()
        page.wait(text(card("product")) + ".includes('Wand')")
        self.assertIn("$199.00", page.evaluate(text(card("product"))))
        page.click(card("product", "[data-event=purchase]"))
        page.wait(text(card("product", ".receipt")) + ".startsWith('Purchased for $199.00. Today at')")
        self.assertTrue(page.evaluate(disabled(card("product", ".primary"))))
        page.click(card("balance", ".primary"))
        page.wait(text(card("balance", ".amount")) + " === '$1,035.56'")

    def test_product_by_its_id(self):
        self.start()
        page = self.page()
        page.fill("[data-opens=product] input", "cloak")
        page.press("Enter")
        page.wait("document.querySelectorAll('.card[data-kind=product]').length === 2")
        page.wait(text(".card[data-kind=product]:last-child") + ".includes('Cloak')")
        self.assertTrue(page.evaluate("document.activeElement === document.querySelector('.card:last-child')"))

    def test_product_fails_and_is_tried_again(self):
        self.start("--fail", "product:1,purchase:1")
        page = self.page()
        page.click(card("product", "[data-event=retryButtonWasTapped]"))
        page.wait(text(card("product")) + ".includes('Wand')")
        page.click(card("product", "[data-event=purchase]"))
        page.wait(text(card("product", "[data-text=errorText]")) + " === 'Something went wrong!'")
        page.click(card("product", "[data-event=purchase]"))
        page.wait(text(card("product", ".receipt")) + ".startsWith('Purchased for $199.00')")
        self.assertFalse(page.evaluate(
            f"document.querySelector({json.dumps(card('product', '[data-text=errorText]'))}).checkVisibility()"))

    def test_registration(self):
        self.start()
        page = self.page()
        page.fill(card("registration", "[data-event=usernameChanged]"), "merlin")
        page.wait(text(card("registration")) + ".includes('This user name is taken.')")
        page.fill(card("registration", "[data-event=usernameChanged]"), "2")
        page.wait(text(card("registration")) + ".includes('This user name is available.')")
        page.fill(card("registration", "[data-event=passwordChanged]"), "password1")
        page.wait(text(card("registration")) + ".includes('The passwords are not the same.')")
        page.fill(card("registration", "[data-event=passwordAgainChanged]"), "password1")
        page.wait(text(card("registration")) + ".includes('This password is too common.')")
        for field in ("passwordChanged", "passwordAgainChanged"):
            page.fill(card("registration", f"[data-event={field}]"), "-longer")
        page.click(card("registration", "[data-event=createButtonWasTapped]"))
        page.wait(text(card("registration", ".result")) + " === 'The account merlin2 was created.'")

    def test_registration_check_fails_and_is_tried_again(self):
        self.start("--fail", "username:1")
        page = self.page()
        page.fill(card("registration", "[data-event=usernameChanged]"), "ada")
        page.wait(text(card("registration")) + ".includes('Failed to check the user name.')")
        page.click(card("registration", "[data-event=retryButtonWasTapped]"))
        page.wait(text(card("registration")) + ".includes('This user name is available.')")

    def test_terms(self):
        self.start()
        page = self.page()
        self.assertTrue(page.evaluate(disabled(card("terms", ".primary"))))
        page.click(card("terms", "[data-event=acceptedTermsChanged]"))
        page.click(card("terms", "[data-event=acceptedPrivacyChanged]"))
        page.fill(card("terms", "[data-event=nameChanged]"), "Ada")
        page.click(card("terms", ".primary"))
        page.wait(text(card("terms", ".receipt"))
                  + ".startsWith('Ada accepted the terms and the privacy statement. Today at')")

    def test_a_disabled_button_says_why(self):
        self.start()
        page = self.page()
        button = f"document.querySelector({json.dumps(card('terms', '.primary'))})"
        reason = text(card("terms", ".reason:not(:empty)"))
        state = self.state(page, self.instance(page, "terms"))
        page.wait(f"{reason} === {json.dumps(state['submitDisabledReason'])}")
        page.evaluate(button + ".focus()")
        page.press("Enter")
        alert = f"document.querySelector({json.dumps(card('terms', '[role=alert]:not(:empty)'))})"
        page.wait(f"{alert}?.innerText === {json.dumps(state['submitDisabledReason'])} && document.activeElement === {button}")
        page.click(card("terms", "[data-event=acceptedTermsChanged]"))
        page.click(card("terms", "[data-event=acceptedPrivacyChanged]"))
        page.fill(card("terms", "[data-event=nameChanged]"), "Ada")
        page.wait(f"!{button}.hasAttribute('aria-disabled') && !{button}.disabled && !{alert}")

    def test_blog(self):
        self.start()
        page = self.page()
        page.click("[data-opens=blog] button")
        page.wait("document.querySelectorAll('.card[data-kind=blog]').length === 2")
        page.fill(card("blog", "[data-event=titleChanged]"), "High water")
        page.click(card("blog", ".primary"))
        page.wait("[...document.querySelectorAll('.headline')].map(line => line.innerText).join() === 'High water,High water'")

    def test_counter(self):
        self.start("--seed", "7")
        page = self.page()
        page.click(card("counter", ".primary"))
        page.wait(text(card("counter", ".number")) + " !== '0'")
        state = self.state(page, self.instance(page, "counter"))
        self.assertEqual(page.evaluate(text(card("counter", ".number"))), str(state["number"]))


class SessionTests(BrowserTest):
    def test_hides_the_balance_while_the_page_is_hidden(self):
        self.start()
        page = self.page()
        page.wait(text(card("balance", ".amount")) + " === '$1,234.56'")
        other = chromium.page("about:blank")  # in front of the page, which is hidden by it
        overlay = f"document.querySelector({json.dumps(card('balance', '.overlay'))}).checkVisibility()"
        page.wait("document.hidden && " + overlay)
        self.assertNotIn("1,234", page.evaluate("document.documentElement.outerHTML"))
        other.close()
        page.front()
        page.wait(f"!document.hidden && !{overlay} && " + text(card("balance", ".amount")) + " === '$1,234.56'")
        hidden = [frame for _, frame in page.frames if news(json.loads(frame)).get("isRedacted")]
        self.assertTrue(hidden)
        self.assertFalse([frame for frame in hidden if "1234" in frame or "1,234" in frame])

    def test_twenty_fast_keystrokes_arrive_in_order(self):
        name = "abcdefghijklmnopqrst"
        with tempfile.TemporaryDirectory() as folder:
            record = pathlib.Path(folder, "session.jsonl")
            self.start("--record", str(record))
            page = self.page()
            page.fill(card("registration", "[data-event=usernameChanged]"), name)
            page.wait(text(card("registration")) + ".includes('This user name is available.')")
            value = f"document.querySelector({json.dumps(card('registration', '[data-event=usernameChanged]'))}).value"
            self.assertEqual(page.evaluate(value), name)
            page.call("Page.navigate", {"url": "about:blank"})
            self.bridge.stop()
            events = [json.loads(line).get("event", {}) for line in record.read_text().splitlines()]
        typed = [event["text"] for event in events if event.get("type") == "usernameChanged"]
        self.assertEqual(typed, [name[:end + 1] for end in range(len(name))])

    def test_keeps_the_caret_while_the_state_follows(self):
        self.start()
        page = self.page()
        field = f"document.querySelector({json.dumps(card('terms', '[data-event=nameChanged]'))})"
        page.fill(card("terms", "[data-event=nameChanged]"), "Ad Lovelace")
        page.evaluate(field + ".setSelectionRange(2, 2)")
        page.type("a")
        page.wait(field + ".value === 'Ada Lovelace'")
        self.assertEqual(self.state(page, self.instance(page, "terms"))["name"], "Ada Lovelace")
        self.assertEqual(page.evaluate(field + ".selectionStart"), 3)

    def test_keeps_what_an_input_method_composes(self):
        self.start()
        page = self.page()
        field = f"document.querySelector({json.dumps(card('terms', '[data-event=nameChanged]'))})"
        page.click(card("terms", "[data-event=nameChanged]"))
        page.call("Input.imeSetComposition", {"text": "にほ", "selectionStart": 2, "selectionEnd": 2})
        instance = self.instance(page, "terms")
        with self.bridge.client() as client:
            client.result("screen/send", instance=instance, event={"type": "nameChanged", "text": "Ada"})
            client.result("screen/send", instance=instance, event={"type": "acceptedTermsChanged", "isOn": True})
        page.wait(f"document.querySelector({json.dumps(card('terms', '[data-event=acceptedTermsChanged]'))}).checked")
        self.assertEqual(page.evaluate(field + ".value"), "にほ")
        page.call("Input.insertText", {"text": "日本"})
        page.wait(field + ".value === '日本'")
        self.assertEqual(self.state(page, instance)["name"], "日本")

    def test_two_pages_agree(self):
        self.start()
        one, two = self.page(), self.page()
        two.fill(card("terms", "[data-event=nameChanged]"), "Ada")
        two.click(card("terms", "[data-event=acceptedTermsChanged]"))
        one.wait(f"document.querySelector({json.dumps(card('terms', '[data-event=nameChanged]'))}).value === 'Ada'")
        one.wait(f"document.querySelector({json.dumps(card('terms', '[data-event=acceptedTermsChanged]'))}).checked")
        two.click("[data-opens=counter] button")
        one.wait("document.querySelectorAll('.card[data-kind=counter]').length === 2")
        # One page lets go of a screen that the other has opened. The last one closes it.
        is_gone = f"!document.querySelector({json.dumps(card('balance'))})"
        two.click(card("balance", ".close"))
        two.wait(is_gone)
        self.assertFalse(one.evaluate(is_gone))
        one.front()
        one.click(card("balance", ".close"))
        one.wait(is_gone)
        shown = "document.querySelector('#cards').innerText"
        self.assertEqual(one.evaluate(shown), two.evaluate(shown))

    def test_a_reload_shows_the_truth(self):
        for mode in ("shared", "page"):
            with self.subTest(mode):
                self.start("--session", mode)
                page = self.page()
                page.click(card("counter", ".close"))
                page.wait("document.querySelectorAll('.card').length === 5")
                page.fill(card("registration", "[data-event=usernameChanged]"), "ada")
                page.fill(card("registration", "[data-event=passwordChanged]"), SESAME)
                page.wait(text(card("registration")) + ".includes('This user name is available.')")
                page.reload()
                page.wait("document.querySelectorAll('.card').length === 5")
                page.wait(text(card("registration")) + ".includes('This user name is available.')")
                field = "document.querySelector('[data-event={}]')"
                self.assertEqual(page.evaluate(field.format("usernameChanged") + ".value"), "ada")
                self.assertEqual(page.evaluate(field.format("passwordChanged") + ".value"), "")
                self.assertEqual(
                    page.evaluate(field.format("passwordChanged") + ".placeholder"), "Entered, and not shown")
                self.assertEqual(page.evaluate(field.format("passwordAgainChanged") + ".placeholder"), "")

    def test_both_pages_of_a_tab_have_one_session(self):
        self.start("--session", "page", "--seed", "7")  # without a seed, one number in 51 is 0
        page, other = self.page(), self.page()
        page.front()
        page.click(card("counter", ".primary"))
        page.wait(text(card("counter", ".number")) + " !== '0'")
        number = page.evaluate(text(card("counter", ".number")))
        page.click("nav a[href='/inspector.html']")
        page.wait(f"document.querySelector('[data-instance^=counter] [data-field=number] td').textContent === '{number}'")
        self.assertEqual(other.evaluate(text(card("counter", ".number"))), "0")

    def test_a_page_that_has_closed_all_cards_offers_them(self):
        self.start()
        page = self.page()
        for count in range(5, -1, -1):
            page.click(".card .close")
            page.wait(f"document.querySelectorAll('.card').length === {count}")
        page.reload()
        page.wait("document.querySelector('#empty').checkVisibility()")
        page.click("#open-all")
        page.wait("document.querySelectorAll('.card').length === 6")

    def test_a_core_that_was_killed_is_started_again(self):
        self.start()
        page = self.page()
        page.click(card("blog", ".close"))
        page.wait("document.querySelectorAll('.card').length === 5")
        self.bridge.kill_core()
        page.wait(text("#notice") + ".includes('The core has ended: signal SIGKILL.')")
        self.assertEqual(page.evaluate("document.querySelectorAll('.card').length"), 5)
        page.reload()
        page.wait(text("#notice") + ".includes('The core has ended: signal SIGKILL.')")
        page.click("#start")
        page.wait("document.querySelectorAll('.card').length === 5")
        page.wait(text(card("balance", ".amount")) + " === '$1,234.56'")
        self.assertFalse(page.evaluate("document.querySelector('#notice').checkVisibility()"))

    def test_a_person_reads_no_signal(self):
        self.start(plain=True)
        page = self.page()
        self.bridge.kill_core()
        page.wait(text("#notice") + ".includes('The app has ended without a word.')")
        page.click("#start")
        page.wait("!document.querySelector('#notice').checkVisibility()")

    def test_says_why_a_core_does_not_start(self):
        self.start("--fail", "bogus")
        page = self.page(cards=False)
        page.wait(text("#notice") + ".includes('exit code 2. tributary-stdio: --fail takes names')")
        page.wait("!document.querySelector('#empty').checkVisibility()")

    def test_disabled_buttons_look_different_in_forced_colours(self):
        self.start()
        page = self.page()
        page.call("Emulation.setEmulatedMedia", {"features": [
            {"name": "forced-colors", "value": "active"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        colour = "getComputedStyle(document.querySelector('{}')).color"
        page.wait(f"{colour.format(card('terms', '.primary'))} !== {colour.format(card('balance', '.primary'))}")


class SecretTests(BrowserTest):
    EVERYWHERE = """JSON.stringify([document.documentElement.outerHTML, document.documentElement.innerText,
        {...localStorage}, {...sessionStorage}, document.cookie, location.href, history.state])"""

    def test_a_password_is_in_the_value_of_its_field_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            record = pathlib.Path(folder, "session.jsonl")
            self.start("--record", str(record), "--log")
            page, watching = self.page(), self.page("inspector.html")
            page.front()
            page.fill(card("registration", "[data-event=usernameChanged]"), "ada")
            for field in ("passwordChanged", "passwordAgainChanged"):
                page.fill(card("registration", f"[data-event={field}]"), SESAME)
            page.wait("!" + disabled(card("registration", ".primary")))
            holders = f"""[...document.querySelectorAll("input")]
                .filter(field => field.value.includes("{SESAME[:3]}")).map(field => field.type + field.dataset.event).join()"""
            self.assertEqual(page.evaluate(holders), "passwordpasswordChanged,passwordpasswordAgainChanged")
            self.assertNotIn(SESAME[:3], page.evaluate(self.EVERYWHERE))
            page.click(card("registration", ".primary"))
            page.wait(text(card("registration", ".result")) + " === 'The account ada was created.'")
            self.assertEqual(page.evaluate(holders), "")
            for seen in (page, watching):
                self.assertNotIn(SESAME[:3], seen.evaluate(self.EVERYWHERE))
                self.assertFalse([frame for way, frame in seen.frames if way == "received" and SESAME[:3] in frame])
            self.assertTrue([frame for way, frame in page.frames if way == "sent" and SESAME in frame])
            # NB: a page that stays connects again and again, and complains.
            for seen in (page, watching):
                seen.call("Page.navigate", {"url": "about:blank"})
            _, errors = self.bridge.stop()
            self.assertNotIn(SESAME[:3], errors + record.read_text())

    def test_the_inspector_masks_what_it_sends(self):
        self.start()
        self.page()
        page = self.page("inspector.html")
        form = ".instance[data-instance^=registration] [data-event=passwordChanged]"
        page.wait(f"document.querySelector('{form} input')")
        self.assertEqual(page.evaluate(f"document.querySelector('{form} input').type"), "password")
        page.fill(form + " input", SESAME)
        page.click(form + " button")
        page.wait("""document.querySelector('#frames').innerText.includes('"<secret>"')""")
        page.wait("""document.querySelector('.instance[data-instance^=registration] [data-field=passwordEntered] td')
            .innerText === 'true'""")
        self.assertEqual(page.evaluate(f"document.querySelector('{form} input').value"), "")
        page.evaluate("document.querySelectorAll('#frames details').forEach(details => { details.open = true; })")
        page.wait("document.querySelectorAll('#frames pre').length === document.querySelectorAll('#frames li').length")
        self.assertNotIn(SESAME[:3], page.evaluate(self.EVERYWHERE))


class AccessTests(BrowserTest):
    def test_everything_has_a_name_and_a_place_for_a_finger(self):
        for path in ("", "inspector.html"):
            self.start()
            self.page()
            page = self.page(path, 390, 844)
            page.wait("document.querySelectorAll('.card, .instance').length >= 6")
            page.call("Accessibility.enable")
            nodes = page.call("Accessibility.getFullAXTree")["nodes"]
            roles = ("button", "textbox", "switch", "checkbox", "searchbox", "link", "combobox", "region")
            named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes
                     if not node["ignored"] and node["role"]["value"] in roles]
            self.assertGreater(len(named), 20)
            self.assertEqual([node for node in named if not node[1].strip()], [])
            self.assertLessEqual(page.evaluate("document.scrollingElement.scrollWidth"), 390)
            small = page.evaluate("""[...document.querySelectorAll("button, input:not([type=checkbox]), .toggle")]
                .filter(element => element.checkVisibility() && element.getBoundingClientRect().height < (
                    document.body.dataset.page === "front" ? 44 : 36)).map(element => element.outerHTML)""")
            self.assertEqual(small, [])

    def test_texts_have_contrast_in_both_schemes(self):
        self.start("--fail", "balance,purchase")
        page = self.page()
        page.click(card("product", ".primary"))
        page.wait(text(card("product", "[data-text=errorText]")) + " !== ''")
        page.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        for scheme in ("light", "dark"):
            page.call("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
            low = page.evaluate(LOW_CONTRAST)
            self.assertEqual(low, [], scheme)

    def test_nothing_is_wider_than_the_window(self):
        # 640 is a window of 1,280 pixels at 200 %, 320 one at 400 %, or a small phone.
        self.start("--fail", "balance,purchase")
        self.page()
        for path in ("", "inspector.html"):
            page = self.page(path)
            page.wait("document.querySelectorAll('.card, section.instance').length === 6")
            for width in (640, 320):
                page.resize(width, 700)
                page.wait(f"innerWidth === {width} && document.scrollingElement.scrollWidth <= {width}")
                cut_off = page.evaluate("""[...document.querySelectorAll("main :is(h2, h3, button, input, select, p)")]
                    .filter(element => element.checkVisibility() && !element.closest(".opener, .spoken, #frames")
                        && element.getBoundingClientRect().right > innerWidth + 1).map(element => element.outerHTML)""")
                self.assertEqual(cut_off, [], (path, width))

    def test_the_focus_is_seen_and_in_order(self):
        self.start()
        page = self.page()
        page.evaluate("""(() => {
            window.trail = [];
            document.addEventListener("focusin", ({ target }) => {
                const { outlineStyle, outlineWidth } = getComputedStyle(target);
                const { top, bottom, left, right } = target.getBoundingClientRect();
                const isFollowing = !trail.length || trail.at(-1).target.compareDocumentPosition(target) & 4;
                trail.push({ target, name: target.outerHTML.slice(0, 120), isFollowing: Boolean(isFollowing),
                    isSeen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth });
            });
        })()""")
        count = page.evaluate("""[...document.querySelectorAll("a[href], button:not(:disabled), input")].filter(element => element.checkVisibility()).length""")
        for _ in range(count):
            page.press("Tab")
        trail = page.evaluate("trail.map(({ name, isFollowing, isSeen }) => ({ name, isFollowing, isSeen }))")
        self.assertEqual(len(trail), count)
        self.assertEqual([step for step in trail if not step["isFollowing"] or not step["isSeen"]], [])

    def test_news_are_announced(self):
        self.start()
        page = self.page()
        lives = page.evaluate("""[...document.querySelectorAll(".card [data-text]")].filter(element =>
            !element.closest("[aria-live], [role=alert], [role=status]")).map(element => element.dataset.text)""")
        self.assertEqual(sorted(lives), ["description", "priceText", "title"], "what appears with its card is not news")

    def test_works_by_keyboard(self):
        self.start()
        page = self.page()
        page.evaluate(f"document.querySelector({json.dumps(card('terms', '.close'))}).focus()")
        page.press("Tab")
        page.press(" ", "Space")
        page.press("Tab")
        page.press(" ", "Space")
        page.press("Tab")
        page.type("Ada")
        page.wait("!" + disabled(card("terms", ".primary")))
        page.press("Enter")
        page.wait(text(card("terms", ".receipt")) + ".startsWith('Ada accepted')")
        focused = "document.activeElement.dataset.event"
        self.assertEqual(page.evaluate(focused), "nameChanged")
        page.evaluate(f"document.querySelector({json.dumps(card('terms', '.close'))}).focus()")
        page.press("Enter")
        page.wait(f"!document.querySelector({json.dumps(card('terms'))})")
        self.assertEqual(page.evaluate("document.activeElement.dataset.kind"), "blog")

    def test_keeps_the_focus_of_a_button_that_is_hidden_for_a_while(self):
        self.start("--latency", "50")
        page = self.page()
        button = card("balance", ".primary")
        page.wait(f"document.querySelector({json.dumps(button)}).checkVisibility()")
        page.evaluate(f"document.querySelector({json.dumps(button)}).focus()")
        page.evaluate(f"""(() => {{
            window.trail = [];
            const look = () => trail.push(document.activeElement.className);
            new MutationObserver(look).observe(document.querySelector({json.dumps(button)}), {{ attributeFilter: ["hidden"] }});
        }})()""")
        page.press("Enter")
        page.wait(f"trail.length && document.querySelector({json.dumps(button)}).checkVisibility()")
        self.assertEqual(page.evaluate("document.activeElement.dataset.event"), "refreshButtonWasTapped")
        self.assertIn("card", page.evaluate("trail[0]"))
