"""A conversation: what is in sight of it on a telephone, its days, what comes meanwhile, and how one gets to the field."""
import unittest

import gallery_core
import test_front
from test_described import query
from test_roles import GalleryTest

FIELD = query("[data-event=textChanged]")
ROWS = query(".talk")
AT_END = f"(rows => rows.scrollHeight - rows.scrollTop - rows.clientHeight < 2)({ROWS})"
IN_SIGHT = f"""[...document.querySelectorAll(".talk .row")].filter(row => {{
    const {{ top, bottom }} = row.getBoundingClientRect(), list = {ROWS}.getBoundingClientRect();
    return top >= Math.max(list.top, 0) - 1 && bottom <= Math.min(list.bottom, innerHeight) + 1;
}})"""


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class TalkTests(GalleryTest):
    def room(self, count, **options):
        page = self.gallery(screen="room", then=".list", **options)
        self.notes(*range(1, count + 1))
        page.wait(f"document.querySelectorAll('.talk .row').length === {count}")
        return page

    def notes(self, *numbers, **others):
        self.set("room-1", notes=[gallery_core.note(number, **others) for number in numbers])

    def test_a_telephone_shows_six_messages_and_the_field(self):
        page = self.room(60, width=390, height=844)
        page.evaluate(f"{query('[data-kind=room]')}.scrollIntoView()")
        page.wait(f"{FIELD}.getBoundingClientRect().bottom <= innerHeight && {IN_SIGHT}.length >= 6")
        self.assertTrue(page.evaluate(f"{IN_SIGHT}.at(-1).innerText.includes('Message 60')"))
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 390)

    def test_a_window_of_a_few_lines_shows_the_newest_and_the_field(self):
        page = self.room(60, width=320, height=256)
        page.evaluate(f"{query('[data-event=sendButtonWasTapped]')}.scrollIntoView({{ block: 'end' }})")
        page.wait(f"{FIELD}.getBoundingClientRect().top >= 0 && {IN_SIGHT}.at(-1)?.innerText.includes('Message 60')")

    def test_the_field_stays_in_sight_while_messages_come(self):
        page = self.room(1, width=320, height=256)
        for count in (2, 4, 60):
            self.notes(*range(1, count + 1))
            page.wait(f"document.querySelectorAll('.talk .row').length === {count} && {AT_END} && {FIELD}.getBoundingClientRect().bottom <= innerHeight")

    def test_a_day_has_a_line_and_a_message_its_author_and_time(self):
        page = self.room(5)
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.talk .section')].map(day => day.innerText)"), ["Tuesday, November 10, 2026", "Wednesday, November 11, 2026"])
        self.assertEqual(page.evaluate(f"{query('.talk .row .row-text')}.innerText.replace(/\\s+/g, ' ')"), "Eve · 6:30 AM Message 1")
        self.assertEqual(page.evaluate("document.querySelector('[data-kind=room]').innerText.includes('There is no text.')"), True, "for those who hear it")
        self.assertEqual(page.evaluate("[document.querySelector('.described.talks .reason:not(:empty)').clientWidth, document.querySelector('[data-kind=room] h2').innerText]"), [1, "General"])

    def test_each_day_of_a_long_conversation_has_a_line(self):
        page = self.room(5)
        self.set("room-1", notes=[gallery_core.note(number // 4, id=f"n{number}") for number in range(250)])
        page.wait("document.querySelectorAll('.talk .row').length === 250")
        self.assertEqual(page.evaluate("document.querySelectorAll('.talk .section').length"), 16)

    def test_ones_own_messages_stand_apart(self):
        page = self.room(4)
        self.notes(1, 2, 3, isOwn=True)
        page.wait("document.querySelectorAll('.talk .row.own').length === 3")
        self.notes(1, 2, 3)
        page.wait("!document.querySelector('.talk .row.own')")
        self.notes(1, 2, 3, 4, 5, isOwn=True)
        page.wait("document.querySelector('.talks > [role=status].spoken').textContent === 'You: Message 4 You: Message 5'")
        self.assertEqual(page.evaluate(f"{query('.talk .row .row-text')}.innerText.replace(/\\s+/g, ' ')"), "You · 6:30 AM Message 1")
        own = page.evaluate("(text => [text.getBoundingClientRect().left, text.closest('.row').getBoundingClientRect().left])(document.querySelector('.talk .row.own .row-text'))")
        self.assertGreater(own[0], own[1] + 50)

    def test_what_comes_is_said_and_a_reader_who_is_elsewhere_stays_there(self):
        page = self.room(60)
        page.wait(AT_END)
        page.evaluate(f"{ROWS}.scrollTop = 200; undefined")
        page.wait(f"{ROWS}.scrollTop === 200")
        self.notes(*range(1, 64))
        page.wait("document.querySelector('.unseen:not([hidden])')?.innerText === '3 new'")
        self.assertEqual(page.evaluate("document.querySelector('.talks > [role=status].spoken').textContent"), "Eve: Message 61 Ada: Message 62 Eve: Message 63")
        self.assertEqual(page.evaluate(f"{ROWS}.scrollTop"), 200)
        page.evaluate("document.querySelector('.unseen').click()")
        page.wait(f"{AT_END} && document.querySelector('.unseen').hidden")

    def test_a_window_that_becomes_smaller_or_larger_shows_the_newest(self):
        page = self.room(60, width=390, height=844)
        page.wait(AT_END)
        for width, height in ((390, 500), (320, 256), (1280, 900), (768, 900), (390, 844)):
            page.resize(width, height)
            page.wait(f"innerHeight === {height} && {AT_END}", f"the newest is in sight at {width} x {height}")
        page.evaluate(f"{ROWS}.scrollTop = 200; undefined")
        page.wait(f"{ROWS}.scrollTop === 200 && new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        page.resize(390, 600)
        page.wait(f"innerHeight === 600 && new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        self.assertEqual(page.evaluate(f"{ROWS}.scrollTop"), 200, "a reader who is elsewhere stays there")

    def test_what_one_has_written_is_seen_and_not_counted(self):
        page = self.room(60)
        page.wait(AT_END)
        page.evaluate(f"{ROWS}.scrollTop = 200; undefined")
        page.wait(f"{ROWS}.scrollTop === 200")
        notes = [gallery_core.note(number) for number in range(1, 61)]
        mine = gallery_core.note(61, isOwn=True)
        self.set("room-1", notes=[*notes, mine])
        page.wait(f"{AT_END} && document.querySelector('.unseen').hidden")
        page.evaluate(f"{ROWS}.scrollTop = 200; undefined")
        page.wait(f"{ROWS}.scrollTop === 200")
        # The server has it now, under a number of its own.
        self.set("room-1", notes=[*notes, {**mine, "id": "s61"}, gallery_core.note(62)])
        page.wait("document.querySelector('.unseen:not([hidden])')?.innerText === '1 new'")

    def test_a_letter_goes_to_the_field_and_delete_deletes(self):
        page = self.room(5)
        page.evaluate("document.querySelector('.talk .row').focus()")
        page.press("ArrowDown")
        page.press("Delete")
        page.wait("document.querySelectorAll('.talk .row').length === 4")
        self.assertEqual(self.sent(page)[-1], {"type": "noteWasDeleted", "id": "n2"})
        page.evaluate("document.querySelector('.talk .row').focus()")
        page.type("Hi")
        page.wait(f"{FIELD}.value === 'Hi' && document.activeElement === {FIELD}")

    def test_a_finger_does_nothing_that_it_does_not_see(self):
        page = self.room(3, width=390, height=844)
        page.call("Emulation.setTouchEmulationEnabled", {"enabled": True})
        button = "document.querySelector('.talk .row:nth-child(2) .row-actions button')"
        row = f"{button}.closest('.row')"
        is_seen = f"getComputedStyle({button}.closest('.row-actions')).clipPath === 'none'"
        self.assertFalse(page.evaluate(is_seen))
        page.evaluate(f"{row}.scrollIntoView({{ block: 'center' }})")
        x, y = page.evaluate(f"(({{ right, top, height }}) => [right - 40, top + height / 2])({row}.getBoundingClientRect())")
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            page.call("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        page.wait(f"{row}.contains(document.activeElement) && {is_seen}")
        self.assertNotIn({"type": "noteWasDeleted", "id": "n2"}, self.sent(page))
        # NB: a touch of the same place at once would count as the second of two.
        page.evaluate(f"{button}.click()")
        page.wait("document.querySelectorAll('.talk .row').length === 2")

    def test_addresses_in_a_message_are_links_and_nothing_else_is(self):
        page = self.gallery(screen="room", then=".list")
        self.set("room-1", notes=[gallery_core.note(1, text="See https://example.org/a?b=1, (http://example.net) or javascript:alert(1) <b>x</b>.")])
        page.wait("document.querySelectorAll('.talk a').length === 2")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.talk a')].map(link => [link.href, link.rel])"),
                         [["https://example.org/a?b=1", "noopener noreferrer"], ["http://example.net/", "noopener noreferrer"]])
        self.assertEqual(page.evaluate("document.querySelector('.talk .row-title').textContent"), "See https://example.org/a?b=1, (http://example.net) or javascript:alert(1) <b>x</b>.")

    def test_messages_are_chosen_on_demand(self):
        page = self.room(3)
        self.assertFalse(page.evaluate("document.querySelector('.row-box').checkVisibility()"))
        page.click(".select")
        page.click("[aria-label='Select Message 3']")
        page.click("[data-event=notesWereDeleted]")
        page.wait("document.querySelectorAll('.talk .row').length === 2")
        self.assertEqual(self.sent(page)[-1], {"type": "notesWereDeleted", "ids": ["n3"]})
        page.click(".select")
        page.wait("!document.querySelector('.row-box').checkVisibility()")


if __name__ == "__main__":
    unittest.main()
