"""What the tests of an app's own pages share: somebody without a mouse, axe at three widths, right to left, paper."""
import sys
import unittest

import bridge
import browser
import test_axe
from test_access import CUT

OPTIONS = ("--seed", "7", "--now", "2026-11-22T15:04:05Z", "--time-zone", "UTC")
WIDTHS = ((1280, 900), (768, 900), (390, 844))
SIGN_IN = "[data-kind=signIn]"
# Controls and texts that lie on each other. What the row of a link covers is the link itself.
OVERLAPS = """(() => {
    const isShown = element => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !element.closest(".spoken, .skip, .heading.bare, .whole header, .reason")
        && getComputedStyle(element.closest(".row-actions") ?? element).clipPath === "none"
    const hasText = element => [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim())
    const shown = [...document.querySelectorAll("main :is(button, input, select, textarea, h2, h3, h4, p, label, dt, dd, span, div)")]
        .filter(element => (element.matches("button, input, select, textarea") || hasText(element)) && isShown(element))
    const box = element => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return element.matches("button, input, select, textarea") ? element.getBoundingClientRect() : range.getBoundingClientRect()
    }
    const seen = element => {
        const inner = box(element), outer = element.closest(".rows")?.getBoundingClientRect()
        return outer ? { left: inner.left, right: inner.right, top: Math.max(inner.top, outer.top), bottom: Math.min(inner.bottom, outer.bottom) } : inner
    }
    const boxes = shown.map(element => [element, seen(element)]).filter(([, { top, bottom }]) => bottom > top)
    return boxes.flatMap(([one, a], index) => boxes.slice(index + 1).filter(([other, b]) => !one.contains(other) && !other.contains(one)
        && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)
        .map(([other]) => `${one.outerHTML.slice(0, 80)} and ${other.outerHTML.slice(0, 80)}`))
})()"""


def shown(kind, rest=""):
    return f"document.querySelector('[data-kind={kind}] {rest}')?.checkVisibility()"


class Person:
    """Somebody at a page who has no mouse."""
    # What goes on in a list.
    arrow = "ArrowDown"

    def __init__(self, page):
        self.page = page

    def go(self, selector):
        """Presses Tab until what a selector finds has the focus, and arrows within its list."""
        for _ in range(80):
            if self.page.evaluate(f"document.activeElement.matches({selector!r})"):
                return
            self.page.press(self.arrow if self.page.evaluate(f"document.activeElement.closest('[part=rows]')?.querySelector({selector!r}) != null") else "Tab")
        raise AssertionError(f"Tab does not come to {selector}: {self.page.evaluate('document.activeElement.outerHTML')}")

    def press(self, selector):
        self.go(selector)
        self.page.press("Enter")

    def type(self, selector, text):
        self.go(selector)
        self.page.type(text)

    def sign_in(self):
        self.page.wait(f"document.activeElement.matches('{SIGN_IN} [data-event=nameChanged]')")
        self.page.type("Ada")
        self.type(f"{SIGN_IN} [data-event=passwordChanged]", "1234")
        self.page.press("Enter")
        self.page.wait(f"!document.querySelector('{SIGN_IN}')")


class AppTest(unittest.TestCase):
    """Tests of the pages of an app, whose program is `program`."""
    program = None

    @classmethod
    def setUpClass(cls):
        cls.axe = test_axe.problem() is None
        cls.chromium = browser.Browser(browser.find())
        cls.addClassCleanup(cls.chromium.close)

    def open(self, *options, width=1280, height=900):
        started = bridge.Bridge(*OPTIONS, *options, core=self.program, plain=True)
        self.addCleanup(started.stop)
        page = self.chromium.page(started.page(), width, height)
        self.addCleanup(page.close)
        return page

    def look(self, page, state):
        """What axe says of the page as it is, at each width; and that no width has to be scrolled sideways."""
        for (width, height), scheme in zip(WIDTHS, ("light", "dark", "dark")):
            page.resize(width, height)
            test_axe.AxeTest.set_scheme(self, page, scheme)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, f"{state} at {width}")
            if self.axe:
                self.assertEqual(test_axe.AxeTest.find(self, page), [], f"{state} at {width}, {scheme}")
        # At 400 % a window has a few lines.
        page.resize(320, 256)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 320, f"{state} at 320")
        page.resize(*WIDTHS[0])

    def mirror(self, page, state):
        """Nothing is cut, and nothing lies on something else, where the page begins at the right; nor where it begins at the left."""
        for direction in ("ltr", "rtl"):
            page.evaluate(f"document.documentElement.dir = '{direction}'")
            for width, height in (WIDTHS[0], WIDTHS[2]):
                page.resize(width, height)
                for problems in (CUT, OVERLAPS):
                    self.assertEqual(page.evaluate(problems), [], f"{state}, {direction} at {width}")
        page.evaluate("document.documentElement.dir = 'ltr'")
        page.resize(*WIDTHS[0])

    def paper(self, page, *texts):
        """Paper has what the screen has, and nothing to press or to write in."""
        page.call("Emulation.setEmulatedMedia", {"media": "print"})
        self.assertEqual(page.evaluate("""[...document.querySelectorAll("button:not(.row-link), [type=search], .tabs, nav, .skip")]
            .filter(element => element.checkVisibility()).map(element => element.outerHTML.slice(0, 120))"""), [])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.rows')].filter(rows => rows.scrollHeight > rows.clientHeight + 1).length"), 0)
        printed = page.evaluate("document.body.innerText")
        for text in texts:
            self.assertIn(text, printed)
        page.call("Emulation.setEmulatedMedia", {"media": ""})


def main(tests, program=None):
    """Runs the tests of a module with the program that the command line names, or else with this one."""
    if problem := browser.problem():
        return print(f"The pages are not tested: {problem}", file=sys.stderr)
    tests.program = sys.argv.pop(1) if program is None or sys.argv[1:] and not sys.argv[1].startswith("-") else program
    if problem := test_axe.problem():
        print(f"axe does not look at the pages: {problem}", file=sys.stderr)
    unittest.main(module=sys.modules["__main__"])
