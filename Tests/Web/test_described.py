"""The front with an app that it has never seen: views from descriptions, lists, patches, navigation, refusals."""
import json

import browser
import shelf_core
import test_front
from bridge import ROOT
from test_front import LOW_CONTRAST, SESAME, BrowserTest, SecretTests, text

SHELF = str(ROOT / "Tests/Web/shelf_core.py")
COUNT = "document.querySelectorAll('.card').length"
FOCUS = "document.activeElement"


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


def query(selector):
    return f"document.querySelector({json.dumps(selector)})"


def fact(name):
    """An expression for what is seen of a property."""
    return text(f"[data-field={name}] dd")


def row(identity, rest=""):
    """
    An expression for the row of a book, or a part of it. What is out of sight has no `innerText`: the browser skips it.
    """
    find = f"[...document.querySelectorAll('.rows .row')].find(row => row.entry?.row.id === {json.dumps(identity)})"
    return f"({find})?.querySelector({json.dumps(rest)})" if rest else f"({find})"


def button(identity, event="buyButtonWasTapped"):
    return row(identity, f"[data-row-event={event}]")


class ShelfTest(BrowserTest):
    def shelf(self, *options, width=1280, height=900):
        """A page with the shelf open, in a time zone that the test knows."""
        # NB: the cards of an open session come after the buttons, so that a later page must not look whether there are any.
        is_first = not hasattr(self, "bridge")
        if is_first:
            self.start(*options, core=SHELF)
        page = self.page(cards=False, width=width, height=height)
        page.call("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
        page.wait(query("[data-opens=shelf]"))
        page.front()
        if is_first:
            page.click("[data-opens=shelf] button")
        page.wait(query("[data-kind=shelf] .count:not(:empty)"))
        return page

    def make(self, *events):
        """Makes things happen in the core, as if another page had asked for them."""
        with self.bridge.client() as client:
            for event in events:
                client.result("screen/send", instance="shelf-1", event={"type": "test", **event})

    def sent(self, page, method="screen/send"):
        frames = [json.loads(frame) for way, frame in page.frames if way == "sent"]
        return [frame["params"].get("event", frame["params"]) for frame in frames if frame.get("method") == method]

    def received(self, page, method):
        frames = [json.loads(frame) for way, frame in page.frames if way == "received"]
        return [frame["params"] for frame in frames if frame.get("method") == method]

    def replace(self, page, selector, text):
        page.click(selector)
        page.evaluate(query(selector) + ".select()")
        page.type(text)

    def focus(self, page, expression):
        page.wait(expression)
        page.evaluate(f"{expression}.focus()")

    def agree(self, *pages):
        """Waits until the pages show what the core has."""
        titles = json.dumps([book["title"] for book in self.state(None, "shelf-1")["books"]])
        shown = "[...document.querySelectorAll('.row-title')].map(title => title.textContent)"
        for page in pages:
            page.wait(f"JSON.stringify({shown}) === JSON.stringify({titles})")


class DescriptionTests(ShelfTest):
    def test_shows_values_for_people(self):
        page = self.shelf()
        shown = {name: page.evaluate(fact(name)) for name in ("heading", "spent", "opened", "progress", "kind", "status")}
        self.assertEqual(shown, {
            "heading": "Everything", "spent": "€1,234.50", "opened": "Nov 22, 2026, 3:04 PM", "progress": "0.25",
            "kind": "Science & nature", "status": ""})
        self.assertEqual(page.evaluate(fact("owner")).split("\n")[:3], ["Name", "Ada", "Home"])
        names = page.evaluate("[...document.querySelectorAll('[data-kind=shelf] .described .facts:not(.nested) > div > dt')].map(name => name.innerText)")
        self.assertEqual(names[:2], ["Heading", "Owner"], "in the order of the declaration")
        self.assertNotIn("Clear disabled reason", names)
        self.assertNotIn("Busy", names)
        activity = query("[data-kind=shelf] .activity") + ".checkVisibility()"
        self.assertFalse(page.evaluate(activity))
        self.make({"do": "set", "values": {"isBusy": True, "status": "Saved."}})
        page.wait(f"{activity} && {fact('status')} === 'Saved.'")

    def test_names_are_for_people(self):
        page = self.shelf()
        page.evaluate("import('/values.js').then(module => { window.values = module; })")
        names = page.evaluate("""["lastUpdate", "bookID", "id", "ISBN_code", "isRead", "hasAppeared", "island", "quote-me", "x"].map(values.readable)""")
        self.assertEqual(names, ["Last update", "Book ID", "ID", "ISBN code", "Read", "Appeared", "Island", "Quote me", "X"])
        events = page.evaluate("""["refreshButtonWasTapped", "rowWasTapped", "markAllAsRead", "reviewWasWritten", "ratingWasChosen", "tapped", "wasAdded",
            "constructorWasToString"].map(values.readableEvent)""")
        self.assertEqual(events, ["Refresh", "Open", "Mark all as read", "Write review", "Rating", "Tapped", "Was added", "Constructor was to string"])

    def test_labels_of_the_description_are_shown(self):
        page = self.shelf("--labels")
        labels = page.evaluate("[...document.querySelectorAll('[data-kind=shelf] :is(dt, label, .list h3)')].map(label => label.innerText.trim())")
        for label in ("אבג", "What to look for", "The library", "Call me"):
            self.assertIn(label, labels)
        for name in ("Heading", "Filter", "Books", "Nickname"):
            self.assertNotIn(name, labels)
        self.assertEqual(page.evaluate(text(".header [data-column=author]")), "Written by")
        directions = page.evaluate("[...document.querySelectorAll('[data-field=heading] dt')].map(name => getComputedStyle(name).direction).join()")
        self.assertEqual(directions, "rtl")
        page.click("[data-opens=loan] button")
        for name, value in (("book", "b1"), ("days", "31"), ("pin", SESAME)):
            page.fill(f"#parameters [data-pointer='/{name}']", value)
        page.press("Enter")
        page.wait(query("#parameters .refusal:not(:empty)"))
        self.assertEqual(page.evaluate(text("#parameters .refusal")), "For how long: at most 30.")

    def test_names_what_an_error_points_at(self):
        page = self.shelf()
        page.evaluate("import('/values.js').then(module => { window.values = module; })")
        page.wait("window.values")
        says = page.evaluate("""[
            { message: "no", pointer: "/event/bookTags/0", hint: "at most 5 characters" }, { message: "no", pointer: "/0", hint: "short" },
            { message: "no", pointer: "", hint: "an object" }, { message: "no", pointer: "/event/text" }, { message: "no" },
        ].map(error => values.explain(error))""")
        self.assertEqual(says, ["Book tags: at most 5 characters.", "no", "no", "no", "no"])

    def test_announces_what_changes_with_its_name(self):
        page = self.shelf()
        live = page.evaluate("""[...document.querySelectorAll('[data-field=status]')].map(row =>
            [row.getAttribute("aria-atomic"), row.closest("[aria-live]").getAttribute("aria-live"), row.firstChild.innerText])""")
        self.assertEqual(live, [["true", "polite", "Status"]])

    def test_inputs_send_what_they_hold(self):
        page = self.shelf()
        page.fill("[data-event=filterChanged]", "dune")
        page.click("[data-event=onlyUnreadWasChanged]")
        self.replace(page, "[data-event=limitChanged]", "7")
        self.replace(page, "[data-event=budgetChanged]", "3.50")
        page.fill("[data-event=userIsCalled]", "A")
        page.wait(query("[data-event=userIsCalled]") + ".value === 'A'")
        for name, value in (("orderChanged", "1"), ("sinceChanged", "2026-11-23T08:30")):
            page.evaluate(f"(input => {{ input.value = '{value}'; input.dispatchEvent(new Event('input', {{ bubbles: true }})); }})"
                          f"({query(f'[data-event={name}]')})")
        page.wait(query("[data-event=sinceChanged]") + ".value === '2026-11-23T08:30'")
        last = {event["type"]: event for event in self.sent(page)}
        self.assertEqual(list(last.values()), [
            {"type": "filterChanged", "text": "dune"}, {"type": "onlyUnreadWasChanged", "isOn": True},
            {"type": "limitChanged", "count": {"typed": "7"}}, {"type": "budgetChanged", "amount": {"typed": "3.50"}},
            {"type": "userIsCalled", "text": "A"}, {"type": "orderChanged", "order": "byPrice"},
            {"type": "sinceChanged", "date": "2026-11-23T08:30:00Z"}])
        self.assertEqual([event["text"] for event in self.sent(page) if event["type"] == "filterChanged"], ["d", "du", "dun", "dune"])
        page.evaluate(f"(input => {{ input.value = ''; input.dispatchEvent(new Event('input')); }})({query('[data-event=sinceChanged]')})")
        page.press("Tab")
        self.make({"do": "set", "values": {"status": "."}})
        page.wait(fact("status") + " === '.'")
        self.assertEqual(self.sent(page)[-1], {"type": "sinceChanged", "date": None})
        state = self.state(page, "shelf-1")
        self.assertEqual((state["limit"], state["budget"], state["order"], state["onlyUnread"]), (7, "3.5", "byPrice", True))

    def test_inputs_show_what_the_state_has(self):
        page = self.shelf()
        self.make({"do": "set", "values": {
            "filter": "x", "onlyUnread": True, "order": "byPrice", "limit": 3, "budget": "1.00", "nickname": "B",
            "since": "2026-01-02T03:04:00Z"}})
        page.wait(query("[data-event=filterChanged]") + ".value === 'x'")
        shown = page.evaluate("""[...document.querySelectorAll('.described .entries [data-event]')].map(input =>
            input.type === 'checkbox' ? input.checked : input.selectedOptions?.[0].text ?? input.value)""")
        self.assertEqual(shown, ["x", True, "By price", "3", "1.00", "2026-01-02T03:04", "B", ""])
        self.assertEqual(page.evaluate(query("[data-event=onlyUnreadWasChanged]") + ".role"), "switch")

    def test_a_number_goes_as_it_was_typed_and_shows_what_the_app_has_read(self):
        page = self.shelf("--german")
        budget = "[data-event=budgetChanged]"
        understood = query(budget) + ".parentElement.querySelector('.understood')"
        # A decimal does not keep a zero at its end; what was typed does.
        for typed, amount, shown in (
            ("1.500", "1500", "1.500"), ("1.234,5", "1234.5", "1.234,5"), ("12.345", "12345", "12.345"), ("1500", "1500", "1.500"),
            ("1234,50", "1234.5", "1.234,50"), ("7", "7", "7"),
        ):
            with self.subTest(typed):
                self.replace(page, budget, typed)
                page.wait(f"{query(budget)}.value === {json.dumps(typed)}")
                self.assertEqual(self.sent(page)[-1], {"type": "budgetChanged", "amount": {"typed": typed}})
                if typed != shown:
                    page.wait(f"{understood}.innerText === 'Verstanden als {shown}'")
                page.press("Tab")
                page.wait(f"{query(budget)}.value === {json.dumps(shown)}")
                self.assertTrue(page.evaluate(f"{understood}.hidden && !{query(budget)}.hasAttribute('aria-invalid')"))
                self.assertEqual(self.state(page, "shelf-1")["budget"], amount)

    def test_a_number_that_the_app_cannot_read_stays_and_goes_no_further(self):
        page = self.shelf("--german")
        budget = "[data-event=budgetChanged]"
        self.replace(page, budget, "1.50")
        self.assertFalse(page.evaluate(query(budget) + ".hasAttribute('aria-invalid')"), "it may still become a number")
        page.press("Tab")
        page.wait(query(budget) + ".getAttribute('aria-invalid') === 'true'")
        self.assertEqual(self.description(page, budget), "Budget: a number such as 12,50.")
        self.assertEqual(page.evaluate(query(budget) + ".value"), "1.50")

    def test_a_press_waits_until_the_app_has_read_what_was_typed(self):
        page = self.shelf()
        self.edit(page)
        copies, save = (f"[data-kind=edit] [data-event={event}]" for event in ("copiesChanged", "saveButtonWasTapped"))
        page.wait(query(copies))
        self.replace(page, "[data-kind=edit] [data-event=titleChanged]", "Emma")
        page.wait(f"!{query(save)}.hasAttribute('aria-disabled')")
        self.replace(page, copies, "1.5")
        page.press("Enter")
        page.wait(query(copies) + ".getAttribute('aria-invalid') === 'true'")
        self.assertNotIn("saveButtonWasTapped", [event["type"] for event in self.sent(page)])
        self.replace(page, copies, "15")
        page.press("Enter")
        page.wait("!" + query(save))
        self.assertEqual([event["type"] for event in self.sent(page)][-1], "saveButtonWasTapped")

    def test_says_what_is_no_number(self):
        page = self.shelf()
        budget = "[data-event=budgetChanged]"
        self.replace(page, budget, "1;5")
        page.press("Tab")
        page.wait(query(budget) + ".getAttribute('aria-invalid') === 'true'")
        self.assertEqual(self.description(page, budget), "Budget: a number such as 12.50.")
        self.make({"do": "set", "values": {"status": "later"}})
        page.wait(fact("status") + " === 'later'")
        self.assertEqual(self.state(page, "shelf-1")["budget"], "1", "what is no amount is not taken")
        self.assertEqual(page.evaluate(query(budget) + ".value"), "1;5", "what is wrong stays, to be corrected")
        self.replace(page, budget, "1.5")
        page.wait(f"!{query(budget)}.hasAttribute('aria-invalid')")
        self.assertNotIn("a number", self.description(page, budget))

    def description(self, page, selector):
        """What a screen reader reads after the name."""
        node = page.call("DOM.querySelector", {"nodeId": page.call("DOM.getDocument")["root"]["nodeId"], "selector": selector})["nodeId"]
        tree = page.call("Accessibility.getPartialAXTree", {"nodeId": node, "fetchRelatives": False})["nodes"]
        return tree[0].get("description", {}).get("value", "")

    def test_an_input_whose_event_is_refused_is_invalid(self):
        page = self.shelf()
        limit = "[data-event=limitChanged]"
        alert = query("[data-kind=shelf] form .refusal:not(:empty)")
        self.replace(page, limit, "500")
        page.wait(f"{alert}?.innerText === 'At most 100 can be shown.'")
        self.assertEqual(page.evaluate(f"[{alert}.getAttribute('role'), {query(limit)}.getAttribute('aria-invalid'), {query(limit)}.value]"),
                         ["alert", "true", "500"])
        self.assertEqual(self.description(page, limit), "At most 100 can be shown.")
        page.press("Backspace")
        page.wait(f"!{alert} && !{query(limit)}.hasAttribute('aria-invalid') && {query(limit)}.value === '50'")

    def edit(self, page, title="Book 1"):
        """The form of a book, which the app has opened."""
        self.make({"do": "row", "id": "b1", "values": {"title": title}})
        page.wait(f"{row('b1')}.entry.row.title === {json.dumps(title)}")
        page.evaluate(button("b1", "rowWasTapped") + ".click()")
        # NB: the book that opens now takes the focus, also from a book that is open already.
        page.wait(f"{FOCUS}.closest('[data-kind=book]')")
        page.click("[data-kind=book]:focus-within [data-event=editButtonWasTapped]")
        page.wait(query("[data-kind=edit] [data-event=saveButtonWasTapped]"))

    def test_the_focus_goes_to_the_first_empty_field_of_a_form_or_else_to_its_first_field(self):
        for title in ("", "Book 1"):
            page = self.shelf()
            self.edit(page, title)
            page.wait(f"{FOCUS}.dataset.event === 'titleChanged'")
            page.click("[data-kind=edit] .close")
            page.wait(f"{FOCUS}.dataset.event === 'editButtonWasTapped'")

    def test_a_press_is_not_missed_because_the_field_that_is_left_says_what_is_wrong(self):
        page = self.shelf()
        self.edit(page)
        page.wait(f"{FOCUS}.dataset.event === 'titleChanged'")
        save = "[data-kind=edit] [data-event=saveButtonWasTapped]"
        self.replace(page, "[data-kind=edit] [data-event=titleChanged]", "Emma")
        page.wait(f"!{query(save)}.hasAttribute('aria-disabled')")
        page.evaluate(f"window.presses = 0, {query(save)}.addEventListener('click', () => {{ window.presses += 1; }})")
        self.replace(page, "[data-kind=edit] [data-event=copiesChanged]", "1.5")
        page.click(save)
        page.wait("window.presses === 1")
        page.wait(text("[data-kind=edit] .entries") + ".includes('Copies: a whole number.')")
        self.assertNotIn("saveButtonWasTapped", [event["type"] for event in self.sent(page)])

    def test_a_text_that_was_not_added_is_not_left_out_without_a_word(self):
        page = self.shelf()
        self.edit(page)
        save = "[data-kind=edit] [data-event=saveButtonWasTapped]"
        self.replace(page, "[data-kind=edit] [data-event=titleChanged]", "Emma")
        page.fill("[data-kind=edit] [data-event=tagWasAdded] input", "novel")
        page.wait(f"!{query(save)}.hasAttribute('aria-disabled')")
        page.click(save)
        page.wait(text("[data-kind=edit]") + ".includes('This is not there yet. Add tag takes it over')")
        self.assertNotIn("saveButtonWasTapped", [event["type"] for event in self.sent(page)])
        page.click(save)
        page.wait("!" + query("[data-kind=edit]"))

    def test_a_disabled_button_says_why_and_can_be_reached(self):
        page = self.shelf()
        clear = "[data-event=clearButtonWasTapped]"
        page.wait(query(clear) + ".getAttribute('aria-disabled') === 'true'")
        self.assertEqual(self.description(page, clear), "There are books.")
        self.assertEqual(page.evaluate(text("[data-kind=shelf] .reason:not(:empty)")), "There are books.")
        page.evaluate(query(clear) + ".focus()")
        page.press("Enter")
        alert = query(".refusal[role=alert]:not(:empty)")
        page.wait(f"{alert}?.innerText === 'There are books.'")
        self.assertEqual(len(self.state(page, "shelf-1")["books"]), 5)
        self.assertTrue(page.evaluate(f"{FOCUS} === {query(clear)}"))
        self.make({"do": "set", "values": {"clearDisabledReason": None}})
        page.wait(f"!{query(clear)}.hasAttribute('aria-disabled') && !{alert}")
        page.press("Enter")
        page.wait(query(".empty-list") + ".checkVisibility()")
        self.assertEqual(page.evaluate(text(".empty-list")), "No books.")
        # A list that was not asked for is not said to be empty.
        self.make({"do": "set", "values": {"books": None}})
        page.wait("!" + query(".empty-list") + ".checkVisibility()")

    def test_what_the_app_has_is_valid_in_its_input(self):
        self.start(core=SHELF)
        page = self.page(cards=False)
        are_valid = """Promise.all([import("/controls.js"), import("/schemas.js")]).then(([{ Controls }, { Schemas }]) => {
            const controls = new Controls(new Schemas({}));
            return [
                [{ anyOf: [{ type: "string", enum: ["one", "two"] }, { type: "null" }] }, null],
                [{ type: "string", format: "date-time" }, "2026-11-20T15:04:05Z"],
                [{ type: "string", "x-format": "local-date-time" }, "2026-11-20T15:04:05"],
                [{ type: "string", "x-format": "time-of-day" }, "12:00:30"],
                [{ type: "string", format: "date" }, "2026-11-20"],
            ].map(([schema, value]) => {
                const { inputs: [input], write } = controls.control(schema, "Value", { isRequired: true, pointer: "" });
                write(value);
                return input.value !== "" || value === null ? input.validity.valid : "empty";
            });
        })"""
        self.assertEqual(page.evaluate(are_valid), [True] * 5)

    def test_a_secret_stays_in_its_input(self):
        page = self.shelf()
        pin = "[data-event=pinChanged]"
        self.assertEqual(page.evaluate(query(pin) + ".type"), "password")
        page.fill(pin, SESAME)
        page.wait("true")
        self.make({"do": "set", "values": {"status": "."}})
        page.wait(fact("status") + " === '.'")
        self.assertNotIn(SESAME[:4], page.evaluate(SecretTests.EVERYWHERE))
        self.assertFalse([frame for way, frame in page.frames if way == "received" and SESAME[:4] in frame])
        page.reload()
        page.wait(f"{query(pin)}?.placeholder === 'Entered, and not shown' && {query(pin)}.value === ''")
        self.make({"do": "set", "values": {"pinEntered": False}})
        page.wait(f"{query(pin)}.placeholder === ''")

    def test_a_form_sends_several_values(self):
        page = self.shelf()
        form = "form[data-event=bookWasDonated]"
        names = page.evaluate(f"[...document.querySelectorAll('{form} label')].map(label => label.firstChild.textContent)")
        self.assertEqual(names, ["Title", "Amount", "Currency", "Genre", "Code", "Due"])
        page.fill(f"{form} [data-pointer='/title']", "Dune")
        page.fill(f"{form} [data-pointer='/price/amount']", "0")
        page.fill(f"{form} [data-pointer='/price/currency']", "USD")
        page.fill(f"{form} [data-pointer='/code']", SESAME)
        page.evaluate(query(f"{form} select") + ".value = '2'")
        page.click(f"{form} button")
        page.wait(text(f"{form} .refusal") + " === 'A gift needs a price.'")
        self.assertEqual(page.evaluate(query(f"{form} [data-pointer='/title']") + ".value"), "Dune")
        self.assertEqual(page.evaluate(query(f"{form} [data-pointer='/code']") + ".value"), "")
        self.replace(page, f"{form} [data-pointer='/price/amount']", "12;5")
        page.click(f"{form} button")
        page.wait(query(f"{form} [data-pointer='/price/amount']") + ".getAttribute('aria-invalid') === 'true'")
        described = query(f"{form} [data-pointer='/price/amount']") + ".getAttribute('aria-describedby')"
        self.assertEqual(page.evaluate(f"document.getElementById({described}).innerText"), "Amount: a number such as 12.50.")
        self.replace(page, f"{form} [data-pointer='/price/amount']", "12.5")
        page.click(f"{form} button")
        page.wait(row("gift"))
        self.assertEqual(self.sent(page)[-1], {
            "type": "bookWasDonated", "title": "Dune", "price": {"amount": {"typed": "12.5"}, "currency": "USD"}, "genre": "poetry", "code": "", "due": None})
        page.wait(query(f"{form} [data-pointer='/title']") + ".value === ''")

    def test_asks_for_parameters_before_it_opens(self):
        page = self.shelf()
        page.click("[data-opens=book] button")
        self.assertEqual(page.evaluate(query("[data-opens=book] input") + ".validity.valueMissing"), True)
        self.assertEqual(page.evaluate(COUNT), 1)
        page.click("[data-opens=loan] button")
        page.wait(query("#parameters form"))
        self.assertEqual(page.evaluate(FOCUS + ".dataset.pointer"), "/book")
        page.type("b1")
        page.press("Enter")
        self.assertEqual(page.evaluate(query("#parameters [data-pointer='/days']") + ".validity.valueMissing"), True)
        page.fill("#parameters [data-pointer='/days']", "31")
        page.fill("#parameters [data-pointer='/pin']", SESAME)
        page.press("Enter")
        page.wait(f"{FOCUS}.dataset.pointer === '/days' && {FOCUS}.getAttribute('aria-invalid') === 'true'")
        self.assertEqual(page.evaluate(text("#parameters .refusal")), "Days: at most 30.")
        self.replace(page, "#parameters [data-pointer='/days']", "30")
        page.press("Enter")
        page.wait(f"{query('[data-kind=loan]')} && !{query('#parameters form')}")
        self.assertEqual(self.sent(page, "screen/open")[-1], {
            "screen": "loan", "params": {"book": "b1", "days": {"typed": "30"}, "pin": SESAME}})
        self.assertEqual(page.evaluate(text("[data-kind=loan] [data-field=days] dd")), "30")
        self.assertNotIn(SESAME[:4], page.evaluate("document.documentElement.outerHTML"))
        self.assertTrue(page.evaluate(f"{FOCUS} === {query('[data-kind=loan]')}"))

    def test_opens_nothing_unasked_and_all_that_needs_no_parameters_when_asked(self):
        self.start(core=SHELF)
        page = self.page(cards=False)
        # The screens' buttons, which come with what the app says of itself, move this one.
        page.wait("document.querySelector('[data-opens=shelf]')")
        page.click("#open-all")
        page.wait(f"{COUNT} === 1 && {query('[data-kind=shelf]')}")
        self.assertEqual(self.sent(page, "screen/open"), [{"screen": "shelf", "params": {}}])

    def test_texts_are_texts_in_any_direction(self):
        page = self.shelf("--hostile")
        page.wait(row("b3"))
        self.make({"do": "set", "values": {"status": shelf_core.HOSTILE, "filter": shelf_core.HEBREW}})
        page.wait(fact("status") + f" === {json.dumps(shelf_core.HOSTILE)}")
        self.assertEqual(page.evaluate(row("b1", ".row-title") + ".textContent"), shelf_core.HOSTILE)
        self.assertFalse(page.evaluate("'isHacked' in window || document.querySelector('main script, main img')"))
        label = page.evaluate(button("b1") + ".getAttribute('aria-label')")
        self.assertEqual(label, "Buy: " + shelf_core.HOSTILE)
        directions = page.evaluate(f"""[{row("b1", ".row-title")}, {row("b2", ".row-title")}, {row("b3", ".row-title")},
            {query("[data-event=filterChanged]")}, {query("[data-field=status] span")}].map(part => getComputedStyle(part).direction)""")
        self.assertEqual(directions, ["ltr", "rtl", "rtl", "rtl", "ltr"])
        page.evaluate(button("b2", "rowWasTapped") + ".click()")
        page.wait(query("[data-kind=book] [data-field=title] span") + f".innerText === {json.dumps(shelf_core.HEBREW)}")


class ListTests(ShelfTest):
    WATCH = """(() => {
        window.touched = new Set();
        window.watcher = new MutationObserver(changes => {
            for (const { target } of changes) touched.add((target.closest ?? target.parentElement.closest.bind(target.parentElement))
                .call(target.closest ? target : target.parentElement, ".row")?.entry?.row.id ?? "list");
        });
        watcher.observe(document.querySelector(".rows"), { subtree: true, childList: true, attributes: true, characterData: true });
    })()"""

    def test_no_style_of_what_holds_the_rows_depends_on_them(self):
        # NB: with `:has` at an ancestor, each change of a row has the browser look at the styles of all rows: 150 ms of 10,000.
        page = self.shelf()
        found = page.evaluate("""(() => {
            const rules = list => [...list.cssRules].flatMap(rule => [rule, ...(rule.cssRules ? rules(rule) : [])]);
            const holders = rules(document.styleSheets[0]).flatMap(rule => (rule.selectorText ?? "").split(/,(?![^(]*\\))/))
                .filter(selector => selector.includes(":has(")).map(selector => selector.slice(0, selector.indexOf(":has(")));
            return holders.filter(holder => document.querySelector(".rows").closest(holder));
        })()""")
        self.assertEqual(found, [])

    def test_touches_only_the_rows_that_changed(self):
        page = self.shelf("--rows", "50")
        page.evaluate(self.WATCH)
        page.evaluate("window.before = [...document.querySelectorAll('.row:not(.header)')]; 0")
        self.make({"do": "row", "id": "b7", "values": {"title": "Seven"}}, {"do": "whole"}, {"do": "set", "values": {"status": "done"}})
        page.wait(row("b7", ".row-title") + ".textContent === 'Seven' && " + fact("status") + " === 'done'")
        self.assertEqual(page.evaluate("[...touched]"), ["b7"])
        self.assertTrue(page.evaluate("[...document.querySelectorAll('.row:not(.header)')].every((row, index) => row === before[index])"))
        self.assertEqual(page.evaluate(text(".count")), "50 rows")

    def test_focus_and_rows_in_sight_stay(self):
        page = self.shelf("--rows", "1000")
        page.evaluate("document.querySelector('.rows').scrollTop = 9000")
        page.wait("document.querySelectorAll('.row:not(.header)').length === 1000")
        middle = """[...document.querySelectorAll('.row:not(.header)')].find(row =>
            row.getBoundingClientRect().top > document.querySelector('.rows').getBoundingClientRect().top + 60)"""
        page.evaluate(f"window.focused = {middle}.querySelector('button'); focused.focus({{ preventScroll: true }}); 0")
        identity = page.evaluate("focused.closest('.row').entry.row.id")
        top = "Math.round(focused.getBoundingClientRect().top - document.querySelector('.rows').getBoundingClientRect().top)"
        before = page.evaluate(top)
        self.make({"do": "insert", "at": 3, "number": 5001}, {"do": "remove", "id": "b10"}, {"do": "insert", "at": 0, "number": 5002},
                  {"do": "row", "id": identity, "values": {"author": "Someone"}}, {"do": "set", "values": {"status": "done"}})
        page.wait(fact("status") + " === 'done'")
        page.wait(f"{FOCUS} === focused && {top} === {before}")
        self.assertEqual(page.evaluate("focused.closest('.row').entry.row.id"), identity)
        self.make({"do": "move", "from": 900, "to": 2}, {"do": "set", "values": {"status": "moved"}})
        page.wait(f"{fact('status')} === 'moved' && {FOCUS} === focused && {top} === {before}")
        self.agree(page)

    def test_an_event_hits_its_row_after_a_reorder(self):
        page = self.shelf()
        self.focus(page, button("b4"))
        self.make({"do": "reverse"})
        self.agree(page)
        self.assertTrue(page.evaluate(f"{FOCUS} === {button('b4')}"))
        page.press("Enter")
        page.wait(fact("status") + " === 'Bought: b4'")
        self.assertEqual(self.sent(page)[-1], {"type": "buyButtonWasTapped", "id": "b4"})

    def test_rows_that_were_not_made_yet_have_their_place(self):
        self.start("--rows", "1000", core=SHELF)
        page = self.page(cards=False)
        page.wait(query("[data-opens=shelf]"))
        page.evaluate("window.idle = []; window.requestIdleCallback = work => idle.push(work); 0")
        page.front()
        page.click("[data-opens=shelf] button")
        page.wait(row("b1"))
        self.assertLess(page.evaluate("document.querySelectorAll('.row:not(.header)').length"), 1000)
        shown = "[...document.querySelectorAll('.row:not(.header)')].map(row => Number(row.entry.row.id.slice(1)))"
        self.make({"do": "reverse"}, {"do": "move", "from": 500, "to": 0}, {"do": "move", "from": 3, "to": 900})
        order = json.dumps([int(book["id"][1:]) for book in self.state(page, "shelf-1")["books"]])
        page.wait(f"(shown => {order}.filter(id => shown.includes(id)).join() === shown.join() && shown[0] === {order}[0])({shown})")
        page.wait(f"(idle.splice(0).forEach(work => work()), {shown}.length === 1000)")
        self.agree(page)

    def test_a_refused_row_says_why(self):
        page = self.shelf()
        self.focus(page, button("b2"))
        page.press("Enter")
        page.wait(row("b2", ".refusal[role=alert]") + "?.innerText === 'This book is sold.'")
        page.evaluate(button("b3") + ".click()")
        page.wait(fact("status") + " === 'Bought: b3'")
        self.assertFalse(page.evaluate("document.querySelector('.refusal:not(:empty)')"))

    def test_a_refused_row_keeps_the_width_of_its_columns(self):
        page = self.shelf(width=800)
        places = ("[...document.querySelectorAll('.chunk .row')].slice(0, 3).map(row => [...row.querySelectorAll('.row-text, .column, .row-actions')]"
                  ".map(cell => Math.round(cell.getBoundingClientRect().x)).join())")
        before = page.evaluate(places)
        self.assertEqual(len(set(before)), 1, before)
        page.evaluate(button("b2") + ".click()")
        page.wait(row("b2", ".refusal[role=alert]") + "?.innerText === 'This book is sold.'")
        self.assertEqual(page.evaluate(places), before)

    def test_a_row_that_is_gone_is_not_hit_and_no_other_is(self):
        page = self.shelf()
        self.make({"do": "vanish", "id": "b3"})
        self.focus(page, button("b3"))
        page.press("Enter")
        page.wait(text(".list > .refusal") + " === 'This row is no longer in the list.'")
        self.assertEqual(page.evaluate(fact("status")), "")
        self.agree(page)
        self.assertTrue(page.evaluate(f"{FOCUS} === {row('b4')}"), "the focus is on the next row, and on none of its buttons")
        self.assertEqual(page.evaluate(query(".list > .spoken") + ".textContent"), "The row is gone.")
        sent = len(page.frames)
        page.press("Enter")
        page.press(" ")
        self.assertEqual([frame for frame in page.frames[sent:] if "screen/send" in frame[1]], [])

    def test_an_empty_list_says_so(self):
        page = self.shelf("--rows", "2")
        self.focus(page, button("b2"))
        self.make({"do": "remove", "id": "b2"})
        page.wait(f"{FOCUS} === {row('b1')}")
        self.make({"do": "remove", "id": "b1"})
        page.wait(f"{text('.empty-list')} === 'No books.' && {query('.empty-list')}.checkVisibility()")
        self.assertEqual(page.evaluate(f"[{FOCUS}.innerText, {text('.count')}]"), ["Books", "0 rows"])
        self.make({"do": "insert", "at": 0, "number": 9})
        page.wait(f"{row('b9')} && !{query('.empty-list')}.checkVisibility() && {text('.count')} === '1 row'")

    def test_a_row_has_a_form_for_an_event_with_more_values(self):
        page = self.shelf()
        write = button("b2", "reviewWasWritten")
        self.focus(page, write)
        page.press("Enter")
        page.wait(f"{FOCUS}.dataset.pointer === '/stars' && {write}.getAttribute('aria-expanded') === 'true'")
        page.type("6")
        self.make({"do": "reverse"})
        page.wait("document.querySelector('.chunk .row').entry.row.id === 'b5'")
        self.assertEqual(page.evaluate(f"{FOCUS}.value"), "6")
        page.press("Enter")
        page.wait(f"{FOCUS}.getAttribute('aria-invalid') === 'true'")
        self.assertEqual(page.evaluate(text(".row .refusal")), "Stars: at most 5.")
        page.evaluate(FOCUS + ".select()")
        page.type("5")
        page.press("Tab")
        page.type("fine")
        page.press("Enter")
        page.wait(f"{fact('status')} === 'b2: 5 stars, fine' && !{query('.row form')} && {FOCUS} === {write}")
        self.assertEqual(self.sent(page)[-1], {"type": "reviewWasWritten", "stars": {"typed": "5"}, "text": "fine", "book": "b2"})

    def test_finds_the_value_that_names_the_row(self):
        page = self.shelf()
        self.focus(page, button("b3", "copiesWereCounted"))
        page.press("Enter")
        page.wait(f"{FOCUS}.dataset.pointer === '/amount'")
        page.type("4")
        page.press("Enter")
        page.wait(fact("status") + " === 'b3: 4'")

    def test_rows_that_cannot_be_tapped_say_why(self):
        page = self.shelf()
        self.make({"do": "set", "values": {"buyDisabledReason": "The shop is closed."}})
        page.wait(f"{button('b5')}.getAttribute('aria-disabled') === 'true'")
        self.assertEqual(page.evaluate(f"document.getElementById({button('b5')}.getAttribute('aria-describedby')).innerText"), "The shop is closed.")
        self.assertFalse(page.evaluate(button("b5", "rowWasTapped") + ".hasAttribute('aria-disabled')"))
        self.make({"do": "set", "values": {"buyDisabledReason": None}})
        page.wait(f"!{button('b5')}.hasAttribute('aria-disabled')")

    def test_ten_thousand_rows_are_a_small_change_away(self):
        page = self.shelf("--rows", "10000")
        page.wait(text(".count") + " === '10,000 rows'")
        page.evaluate("document.querySelector('.rows').scrollIntoView()")
        page.wait(f"(document.querySelector('.rows').scrollTop = 1e9) && {row('b10000')}?.checkVisibility({{ contentVisibilityAuto: true }})")
        page.evaluate(self.WATCH)
        self.make({"do": "row", "id": "b9999", "values": {"isRead": True}})
        page.wait(row("b9999", "[data-column=isRead]") + ".textContent === 'Yes'")
        self.assertEqual(page.evaluate("[...touched].filter(id => id === 'b9999' || id === 'b1')"), ["b9999"])
        updates = [frame for way, frame in page.frames if way == "received" and "screen/update" in frame]
        self.assertEqual(len(updates), 1)
        self.assertLessEqual(len(updates[0]), 300)
        rows = "document.querySelectorAll('.row:not(.header)')"
        page.wait(f"{rows}.length <= 500 && !{row('b1')}", "what is out of sight leaves the page")
        self.assertEqual(page.evaluate(f"[document.querySelector('.rows').ariaRowCount, {row('b10000')}.ariaRowIndex]"), ["10001", "10001"])
        # The rows keep their places, though most are not there.
        page.evaluate("document.querySelector('.rows').scrollTop = 0")
        page.wait(f"{row('b1')}?.checkVisibility({{ contentVisibilityAuto: true }}) && !{row('b10000')}")

    def test_a_search_reaches_rows_that_are_not_in_the_page(self):
        page = self.shelf("--rows", "10000")
        page.wait(f"{row('b1')} && {query('.find input')}.checkVisibility()")
        page.fill(".find input", "book 777")
        in_sight = lambda id: f"""((row, list) => row && row.classList.contains("found") && row.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1)
            ({row(id)}, document.querySelector(".rows"))"""
        page.wait(in_sight("b777"))
        self.assertEqual(page.evaluate(text(".find .muted")), "1 of 11")
        page.press("Enter")
        page.wait(in_sight("b7770"))
        self.assertEqual(page.evaluate("document.querySelectorAll('.found').length"), 1)
        # The list has its stop there.
        page.press("Tab")
        page.wait(f"{FOCUS}.closest('.row')?.entry.row.id === 'b7770'")

    def test_the_page_of_a_telephone_scrolls_its_lists(self):
        page = self.shelf("--rows", "10000", width=390, height=844)
        page.wait(row("b1"))
        inner = "[...document.querySelectorAll('main, main *')].filter(one => one.scrollHeight > one.clientHeight + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))"
        self.assertEqual(page.evaluate(f"{inner}.map(one => one.className)"), [])
        page.evaluate("scrollTo(0, document.querySelector('.rows').getBoundingClientRect().bottom + scrollY - innerHeight)")
        page.wait(f"{row('b10000')} && !{row('b1')} && document.querySelectorAll('.row:not(.header)').length <= 700")

    def test_tab_stops_at_a_list_once_and_arrows_go_within(self):
        page = self.shelf()
        here = f"[{FOCUS}.closest('.row')?.entry.row.id, {FOCUS}.dataset.rowEvent ?? {FOCUS}.className]"
        page.evaluate(button("b1", "rowWasTapped") + ".focus()")
        for key, row_and_event in (("ArrowDown", ["b2", "rowWasTapped"]), ("ArrowRight", ["b2", "buyButtonWasTapped"]), ("ArrowDown", ["b3", "buyButtonWasTapped"]),
                                   ("ArrowLeft", ["b3", "rowWasTapped"]), ("End", ["b5", "rowWasTapped"]), ("ArrowDown", ["b5", "rowWasTapped"]), ("Home", ["b1", "rowWasTapped"])):
            page.press(key)
            self.assertEqual(page.evaluate(here), row_and_event, key)
        page.press("ArrowDown")
        page.press("Tab")
        self.assertEqual(page.evaluate(f"{FOCUS}.closest('.row')"), None, "Tab leaves it")
        page.press("Tab", modifiers=8)
        self.assertEqual(page.evaluate(here), ["b2", "rowWasTapped"], "and comes back to where it was")
        self.make({"do": "remove", "id": "b2"})
        page.wait(f"{FOCUS}.closest('.row')?.entry.row.id === 'b3'")
        self.assertEqual(page.evaluate("document.querySelectorAll('.rows [tabindex=\"0\"]').length"), 1)
        page.press("Enter")
        page.wait(query("[data-kind=book]"))


class PatchTests(ShelfTest):
    def test_the_bridge_wants_patches_and_pages_apply_them(self):
        page = self.shelf()
        with self.bridge.client() as client:
            client.result("screen/send", instance="shelf-1", event={"type": "test", "do": "move", "from": 4, "to": 0})
            update = client.seen[-1]["params"]
            self.assertEqual((update["from"], update["rev"], "state" in update), (1, 2, False))
        self.make({"do": "insert", "at": 2, "number": 77}, {"do": "remove", "id": "b1"}, {"do": "row", "id": "b3", "values": {"title": "a/b~c"}})
        self.agree(page)
        self.assertFalse([update for update in self.received(page, "screen/update") if "state" in update])
        self.assertEqual(self.sent(page, "screen/get"), [], "every patch fits")

    def test_a_page_that_joins_late_agrees(self):
        one = self.shelf()
        self.make({"do": "reverse"}, {"do": "insert", "at": 1, "number": 8})
        two = self.shelf()
        self.agree(one, two)
        self.make({"do": "remove", "id": "b2"}, {"do": "row", "id": "b8", "values": {"title": "Eight"}})
        self.agree(one, two)

    def test_a_patch_that_does_not_fit_asks_for_the_state(self):
        page = self.shelf()
        self.make({"do": "lose", "values": {"status": "lost", "filter": "lost"}}, {"do": "set", "values": {"status": "later"}})
        page.wait(f"{fact('status')} === 'later' && {query('[data-event=filterChanged]')}.value === 'lost'")
        self.assertEqual(self.sent(page, "screen/get"), [{"instance": "shelf-1"}])
        self.make({"do": "misfit"}, {"do": "set", "values": {"status": "after"}})
        page.wait(fact("status") + " === 'after'")
        page.wait(f"{text('.count')} === '5 rows'")
        self.make({"do": "row", "id": "b1", "values": {"title": "One"}})
        self.agree(page)

    def test_a_whole_state_is_as_good(self):
        page = self.shelf()
        self.make({"do": "set", "values": {"status": "patched"}}, {"do": "whole"}, {"do": "set", "values": {"status": "again"}})
        page.wait(fact("status") + " === 'again'")
        self.assertEqual([set(update) - {"instance", "rev"} for update in self.received(page, "screen/update")],
                         [{"from", "patch"}, {"state"}, {"from", "patch"}])

    def test_patches_are_those_of_the_standard(self):
        page = self.shelf()
        cases = [
            ({"a": 1}, [("add", "/b", 2)], {"a": 1, "b": 2}),
            ([1, 3], [("add", "/1", 2)], [1, 2, 3]),
            ([1], [("add", "/-", 2)], [1, 2]),
            ({"a": [1, 2]}, [("remove", "/a/0")], {"a": [2]}),
            ({"a/b": 1, "m~n": 2}, [("replace", "/a~1b", 3), ("replace", "/m~0n", 4)], {"a/b": 3, "m~n": 4}),
            ({"~1": 1}, [("remove", "/~01")], {}),
            ({"": 1}, [("replace", "/", 2)], {"": 2}),
            (1, [("replace", "", {"a": 2})], {"a": 2}),
            ([1, 2, 3], [("move", "/0", "/2")], [3, 1, 2]),
            ({"a": {"b": 1}}, [("copy", "/c", "/a"), ("replace", "/c/b", 2)], {"a": {"b": 1}, "c": {"b": 2}}),
            ({"a": {"b": [1]}}, [("test", "/a", {"b": [1]}), ("remove", "/a/b")], {"a": {}}),
            ({}, [("add", "/__proto__", {"x": 1}), ("add", "/__proto__/y", 2)], None),
        ]
        wrong = [
            ({}, [("remove", "/a")]), ({}, [("replace", "/a", 1)]), ([], [("add", "/1", 1)]), ([1], [("replace", "/01", 1)]),
            ([1], [("remove", "/-")]), ({"a": 1}, [("add", "/a/b", 1)]), ({}, [("add", "a", 1)]), ({}, [("test", "", [])]),
            ({"a": {}}, [("move", "/a/b", "/a")]), ({}, [("replace", "/toString", 1)]), ({}, [("spell", "/a", 1)]), ([1], [("add", "/x", 1)]),
        ]

        def operations(patch):
            return [{"op": op, "path": path, **({"from": more[0]} if op in ("move", "copy") else {"value": more[0]} if more else {})}
                    for op, path, *more in patch]

        page.evaluate("import('/store.js').then(module => { window.applyPatch = module.applyPatch; })")
        for value, patch, result in cases:
            call = f"applyPatch(Object.freeze({json.dumps(value)}), {json.dumps(operations(patch))})"
            if result is None:
                self.assertEqual(page.evaluate(f"JSON.stringify({call})"), '{"__proto__":{"x":1,"y":2}}')
                self.assertEqual(page.evaluate("({}).y"), None)
            else:
                self.assertEqual(page.evaluate(call), result, patch)
        for value, patch in wrong:
            call = f"(() => {{ try {{ applyPatch({json.dumps(value)}, {json.dumps(operations(patch))}); return false; }} catch {{ return true; }} }})()"
            self.assertTrue(page.evaluate(call), patch)
        self.assertTrue(page.evaluate("""(() => { const old = { rows: [{ n: 1 }, { n: 2 }] };
            const changed = applyPatch(old, [{ op: "replace", path: "/rows/0/n", value: 3 }]);
            return old.rows[0].n === 1 && changed.rows[0].n === 3 && changed.rows[1] === old.rows[1]; })()"""))


class NavigationTests(ShelfTest):
    def test_a_screen_that_the_app_opens_stands_beside_its_opener(self):
        page = self.shelf()
        page.fill("[data-opens=book] input", "b5")
        page.press("Enter")
        page.wait(f"{COUNT} === 2")
        self.focus(page, button("b2", "rowWasTapped"))
        page.press("Enter")
        page.wait(f"{FOCUS}.tagName === 'H2' && {FOCUS}.id === 'book-3-title'")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.card')].map(card => card.dataset.instance)"), ["shelf-1", "book-3", "book-2"])
        self.assertEqual(page.evaluate(text("[data-instance=book-3] .instance")), "book-3, from shelf-1")
        self.assertEqual(page.evaluate(text("[data-instance=book-3] [data-field=title] dd")), "Book 2")
        frames = [json.loads(frame) for way, frame in page.frames if way == "received"]
        opened = next(index for index, frame in enumerate(frames) if frame.get("method") == "screen/opened")
        replies = [index for index, frame in enumerate(frames) if frame.get("result", {}).get("rev") and "state" not in frame["result"]]
        self.assertLess(opened, replies[-1])

    def test_the_focus_returns_to_what_opened_it(self):
        page = self.shelf()
        self.focus(page, button("b2", "rowWasTapped"))
        page.press("Enter")
        page.wait(f"{FOCUS}.id === 'book-2-title'")
        page.click("[data-kind=book] [data-event=editButtonWasTapped]")
        page.wait(f"{FOCUS}.closest('[data-instance=edit-3]')")
        save = query("[data-kind=edit] [data-event=saveButtonWasTapped]")
        self.assertEqual(page.evaluate(save + ".getAttribute('aria-disabled')"), "true")
        page.fill("[data-kind=edit] [data-event=titleChanged]", "!")
        page.wait(f"!{save}.hasAttribute('aria-disabled')")
        page.click("[data-kind=edit] [data-event=saveButtonWasTapped]")
        page.wait(f"{COUNT} === 2 && {FOCUS}.dataset.event === 'editButtonWasTapped'")
        page.wait(row("b2", ".row-title") + ".textContent === 'Book 2!'")
        self.assertEqual(self.received(page, "screen/closed"), [{"instance": "edit-3", "reason": "completed", "result": {"title": "Book 2!"}}])
        page.click("[data-kind=book] .close")
        page.wait(f"{COUNT} === 1 && {FOCUS} === {button('b2', 'rowWasTapped')}")

    def test_the_focus_returns_to_the_opener_where_the_row_is_gone(self):
        page = self.shelf()
        self.focus(page, button("b2", "rowWasTapped"))
        page.press("Enter")
        page.wait(f"{FOCUS}.id === 'book-2-title'")
        page.click("[data-kind=book] [data-event=removeButtonWasTapped]")
        page.wait(f"{COUNT} === 1 && !{row('b2')} && {FOCUS} === {button('b3', 'rowWasTapped')}")
        page.press("Enter")
        page.wait(f"{FOCUS}.id === 'book-3-title'")
        self.make({"do": "remove", "id": "b3"})
        page.wait(f"!{row('b3')}")
        page.click("[data-kind=book] [data-event=doneButtonWasTapped]")
        page.wait(f"{COUNT} === 1 && {FOCUS}.id === 'shelf-1-title'")

    def test_a_successor_takes_the_place_and_the_focus(self):
        page = self.shelf()
        self.focus(page, button("b2", "rowWasTapped"))
        page.press("Enter")
        page.wait(f"{FOCUS}.id === 'book-2-title'")
        page.click("[data-kind=book] [data-event=nextButtonWasTapped]")
        page.wait(f"{FOCUS}.id === 'book-3-title' && {COUNT} === 2")
        self.assertEqual(page.evaluate(text("[data-kind=book] [data-field=title] dd")), "Book 3")
        page.click("[data-kind=book] [data-event=doneButtonWasTapped]")
        page.wait(f"{COUNT} === 1 && {FOCUS} === {button('b2', 'rowWasTapped')}")

    def test_a_screen_without_an_opener_is_replaced_in_its_place(self):
        page = self.shelf()
        for identity in ("b1", "b4"):
            page.fill("[data-opens=book] input", identity)
            page.press("Enter")
            page.wait(f"{FOCUS}.dataset.kind === 'book' && {FOCUS}.innerText.includes('Book {identity[1:]}')")
            page.evaluate(query("[data-opens=book] input") + ".value = ''")
        page.click("[data-instance=book-2] [data-event=nextButtonWasTapped]")
        page.wait(f"{FOCUS}.id === 'book-4-title'")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.card')].map(card => card.dataset.instance)"), ["shelf-1", "book-4", "book-3"])
        self.bridge.kill_core()
        page.wait(text("#notice") + ".includes('signal SIGKILL')")
        page.click("#start")
        page.wait(f"{COUNT} === 3")
        opened = self.sent(page, "bridge/start")[-1]["screens"]
        self.assertEqual([params["params"] for params in opened], [{}, {"id": "b4"}, {"id": "b1"}], "a successor is reached by what it replaced")

    def test_what_a_screen_opened_goes_with_it(self):
        page = self.shelf()
        page.click("[data-opens=loan] button")
        page.fill("#parameters [data-pointer='/book']", "b1")
        page.fill("#parameters [data-pointer='/days']", "3")
        page.fill("#parameters [data-pointer='/pin']", "1")
        page.press("Enter")
        page.wait(f"{COUNT} === 2")
        self.focus(page, button("b2", "rowWasTapped"))
        page.press("Enter")
        page.wait(f"{FOCUS}.id === 'book-3-title'")
        page.click("[data-kind=book] [data-event=editButtonWasTapped]")
        page.wait(f"{FOCUS}.closest('[data-instance=edit-4]')")
        self.assertEqual(page.evaluate(COUNT), 4)
        page.click("[data-kind=shelf] .close")
        page.wait(f"{COUNT} === 1 && {FOCUS}.dataset.kind === 'loan'")
        self.assertEqual([closed["instance"] for closed in self.received(page, "screen/closed")], ["edit-4", "book-3"])

    def test_another_page_shows_it_and_keeps_its_focus(self):
        one = self.shelf()
        two = self.shelf()
        two.evaluate(query("[data-event=filterChanged]") + ".focus()")
        one.front()
        self.focus(one, button("b2", "rowWasTapped"))
        one.press("Enter")
        one.wait(f"{FOCUS}.id === 'book-2-title'")
        two.wait(query("[data-kind=shelf]") + ".nextElementSibling?.dataset.kind === 'book'")
        self.assertEqual(two.evaluate(FOCUS + ".dataset.event"), "filterChanged")
        three = self.shelf()
        three.wait(query("[data-kind=shelf]") + ".nextElementSibling?.dataset.kind === 'book'")

    def test_what_the_app_had_opened_is_not_opened_by_a_restart(self):
        page = self.shelf()
        self.focus(page, button("b2", "rowWasTapped"))
        page.press("Enter")
        page.wait(f"{COUNT} === 2")
        self.bridge.kill_core()
        page.wait(text("#notice") + ".includes('signal SIGKILL')")
        page.click("#start")
        page.wait("document.querySelector('#connection').innerText.startsWith('Connected')")
        self.make({"do": "set", "values": {"status": "."}})
        page.wait(f"{fact('status')} === '.' && {COUNT} === 1")
        self.assertEqual(
            page.evaluate(text("#notice-text")),
            "The app was started again. It has not opened these screens again: Book.")

    def test_the_inspector_shows_what_the_app_opens(self):
        self.shelf()
        page = self.page("inspector.html")
        page.wait(query("[data-instance=shelf-1] [data-event=rowWasTapped] input"))
        page.fill("[data-instance=shelf-1] [data-event=rowWasTapped] input", "b1")
        page.press("Enter")
        page.wait(query("[data-instance=book-2] [data-field=title] td") + ".innerText === '\"Book 1\"'")
        page.click("[data-instance=book-2] [data-event=doneButtonWasTapped] button")
        page.wait(f"!{query('[data-instance=book-2]')}")
        page.fill("[data-instance=shelf-1] [data-event=rowWasTapped] input", "none")
        page.press("Enter")
        page.wait(text("[data-instance=shelf-1] [data-event=rowWasTapped] .problem") + " === 'This row is no longer in the list.'")


class AccessTests(ShelfTest):
    def test_everything_has_a_name_and_room_on_a_small_screen(self):
        for width in (390, 320):
            page = self.shelf("--rows", "30", width=width, height=844)
            self.focus(page, button("b2", "reviewWasWritten"))
            page.press("Enter")
            page.wait(query(".row form"))
            self.make({"do": "set", "values": {"status": "x" * 400}}, {"do": "row", "id": "b1", "values": {"title": "y" * 300}})
            page.wait(fact("status") + ".length === 400")
            page.click("[data-opens=loan] button")
            page.wait(query("#parameters form"))
            page.call("Accessibility.enable")
            nodes = page.call("Accessibility.getFullAXTree")["nodes"]
            roles = ("button", "textbox", "switch", "checkbox", "spinbutton", "combobox", "region", "list", "Date")
            named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes
                     if not node["ignored"] and node["role"]["value"] in roles]
            self.assertGreater(len(named), 40)
            self.assertEqual([node for node in named if not node[1].strip() and node[0] != "list"], [])
            for direction in ("ltr", "rtl"):
                page.evaluate(f"document.documentElement.dir = '{direction}'")
                self.assertLessEqual(page.evaluate("document.scrollingElement.scrollWidth"), width, direction)
                outside = page.evaluate("""[...document.querySelectorAll(".card :is(input, select, textarea, button, fieldset)")].filter(element => {
                    const [inner, outer] = [element.getBoundingClientRect(), element.closest(".card").getBoundingClientRect()];
                    return element.checkVisibility() && (inner.right > outer.right - 8 || inner.left < outer.left + 8);
                }).map(element => element.outerHTML)""")
                self.assertEqual(outside, [], direction)
            # The link of a row is as large as the row.
            small = page.evaluate("""[...document.querySelectorAll(".row, button:not(.row-link), input:not([type=checkbox]), select, .toggle")]
                .filter(element => element.checkVisibility() && element.getBoundingClientRect().height < 44).map(element => element.outerHTML)""")
            self.assertEqual(small, [])

    def test_the_page_is_mirrored_for_a_script_from_the_right(self):
        page = self.shelf("--rows", "3")
        page.click("[data-opens=loan] button")
        page.wait(query("#parameters form"))
        places = """["#connection", ".card h2", ".card .close", ".opener button", "#parameters button"].map(selector => {
            const place = document.querySelector(selector).getBoundingClientRect();
            return [place.left, innerWidth - place.right].map(Math.round);
        })"""
        before = page.evaluate(places)
        page.evaluate("document.documentElement.dir = 'rtl'")
        self.assertEqual(page.evaluate(places), [[right, left] for left, right in before])

    def test_the_knob_of_a_switch_is_on_the_side_where_lines_end(self):
        page = self.shelf()
        page.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        switch = query("[data-kind=shelf] [role=switch]")
        knob = f"new DOMMatrix(getComputedStyle({switch}, '::before').transform).m41"
        page.wait(switch)
        for direction, sign in (("ltr", 1), ("rtl", -1)):
            page.evaluate(f"document.documentElement.dir = '{direction}'")
            for is_on in (False, True):
                page.evaluate(f"{switch}.checked = {json.dumps(is_on)}; {switch}.getAnimations({{ subtree: true }}).forEach(one => one.finish())")
                self.assertEqual(page.evaluate(knob), 20 * sign * is_on, direction)

    def test_texts_have_contrast_in_both_schemes(self):
        page = self.shelf()
        self.replace(page, "[data-event=limitChanged]", "500")
        page.wait(query(".refusal:not(:empty)"))
        for scheme in ("light", "dark"):
            page.call("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
            self.assertEqual(page.evaluate(LOW_CONTRAST), [], scheme)

    def test_works_by_keyboard_alone(self):
        page = self.shelf()
        page.evaluate(query("[data-kind=shelf] .close") + ".focus()")
        seen = []
        # The form comes last.
        while not seen or seen[-1] != "/due":
            page.press("Tab")
            seen.append(page.evaluate(f"{FOCUS}.dataset.event ?? {FOCUS}.dataset.rowEvent ?? {FOCUS}.dataset.list ?? {FOCUS}.dataset.pointer ?? ''"))
            self.assertLess(len(seen), 60)
        for name in ("filterChanged", "onlyUnreadWasChanged", "pinChanged", "rowWasTapped", "/title", "clearButtonWasTapped"):
            self.assertEqual(seen.count(name), 1, name)
        self.assertNotIn("reviewWasWritten", seen, "arrows go there")
        page.evaluate(query("[data-event=markAllAsRead]") + ".focus()")
        page.press("Enter")
        page.wait(row("b1", "[data-column=isRead]") + ".textContent === 'Yes'")
