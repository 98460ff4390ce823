"""The page of the journal in Chromium: kept by keyboard alone, read, mirrored, printed, and looked at by axe.

    Apps/Expenses/Tests/test_pages.py PROGRAM
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Tests/Web"))
import app_pages  # noqa: E402
from app_pages import shown  # noqa: E402
from test_access import spoken  # noqa: E402

JOURNAL = "[data-kind=journal]"
ROW = f"{JOURNAL} .chunk .row"
FAILURE = "You are not signed in."


class ExpensesPageTests(app_pages.AppTest):
    def journal(self, *options, **size):
        page = self.open(*options, **size)
        person = app_pages.Person(page)
        person.sign_in()
        page.wait(f"document.querySelectorAll('{ROW}').length === 200")
        return page, person

    def test_an_expense_is_added_by_keyboard_alone(self):
        page, person = self.journal()
        self.look(page, "the journal")
        person.press(f"{JOURNAL} [data-event=addButtonWasTapped]")
        page.wait("document.activeElement.matches('[data-kind=entry] [data-event=amountChanged]')")
        page.type("4.20")
        person.type("[data-kind=entry] [data-event=noteChanged]", "Tea with Eve")
        self.look(page, "an entry")
        page.press("Enter")
        page.wait(f"!document.querySelector('[data-kind=entry]') && document.querySelector('{ROW}').innerText.includes('Tea with Eve')")
        lines = spoken(page)
        lines = lines[lines.index("region Journal"):]
        order = ["heading Journal", "searchbox Search", "combobox Category All categories", "button Add (Open a form to write down a new expense.)",
                 "heading Expenses", "201 of 10,001", "table Expenses", "columnheader Category", "columnheader Date", "columnheader Amount", "rowheader Food Tea with Eve", "€4.20"]
        self.assertEqual([line for line in lines if line in order], order, lines)
        self.assertEqual(page.complaints, [])

    def test_a_deletion_is_undone_and_a_person_signs_out_by_keyboard_alone(self):
        page, person = self.journal()
        first = page.evaluate(f"document.querySelector('{ROW}').innerText")
        person.go(f"{ROW}:first-child .row-link")
        page.press("Delete")
        page.wait(f"document.querySelector('.messages .offered') && document.querySelector('{ROW}').innerText !== {first!r}")
        person.press(".messages .offered")
        page.wait(f"document.querySelector('{ROW}').innerText === {first!r}")
        person.press(f"{JOURNAL} [data-event=signOutButtonWasTapped]")
        page.wait("document.activeElement.matches('[data-kind=signIn] [data-event=nameChanged]')")
        self.look(page, "signing in")
        self.assertEqual(page.complaints, [])

    def test_that_nobody_is_signed_in_is_said_once(self):
        page = self.open()
        said = f"document.body.innerText.split({FAILURE!r}).length - 1"
        page.wait(shown("signIn", "input"))
        page.evaluate("document.querySelector('[data-kind=signIn] .close').click()")
        page.wait(f"document.querySelector('.offered') && {shown('journal', '[data-event=signInButtonWasTapped]')}")
        self.assertEqual(page.evaluate(said), 1)
        self.assertFalse(page.evaluate(shown("journal", "[data-event=signOutButtonWasTapped]")), "a guest cannot sign out")
        self.look(page, "a guest")
        page.evaluate("document.querySelector('.offered + button').click()")
        page.wait(f"!document.querySelector('.offered') && {said} === 1")

    def test_a_failure_is_one_sentence_with_a_way_to_go_on_below_it(self):
        page = self.open("--fail", "expenses,expense")
        page.wait(shown("journal", "[data-event=retryButtonWasTapped]"))
        self.assertEqual(page.evaluate("document.querySelector('main').innerText.match(/went wrong|not loaded|No expenses/g)"), ["went wrong"])
        page.evaluate("location.hash = '#/expenses/9999'")
        page.wait(shown("expense", "[data-event=retryButtonWasTapped]"))
        self.assertEqual(page.evaluate("document.querySelector('[data-kind=expense]').innerText.match(/wrong|not loaded/g)"), ["wrong"])
        bottom, top = page.evaluate("""['.failure', '[data-event=retryButtonWasTapped]'].map(selector =>
            document.querySelector(`[data-kind=expense] ${selector}`).getBoundingClientRect()).map(({ bottom, top }, index) => index ? top : bottom)""")
        self.assertTrue(0 < top - bottom < 32, top - bottom)

    def test_nothing_is_cut_or_covered_from_right_to_left(self):
        page, person = self.journal("--language", "en-XA")
        self.mirror(page, "the journal")
        page.evaluate(f"document.querySelector('{ROW} .row-link').click()")
        page.wait(shown("expense", "dd"))
        self.mirror(page, "an expense")
        page.evaluate("document.querySelector('[data-kind=expense] [data-event=editButtonWasTapped]').click()")
        page.wait(shown("entry"))
        self.mirror(page, "an entry")

    def test_paper_has_the_expenses(self):
        page, _ = self.journal()
        self.paper(page, "Journal", "200 of 10,000", "Dentist", "€123.37")


if __name__ == "__main__":
    app_pages.main(ExpensesPageTests)
