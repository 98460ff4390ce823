"""The templates of an app: what Apps/Web/Guide/Pages.md says of each element and attribute, in Chromium and by --check-pages."""
import json
import pathlib
import re
import subprocess
import sys
import unittest

import gallery_core
import shelf_core
import test_front
import test_pages
from bridge import program, ROOT, WEB
from test_pages import folder

sys.path.insert(0, str(WEB / "bridge"))
import templates  # noqa: E402

SHELF, GALLERY = (str(ROOT / f"Tests/Web/{name}_core.py") for name in ("shelf", "gallery"))
GUIDE = (WEB / "Guide/Pages.md").read_text()
CODE = (WEB / "page/templates.js").read_text()
CHECK = (WEB / "bridge/templates.py").read_text()

BOOKS = """<template for="shelf" data-heading="heading" data-busy="isBusy">
  <p id="spent" data-text="spent"></p><p id="kind" data-text="kind"></p><p id="opened" data-text="opened"></p>
  <p id="label" data-label="onlyUnread"></p><p id="all" data-label="markAllAsRead"></p>
  <p id="status" data-shown="status" data-text="status"></p><p id="none" data-hidden="status">None</p>
  <div id="owner" data-part="owner"><b data-text="name"></b><div data-part="home"></div></div>
  <p id="set" data-attribute-data-kind="kind" data-attribute-title="kind" data-attribute-aria-busy="isBusy"></p>
  <p lang="en">Hello</p><p lang="de">Hallo</p>
  <tributary-field name="filter"></tributary-field>
  <tributary-field name="clearButtonWasTapped"></tributary-field>
  <button id="order" data-event="orderChanged" data-with='{"order": "byPrice"}'>By price</button>
  <input id="mine" aria-label="Mine" data-event="filterChanged" data-member="text" data-value="filter">
  <tributary-list name="books" id="books"><template>
    <b data-text="title"></b> <i data-text="price"></i> <span data-shown="due">due <span data-text="due"></span></span>
    <a data-event="rowWasTapped">→</a> <button data-event="buyButtonWasTapped"></button>
  </template></tributary-list>
</template>
<template data-part="home"><i data-text="city"></i></template>"""

ROOM = """<template for="room" data-heading="name">
  <tributary-list name="notes" id="notes"><template><p><b data-text="author"></b> <i data-text="sentAt"></i> <span data-text="text"></span> <button data-event="noteWasDeleted"></button></p></template></tributary-list>
  <tributary-field name="text"></tributary-field>
</template>"""

WRONG = """<template for="shelf">
  <p data-text="spend"></p>
  <tributary-list name="books"><template>
    <i data-text="prize"></i>
    <button data-event="markAllAsRead"></button>
  </template></tributary-list>
  <tributary-list name="tags"></tributary-list>
  <div data-part="owner"><div data-part="home"></div></div>
  <a data-attribute-href="filter">x</a>
  <tributary-field name="spent"></tributary-field>
  <button data-event="bookWasDonated" data-with='{"colour": 1}'>x</button>
</template>
<template data-part="home">
  <i data-text="country"></i>
</template>"""
SAID = [
    'templates.html:2: data-text="spend" is not in the state of "shelf"',
    'templates.html:4: data-text="prize" is not in the rows of "books"',
    'templates.html:5: data-event="markAllAsRead" is no event of the rows of "books"',
    'templates.html:7: name="tags" is no list of the state of "shelf"',
    'templates.html:14: data-text="country" is not in the part "home"',
    'templates.html:9: data-attribute-href="filter" is no attribute that a template sets',
    'templates.html:10: name="spent" is no field and no event of the state of "shelf"',
    'templates.html:11: data-with is no value of the event "bookWasDonated" of "shelf"',
]


def setUpModule():
    test_front.setUpModule()
    test_pages.chromium = test_front.chromium


def tearDownModule():
    test_front.tearDownModule()


class TemplateTests(test_pages.PagesTest):
    def show(self, html, *options, core=SHELF, css=""):
        self.start("--pages", folder(self, templates_html=html, mine_css=css), *options, core=core, plain=True)
        page = self.page()
        page.wait("document.querySelector('.card')")
        return page

    def test_values_are_written_as_the_page_writes_them(self):
        page = self.show(BOOKS)
        page.wait("document.querySelectorAll('#books .row').length === 5")
        said = {name: page.evaluate(f"document.querySelector('{name}')?.innerText ?? null") for name in
                ("#spent", "#kind", "#label", "#all", "#owner", "#status", "p[lang]", "#books .row", "#books .row:nth-child(2)")}
        self.assertEqual(said["#spent"], "€1,234.50")
        self.assertEqual(said["#kind"], "Science & nature")
        self.assertEqual((said["#label"], said["#all"]), ("Only unread", "Mark all as read"))
        self.assertEqual(said["#owner"].split(), ["Ada"])
        self.assertEqual(said["p[lang]"], "Hello")
        self.assertRegex(said["#books .row"], r"Book 1 \$1.50 due Nov 23, 2026, .* → Buy")
        self.assertNotIn("due", said["#books .row:nth-child(2)"], "a condition of a row")
        self.assertEqual(page.evaluate("[document.querySelector('#status').hidden, document.querySelector('#none').hidden]"), [True, False])
        self.assertEqual(page.evaluate("(({ dataset, title, ariaBusy }) => [dataset.kind, title, ariaBusy])(document.querySelector('#set'))"), ["science", "Science & nature", None])
        self.assertEqual(page.complaints, [])

    def test_the_heading_is_a_property(self):
        page = self.show(BOOKS, "--links")
        page.wait("document.querySelector('.card h2').innerText === 'Everything' && document.title.startsWith('Everything')")

    def test_rows_keep_their_elements_and_send_their_events(self):
        page = self.show(BOOKS)
        page.wait("document.querySelectorAll('#books .row').length === 5")
        page.evaluate("window.second = document.querySelector('#books .row:nth-child(2)'); second.querySelector('button').focus()")
        self.assertEqual(page.evaluate("second.querySelector('button').ariaLabel"), "Buy: Book 2")
        with self.bridge.client() as client:
            client.result("screen/send", instance="shelf-1", event={"type": "test", "do": "remove", "id": "b1"})
        page.wait("document.querySelector('#books .row') === second && document.activeElement === second.querySelector('button')")
        page.evaluate("second.querySelector('a').click()")
        page.wait("document.querySelector('[data-kind=book]')")

    def test_a_list_that_grows_at_its_end_is_a_conversation(self):
        self.start("--pages", folder(self, templates_html=ROOM, mine_css=".own-rows.at-end { max-height: 14rem } .row p { height: 3rem }"), core=GALLERY)
        page = self.page()
        page.call("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
        page.click("[data-opens=room] button")
        page.wait("document.querySelector('[data-kind=room] #notes')")

        def set_notes(*notes):
            with self.bridge.client() as client:
                client.result("screen/send", instance="room-1", event={"type": "test", "do": "set", "values": {"notes": notes}})

        notes = [gallery_core.note(number, text=f"Message {number}, https://example.org/{number}.") for number in range(1, 21)]
        set_notes(*notes)
        page.wait("document.querySelectorAll('#notes .row').length === 20")
        rows = "document.querySelector('#notes [part=rows]')"
        at_end = f"(rows => rows.scrollTop > 0 && rows.scrollHeight - rows.scrollTop - rows.clientHeight < 2)({rows})"
        page.wait(at_end)
        self.assertEqual(page.evaluate("[...document.querySelectorAll('#notes .section')].length"), 6, "a line for each day")
        self.assertEqual(page.evaluate("document.querySelector('#notes .row').innerText.replace(/\\s+/g, ' ')"), "Tuesday, November 10, 2026 Eve 6:30 AM Message 1, https://example.org/1. Delete")
        self.assertEqual(page.evaluate("document.querySelector('#notes .row a').href"), "https://example.org/1")
        self.assertLessEqual(page.evaluate("document.documentElement.scrollHeight"), 900, "what is said of a row stays in the list")
        page.evaluate(f"{rows}.scrollTop = 0; undefined")
        page.wait(f"{rows}.scrollTop === 0")
        set_notes(*notes, gallery_core.note(21), gallery_core.note(22))
        page.wait("document.querySelector('#notes .unseen:not([hidden])')?.innerText === '2 new'")
        self.assertEqual(page.evaluate("document.querySelector('#notes [role=status].spoken').textContent"), "Eve: Message 21 Ada: Message 22")
        page.click("#notes .unseen")
        page.wait(at_end)
        page.evaluate("document.querySelector('#notes .row').focus()")
        page.press("End")
        page.type("Hi")
        page.wait("document.activeElement.matches('[data-event=textChanged]') && document.activeElement.value.endsWith('i')")

    def test_fields_and_events_are_those_of_the_app(self):
        page = self.show(BOOKS)
        page.fill("tributary-field[name=filter] input", "2")
        page.wait("document.querySelector('#mine').value === '2'")
        page.fill("#mine", "3")
        page.wait("document.querySelector('tributary-field[name=filter] input').value === '23'")
        page.click("#order")
        self.wait_for_state(lambda state: state["order"] == "byPrice")
        with self.bridge.client() as client:
            client.result("screen/send", instance="shelf-1", event={"type": "test", "do": "set", "values": {"clearDisabledReason": "Not today.", "buyDisabledReason": "No money."}})
        page.wait("document.querySelector('tributary-field[name=clearButtonWasTapped]').innerText.includes('Not today.')")
        page.wait("document.querySelector('#books button')?.ariaDisabled === 'true' || document.querySelector('#books .row') === null")

    def wait_for_state(self, fits):
        with self.bridge.client() as client:
            for _ in range(1000):
                if fits(client.result("screen/get", instance="shelf-1")["state"]):
                    return
        self.fail("the state does not come")

    def test_elements_show_each_kind_of_value(self):
        page = self.show("""<template for="gallery"><tributary-value name="state" id="state"></tributary-value><tributary-progress name="sent"></tributary-progress>
            <tributary-picture name="cover"></tributary-picture><tributary-value name="quiet" id="quiet"></tributary-value>
            <tributary-list name="jobs"><template><b data-text="name"></b><tributary-progress name="sent"></tributary-progress><button data-event="jobWasRetried"></button></template></tributary-list>
            </template>""", core=GALLERY)
        page.wait("document.querySelector('tributary-picture img')?.complete")
        self.assertEqual(page.evaluate("document.querySelector('#state .status').dataset.tone"), "caution")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('progress')].map(({ value }) => value)"), [0.4, 0.5, 1])
        self.assertTrue(page.evaluate("document.querySelector('#quiet').hidden"), "nothing is shown of nothing")
        buttons = page.evaluate("[...document.querySelectorAll('.row button')].map(button => [button.ariaDisabled, button.hidden, button.title])")
        self.assertEqual(buttons, [["true", False, "It is on its way."], [None, False, ""], ["true", True, "It was sent."]])

    def test_the_style_sheets_of_the_folder_win(self):
        page = self.show(BOOKS, css=".card { background: rgb(1, 2, 3) } #books [part=rows] { display: grid }")
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.card')).backgroundColor"), "rgb(1, 2, 3)")
        page.wait("getComputedStyle(document.querySelector('#books [part=rows]')).display === 'grid'")
        self.assertEqual(page.complaints, [])

    def test_what_the_app_does_not_have_is_named_by_the_page_as_by_the_check(self):
        page = self.show(WRONG)
        page.wait("document.querySelector('.card.is-described .row')", "the view of the description")
        complaints = " ".join(page.complaints)
        self.assertEqual([line for line in SAID if json.dumps(line)[1:-1] not in complaints and line not in complaints], [])
        needs = 'templates.html:11: data-event="bookWasDonated" needs code and due and genre and price and title: data-member, data-with, or a tributary-field'
        self.assertEqual(sorted(templates.misfits([("templates.html", WRONG)], shelf_core.SCREENS, {})), sorted([*SAID, needs]))
        self.assertEqual(templates.misfits([("templates.html", BOOKS)], shelf_core.SCREENS, {}), [])

    def test_a_file_that_is_not_utf_8_is_named_and_takes_no_page_away(self):
        pages = pathlib.Path(folder(self, templates_html="<template for='counter'></template>"))
        (pages / "other.html").write_bytes("<p>\nKüche</p>".encode("latin-1"))
        done = subprocess.run([sys.executable, str(WEB / "bridge/bridge.py"), program(), "--pages", str(pages), "--check-pages"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "other.html:2: is not UTF-8\n", ""))
        self.start("--pages", str(pages), plain=True)
        self.page().wait("document.querySelector('.card')")

    def test_what_is_about_several_rows_has_no_place_in_one(self):
        html = '<template for="room"><tributary-list name="notes"><template><button data-event="notesWereDeleted"></button></template></tributary-list></template>'
        said = 'a.html:1: data-event="notesWereDeleted" is no event of the rows of "notes"'
        self.assertEqual(templates.misfits([("a.html", html)], [gallery_core.ROOM_SCREEN], {}), [said])

    def test_the_pages_beside_a_program_need_no_option(self):
        place = folder(self)
        pathlib.Path(place, "shelf-stdio").write_text(f"#!/bin/sh\nexec {sys.executable} {SHELF} \"$@\"\n")
        pathlib.Path(place, "shelf-stdio").chmod(0o755)
        own = pathlib.Path(place, "Any_Shelf.resources/shelf.pages")
        own.mkdir(parents=True)
        (own / "a.html").write_text('<template for="shelf"><p id="mine">Mine</p></template>')
        self.start(core=str(pathlib.Path(place, "shelf-stdio")), plain=True)
        self.page().wait("document.querySelector('#mine')")


class GuideTests(unittest.TestCase):
    """The page lists what there is, once."""

    def test_attributes(self):
        listed = set(re.findall(r"`(?:<template )?data-([a-z]+)", GUIDE)) | set(re.findall(r"data-(\w+)=", GUIDE))
        used = set(re.findall(r'"(text|tone|shown|hidden|enabled|reason|value|checked|entered|clear)"', CODE)) | {
            "event", "member", "with", "part", "label", "attribute", "heading", "title", "busy", "name", "parameter", "app"}
        self.assertEqual(used - listed, set())

    def test_the_check_and_the_page_know_the_same_attributes(self):
        self.assertEqual(re.search(r"SETTABLE = /\^(.*)\$/", CODE)[1], re.search(r'SETTABLE = re.compile\(r"(.*)"\)', CHECK)[1])
        names = lambda text: re.search(r"(?:NAMES|STATE) = [\[(](.*?)[\])]", text)[1].split(", ")
        self.assertEqual(names(CODE), names(CHECK))


if __name__ == "__main__":
    unittest.main()
