"""Signing in, and forms: the app's name and greeting, the keyboard, autofill, drafts, problems at their fields."""
import json

import test_front
from bridge import ROOT
from test_described import ShelfTest, query
from test_front import SESAME, text

ACCOUNT = str(ROOT / "Tests/Web/account_core.py")
FOCUS = "document.activeElement"
FORM = "[data-kind=form] .event-form"
VALUES = "[...document.querySelectorAll('[data-kind=form] [data-pointer]')].map(input => input.type === 'checkbox' ? input.checked : input.value)"


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class AccountTest(ShelfTest):
    def app(self, **more):
        """A page of the app, with its journal."""
        self.start(core=ACCOUNT, plain=True)
        return self.tab(**more)

    def tab(self, **more):
        page = self.page(cards=False, **more)
        page.front()
        page.wait(query("[data-kind=journal] .rows .row .row-title"))
        return page

    def click(self, page, event):
        page.wait(query(f"[data-event={event}]"))
        page.evaluate(query(f"[data-event={event}]") + ".click()")

    def sign_in(self, page):
        """Signs in by the keyboard, in the field that has the focus."""
        page.wait(f"{FOCUS}.dataset.event === 'nameChanged'")
        page.type("Ada")
        page.press("Tab")
        page.wait(f"{FOCUS}.dataset.event === 'passwordChanged'")
        page.type("1234")
        page.wait(f"!{query('[data-kind=signIn] [data-event=signInButtonWasTapped]')}.hasAttribute('aria-disabled')")
        page.press("Enter")
        page.wait(f"!{query('[data-kind=signIn]')}")

    def form(self, page):
        """The form, with what a person has entered."""
        self.click(page, "addButtonWasTapped")
        page.wait(query(FORM))
        for pointer, value in (("/what", "Ink"), ("/price/amount", "7.5"), ("/price/currency", "EUR"), ("/pin", SESAME)):
            page.fill(f"{FORM} [data-pointer='{pointer}']", value)
        page.click(f"{FORM} [data-pointer='/isShared']")
        return FORM


class AppTests(AccountTest):
    def test_has_the_name_the_sign_and_the_greeting_of_the_app(self):
        page = self.app()
        self.assertEqual(page.evaluate("document.title"), "Journal – Petty cash")
        self.assertEqual(page.evaluate(text(".bar")).split(), "¤ Petty cash What was spent, and by whom.".split())
        self.assertIn("%C2%A4", page.evaluate(query("link[rel=icon]") + ".href"))
        self.assertNotRegex(page.evaluate("document.body.innerText"), r"journal-1|Tributary")

    def test_the_inspector_has_the_name_of_the_app(self):
        self.start(core=ACCOUNT)
        page = self.page("inspector.html")
        page.wait("document.title === 'Inspector – Petty cash'")
        self.assertNotIn("Tributary", page.evaluate("document.body.innerText"))


class SignInTests(AccountTest):
    def test_one_goes_on_in_the_first_field_and_enter_signs_in(self):
        page = self.app()
        self.click(page, "signInButtonWasTapped")
        self.sign_in(page)
        self.assertEqual(page.evaluate("document.title"), "Journal – Petty cash")
        page.wait(f"{query('[data-kind=journal]')}.contains({FOCUS})")

    def test_the_way_to_a_sign_in_leads_to_its_field(self):
        page = self.app()
        self.click(page, "signInButtonWasTapped")
        page.wait(f"{FOCUS}.dataset.event === 'nameChanged'")
        page.type("Ada")
        for field in ("passwordChanged", "nameChanged"):
            page.click("#roots a:first-child")
            page.wait(f"{query('[data-kind=journal]')}.contains({FOCUS})")
            page.click("#roots a:last-child")
            page.wait(f"{FOCUS}.dataset.event === '{field}'")
            page.type("12")

    def test_tells_a_password_manager_what_the_fields_are(self):
        page = self.app()
        self.click(page, "signInButtonWasTapped")
        page.wait(query("[data-kind=signIn]"))
        fields = page.evaluate("[...document.querySelectorAll('[data-kind=signIn] form input')].map(input => [input.type, input.autocomplete])")
        self.assertEqual(fields, [["text", "username"], ["password", "current-password"]])

    def test_says_what_the_mock_greets_with_and_a_reason_once(self):
        page = self.app()
        self.click(page, "signInButtonWasTapped")
        page.wait(text("[data-kind=signIn]") + ".includes('Any name, and the password 1234.')")
        self.assertEqual(page.evaluate(text("[data-kind=signIn]")).count("The name is missing."), 1)
        self.assertEqual(page.evaluate("document.querySelector('[data-kind=signIn] .reason:not(:empty)').clientWidth"), 1, "that a field is empty can be seen")

    def test_says_at_the_button_that_it_was_refused(self):
        page = self.app()
        self.click(page, "signInButtonWasTapped")
        page.fill("[data-kind=signIn] [data-event=nameChanged]", "Ada")
        page.fill("[data-kind=signIn] [data-event=passwordChanged]", "12")
        page.wait(f"!{query('[data-kind=signIn] [data-event=signInButtonWasTapped]')}.hasAttribute('aria-disabled')")
        page.press("Enter")
        button = query("[data-kind=signIn] [data-event=signInButtonWasTapped]")
        page.wait(f"document.getElementById({button}.getAttribute('aria-describedby'))?.textContent === 'This is not the password.'")
        self.assertEqual(page.evaluate(text("[data-kind=signIn]")).count("This is not the password."), 1)


class DraftTests(AccountTest):
    def test_a_reload_finds_what_was_entered_but_no_secret(self):
        page = self.app()
        self.form(page)
        self.assertEqual(page.evaluate(VALUES), ["Ink", "7.5", "EUR", True, SESAME])
        page.reload()
        page.wait(query(FORM))
        page.wait(f"{VALUES}[0] === 'Ink'")
        self.assertEqual(page.evaluate(VALUES), ["Ink", "7.5", "EUR", True, ""])
        kept = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href])"
        self.assertNotRegex(page.evaluate(kept), f"{SESAME}|Ink")

    def test_is_gone_once_it_was_sent(self):
        page = self.app()
        self.form(page)
        page.press("Enter")
        page.wait(text("[data-kind=form]") + ".includes('Ink was added.')")
        self.assertEqual(page.evaluate(VALUES), ["", "", "", False, ""])
        page.reload()
        page.wait(text("[data-kind=form]") + ".includes('Ink was added.')")
        self.assertEqual(page.evaluate(VALUES), ["", "", "", False, ""])

    def test_is_gone_when_one_signs_out(self):
        page = self.app()
        self.form(page)
        self.click(page, "signOutButtonWasTapped")
        page.wait(f"!{query('[data-kind=form]')}")
        self.click(page, "addButtonWasTapped")
        page.wait(query(FORM))
        page.reload()
        page.wait(query(FORM))
        self.assertEqual(page.evaluate(VALUES), ["", "", "", False, ""])

    def test_is_gone_when_one_signs_out_on_a_screen_that_stays_open(self):
        page = self.app()
        note = query("[data-kind=journal] [data-event=noteWasWritten] input")
        page.fill("[data-kind=journal] [data-event=noteWasWritten] input", "Ink for Eve")
        other = self.tab()
        other.wait(note)
        self.click(other, "signOutButtonWasTapped")
        page.wait(f"{note}.value === ''")
        other.wait(f"{note}.value === ''")
        page.reload()
        page.wait(note)
        self.assertEqual(page.evaluate(f"{note}.value"), "")

    def test_the_inspector_forgets_what_was_typed_when_one_signs_out(self):
        self.start(core=ACCOUNT)
        page = self.page("inspector.html")
        page.click("[data-opens=journal] button")
        note = "[data-instance=journal-1] [data-event=noteWasWritten] input"
        page.fill(note, "Ink for Eve")
        with self.bridge.client() as client:
            client.result("screen/send", instance="journal-1", event={"type": "signOutButtonWasTapped"})
        page.wait(f"{query(note)}.value === ''")

    def test_is_seen_by_no_page_that_was_not_let_in(self):
        page = self.app()
        self.form(page)
        sessions = self.received(page, "bridge/session")
        self.assertNotIn("Ink", json.dumps(sessions))

    def test_a_problem_stands_at_its_field(self):
        page = self.app()
        self.form(page)
        self.replace(page, f"{FORM} [data-pointer='/price/amount']", "0")
        page.press("Enter")
        amount = query(f"{FORM} [data-pointer='/price/amount']")
        page.wait(f"{amount}.getAttribute('aria-invalid') === 'true' && {FOCUS} === {amount}")
        self.assertEqual(page.evaluate(f"document.getElementById({amount}.getAttribute('aria-describedby')).textContent"), "Amount: more than 0.")
        self.assertEqual(page.evaluate(f"{query(FORM)}.querySelectorAll('[aria-invalid]').length"), 1)
        self.assertEqual(page.evaluate(f"{amount}.closest('label').nextElementSibling.innerText"), "Amount: more than 0.")

    def test_what_a_form_says_keeps_its_direction(self):
        page = self.app()
        self.form(page)
        said = f"[...{query(FORM)}.querySelectorAll('h3, legend, label > bdi')]"
        page.evaluate(f"{said}.forEach(text => {{ text.textContent = 'מה?'; }})")
        self.assertEqual(page.evaluate(f"{said}.map(text => [text.tagName, getComputedStyle(text).direction].join(' '))"),
                         ["H3 rtl", "BDI rtl", "LEGEND rtl", *["BDI rtl"] * 4])
        # What is in the other direction stands where the page begins.
        begin = "(text => { const range = document.createRange(); range.selectNodeContents(text); return range.getBoundingClientRect().left; })"
        self.assertEqual(page.evaluate(f"{begin}({query(FORM + ' h3')}) < {query(FORM)}.getBoundingClientRect().left + 2"), True)

    def test_a_form_with_one_value_has_no_heading(self):
        page = self.app()
        form = query("[data-kind=journal] [data-event=noteWasWritten]")
        self.assertEqual(page.evaluate(f"[{form}.tagName, {form}.ariaLabel, {form}.querySelector('h3'), {form}.innerText.trim().split('\\n')]"),
                         ["FORM", "Write note", None, ["Text", "Write note"]])


class PresentedTests(AccountTest):
    STRIP = query("#whole .card")

    def test_a_sign_in_that_stands_there_at_the_launch_takes_what_is_typed(self):
        self.start("--presents", core=ACCOUNT, plain=True)
        page = self.page(cards=False)
        page.front()
        self.sign_in(page)
        # What the app begins with was opened behind it, and has the focus now.
        page.wait(f"{query('[data-kind=journal] .rows .row')} && {query('[data-kind=journal]')}.contains({FOCUS})")

    def test_in_another_language_too_the_start_stands_behind_a_sign_in(self):
        self.start("--presents", "--german", core=ACCOUNT, plain=True)
        page = self.page(cards=False)
        page.front()
        page.wait("document.documentElement.lang === 'de'")
        self.sign_in(page)
        page.wait(query("[data-kind=journal] .rows .row"))
        self.assertEqual(page.evaluate("document.querySelectorAll('[data-kind=journal]').length"), 1)

    def test_a_sign_in_that_has_closed_is_not_opened_by_a_page_that_is_loaded_again(self):
        self.start("--presents", "--waits", core=ACCOUNT, plain=True)
        page = self.page(cards=False)
        page.front()
        page.wait(f"{query('[data-kind=signIn].in-front')}?.contains({FOCUS})")
        page.call("Page.navigate", {"url": "about:blank"})
        other = self.page(cards=False)
        other.wait(query("[data-kind=signIn] .close"))
        other.evaluate(query("[data-kind=signIn] .close") + ".click()")
        other.wait(f"!{query('[data-kind=signIn]')}")
        page.front()
        page.evaluate("history.back()")
        page.wait(f"location.origin === {json.dumps(self.bridge.origin)} && {query('[data-kind=journal] .rows .row')}")
        page.wait("document.readyState === 'complete' && history.state !== null")
        self.assertIsNone(page.evaluate(query("[data-kind=signIn]")))

    def presented(self, **options):
        self.start("--presents", core=ACCOUNT, plain=True)
        page = self.page(cards=False, **options)
        page.front()
        self.sign_in(page)
        page.wait(f"{query('[data-kind=journal] .rows .row')} && {query('[data-kind=journal]')}.contains({FOCUS})")
        return page

    def opened_below(self):
        """A page on which a form was opened below the journal, and an expression for the form, which has come into view."""
        page = self.presented(width=700)
        journal, form = query("[data-kind=journal]"), query("[data-kind=form]")
        # Of the form, the first field would be in sight.
        page.resize(700, round(page.evaluate(f"{journal}.getBoundingClientRect().bottom + 200")))
        page.evaluate("scrollTo(0, 0)")
        page.evaluate(query("[data-event=addButtonWasTapped]") + ".click()")
        page.wait(f"{form}?.contains({FOCUS}) && {form}.getBoundingClientRect().top < innerHeight / 2")
        return page, form

    def test_a_screen_that_opens_below_another_comes_into_view(self):
        self.opened_below()

    def test_a_screen_that_came_up_comes_up_further_when_it_has_loaded(self):
        page, form = self.opened_below()
        # The page ends with the form, which was not high enough to come up to the top.
        top = page.evaluate(f"{form}.getBoundingClientRect().top")
        grow = f"{form}.append(Object.assign(document.createElement('div'), {{ style: 'height: 60px' }}))"
        page.evaluate(grow)
        page.wait(f"{form}.getBoundingClientRect().top < {top} - 50")
        # The person scrolls back to the list: from now on it stays.
        page.call("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": 100, "y": 100, "deltaX": 0, "deltaY": -40})
        page.wait(f"{form}.getBoundingClientRect().top > {top} - 50")
        top = page.evaluate(f"{form}.getBoundingClientRect().top")
        page.evaluate(f"{grow}; new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        self.assertEqual(page.evaluate(f"{form}.getBoundingClientRect().top"), top)

    SHOWN = "[...document.querySelectorAll('#cards .card')].filter(card => card.checkVisibility()).map(card => card.dataset.kind).join()"

    def test_where_there_is_room_for_one_card_the_current_one_stands_alone(self):
        page = self.presented(width=390)
        self.assertEqual(page.evaluate(self.SHOWN), "journal")
        ways_back = {"the browser": "history.back()", "the tab": query(".tabs [data-tab=journal]") + ".click()", "the card": query("[data-kind=form] .close") + ".click()"}
        for name, way in ways_back.items():
            with self.subTest(name):
                add = query("[data-event=addButtonWasTapped]")
                page.evaluate(f"{add}.focus(), {add}.click()")
                page.wait(f"{self.SHOWN} === 'form' && {query('[data-kind=form]')}.contains({FOCUS}) && history.state.depth === 1")
                page.evaluate(f"{way}, undefined")
                page.wait(f"{self.SHOWN} === 'journal' && !{query('[data-kind=form]')} && history.state.depth === 0 && {query('[data-kind=journal]')}.contains({FOCUS})")

    def test_a_tab_keeps_what_was_opened_in_it_and_leads_back_to_its_screen(self):
        page = self.presented(width=390)
        page.evaluate(query("[data-event=addButtonWasTapped]") + ".click()")
        page.wait(f"{self.SHOWN} === 'form'")
        first = page.evaluate(query("[data-kind=form]") + ".dataset.instance")
        page.evaluate(query(".tabs [data-tab=form]") + ".click()")
        page.wait(f"{self.SHOWN} === 'form' && document.querySelectorAll('[data-kind=form]').length === 2")
        page.evaluate(query(".tabs [data-tab=journal]") + ".click()")
        page.wait(query(f"[data-instance={first}]") + ".checkVisibility()")
        page.evaluate(query(".tabs [data-tab=journal]") + ".click()")
        page.wait(f"{self.SHOWN} === 'journal' && !{query(f'[data-instance={first}]')}")

    def test_cards_of_a_tab_stand_beside_each_other_where_there_is_room(self):
        page = self.presented()
        page.evaluate(query("[data-event=addButtonWasTapped]") + ".click()")
        page.wait(f"{self.SHOWN} === 'journal,form'")
        page.evaluate(query(".tabs [data-tab=journal]") + ".click()")
        page.wait(f"{FOCUS} === {query('[data-kind=form] h2')}")
        self.assertEqual(page.evaluate(self.SHOWN), "journal,form")

    def test_the_selected_tab_does_not_look_like_the_one_under_the_pointer(self):
        self.start("--presents", core=ACCOUNT, plain=True)
        page = self.page(cards=False)
        looks = "[...document.querySelectorAll('#tabs button')].map(tab => (({ color, backgroundColor }) => `${color} ${backgroundColor}`)(getComputedStyle(tab)))"
        page.wait("document.querySelectorAll('#tabs button').length === 2")
        page.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        box = page.evaluate("(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.querySelector('#tabs button:last-child').getBoundingClientRect())")
        page.call("Input.dispatchMouseEvent", {"type": "mouseMoved", **box})
        page.wait(query("#tabs button:last-child:hover"))
        selected, hovered = page.evaluate(looks)
        for one, other in zip(selected.split(" rgb"), hovered.split(" rgb")):
            self.assertNotEqual(one, other)

    def test_what_belongs_to_the_whole_app_is_a_strip_that_is_there_when_it_says_something(self):
        self.start("--presents", core=ACCOUNT, plain=True)
        page = self.page(cards=False)
        page.front()
        page.wait(f"{self.STRIP}?.hidden === true")
        with self.bridge.client() as client:
            client.result("screen/send", instance="app", event={"type": "test", "values": {"connection": "Not connected.", "isConnected": False}})
        page.wait(f"{self.STRIP}.checkVisibility() && {self.STRIP}.innerText.includes('Not connected.')")
        self.assertIn("Reconnect", page.evaluate(f"{self.STRIP}.innerText"))
        self.assertTrue(page.evaluate(f"{self.STRIP}.getBoundingClientRect().bottom < {query('#cards')}.getBoundingClientRect().top"))


class NoticeTests(AccountTest):
    def test_a_notice_with_an_action_stays_where_it_happened(self):
        page = self.app()
        page.evaluate(query("[data-row-event=deleteButtonWasTapped]") + ".click()")
        page.wait(query("[data-kind=journal] .messages .toast"))
        self.click(page, "addButtonWasTapped")
        page.wait(query("[data-kind=form] .event-form") + ".checkVisibility()")
        page.wait(query("[data-kind=journal] .messages .toast") + "?.checkVisibility()")

    def test_a_notice_with_an_action_stands_above_the_cards_while_its_own_is_out_of_sight(self):
        page = self.app(width=500)
        page.evaluate(query("[data-row-event=deleteButtonWasTapped]") + ".click()")
        page.wait(query("[data-kind=journal] .messages .toast"))
        self.click(page, "addButtonWasTapped")
        page.wait(query("#messages .toast"))
        self.assertIsNone(page.evaluate(query("[data-kind=form] .toast")))
        page.evaluate(query("[data-kind=form] .close") + ".click()")
        page.wait(query("[data-kind=journal] .messages .toast"))
        page.evaluate(query(".toast button") + ".click()")
        page.wait(f"!{query('.toast')} && document.querySelectorAll('.chunk .row').length === 2")


class ListTests(AccountTest):
    def test_what_one_can_do_stands_before_the_list(self):
        page = self.app()
        order = "[...document.querySelectorAll('[data-kind=journal] [data-event], [data-kind=journal] .rows')].map(element => element.dataset.event ?? 'rows')"
        names = page.evaluate(order)
        self.assertLess(names.index("addButtonWasTapped"), names.index("rows"))
        self.assertLess(names.index("rows"), names.index("moreButtonWasTapped"))
        self.assertLess(names.index("rows"), names.index("noteWasWritten"))

    def test_amounts_that_are_texts_stand_at_the_right(self):
        page = self.app()
        aligned = "[...document.querySelectorAll('[data-column=amount]')].map(cell => getComputedStyle(cell).textAlign)"
        self.assertEqual(page.evaluate(aligned), ["end", "end", "end"])

    def test_what_could_not_be_loaded_is_not_said_to_be_empty(self):
        page = self.app()
        journal = page.evaluate(query("[data-kind=journal]") + ".dataset.instance")

        def set(**values):
            with self.bridge.client() as client:
                client.result("screen/send", instance=journal, event={"type": "test", "values": values})

        is_empty = f"{query('.empty-list')}.checkVisibility()"
        set(entries=[])
        page.wait(f"{is_empty} && !{query('.count')}.checkVisibility()")
        set(message="The server is away.")
        page.wait(f"{text('[data-kind=journal]')}.includes('The server is away.') && !{is_empty}")

    def test_says_that_there_are_more_rows(self):
        page = self.app()
        journal = page.evaluate(query("[data-kind=journal]") + ".dataset.instance")
        self.assertEqual(page.evaluate(text(".count")), "2 rows")
        is_spoken = f"{query('.count')}.classList.contains('spoken')"
        self.assertTrue(page.evaluate(is_spoken), "a few rows can be seen")
        with self.bridge.client() as client:
            client.result("screen/send", instance=journal, event={"type": "test", "values": {"isMoreHidden": False}})
        page.wait(f"{text('.count')} === 'The first 2 rows' && {query('.rows')}.getAttribute('aria-rowcount') === '-1' && !{is_spoken}")
        with self.bridge.client() as client:
            client.result("screen/send", instance=journal, event={"type": "test", "values": {"found": "2 of 10,000"}})
        page.wait(f"{text('.count')} === '2 of 10,000'")
        self.assertEqual(page.evaluate(text("[data-kind=journal]")).count("2 of 10,000"), 1, "once")
