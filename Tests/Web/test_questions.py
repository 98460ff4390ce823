"""What the app asks of the person, in Chromium: dialogs, notices, files, the clipboard, links."""
import json

import test_front
from bridge import ROOT
from test_front import BrowserTest, text

CORE = str(ROOT / "Tests/Web/question_core.py")
DIALOG = "document.querySelector('dialog[open]')"
NO_DIALOG = f"!{DIALOG}"


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class QuestionTests(BrowserTest):
    def desk(self):
        self.start(core=CORE)
        page = self.page(cards=False)
        page.wait("document.querySelector('[data-opens=desk]')")
        page.front()
        page.click("[data-opens=desk] button")
        page.wait("document.querySelector('[data-kind=desk] .rows')")
        return page

    def ask(self, page, name):
        page.evaluate(f"[...document.querySelectorAll('[data-kind=desk] [data-event]')].find(button => button.dataset.event === '{name}').click()")

    def button(self, page, label):
        page.evaluate(f"[...document.querySelectorAll('dialog[open] button, .toast button')].find(button => button.innerText === '{label}').click()")

    def answers(self, page, count):
        page.wait(f"document.querySelector('[data-kind=desk]').innerText.split('{{').length > {count}")
        return page.evaluate("document.querySelector('[data-kind=desk]').innerText")

    def test_confirms_with_the_focus_on_what_takes_nothing_away(self):
        page = self.desk()
        self.ask(page, "confirm")
        page.wait(DIALOG)
        self.assertIn("Delete <b>all</b>?", page.evaluate(f"{DIALOG}.innerText"))
        self.assertEqual(page.evaluate("document.activeElement.innerText"), "Keep")
        self.button(page, "Delete")
        self.assertIn('{"answer": "yes"}', self.answers(page, 1))
        page.wait(NO_DIALOG)

    def test_escape_gives_no_answer(self):
        page = self.desk()
        self.ask(page, "confirm")
        page.wait(DIALOG)
        page.press("Escape")
        self.assertIn('{"cancelled": true}', self.answers(page, 1))

    def test_shows_notices_and_takes_an_undo(self):
        page = self.desk()
        self.ask(page, "notify")
        self.assertIn('{"answer": "shown"}', self.answers(page, 1))
        self.ask(page, "undo")
        page.wait("document.querySelector('.toast button')")
        self.assertIn("Row 7 was deleted.", page.evaluate(text("[data-kind=desk] .messages")), "it stands where it happened")
        self.button(page, "Undo")
        self.assertIn('{"answer": "action"}', self.answers(page, 2))

    def test_opens_a_link_with_its_host_and_no_script(self):
        page = self.desk()
        self.ask(page, "openLink")
        page.wait(DIALOG)
        self.assertIn("Open example.com?", page.evaluate(f"{DIALOG}.innerText"))
        self.button(page, "Cancel")
        self.assertIn('{"cancelled": true}', self.answers(page, 1))
        self.ask(page, "badLink")
        self.assertIn("A page does not open such an address.", self.answers(page, 2))

    def test_brings_a_row_into_view(self):
        page = self.desk()
        self.ask(page, "show")
        self.assertIn("{}", self.answers(page, 1))

    def test_takes_a_value_of_the_apps_own_and_goes_on_after_a_refusal(self):
        page = self.desk()
        self.ask(page, "degrees")
        page.wait(DIALOG)
        page.evaluate(f"{DIALOG}.querySelector('input').value = '99'")
        self.button(page, "Answer")
        page.wait(f"{DIALOG}?.innerText.includes('It is never that warm.')")
        page.evaluate(f"{DIALOG}.querySelector('input').value = '7'")
        self.button(page, "Answer")
        self.assertIn('"answer": 7', self.answers(page, 1))
        self.ask(page, "unknown")
        self.assertIn("This page does not know the question unknown.", self.answers(page, 2))

    def test_picks_a_small_file(self):
        page = self.desk()
        self.ask(page, "pickFile")
        page.wait(DIALOG)
        self.button(page, "Use it")
        page.wait(f"{DIALOG}.innerText.includes('No file is chosen.')")
        page.evaluate(f"""(field => {{
            const files = new DataTransfer();
            files.items.add(new File(["Hi"], "a.txt", {{ type: "text/plain" }}));
            field.files = files.files;
        }})({DIALOG}.querySelector('input'))""")
        self.button(page, "Use it")
        self.assertIn('"base64": "SGk="', self.answers(page, 1))

    def test_asks_again_after_a_reload(self):
        page = self.desk()
        self.ask(page, "confirm")
        page.wait(DIALOG)
        page.reload()
        page.wait(DIALOG)
        self.button(page, "Keep")
        page.wait(NO_DIALOG)
