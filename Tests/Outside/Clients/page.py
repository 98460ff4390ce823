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
        # One goes on in the field of a form.
        page.wait(query("[data-instance=edit-3]") + f"?.contains({FOCUS}) && {FOCUS}.matches('input')")
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

    def test_parts(self):
        self.start("--seed", "7", core=PROGRAM)
        page = self.page(cards=False)
        page.wait(query("[data-opens=pile]"))
        page.front()
        page.click("[data-opens=pile] button")
        more = row(2, "[data-row-event=moreButtonWasTapped]")
        page.wait(more)
        done = "[data-event=noteDoneButtonWasTapped]"
        self.assertTrue(page.evaluate(query(done) + ".hidden"), "There is no note.")
        page.evaluate(f"{more}.click()")
        page.wait(row(2) + ".innerText.includes('10')")
        page.click("[data-event=writeButtonWasTapped]")
        page.wait("!" + query(done) + ".hidden")
        page.fill("input[data-event=noteTextChanged]", "Ring twice.")
        page.click(done)
        page.wait(fact("noted") + " === 'Ring twice.'")
        page.wait(query(done) + ".hidden")
        page.fill("input[data-event=finderTextChanged]", "Mid")
        page.wait(fact("found") + " === 'Middlemarch'")

    def test_tabs_app_and_link(self):
        self.start("--seed", "7", core=PROGRAM)
        page = self.page(cards=False)
        page.wait(query("[data-tab=visits]"))
        page.front()
        page.wait(query(".card[data-instance=app]"))
        page.click(".card[data-instance=app] [data-event=visitButtonWasTapped]")
        page.wait(query("[data-tab=visits]") + "?.textContent === 'Visits (1)'")
        page.wait(query("[data-kind=visit]"))
        self.assertTrue(page.evaluate(query("[data-kind=visit]") + ".hidden"))
        page.click("[data-tab=visits]")
        self.assertFalse(page.evaluate(query("[data-kind=visit]") + ".hidden"))
        self.assertEqual(page.evaluate(query("[aria-current=page][data-tab]") + ".dataset.tab"), "visits")
        page.evaluate("location.hash = '#/books/7'")
        page.wait(query("[data-kind=book]"))
        page.wait(fact("title") + " === 'Volume 7'")
        self.assertEqual(page.evaluate("location.hash"), "#/books/7")
        page.evaluate("location.hash = '#/books/x'")
        page.wait(text("#notice") + ".includes('an integer')")

    def test_questions(self):
        self.start("--seed", "7", core=PROGRAM)
        page = self.page(cards=False)
        page.wait(query("[data-opens=notes]"))
        page.front()
        page.click("[data-opens=notes] button")
        notes = fact("notes")

        def tap(event):
            button = f"[data-kind=notes] [data-event={event}]"
            page.wait(query(button))
            page.evaluate(query(button) + ".click()")

        def press(label):
            buttons = "[...document.querySelectorAll('dialog[open] button, .toast button')]"
            page.wait(f"{buttons}.some(button => button.innerText === '{label}')")
            page.evaluate(f"{buttons}.find(button => button.innerText === '{label}').click()")

        # Its description says that it asks for a file, so it is chosen at the button, without a dialog.
        page.wait(query("[data-kind=notes] .picks input"))
        page.evaluate("""(field => {
            const files = new DataTransfer();
            files.items.add(new File(["Milk"], "note.txt", { type: "text/plain" }));
            field.files = files.files;
            field.dispatchEvent(new Event("change"));
        })(document.querySelector('[data-kind=notes] .picks input'))""")
        page.wait(notes + ".includes('Milk')")
        tap("removeButtonWasTapped")
        page.wait("!" + notes + ".includes('Milk')")
        press("Undo")
        page.wait(notes + ".includes('Milk')")
        tap("clearButtonWasTapped")
        press("Remove")
        page.wait("!" + notes + ".includes('Milk')")


if __name__ == "__main__":
    if problem := browser.problem():
        print(f"skipped: {problem}")
        sys.exit()
    unittest.main()
