"""The page of the chat in Chromium: written to by keyboard alone, read, mirrored, printed, and looked at by axe.

    Apps/Chat/Tests/test_pages.py PROGRAM
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Tests/Web"))
import app_pages  # noqa: E402
from app_pages import shown  # noqa: E402
from test_access import spoken  # noqa: E402

ROOM = "[data-kind=room]"
TEXT = f"{ROOM} [data-event=composerTextChanged]"
FAILURE = "You are not signed in."


class ChatPageTests(app_pages.AppTest):
    def enter(self, *options, **size):
        """The page of somebody who has signed in."""
        page = self.open(*options, **size)
        person = app_pages.Person(page)
        person.sign_in()
        page.wait("document.querySelectorAll('[data-kind=rooms] .row-link').length === 3")
        return page, person

    def room(self, *options, **size):
        page, person = self.enter(*options, **size)
        person.press("[data-kind=rooms] .row:nth-child(2) .row-link")
        page.wait(f"document.querySelectorAll('{ROOM} .talk .row').length === 3")
        return page, person

    def write(self, page, person, text):
        person.type(TEXT, text)
        page.press("Enter")
        page.wait(f"document.querySelectorAll('{ROOM} .row.own').length === 1")

    def test_signing_in_writing_and_proposing_a_meeting_by_keyboard_alone(self):
        page, person = self.room()
        self.write(page, person, "I am coming.")
        lines = spoken(page)
        order = ["heading Kitchen", "button Select", "heading Sunday, November 22, 2026", "Bob · 2:54 PM", "Tea is ready.", "You · 3:04 PM", "I am coming.",
                 "textbox Your message", "button Send disabled (The message is empty.)", "button Attach a file (Send a file.)", "button Propose a meeting (Propose a meeting.)"]
        self.assertEqual([line for line in lines if line in order], order, lines)
        person.press("[data-event=composerMeetButtonWasTapped]")
        page.wait("document.activeElement.matches('[data-kind=meeting] [data-event=titleChanged]')")
        page.type("Planning")
        page.press("Enter")
        page.wait(f"document.activeElement.closest('{ROOM}') && document.querySelector('{ROOM} [data-field=composerMeeting]').innerText.includes('Planning')")
        person.press(f"{ROOM} [data-event=composerSendButtonWasTapped]")
        page.wait(f"document.querySelectorAll('{ROOM} .row.own').length === 2 && document.querySelector('{ROOM} .talk').innerText.includes('Planning')")
        self.look(page, "a room")
        self.assertEqual(page.complaints, [])

    def test_a_message_is_deleted_and_comes_back_and_a_person_signs_out_by_keyboard_alone(self):
        page, person = self.room()
        self.write(page, person, "A mistake")
        person.go(f"{ROOM} .row.own")
        page.press("Delete")
        page.wait(f"!document.querySelector('{ROOM} .row.own')")
        person.press(".messages .offered")
        page.wait(f"document.querySelector('{ROOM} .row.own')")
        person.press("#tabs [data-tab=settings]")
        person.press("[data-event=signOutButtonWasTapped]")
        page.wait("document.querySelector('dialog[open]')")
        self.look(page, "a question")
        person.press("dialog .danger")
        page.wait("document.activeElement.matches('[data-kind=signIn] [data-event=nameChanged]')")
        self.look(page, "signing in")
        self.assertEqual(page.complaints, [])

    def test_that_nobody_is_signed_in_is_said_once_on_each_screen(self):
        page = self.open()
        said = f"document.body.innerText.split({FAILURE!r}).length - 1"
        page.wait(shown("signIn", "input"))
        page.evaluate("location.hash = '#/rooms/2'")
        page.wait("document.querySelector('[data-kind=room]')")
        page.evaluate("document.querySelector('[data-kind=signIn] .close').click()")
        page.wait(f"document.querySelector('.offered') && {shown('room', '[data-event=refreshButtonWasTapped]')}")
        for tab in ("rooms", "settings"):
            page.evaluate(f"document.querySelector('#tabs [data-tab={tab}]').click()")
            page.wait(shown(tab))
            self.assertEqual(page.evaluate(said), 1, tab)
            self.look(page, f"{tab} of a guest")
        # Who puts the notice away is told by what belongs to the app, with a way to go on.
        page.evaluate("document.querySelector('.offered + button').click()")
        page.wait(f"!document.querySelector('.offered') && {said} === 1")
        self.assertTrue(page.evaluate("document.querySelector('.whole [data-event=reconnectButtonWasTapped]').checkVisibility()"))

    def test_offline_is_said_once_and_a_search_says_one_thing(self):
        page, _ = self.room()
        page.evaluate("document.querySelector('#tabs [data-tab=settings]').click()")
        page.wait(shown("settings"))
        page.evaluate("document.querySelector('[data-event=offlineChanged]').click()")
        page.evaluate("document.querySelector('#tabs [data-tab=rooms]').click()")
        page.wait(f"{shown('room')} && document.querySelector('.whole').innerText.includes('You are offline.')")
        self.assertEqual(page.evaluate("document.body.innerText.split('You are offline.').length - 1"), 1)
        self.assertFalse(page.evaluate("document.querySelector('[data-event=reconnectButtonWasTapped]').checkVisibility()"))
        page.evaluate("document.querySelector('#tabs [data-tab=settings]').click()")
        page.evaluate("document.querySelector('[data-event=offlineChanged]').click()")
        page.evaluate("document.querySelector('#tabs [data-tab=search]').click()")
        page.wait(shown("search"))
        page.fill("[data-kind=search] input", "xyzzy")
        page.wait("document.querySelector('[data-kind=search]').innerText.includes('Nothing was found.')")
        self.assertEqual(page.evaluate("document.querySelector('[data-kind=search]').innerText.match(/found/g).length"), 1)

    def test_what_can_be_done_to_a_message_covers_no_text(self):
        for width, height in app_pages.WIDTHS:
            page, person = self.room(width=width, height=height)
            self.write(page, person, "A message that is long enough to fill its line, and to go on in the next one of a conversation. " * 2)
            for row in (f"{ROOM} .row.own", f"{ROOM} .row:nth-child(2)"):
                page.evaluate(f"document.querySelector('{row}').focus()")
                page.wait(f"getComputedStyle(document.querySelector('{row} .row-actions')).opacity === '1'")
                self.assertEqual(page.evaluate(app_pages.OVERLAPS), [], f"{row} at {width}")

    def test_nothing_is_cut_or_covered_from_right_to_left(self):
        page, _ = self.room("--language", "en-XA")
        self.mirror(page, "a room")
        page.evaluate("document.querySelector('[data-event=composerMeetButtonWasTapped]').click()")
        page.wait(shown("meeting"))
        self.mirror(page, "a meeting")
        for tab in ("search", "settings"):
            page.evaluate(f"document.querySelector('#tabs [data-tab={tab}]').click()")
            page.wait(shown(tab))
            self.mirror(page, tab)

    def test_paper_has_the_messages(self):
        page, _ = self.room()
        self.paper(page, "Kitchen", "Who has the big pan?", "It is in the office.", "Tea is ready.")


if __name__ == "__main__":
    app_pages.main(ChatPageTests)
