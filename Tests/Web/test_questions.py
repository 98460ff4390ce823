"""What the app asks of the person, in Chromium: dialogs, notices, files, the clipboard, links."""
import hashlib
import json
import pathlib
import tempfile
import time

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

    def too_late_and_open(self):
        """A notice whose action is not possible any more, and one whose action is."""
        page = self.desk()
        self.ask(page, "undo")
        page.wait("document.querySelector('.toast button')")
        self.ask(page, "withdraw")
        page.wait("!document.querySelector('.toast .offered')")
        self.assertIn("Row 7 was deleted.", page.evaluate(text("[data-kind=desk] .messages")))
        self.ask(page, "undo")
        page.wait("document.querySelectorAll('.toast').length === 2")
        return page

    def test_a_notice_stays_when_its_action_is_not_possible_any_more(self):
        page = self.too_late_and_open()
        self.ask(page, "withdraw")
        page.wait("document.querySelectorAll('.toast').length === 1")
        self.button(page, "Dismiss")
        page.wait("!document.querySelector('.toast')")

    def test_one_notice_stays_in_sight_as_one_scrolls_and_none_while_one_types(self):
        page = self.too_late_and_open()
        stuck = "[...document.querySelectorAll('.messages .toast')].map(notice => getComputedStyle(notice).position === 'sticky')"
        self.assertEqual(page.evaluate(stuck), [False, True])
        page.evaluate("document.querySelector('[data-opens=desk]').append(Object.assign(document.createElement('input'), { id: 'field' }))")
        page.evaluate("document.querySelector('#field').focus()")
        self.assertEqual(page.evaluate(stuck), [False, False])
        # What stands in a corner is in the other half of the window.
        is_above = "document.querySelector('#toasts').getBoundingClientRect().top < innerHeight / 2"
        self.ask(page, "notify")
        page.wait("document.querySelector('#toasts .toast')")
        self.assertFalse(page.evaluate(is_above))
        page.evaluate("(field => { field.blur(); Object.assign(field.style, { position: 'fixed', bottom: 0 }); field.focus(); })(document.querySelector('#field'))")
        self.assertTrue(page.evaluate(is_above))
        page.evaluate("document.querySelector('.messages .toast button').focus()")
        self.button(page, "Undo")
        page.wait(f"{stuck}.join() === 'true'")

    def test_a_notice_stands_in_no_card_of_another_place(self):
        page = self.desk()
        self.ask(page, "undo")
        page.wait("document.querySelector('.card .toast')")
        page.evaluate("document.querySelector('[data-kind=desk] .close').click()")
        page.wait("!document.querySelector('.card') && document.querySelector('#messages .toast .offered').checkVisibility()")
        # What is open next has nothing to do with it.
        page.evaluate("document.querySelector('[data-opens=desk] button').click()")
        page.wait("document.querySelector('.card[data-instance=desk-2]')")
        self.assertIsNone(page.evaluate("document.querySelector('.card .toast')"))
        page.evaluate("document.querySelector('#messages .toast .offered').focus()")
        self.ask(page, "withdraw")
        page.wait("!document.querySelector('.toast') && document.activeElement.closest('.card')")

    def test_a_notice_that_is_too_late_goes_with_its_card(self):
        page = self.desk()
        self.ask(page, "undo")
        page.wait("document.querySelector('.toast')")
        self.ask(page, "withdraw")
        page.wait("!document.querySelector('.toast .offered')")
        page.evaluate("document.querySelector('[data-kind=desk] .close').click()")
        page.wait("!document.querySelector('.toast')")

    def test_the_focus_returns_to_where_it_was_before_a_question(self):
        page = self.desk()
        focus = "document.activeElement.dataset.event"
        page.evaluate("document.querySelector('[data-event=pickFile]').focus()")
        page.press("Enter")
        page.wait(DIALOG)
        self.choose(page, "'Hi'")
        page.wait(f"{NO_DIALOG} && {focus} === 'pickFile'")
        page.evaluate("document.querySelector('[data-event=undo]').focus()")
        page.press("Enter")
        page.wait("document.querySelector('.toast')")
        page.evaluate("document.querySelector('.toast .offered').focus()")
        page.press("Enter")
        page.wait("!document.querySelector('.toast') && document.activeElement.closest('.card')")

    def test_what_the_app_said_goes_with_the_account(self):
        page = self.too_late_and_open()
        self.ask(page, "signOut")
        page.wait("!document.querySelector('.toast')")

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

    def choose(self, page, content, name="a.txt"):
        page.evaluate(f"""(field => {{
            const files = new DataTransfer();
            files.items.add(new File([{content}], "{name}", {{ type: "text/plain" }}));
            field.files = files.files;
        }})({DIALOG}.querySelector('input'))""")
        self.button(page, "Use it")

    def test_gives_a_file_whatever_its_size(self):
        page = self.desk()
        self.ask(page, "pickFile")
        page.wait(DIALOG)
        self.button(page, "Use it")
        page.wait(f"{DIALOG}.innerText.includes('No file is chosen.')")
        self.assertIn("At most 8 bytes.", page.evaluate(f"{DIALOG}.innerText"))
        self.choose(page, "'123456789'")
        page.wait(f"{DIALOG}.innerText.includes('The file has more than 8 bytes.')")
        self.choose(page, "'Hi'")
        answer = {"answer": {"attachment": hashlib.sha256(b"Hi").hexdigest()[:8], "mediaType": "text/plain", "name": "a.txt", "size": 2}}
        self.assertIn(json.dumps(answer), self.answers(page, 1))
        page.wait(NO_DIALOG)
        self.ask(page, "pickLarge")
        page.wait(DIALOG)
        self.assertIn("At most 1 MB.", page.evaluate(f"{DIALOG}.innerText"))
        self.choose(page, "'x'.repeat(131313)")
        page.wait(f"{DIALOG}?.innerText.includes('There is no room left on the disk.')")
        # Chromium notes the refusal.
        self.assertEqual([complaint.rpartition("/")[2] for complaint in page.complaints], ["file"])
        page.complaints.clear()
        self.choose(page, "'x'.repeat(300000)")
        self.assertIn(hashlib.sha256(b"x" * 300_000).hexdigest()[:8], self.answers(page, 3))

    def give(self, page, kind, content="'Hi'", name="a.txt", media="text/plain", count=1):
        """Drops files on the card of the desk, pastes them, or chooses them at the button that asks for one."""
        page.evaluate(f"""(card => {{
            const files = new DataTransfer();
            for (let index = 0; index < {count}; index++) files.items.add(new File([{content}], "{name}", {{ type: "{media}" }}));
            const options = {{ bubbles: true, cancelable: true, dataTransfer: files, clipboardData: files }};
            const input = card.querySelector('.picks input');
            if ('{kind}' === 'choose') {{ input.files = files.files; input.dispatchEvent(new Event('change')); return; }}
            if ('{kind}' === 'drop' && card.dispatchEvent(new DragEvent('dragover', options))) throw new Error('no place for it');
            card.dispatchEvent('{kind}' === 'drop' ? new DragEvent('drop', options) : new ClipboardEvent('paste', options));
        }})(document.querySelector('[data-kind=desk]'))""")

    def test_a_file_is_given_where_it_is_asked_for_without_a_dialog(self):
        page = self.desk()
        page.evaluate("window.dialogs = 0; new MutationObserver(() => { dialogs += document.querySelectorAll('dialog').length; }).observe(document.body, { childList: true, subtree: true })")
        for count, kind in enumerate(("drop", "paste", "choose"), 1):
            self.give(page, kind, f"'{kind}'")
            given = {"attachment": hashlib.sha256(kind.encode()).hexdigest()[:8], "mediaType": "text/plain", "name": "a.txt", "size": len(kind)}
            self.assertIn(json.dumps({"answer": given}), self.answers(page, 2 * count - 1))
            page.wait("document.querySelector('.giving').hidden")
        self.assertEqual(page.evaluate("dialogs"), 0)
        self.assertTrue(page.evaluate("document.querySelector('.picks').previousElementSibling.contains(document.querySelector('[data-field=answers]'))"), "beside what shows it")

    def test_what_is_no_such_file_is_said_at_its_button_and_not_sent(self):
        page = self.desk()
        refusal = "document.querySelector('.picks').nextElementSibling.innerText"
        for kind, options, reason in (
                ("drop", {"name": "a.exe", "media": ""}, "a.exe is no file of these kinds: .txt, image/*."),
                ("paste", {"content": "'x'.repeat(1048577)"}, "The file has more than 1 MB."), ("drop", {"count": 2}, "One file at a time.")):
            self.give(page, kind, **options)
            page.wait(f"{refusal} === {json.dumps(reason)}")
        self.give(page, "drop", "'x'.repeat(131313)")
        page.wait(f"{refusal} === 'There is no room left on the disk.'")
        self.assertIn('{"cancelled": true}', self.answers(page, 1))
        self.assertEqual(page.evaluate("document.querySelector('[data-kind=desk]').innerText").count("cancelled"), 1)
        page.complaints.clear()  # Chromium notes the refusal.
        self.give(page, "drop", name="A.PNG", media="image/png")
        self.assertIn('"name": "A.PNG"', self.answers(page, 2))
        page.wait(f"{refusal} === ''")

    def test_how_much_of_a_file_has_come_stands_beside_its_button(self):
        page = self.desk()
        page.evaluate("""window.seen = []; new MutationObserver(() => {
            const { value, position, ariaLabel, parentElement } = document.querySelector('.giving progress');
            if (!parentElement.hidden) seen.push([ariaLabel, position < 0 ? -1 : value]);
        }).observe(document.querySelector('.giving'), { attributes: true, subtree: true })""")
        self.give(page, "drop", "'x'.repeat(1 << 20)")
        self.answers(page, 1)
        page.wait("document.querySelector('.giving').hidden")
        seen = page.evaluate("seen")
        self.assertEqual({name for name, _ in seen}, {"a.txt"})
        self.assertTrue(any(0 < part < 1 for _, part in seen), seen)
        parts = [part for _, part in seen]
        self.assertEqual(parts, sorted(parts))

    def test_the_button_opens_what_the_browser_has_for_files_and_a_telephone_its_camera(self):
        page = self.desk()
        page.call("Page.setInterceptFileChooserDialog", {"enabled": True})
        page.evaluate("window.opened = []; document.querySelector('.picks input').addEventListener('click', ({ target }) => opened.push([target.accept, target.getAttribute('capture')]))")
        camera = "document.querySelector('.camera').checkVisibility()"
        self.assertFalse(page.evaluate(camera))
        page.call("Emulation.setTouchEmulationEnabled", {"enabled": True})
        page.wait(camera)
        for selector in ("[data-event=attach]", ".camera"):
            page.evaluate(f"document.querySelector('{selector}').focus()")
            page.press("Enter")
        page.wait("opened.length === 2")
        self.assertEqual(page.evaluate("opened"), [[".txt,image/*", None], [".txt,image/*", "environment"]])
        self.assertEqual(page.evaluate("document.querySelector('[data-kind=desk]').innerText.includes('{')"), False, "nothing was sent")

    def test_what_the_person_has_pressed_for_is_copied_without_a_question(self):
        page = self.desk()
        page.call("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        page.evaluate("document.querySelector('[data-event=copy]').focus()")
        page.press("Enter")
        page.wait("document.querySelector('#toasts .toast')?.innerText === 'Copied.'")
        self.assertIn("{}", self.answers(page, 1))
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), "copied")

    def test_saves_a_file_that_is_not_in_the_question(self):
        with tempfile.TemporaryDirectory() as folder:
            page = self.desk()
            page.call("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
            self.ask(page, "saveGone")
            page.wait(DIALOG)
            self.button(page, "Save")
            page.wait(f"{DIALOG}?.innerText.includes('The file was changed since it was opened.')")
            self.button(page, "Cancel")
            page.wait(NO_DIALOG)
            self.ask(page, "saveLarge")
            page.wait(DIALOG)
            self.button(page, "Save")
            page.wait(NO_DIALOG)
            self.assertIn("{}", self.answers(page, 2))
            deadline = time.monotonic() + 30
            # NB: until it is whole, Chromium gives it another ending.
            while [path.suffix for path in pathlib.Path(folder).iterdir()] != [".bin"] and time.monotonic() < deadline:
                time.sleep(0.05)
            (path,) = pathlib.Path(folder).iterdir()
            self.assertEqual(path.read_bytes(), bytes(index * 7 % 256 for index in range(200_000)))
            self.assertTrue(path.name.endswith(".bin"), path.name)

    def test_asks_again_after_a_reload(self):
        page = self.desk()
        self.ask(page, "confirm")
        page.wait(DIALOG)
        page.reload()
        page.wait(DIALOG)
        self.button(page, "Keep")
        page.wait(NO_DIALOG)
