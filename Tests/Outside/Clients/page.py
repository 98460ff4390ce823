"""The library's list, book and form on the sample page in Chromium: page.py PROGRAM. Skipped without a Chromium."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Web"))

import browser  # noqa: E402
import test_front  # noqa: E402
from test_described import FOCUS, fact, query, row  # noqa: E402
from test_front import text  # noqa: E402

PROGRAM = sys.argv.pop(1)


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class LibraryTest(test_front.BrowserTest):
    def test_list_book_and_form(self):
        self.start("--seed", "7", core=PROGRAM)
        page = self.page(cards=False)
        page.wait(query("[data-opens=catalogue]"))
        page.front()
        page.click("[data-opens=catalogue] button")
        open_button = row(7, "[data-row-event=openButtonWasTapped]")
        page.wait(open_button)
        page.evaluate(f"{open_button}.click()")
        page.wait(f"{FOCUS}.id === 'book-2-title'")
        page.wait(fact("title") + " === 'Volume 7'")
        edit = "[data-instance=book-2] [data-event=editButtonWasTapped]"
        page.wait(query(edit) + ".getAttribute('aria-disabled') !== 'true'")
        page.click(edit)
        page.wait(f"{FOCUS}.id === 'edit-3-title'")
        self.assertIn("Nothing was changed.", page.evaluate(text("[data-instance=edit-3]")))
        title = "[data-instance=edit-3] [data-event=titleChanged] input, [data-instance=edit-3] input[data-event=titleChanged]"
        page.fill(title, "Persuasion")
        save = "[data-instance=edit-3] [data-event=saveButtonWasTapped]"
        page.wait(query(save) + ".getAttribute('aria-disabled') !== 'true'")
        page.click(save)
        page.wait(query("[data-instance=edit-3]") + " === null")
        page.wait(text("[data-instance=book-2]") + ".includes('Persuasion')")
        page.click("[data-instance=book-2] [data-event=doneButtonWasTapped]")
        page.wait(query("[data-instance=book-2]") + " === null")
        page.wait(row(7) + ".innerText.includes('Persuasion')")

    def test_questions(self):
        self.start("--seed", "7", core=PROGRAM)
        page = self.page(cards=False)
        page.wait(query("[data-opens=notes]"))
        page.front()
        page.click("[data-opens=notes] button")

        def tap(event):
            button = f"[data-kind=notes] [data-event={event}]"
            page.wait(query(button))
            page.evaluate(query(button) + ".click()")

        def press(label):
            buttons = "[...document.querySelectorAll('dialog[open] button, .toast button')]"
            page.wait(f"{buttons}.some(button => button.innerText === '{label}')")
            page.evaluate(f"{buttons}.find(button => button.innerText === '{label}').click()")

        tap("importButtonWasTapped")
        page.wait(query("dialog[open] input"))
        page.evaluate("""(field => {
            const files = new DataTransfer();
            files.items.add(new File(["Milk"], "note.txt", { type: "text/plain" }));
            field.files = files.files;
        })(document.querySelector('dialog[open] input'))""")
        press("Use it")
        page.wait(text("[data-kind=notes]") + ".includes('Milk')")
        tap("removeButtonWasTapped")
        page.wait("!" + text("[data-kind=notes]") + ".includes('Milk')")
        press("Undo")
        page.wait(text("[data-kind=notes]") + ".includes('Milk')")
        tap("clearButtonWasTapped")
        press("Remove")
        page.wait("!" + text("[data-kind=notes]") + ".includes('Milk')")


if __name__ == "__main__":
    if problem := browser.problem():
        print(f"skipped: {problem}")
        sys.exit()
    unittest.main()
