"""What every front keeps, at the page, in Chromium: what waits for a person, another language, who did it."""
import test_front
from test_axe import ACCOUNT
from test_front import BrowserTest, card, text

GATE = card("signIn")
FORM = card("form", "form")


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class PromisesTest(BrowserTest):
    def app(self):
        self.start("--presents", "--waits", core=ACCOUNT, plain=True)
        return self.tab()

    def tab(self, address=None, width=1280):
        page = test_front.chromium.page(address or self.bridge.page(), width)
        self.addCleanup(self._close, page, False)
        page.wait(f"document.querySelector('{GATE}')")
        return page

    def make(self, instance="journal-1", **values):
        with self.bridge.client() as client:
            client.result("screen/send", instance=instance, event={"type": "test", **values})

    def sign_in(self, page):
        page.wait(f"document.querySelector('{GATE}').contains(document.activeElement)", "who signs in begins to type")
        page.type("Ada")
        page.wait(f"document.querySelector('{GATE} input').value === 'Ada'")
        page.fill(f"{GATE} [type=password]", "1234")
        page.click(f"{GATE} .primary")
        page.wait(f"!document.querySelector('{GATE}')")


class GateTests(PromisesTest):
    def test_stands_in_front_in_every_tab_and_at_every_size(self):
        page = self.app()
        page.wait("document.querySelector('[data-kind=journal]')")
        page.evaluate("document.querySelectorAll('.tabs button')[1].click()")
        page.wait("document.querySelector('[data-kind=form]')?.checkVisibility()")
        for width in (1280, 768, 390):
            page.resize(width, 800)
            with self.subTest(width=width):
                page.wait(f"""(() => {{
                    const field = document.querySelector('{GATE} input'), {{ x, y, height }} = field.getBoundingClientRect();
                    return document.elementFromPoint(x + 5, y + height / 2) === field && document.querySelector('[data-kind=form]').inert;
                }})()""", "it is in sight, and takes what is typed")
        self.sign_in(page)
        page.wait("document.querySelector('[data-kind=form]').checkVisibility() && !document.querySelector('.card[inert]')")

    def test_a_link_goes_on_after_it(self):
        page = self.app()
        later = self.tab(f"{self.bridge.origin}/#!form", 390)
        later.wait(f"document.querySelector('{GATE}').checkVisibility() && document.querySelector('[data-kind=form]').inert")
        self.sign_in(later)
        later.wait("location.hash === '#!form' && document.querySelector('[data-kind=form]').checkVisibility()")
        page.wait(f"!document.querySelector('{GATE}')", "it is gone in each tab")

    def test_what_waits_says_so_and_is_not_busy(self):
        page = self.app()
        journal = card("journal")
        page.wait(f"document.querySelector('{journal} .waits').innerText === 'It goes on after this: Sign in.'")
        self.make(values={"isBusy": True})
        page.wait(f"document.querySelector('{journal} .waits').innerText && document.querySelector('{journal} .activity').hidden")
        self.sign_in(page)
        page.wait(f"!document.querySelector('{journal} .waits').innerText && !document.querySelector('{journal} .activity').hidden")


class LanguageTests(PromisesTest):
    def test_what_is_typed_and_chosen_in_a_card_with_rows_stays(self):
        page = self.app()
        self.sign_in(page)
        journal = card("journal")
        page.fill(f"{journal} [data-event=noteWasWritten] input", "half a no")
        self.make(language="de")
        page.wait(text(f"{journal} h2") + " === 'Tagebuch'")
        page.type("te")
        self.assertEqual(page.evaluate(f"document.querySelector('{journal} [data-event=noteWasWritten] input').value"), "half a note")
        self.assertEqual(page.evaluate(f"document.querySelectorAll('{journal} .rows .row:not(.header)').length"), 2)

    def test_a_secret_in_a_field_stays(self):
        page = self.app()
        page.fill(f"{GATE} [type=password]", "12")
        self.make("signIn-0", language="de")
        page.wait(text(f"{GATE} h2") + " === 'Anmelden'")
        page.type("34")
        self.assertEqual(page.evaluate(f"document.querySelector('{GATE} [type=password]').value"), "1234")

    def test_a_switch_changes_what_is_shown_and_keeps_what_is_typed(self):
        page = self.app()
        self.sign_in(page)
        page.evaluate("window.isSame = true")
        page.evaluate("document.querySelectorAll('.tabs button')[1].click()")
        page.wait("document.querySelector('[data-kind=form]')?.checkVisibility()")
        page.fill(f"{FORM} [type=password]", "secret")
        page.fill(f"{FORM} input", "Tea")
        self.assertEqual(page.evaluate(text("#connection")), "Connected: shared session")
        self.make(language="de")
        page.wait("document.documentElement.lang === 'de'")
        page.wait(text("#tabs") + ".includes('Formular')")
        page.wait("document.title === 'Formular – Handkasse'")
        page.wait(text(card("form", "h2")) + " === 'Formular'")
        page.wait(text("#connection") + " === 'Verbunden: gemeinsame Sitzung'")
        self.assertEqual(page.evaluate(f"document.querySelector('{card('form', '.close')}')?.title"), "Schließen")
        self.assertTrue(page.evaluate("window.isSame"), "without another load of the page")
        page.type(" and milk")
        self.assertEqual(page.evaluate(f"[...document.querySelectorAll('{FORM} input')].map(input => input.value)")[0], "Tea and milk")
        self.assertEqual(page.evaluate(f"document.querySelector('{FORM} [type=password]').value"), "secret")
        self.make(language="en")
        page.wait(text("#connection") + " === 'Connected: shared session' && document.title === 'Form – Petty cash'")
        page.reload()
        page.wait("document.documentElement.lang === 'en' && document.title === 'Form – Petty cash'")


class WhoTests(PromisesTest):
    def test_says_what_an_assistant_did_until_the_next_or_until_it_is_put_away(self):
        page = self.app()
        self.sign_in(page)
        self.make(deed="Buy Tea")
        page.wait(text(card("journal", ".messages")) + ".includes('The assistant at Journal: Buy Tea')")
        self.make(deed="Buy Milk")
        page.wait(text(card("journal", ".messages")) + ".includes('The assistant at Journal: Buy Milk')")
        self.assertEqual(page.evaluate("document.querySelectorAll('.toast').length"), 1)
        page.click(card("journal", ".messages button"))
        page.wait("!document.querySelector('.toast')")

    def test_a_question_names_who_asks(self):
        page = self.app()
        self.sign_in(page)
        self.make(question="assistant-9")
        page.wait(text("dialog[open] h2") + " === 'The assistant asks: Add Tea?'")
        page.press("Escape")
        page.wait("!document.querySelector('dialog')")
        self.make(question="prompt-1")
        page.wait(text("dialog[open] h2") + " === 'prompt-1 asks: Add Tea?'")


