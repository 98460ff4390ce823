"""Compares what the gallery shows with what is kept: gallery.py PROGRAM [record]. The page needs a Chromium, the prompt nothing.

The lines of the prompt are in Gallery/prompt.txt, the outline of the page in Gallery/page.txt. "record" writes both anew.
"""

import difflib
import pathlib
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "Gallery"
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Web"))

import browser  # noqa: E402
import test_axe  # noqa: E402
import test_front  # noqa: E402
from test_described import query  # noqa: E402

PROGRAM, *RECORDS = sys.argv[1:]
OPTIONS = ["--seed", "7", "--now", "2026-11-27T09:00:00Z", "--time-zone", "UTC"]

# Each element that is seen and says something: its tag, its role and its look, its text, and what a field is.
OUTLINE = """(root => {
    const lines = [];
    const KEPT = ["type", "role", "data-tone", "data-state", "autocomplete", "placeholder", "min", "max", "step", "aria-disabled", "aria-label", "data-purpose", "href", "rel"];
    const visit = (element, depth) => {
        if (!element.checkVisibility() || element.tagName === "OPTION" || element.classList.contains("spoken")) return;
        const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.replace(/\\s+/g, " ").trim()).filter(Boolean).join(" … ");
        // NB: how long ago something was depends on the day of the test.
        const isRelative = element.matches("time[title]");
        if (element.matches(".refusal:empty")) return;
        const words = KEPT.filter(name => element.hasAttribute(name)).map(name => `${name}=${element.getAttribute(name)}`);
        const value = element.matches("input:not([type=checkbox]), textarea") && element.value ? [`"${element.value}"`]
            : element.matches("select") ? [`"${element.selectedOptions[0]?.text}"`] : element.checked ? ["on"] : element.tagName === "PROGRESS" ? [String(element.value)] : [];
        const isSaid = own || words.length || value.length || /^(H[1-6]|SECTION|FIELDSET|FORM|IMG|SVG|PROGRESS|UL|OL|TABLE)$/i.test(element.tagName);
        if (isSaid) {
            const name = [element.tagName.toLowerCase(), ...element.classList].join(".");
            lines.push("  ".repeat(depth) + [name, ...words, ...value, isRelative ? "…" : own].filter(Boolean).join(" "));
        }
        if (!element.matches("svg") && !isRelative) for (const child of element.children) visit(child, depth + (isSaid ? 1 : 0));
    };
    visit(root, 0);
    return lines.join("\\n");
})(document.querySelector(".card:last-of-type .described"))"""


def compare(test, name, text):
    """Compares a text with what is kept of it, or keeps it."""
    path = FOLDER / name
    if RECORDS:
        path.write_text(text)
    kept = path.read_text()
    test.assertTrue(kept == text, "\n".join(difflib.unified_diff(kept.splitlines(), text.splitlines(), "kept", "seen", lineterm="")))


class PromptTest(unittest.TestCase):
    def test_lines(self):
        script = (FOLDER / "script.txt").read_text()
        done = subprocess.run([PROGRAM, *OPTIONS], input=script, capture_output=True, text=True)
        compare(self, "prompt.txt", done.stdout + done.stderr)


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class PageTest(test_axe.AxeTest):
    def open(self, screen, width=1280):
        if not hasattr(self, "bridge"):
            self.start(*OPTIONS, core=PROGRAM)
        page = self.page(cards=False, width=width, height=900)
        page.call("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
        page.wait(query(f"[data-opens={screen}] button"))
        page.front()
        page.evaluate(query(f"[data-opens={screen}] button") + ".click()")
        page.wait(query(f"[data-kind={screen}] .described"))
        return page

    def tap(self, page, event):
        page.evaluate(query(f"[data-event={event}]") + ".click()")

    def look(self, page, name):
        """The outline of the page, which axe has looked at, too."""
        if hasattr(test_axe, "script"):
            self.check(page, name)
        return f"== {name}\n" + page.evaluate(OUTLINE).replace("\u202f", " ") + "\n"

    def test_outline(self):
        page = self.open("gallery")
        page.wait(query("[data-field=cover] img"))
        page.wait(query("[data-field=lost] [data-state=missing]"))
        outline = self.look(page, "gallery")
        self.tap(page, "failButtonWasTapped")
        page.wait(query("[data-field=problem]") + ".checkVisibility()")
        outline += self.look(page, "gallery, after a failure")
        self.tap(page, "sendButtonWasTapped")
        page.wait(query("[data-field=result]") + ".checkVisibility()")
        self.tap(page, "workButtonWasTapped")
        page.wait(query("[data-event=sendButtonWasTapped][aria-disabled=true]"))
        outline += self.look(page, "gallery, while it works")
        self.tap(page, "entriesButtonWasTapped")
        page.wait(query("[data-kind=entries] .described"))
        outline += self.look(page, "entries")
        for event, text in [("accountChanged", "Adalbertus"), ("passwordChanged", "1234")]:
            page.fill(f"[data-event={event}]", text)
        self.tap(page, "saveButtonWasTapped")
        page.wait("document.body.innerText.includes('Adalbertus has saved it.')")
        page.fill("[data-event=starsChanged]", "6")
        page.press("Enter")
        page.wait("document.body.innerText.includes('a whole number from 1 to 5')")
        outline += self.look(page, "entries, saved, with a number out of bounds")
        page = self.open("messages")
        outline += self.look(page, "messages, none")
        for event in ("earlierButtonWasTapped", "moreButtonWasTapped"):
            self.tap(page, event)
        page.wait("document.querySelectorAll('.rows .row:not(.header)').length === 5")
        outline += self.look(page, "messages")
        compare(self, "page.txt", outline)

    def test_small_and_from_right_to_left(self):
        for screen in ("gallery", "entries", "messages"):
            page = self.open(screen, width=320)
            page.evaluate("document.documentElement.dir = 'rtl'; undefined")
            if screen == "messages":
                self.tap(page, "earlierButtonWasTapped")
                page.wait(query(".rows .row:not(.header)"))
            self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320, screen)


if __name__ == "__main__":
    if problem := browser.problem():
        print(f"the page is not looked at: {problem}")
        del PageTest
        setUpModule = tearDownModule = lambda: None
    elif problem := test_axe.problem():
        print(f"axe does not look at the page: {problem}")
    unittest.main(argv=sys.argv[:1])
