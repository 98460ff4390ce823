"""What a finger meets: each control is 44 pixels wide and high, where the pointer is coarse."""
import unittest

import gallery_core
import test_front
from test_axe import ACCOUNT
from test_cuts import SHELF
from test_roles import GalleryTest

# The controls that are smaller, each with its area. What counts is the area that reacts: that of a label, and of the row of a link that
# stands for it. A link within a text is as high as its line (WCAG 2.5.5 leaves it out), and a keyboard alone gets to the link that skips.
SMALL = """[...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(control =>
    control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && control.type !== 'hidden' && !control.closest('.rich-text, .skip')
).map(control => {
    const area = control.closest('label') ?? (control.matches('.row-link') ? control.closest('.row') : control)
    const { width, height } = area.getBoundingClientRect()
    return { width, height, name: `${control.tagName} ${control.className} ${control.type ?? ''} ${(control.innerText ?? '').slice(0, 20)}` }
}).filter(({ width, height }) => width && Math.min(width, height) < 43.9).map(({ width, height, name }) => `${name}: ${width} x ${height}`)"""


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class TouchTests(GalleryTest):
    def touch(self, page):
        """The page as a phone shows it, with a finger for a pointer."""
        page.call("Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 3, "mobile": True})
        page.call("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
        page.wait("matchMedia('(pointer: coarse)').matches")

    def check(self, page, state):
        self.assertEqual(page.evaluate(SMALL), [], state)

    def test_finds_what_is_small(self):
        self.start()
        page = self.page()
        self.touch(page)
        page.evaluate("document.querySelector('#cards').append(Object.assign(document.createElement('button'), { innerText: 'x', style: 'min-height: 0; padding: 0' }))")
        self.assertEqual(len(page.evaluate(SMALL)), 1)

    def test_the_six_screens(self):
        self.start()
        page = self.page()
        self.touch(page)
        self.check(page, "the six screens")
        page = self.page("inspector.html", cards=False)
        self.touch(page)
        page.wait("document.querySelector('.panel')")
        self.check(page, "the inspector")

    def test_each_role(self):
        page = self.gallery()
        self.touch(page)
        self.check(page, "every role")

    def test_a_list_of_which_rows_are_chosen(self):
        page = self.gallery(screen="messages", then=".list")
        self.set("messages-1", messages=[gallery_core.message(number) for number in (1, 2)])
        page.wait("document.querySelectorAll('.chunk .row-box').length === 2")
        # A mouse needs 24 pixels (WCAG 2.5.8).
        sizes = "[...document.querySelectorAll('.row-box')].slice(0, -1).map(box => (({ width, height }) => Math.min(width, height))((box.closest('label') ?? box).getBoundingClientRect()))"
        self.assertGreaterEqual(min(page.evaluate(sizes)), 24)
        titles = "['.header', '.chunk .row'].map(row => Math.round(document.querySelector(`${row} .row-text`).getBoundingClientRect().left))"
        self.assertEqual(*page.evaluate(titles), "the header has the same room for a box")
        self.touch(page)
        self.check(page, "rows with boxes")
        # What lies beside the box in its area chooses the row.
        box = "document.querySelector('.chunk .row-box')"
        page.evaluate(f"document.elementFromPoint({box}.getBoundingClientRect().left - 8, {box}.getBoundingClientRect().top - 8).click()")
        self.assertTrue(page.evaluate(f"{box}.checked"))
        page.wait("document.querySelector('.selection .muted').innerText === '1 row selected'")

    def test_lists_and_forms(self):
        self.start("--rows", "30", "--more", "--links", core=SHELF, plain=True)
        page = self.page(cards=False)
        page.wait("document.querySelector('[data-kind=shelf] .count:not(:empty)')")
        self.touch(page)
        self.check(page, "a list")
        self.start(core=ACCOUNT, plain=True)
        page = self.page(cards=False)
        page.wait("document.querySelector('.chunk .row')")
        self.touch(page)
        self.check(page, "a journal")
        page.evaluate("document.querySelector('[data-event=addButtonWasTapped]').click()")
        page.wait("document.querySelector('[data-kind=form]')")
        self.check(page, "a form")


if __name__ == "__main__":
    unittest.main()
