"""The elements of the page, each alone in a page of one's own, and what Apps/Web/Guide/Elements.md says of them."""
import json
import re
import unittest

import test_axe
import test_front
from bridge import ROOT, WEB
from test_pages import folder

SHELF, GALLERY, ACCOUNT, QUESTIONS, GATE = (str(ROOT / f"Tests/Web/{name}_core.py") for name in ("shelf", "gallery", "account", "question", "gate"))
WIDTHS = (1280, 768, 390)
GUIDE = (WEB / "Guide/Elements.md").read_text()
CODE = "".join(path.read_text() for path in sorted((WEB / "page").glob("*.js")))
STYLE = (WEB / "page/tributary.css").read_text()


def setUpModule():
    test_axe.problem()
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class ElementsTest(test_axe.AxeTest):
    def alone(self, core, body, *options, style="", width=1280):
        """A page of one's own with nothing but these elements."""
        text = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mine</title><link rel="icon" href="data:,">
            <link rel="stylesheet" href="/tributary.css"><link rel="stylesheet" href="/mine.css"><script type="module" src="/elements.js"></script>
            </head><body><main>{body}</main></body></html>"""
        pages = folder(self, mine_html=text, mine_css=style)
        self.start("--pages", pages, *options, core=core, plain=True)
        return self.page("mine.html", width=width)

    def says(self, page, text, tag):
        page.wait(f"document.querySelector('{tag}').innerText.includes({json.dumps(text)})")


class AloneTests(ElementsTest):
    def test_screen(self):
        page = self.alone(SHELF, '<tributary-screen screen="shelf"><p slot="before">My books</p></tributary-screen>')
        self.says(page, "Budget", "tributary-screen")
        self.assertEqual(page.evaluate("document.querySelector('tributary-screen').firstElementChild.innerText"), "My books")

    def test_field(self):
        page = self.alone(SHELF, '<tributary-field screen="shelf" name="filter"></tributary-field><tributary-list screen="shelf" name="books"></tributary-list>')
        self.says(page, "Filter", "tributary-field")
        page.fill("tributary-field input", "99")
        page.wait("document.querySelector('tributary-row:not(.header)') === null || document.querySelector('tributary-list .count').innerText", "the list is of the same screen")
        with self.bridge.client() as client:
            self.assertEqual(client.result("screen/get", instance="shelf-1")["state"]["filter"], "99")

    def test_money(self):
        page = self.alone(SHELF, 'Spent: <tributary-money screen="shelf" name="spent"></tributary-money>')
        self.says(page, "1,234.50", "tributary-money")
        self.assertEqual(page.evaluate("document.querySelector('main').innerText.includes('\\n')"), False, "it stands in a line")

    def test_picture_chart_and_progress(self):
        page = self.alone(GALLERY, "".join(f'<tributary-{kind} screen="gallery" name="{name}"></tributary-{kind}>' for kind, name in
                                           (("picture", "cover"), ("chart", "messagesADay"), ("progress", "sent"))))
        page.wait("document.querySelector('tributary-picture img')?.complete")
        page.wait("document.querySelectorAll('tributary-chart polyline').length === 1")
        page.wait("document.querySelector('tributary-progress progress').value === 0.4")

    def test_list_and_row(self):
        page = self.alone(SHELF, """<tributary-list screen="shelf" name="books"></tributary-list>
            <tributary-row id="mine" screen="shelf" name="books" row="b3"></tributary-row>""")
        title = "document.querySelector('#mine .row-title').innerText"
        page.wait(f"{title}.includes('3')")
        self.assertTrue(page.evaluate("document.querySelectorAll('tributary-list tributary-row').length === 6"))

    def test_question_and_notice(self):
        page = self.alone(QUESTIONS, """<tributary-field screen="desk" name="confirm"></tributary-field>
            <tributary-field screen="desk" name="undo"></tributary-field><tributary-question></tributary-question><tributary-notice></tributary-notice>""")
        page.wait("document.querySelector('button[data-event=confirm]')")
        page.click("button[data-event=confirm]")
        self.says(page, "They do not come back.", "tributary-question dialog[open]")
        page.evaluate("document.querySelector('dialog button').click()")
        page.wait("!document.querySelector('dialog')")
        page.click("button[data-event=undo]")
        self.says(page, "Row 7 was deleted.", "tributary-notice")

    def test_tabs_and_connection(self):
        page = self.alone(ACCOUNT, "<tributary-connection></tributary-connection><tributary-tabs></tributary-tabs>", "--presents")
        page.wait("document.querySelector('tributary-connection').dataset.is === 'on'")
        self.says(page, "Stamps", "tributary-tabs")
        page.wait("document.querySelector('tributary-tabs button[aria-current=page]').innerText === 'Journal'")
        page.evaluate("document.querySelectorAll('tributary-tabs nav button')[1].click()")
        self.says(page, "Add", "tributary-tabs .card[data-kind=form]")
        self.assertEqual(page.evaluate("document.querySelectorAll('tributary-tabs .close:not([hidden])').length"), 0, "nothing closes a tab's own screen")

    def test_gate(self):
        page = self.alone(GATE, '<h1>Mine</h1><tributary-gate></tributary-gate><tributary-screen screen="story"></tributary-screen>')
        page.wait("document.querySelector('tributary-gate.closed input[type=password]')")
        self.assertEqual(self.find(page), [])
        page.fill("tributary-gate input[autocomplete=username]", "ada")
        page.fill("tributary-gate input[type=password]", "1234")
        page.click("tributary-gate button[data-event=signInButtonWasTapped]")
        page.wait("!document.querySelector('tributary-gate.closed')")

    def test_the_gate_stands_in_front_at_every_size(self):
        self.start(core=GATE, plain=True)
        for width in WIDTHS:
            page = self.page(width=width, cards=False)
            page.wait("document.querySelector('tributary-gate.closed input[type=password]')?.checkVisibility()")
            page.wait("document.documentElement.scrollHeight > innerHeight + 500")
            page.evaluate("window.scrollTo(0, 400)")
            page.wait("""(() => {
                const { left, top, width, height } = document.querySelector("tributary-gate input[type=password]").getBoundingClientRect();
                return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("tributary-gate");
            })()""", f"the gate is in front at {width}")

    def test_another_language_reaches_each_of_them(self):
        page = self.alone(ACCOUNT, '''<tributary-screen screen="journal"></tributary-screen><tributary-tabs></tributary-tabs>
            <tributary-field screen="journal" name="addButtonWasTapped"></tributary-field>''',
                          "--presents", "--waits")
        self.says(page, "Journal", "tributary-screen h2")
        self.says(page, "Form", "tributary-tabs nav")
        self.says(page, "Add", "tributary-field")
        with self.bridge.client() as client:
            client.result("screen/send", instance="journal-1", event={"type": "test", "language": "de"})
        self.says(page, "Tagebuch", "tributary-screen h2")
        self.says(page, "Formular", "tributary-tabs nav")
        self.says(page, "Hinzuf\u00fcgen", "tributary-field")
        self.assertEqual(page.evaluate("document.querySelectorAll('tributary-tabs nav, tributary-field button').length"), 2, "each is there once")

    def test_axe_finds_nothing_at_three_widths(self):
        body = """<h1>Mine</h1><h2>Books</h2><tributary-connection></tributary-connection><tributary-field screen="shelf" name="filter"></tributary-field>
            <tributary-money screen="shelf" name="spent"></tributary-money><tributary-list screen="shelf" name="books"></tributary-list>
            <tributary-row screen="shelf" name="books" row="b3"></tributary-row><tributary-notice></tributary-notice><tributary-question></tributary-question>"""
        pages = self.alone(SHELF, body)
        self.says(pages, "Book 3", "tributary-row[row]")
        for width in WIDTHS:
            pages.resize(width, 900)
            self.check(pages, f"elements at {width}")

    def test_it_is_styled_by_properties_and_parts(self):
        style = ":root { --accent: rgb(1, 2, 3); } [part~=title] { font-size: 40px; }"
        page = self.alone(SHELF, '<tributary-screen screen="shelf"></tributary-screen>', style=style)
        self.says(page, "Budget", "tributary-screen")
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('h2[part=title]')).fontSize"), "40px")
        self.assertEqual(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()"), "rgb(1, 2, 3)")


class GuideTests(unittest.TestCase):
    """The page lists what there is."""

    def test_elements(self):
        defined = re.search(r"const ELEMENTS = \{(.*?)\};", CODE, re.DOTALL)[1]
        self.assertEqual(sorted(re.findall(r"^\| `tributary-(\w+)`", GUIDE, re.MULTILINE)), sorted(re.findall(r"\b(\w+): ", defined)))

    def test_parts(self):
        self.assertEqual(sorted(re.findall(r"`\[part~=([\w-]+)\]`", GUIDE)), sorted(set(re.findall(r'\bpart: "([\w-]+)"', CODE))))

    def test_properties(self):
        [root] = re.findall(r"^:root \{(.*?)^\}", STYLE, re.DOTALL | re.MULTILINE)[:1]
        self.assertEqual(sorted(re.findall(r"`(--[\w-]+)`", GUIDE)), sorted(re.findall(r"^ +(--[\w-]+):", root, re.MULTILINE)))

    def test_slots(self):
        self.assertEqual(sorted(re.findall(r"^\| `slot=\"([\w-]+)\"`", GUIDE, re.MULTILINE)), sorted(["before", "after", "empty"]))


if __name__ == "__main__":
    unittest.main()
