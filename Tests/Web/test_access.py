"""The page without a mouse and without sight: the keyboard alone, what a screen reader reads and in which order, 400 % zoom."""
import json

import test_front
from bridge import ROOT
from test_described import query
from test_forms import ACCOUNT, FORM, AccountTest
from test_front import BrowserTest, text

GALLERY = str(ROOT / "Tests/Web/gallery_core.py")
SHELF = str(ROOT / "Tests/Web/shelf_core.py")
FOCUS = "document.activeElement"
# What sticks out at the side, or has a text that is cut without a way to see the rest.
CUT = """(() => {
    const isShown = element => element.checkVisibility() && getComputedStyle(element).clipPath === "none" && !element.closest(".spoken, .skip, [aria-hidden=true], .rows, pre");
    const isCut = element => getComputedStyle(element).overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1;
    return [...document.querySelectorAll("body *")].filter(isShown)
        .filter(element => element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1 || isCut(element))
        .map(element => element.outerHTML.slice(0, 120));
})()"""
# What only groups others, or repeats what stands in them.
GROUPS = ("none", "generic", "StaticText", "InlineTextBox", "LineBreak", "RootWebArea", "paragraph", "rowgroup", "cell", "DescriptionList", "LabelText", "Legend",
          "ListMarker", "MenuListPopup", "option", "SvgRoot")


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


def spoken(page):
    """What a screen reader has to say, in its order, from the accessibility tree of the browser: roles and names."""
    nodes = {node["nodeId"]: node for node in page.call("Accessibility.getFullAXTree")["nodes"]}
    lines = []

    def walk(node, shown):
        role, name = node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "").strip()
        if role in ("StaticText",) and not shown and name:
            lines.append(name)
        is_told = not node.get("ignored") and role not in GROUPS and name
        if is_told:
            value = node.get("value", {}).get("value", "")
            states = [entry["name"] for entry in node.get("properties", ()) if entry["name"] in ("disabled", "invalid") and entry["value"]["value"] not in (False, "false")]
            about = node.get("description", {}).get("value", "")
            lines.append(" ".join(str(part) for part in (role, name, value, *states, f"({about})" if about else "") if part != ""))
        for child in node.get("childIds", ()):
            if child in nodes:
                # NB: the name of a button or a heading is made of the texts in it.
                walk(nodes[child], shown or is_told and role in ("button", "link", "heading", "columnheader", "rowheader", "switch", "textbox", "combobox", "checkbox"))

    walk(next(node for node in nodes.values() if "parentId" not in node), False)
    return lines


class ReaderTests(AccountTest):
    def part(self, lines, first, count):
        start = next(index for index, line in enumerate(lines) if line == first)
        return lines[start:start + count]

    def test_signing_in_is_read_in_order(self):
        page = self.app()
        self.click(page, "signInButtonWasTapped")
        page.wait(query("[data-kind=signIn] [data-event=nameChanged]"))
        self.assertEqual(self.part(spoken(page), "heading Sign in", 9), [
            "heading Sign in", "button Close Sign in (Close)", "Any name, and the password 1234.",
            "Name", "textbox Name", "Password", "textbox Password",
            "button Sign in disabled (The name is missing.)", "The name is missing."])

    def test_a_list_is_read_in_order(self):
        page = self.app()
        lines = self.part(spoken(page), "heading Journal", 40)
        order = ["heading Journal", "button Add (Add.)", "heading Entries", "table Entries", "columnheader What", "columnheader Amount", "rowheader Stamps", "12.50 EUR",
                 "button Delete: Stamps (Delete.)", "rowheader Tea", "$3.20"]
        self.assertEqual([line for line in lines if line in order], order, lines)

    def test_what_opens_a_row_says_which_one(self):
        self.start(core=SHELF, plain=True)
        page = self.page(cards=False)
        page.wait(query(".row-link"))
        self.assertTrue(page.evaluate("[...document.querySelectorAll('.row-link')].every(link => link.ariaDescription.includes(link.closest('.row').querySelector('.column').textContent))"))

    def test_a_problem_is_read_with_its_field(self):
        page = self.app()
        self.form(page)
        self.replace(page, f"{FORM} [data-pointer='/price/amount']", "0")
        page.press("Enter")
        page.wait(query(f"{FORM} [aria-invalid=true]"))
        (amount,) = [line for line in spoken(page) if line.startswith("textbox Amount")]
        self.assertEqual(amount, "textbox Amount 0 invalid (Amount: more than 0.)")


class KeyboardTests(AccountTest):
    def tab_to(self, page, name):
        """Tab until an element with this name has the focus."""
        for _ in range(60):
            page.press("Tab")
            if page.evaluate(f"({FOCUS}.ariaLabel || {FOCUS}.labels?.[0]?.innerText || {FOCUS}.innerText || '').trim()") == name:
                return
        self.fail(f"Tab does not reach {name}.")

    def tab_to_row(self, page, title):
        """Tab to the list, and by arrows to a row."""
        for _ in range(60):
            page.press("Tab")
            if page.evaluate(f"{FOCUS}.closest('.rows') !== null"):
                break
        for _ in range(10):
            if page.evaluate(f"{FOCUS}.closest('.row').querySelector('.row-title').innerText") == title:
                return
            page.press("ArrowDown")
        self.fail(f"Arrows do not reach {title}.")

    def test_every_flow_works_by_the_keyboard_alone(self):
        page = self.app()
        # Signing in.
        self.tab_to(page, "Sign in")
        page.press("Enter")
        self.sign_in(page)
        # A form with several values, left again.
        self.tab_to(page, "Add")
        page.press("Enter")
        page.wait(f"{FOCUS}.tagName === 'H2' && {FOCUS}.innerText === 'Form'")
        for label, value in (("What", "Ink"), ("Amount", "7"), ("Currency", "EUR")):
            self.tab_to(page, label)
            page.type(value)
        self.tab_to(page, "Shared")
        page.press(" ")
        self.tab_to(page, "Pin")
        page.type("1")
        page.press("Enter")
        page.wait(text("[data-kind=form]") + ".includes('Ink was added.')")
        page.evaluate("history.back()")
        page.wait(f"!{query('[data-kind=form]')}")
        # A row is deleted, and comes back.
        self.tab_to_row(page, "Stamps")
        page.press("Delete")
        page.wait(query(".messages .toast"))
        page.evaluate("document.body.focus()")
        self.tab_to(page, "Undo")
        page.press("Enter")
        page.wait("document.querySelectorAll('.chunk .row').length === 2")


class ZoomTests(AccountTest):
    """At 400 % a window of 1280 pixels has 320 CSS pixels."""

    def assertFits(self, page, state):
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320, state)
        self.assertEqual(page.evaluate(CUT), [], state)

    def test_nothing_is_cut_and_nothing_scrolls_sideways(self):
        page = self.app(width=320, height=256)
        self.assertFits(page, "a list")
        page.evaluate(query("[data-row-event=deleteButtonWasTapped]") + ".click()")
        page.wait(query(".messages .toast"))
        self.assertFits(page, "a notice")
        self.click(page, "signInButtonWasTapped")
        page.wait(query("[data-kind=signIn]"))
        self.assertFits(page, "signing in")
        page.evaluate("history.back()")
        page.wait(f"!{query('[data-kind=signIn]')}")
        self.form(page)
        self.replace(page, f"{FORM} [data-pointer='/price/amount']", "0")
        page.press("Enter")
        page.wait(query(f"{FORM} [aria-invalid=true]"))
        self.assertFits(page, "a form with a problem")

    def test_the_six_screens_and_the_gallery_fit(self):
        self.start(plain=True)
        self.assertFits(self.page(width=320, height=256), "the six screens")
        for core, address, screen in ((GALLERY, "", "gallery"), (GALLERY, "#!messages", "messages"), (SHELF, "", "shelf")):
            self.start(core=core, plain=True)
            page = self.page(cards=False, width=320, height=256)
            page.wait(query(".card"))
            page.evaluate(f"location.hash = {json.dumps(address)}")
            page.wait(query(f"[data-kind={screen}]"))
            self.assertFits(page, screen)
