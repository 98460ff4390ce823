"""The page of an app: its name, its start, the addresses of its screens, Back and Forward, second tabs."""
import json
import signal

import test_front
from test_described import COUNT, FOCUS, SHELF, ShelfTest, query, row
from test_front import text

ADDRESS = "location.hash"
SHOWN = "[...document.querySelectorAll('.card')].filter(card => card.checkVisibility()).map(card => card.dataset.kind).join()"
LINKS = ("--links",)


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class PlaceTest(ShelfTest):
    def app(self, *options, address=""):
        """A page as an app shows itself: its start screen is open."""
        self.start(*options, core=SHELF, plain=True)
        page = self.tab(self.bridge.page() if not address else f"{self.bridge.origin}/{address}")
        page.wait(f"{query('[data-kind=shelf] .count:not(:empty)')} && {ADDRESS} !== ''")
        return page

    def tab(self, address):
        page = test_front.chromium.page(address)
        self.addCleanup(self._close, page, False)
        return page

    def open_book(self, page, number=1):
        """Opens a book from the shelf."""
        page.wait(row(f"b{number}", ".row-link"))
        page.evaluate(f"(link => (link.focus(), link.click()))({row(f'b{number}', '.row-link')})")
        page.wait(f"{query('[data-kind=book]')} && document.title.startsWith('Book')")

    def opened(self, page):
        """What the page has asked the core to open."""
        return self.sent(page, "screen/open")


class AppTests(PlaceTest):
    def test_shows_the_start_of_the_app_alone(self):
        page = self.app()
        self.assertEqual(page.evaluate(SHOWN), "shelf")
        self.assertEqual(self.opened(page), [{"screen": "shelf", "params": {}}])
        for developers in (".instance", "#opener", "#pages", "#connection", ".card .close"):
            self.assertFalse(page.evaluate(query(developers) + ".checkVisibility()"), developers)
        self.assertEqual(page.evaluate("document.title"), "Shelf – Shelf")
        self.assertIn("svg", page.evaluate(query("link[rel=icon]") + ".href"))

    def test_is_called_after_the_app(self):
        self.start(plain=True)
        page = self.page()
        page.wait("document.title === 'Tributary'")
        self.assertEqual(page.evaluate(text("#app-name")), "Tributary")

    def test_cards_of_one_kind_have_names_of_their_own(self):
        self.start()
        page = self.page()
        titles = "[...document.querySelectorAll('[data-kind=product] h2')].map(title => title.textContent).join()"
        page.fill("[data-opens=product] input", "cloak")
        page.press("Enter")
        page.wait(f"{titles} === 'Product: Wand,Product: Cloak'")
        labels = page.evaluate("[...document.querySelectorAll('[data-kind=product] .close')].map(button => button.ariaLabel)")
        self.assertEqual(labels, ["Close Product: Wand", "Close Product: Cloak"])
        self.replace(page, "[data-opens=product] input", "cloak")
        page.press("Enter")
        page.wait(f"{titles} === 'Product: Wand,Product 2,Product 3'")
        page.click("[data-kind=product]:last-child .close")
        page.wait(f"{titles} === 'Product: Wand,Product: Cloak'")


class LeavingTests(PlaceTest):
    def form(self):
        """A page whose form has changes."""
        page = self.app(*LINKS, "--asks")
        self.open_book(page)
        page.click("[data-kind=book] [data-event=editButtonWasTapped]")
        page.wait(f"{FOCUS}.closest('[data-kind=edit]')")
        page.fill("[data-kind=edit] [data-event=titleChanged]", "!")
        page.wait("!document.querySelector('[data-kind=edit] [data-event=saveButtonWasTapped]').hasAttribute('aria-disabled')")
        return page

    def leave(self, page, way):
        if way == "close":
            page.click("[data-kind=edit] .close")
        else:
            page.evaluate("history.back()")
        page.wait("document.querySelector('dialog[open] h2')?.innerText === 'Discard what was changed?'")

    def test_a_form_with_changes_asks_before_it_is_left(self):
        for way in ("close", "back"):
            page = self.form()
            address = page.evaluate(ADDRESS)
            self.leave(page, way)
            page.evaluate("[...document.querySelectorAll('dialog button')].find(button => button.innerText === 'Keep').click()")
            page.wait("!document.querySelector('dialog')")
            page.wait(f"{query('[data-kind=edit]')}.checkVisibility() && {ADDRESS} === {json.dumps(address)}", f"the form is there after {way}")
            self.assertEqual(page.evaluate(query("[data-kind=edit] [data-event=titleChanged]") + ".value").strip("!"), "Book 1")
            self.leave(page, way)
            page.evaluate("[...document.querySelectorAll('dialog button')].find(button => button.innerText === 'Discard').click()")
            page.wait(f"{query('[data-kind=edit]')} === null && {query('[data-kind=book]')}.checkVisibility()")
            self.assertEqual(self.sent(page, "screen/close"), [])

    def test_a_core_that_knows_no_leaving_closes(self):
        page = self.app(*LINKS, "--closes")
        self.open_book(page)
        page.click("[data-kind=book] .close")
        page.wait(f"{query('[data-kind=book]')} === null")
        self.assertEqual(len(self.sent(page, "screen/close")), 1)


class HistoryTests(PlaceTest):
    def test_back_closes_what_was_opened_and_forward_opens_it_again(self):
        page = self.app(*LINKS)
        start = page.evaluate(ADDRESS)
        self.assertEqual(start, "#/shelf")
        page.evaluate("location.hash = '#/books/b2'")
        page.wait(f"{query('[data-kind=book]')} && document.title === 'Book – Shelf'")
        self.assertEqual(self.opened(page)[-1], {"screen": "book", "params": {"id": "b2"}})
        page.evaluate("history.back()")
        page.wait(f"{COUNT} === 1 && {ADDRESS} === '#/shelf' && document.title === 'Shelf – Shelf'")
        page.evaluate("history.forward()")
        page.wait(f"{query('[data-kind=book] [data-field=title]')} && {ADDRESS} === '#/books/b2'")
        self.assertEqual(self.sent(page), [], "following an address sends nothing but the appearance")

    def test_a_card_that_is_closed_leaves_the_history(self):
        page = self.app(*LINKS)
        self.open_book(page)
        page.wait(f"{ADDRESS} !== '#/shelf'")
        page.click("[data-kind=book] .close")
        page.wait(f"{COUNT} === 1 && {ADDRESS} === '#/shelf' && history.state.depth === 0")
        self.assertEqual(page.evaluate(FOCUS + ".dataset.rowEvent"), "rowWasTapped")

    def test_back_returns_through_what_the_app_has_opened(self):
        page = self.app()
        self.open_book(page)
        page.click("[data-kind=book] [data-event=editButtonWasTapped]")
        page.wait(f"document.title.startsWith('Edit') && {SHOWN} === 'book,edit'")
        page.evaluate("history.back()")
        page.wait(f"{COUNT} === 2 && {SHOWN} === 'shelf,book'")
        page.evaluate("history.back()")
        page.wait(f"{COUNT} === 1 && {SHOWN} === 'shelf'")

    def test_a_row_goes_to_the_screen_that_it_has_opened(self):
        page = self.app(*LINKS)
        self.open_book(page, 2)
        page.wait(f"{ADDRESS} === '#/books/b2'")
        page.evaluate(row("b2", ".row-link") + ".focus()")
        page.wait(f"{ADDRESS} === '#/shelf'")
        page.press("Enter")
        page.wait(f"{ADDRESS} === '#/books/b2' && {FOCUS}.closest('[data-kind=book]')")
        self.assertEqual(len(self.sent(page)), 1)
        self.assertEqual(page.evaluate(COUNT), 2)
        page.evaluate("history.back()")
        page.wait(f"{ADDRESS} === '#/shelf' && {COUNT} === 2")
        page.evaluate("history.back()")
        page.wait(f"{ADDRESS} === '#/shelf' && {COUNT} === 1")

    def test_a_way_to_a_card_whose_title_is_in_sight_scrolls_nothing(self):
        page = self.app(*LINKS, "--rows", "60")
        page.resize(1280, 400)
        page.evaluate("location.hash = '#!loan?book=b1&days=3&pin=1'")
        page.wait(f"{SHOWN} === 'loan' && document.querySelectorAll('#roots a').length === 2")
        page.evaluate("scrollTo(0, 0), document.querySelector('#roots a').click()")
        page.wait(f"{SHOWN} === 'shelf' && {FOCUS}.closest('[data-kind=shelf]')")
        self.assertEqual(page.evaluate(f"[scrollY, {query('[data-kind=shelf]')}.offsetHeight > innerHeight]"), [0, True])

    def test_a_screen_that_replaces_another_takes_its_entry(self):
        page = self.app()
        self.open_book(page)
        page.click("[data-kind=book] [data-event=nextButtonWasTapped]")
        page.wait(query("[data-kind=book] [data-field=title]") + ".innerText.includes('Book 2')")
        page.wait(f"history.state.depth === 1 && history.state.instance === {query('[data-kind=book]')}.dataset.instance")
        page.evaluate("history.back()")
        page.wait(f"{COUNT} === 1 && {SHOWN} === 'shelf'")

    def test_a_reload_comes_back_to_the_same_screen(self):
        page = self.app()
        self.open_book(page)
        before = page.evaluate(f"[{ADDRESS}, history.state.depth, document.title]")
        page.reload()
        page.wait(f"{COUNT} === 2 && document.title === {json.dumps(before[2])}")
        self.assertEqual(page.evaluate(f"[{ADDRESS}, history.state.depth, document.title]"), before)
        self.assertEqual(self.opened(page), [{"screen": "shelf", "params": {}}], "nothing is opened twice")
        page.evaluate("history.back()")
        page.wait(f"{COUNT} === 1 && document.title.startsWith('Shelf')")

    def test_an_address_opens_in_a_second_tab(self):
        page = self.app(*LINKS)
        self.assertEqual(page.evaluate(row("b3", ".row-link") + ".getAttribute('href')"), "#/books/b3")
        page.evaluate("document.querySelectorAll('.row-link').forEach(link => link.addEventListener('click', event => { window.wasKept = event.defaultPrevented; }))")
        other = self.tab(f"{self.bridge.origin}/#/books/b3")
        other.wait(f"{query('[data-kind=book] [data-field=title]')} && document.title === 'Book – Shelf'")
        self.assertEqual(other.evaluate(SHOWN), "book")
        page.wait(f"{SHOWN} === 'shelf'")
        self.assertEqual(page.evaluate(ADDRESS), "#/shelf", "the first tab stays where it is")

    def test_what_the_app_opens_has_the_address_of_its_link(self):
        page = self.app(*LINKS)
        self.open_book(page, 2)
        page.wait(f"{ADDRESS} === '#/books/b2' && document.title === 'Book – Shelf'")
        page.reload()
        page.wait(f"{query('[data-kind=book] [data-field=title]')} && {ADDRESS} === '#/books/b2'")
        other = self.tab(f"{self.bridge.origin}/#/books/b2")
        other.wait(f"{query('[data-kind=book] [data-field=title]')} && {ADDRESS} === '#/books/b2'")
        self.assertEqual(self.opened(other), [], "it is open already")

    def test_a_click_with_a_modifier_is_the_browsers(self):
        page = self.app(*LINKS)
        click = "new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: %s })"
        page.evaluate("document.addEventListener('click', event => { window.wasTaken = event.defaultPrevented; event.preventDefault(); })")
        for key, is_taken in (("true", False), ("false", True)):
            page.evaluate(row("b1", ".row-link") + f".dispatchEvent({click % key})")
            self.assertEqual(page.evaluate("wasTaken"), is_taken)
        page.wait(query("[data-kind=book]"))
        self.assertEqual(len(self.sent(page)), 1)

    def test_a_screen_without_a_link_has_a_route(self):
        page = self.app()
        self.assertEqual(page.evaluate(ADDRESS), "#!shelf")
        page.evaluate("location.hash = '#!book?id=b4&more=%3Cb%3E'")
        page.wait("document.body.innerText.includes('Book 4')")
        # It is made of what the screen has.
        page.wait(f"{ADDRESS} === '#!book?id=b4'")

    def test_a_secret_is_in_no_address(self):
        page = self.app()
        page.evaluate("location.hash = '#!loan?book=b1&days=3&pin=sesame-7'")
        page.wait(query("[data-kind=loan]"))
        page.wait(f"{ADDRESS}.startsWith('#@loan')")
        self.assertNotIn("sesame", page.evaluate(f"{ADDRESS} + JSON.stringify({{...localStorage}}) + JSON.stringify({{...sessionStorage}}) + JSON.stringify(history.state)"))

    def test_an_address_that_leads_nowhere_says_so_and_changes_nothing(self):
        page = self.app(*LINKS)
        for address, words in (("#/nowhere/1", "This address leads nowhere."), ("#@book-99", "This screen was closed."), ("#!none", ""), ("#/books/%E0", "")):
            page.evaluate(f"location.hash = {json.dumps(address)}")
            page.wait(f"{ADDRESS} === '#/shelf' && document.title === 'Shelf – Shelf'")
            if words:
                page.wait(f"document.body.innerText.includes({json.dumps(words)})")
            self.assertNotIn("expected", page.evaluate("document.body.innerText"), "what programs need is not said to people")
        self.assertEqual(page.evaluate(COUNT), 1)
        self.assertEqual(self.sent(page), [])
        self.assertTrue(page.evaluate(query("#notice") + ".checkVisibility()"))
        page.evaluate("location.hash = '#/books/b2'")
        page.wait(f"{ADDRESS} === '#/books/b2' && !{query('#notice')}.checkVisibility()")


class EntryTests(PlaceTest):
    def test_the_code_leaves_the_address_and_the_cookie_no_script_reads(self):
        page = self.app()
        self.assertNotIn(self.bridge.first_code, page.evaluate("location.href + document.cookie + JSON.stringify({...sessionStorage, ...localStorage})"))
        self.assertEqual(page.evaluate("document.cookie"), "")
        cookies = page.call("Network.getCookies")["cookies"]
        (cookie,) = [cookie for cookie in cookies if cookie["name"] == f"tributary-{self.bridge.port}"]
        self.assertTrue(cookie["httpOnly"])
        self.assertEqual(cookie["sameSite"], "Strict")
        again = self.tab(f"{self.bridge.origin}/")
        again.wait(query("[data-kind=shelf]"))

    def test_says_that_an_address_is_not_valid_when_it_is_so(self):
        self.start(core=SHELF, plain=True)
        address = f"{self.bridge.origin}/#{self.bridge.first_code}"
        page = self.tab(address)
        page.wait(query("[data-kind=shelf]"))
        # It was used up, and the browser is known all the same.
        known = test_front.chromium.page(address)
        self.addCleanup(known.close)
        known.wait(query("[data-kind=shelf]"))
        self.assertNotIn("not valid", known.evaluate("document.body.innerText"))
        page.call("Network.clearBrowserCookies")
        unknown = test_front.chromium.page(address)
        self.addCleanup(unknown.close)
        unknown.wait(text("#notice") + ".startsWith('This address is not valid any more')")
        stranger = test_front.chromium.page(f"{self.bridge.origin}/")
        self.addCleanup(stranger.close)
        stranger.wait(text("#notice") + ".startsWith('This browser was not let in yet.')")


class FeedbackTests(PlaceTest):
    def test_a_button_shows_at_once_that_it_was_pressed_and_that_nothing_answers(self):
        page = self.app("--heartbeat", "1000")
        self.bridge.signal_core(signal.SIGSTOP)
        try:
            mark = "[data-event=markAllAsRead]"
            busy = page.evaluate(f"{query(mark)}.click(), {query(mark)}.getAttribute('aria-busy')")
            self.assertEqual(busy, "true")
            page.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
            page.wait(f"getComputedStyle({query(mark)}).outlineStyle === 'dotted'")
            page.wait(text("#notice") + ".startsWith('The app does not answer.')")
        finally:
            self.bridge.signal_core(signal.SIGCONT)
        page.wait(f"!{query('#notice')}.checkVisibility() && !{query(mark)}.hasAttribute('aria-busy')")

    def test_a_bridge_that_hangs_is_seen_at_the_next_click(self):
        page = self.app("--heartbeat", "1000")
        self.bridge.process.send_signal(signal.SIGSTOP)
        try:
            page.evaluate(query("[data-event=markAllAsRead]") + ".click()")
            page.wait(text("#notice") + ".startsWith('The app does not answer.')")
        finally:
            self.bridge.process.send_signal(signal.SIGCONT)
        page.wait(f"!{query('#notice')}.checkVisibility()")

    def test_silence_is_seen_within_one_heartbeat(self):
        page = self.app("--heartbeat", "8")
        page.evaluate("""(() => {
            window.pauses = [];
            const wait = window.setTimeout;
            window.setTimeout = (work, pause) => { if (pause >= 1000) pauses.push(pause); return wait(work, pause >= 1000 ? 1 : pause); };
        })()""")
        # The page waits half of a heartbeat for the next question, and half for its answer.
        self.bridge.signal_core(signal.SIGSTOP)
        try:
            page.wait(text("#notice") + ".startsWith('The app does not answer.')")
        finally:
            self.bridge.signal_core(signal.SIGCONT)
        self.assertEqual(set(page.evaluate("pauses")) - {4000}, set())
        page.wait(f"!{query('#notice')}.checkVisibility()")


class ListTests(PlaceTest):
    def test_rows_come_as_one_scrolls_and_once_for_the_same_rows(self):
        page = self.app("--rows", "60", "--more")
        count = "document.querySelectorAll('.rows .row:not(.header)').length"
        self.assertEqual(page.evaluate(query(".rows") + ".getAttribute('aria-rowcount')"), "-1")
        page.evaluate(query(".rows") + ".scrollTop = 100000")
        self.make({"do": "set", "values": {"status": "."}})
        page.wait("document.body.innerText.includes('Status')")
        self.assertEqual(page.evaluate(count), 60, "what the page scrolls asks for nothing")
        page.evaluate(f"{query('.rows')}.dispatchEvent(new WheelEvent('wheel')), {query('.rows')}.scrollTop = 1")
        page.evaluate(query(".rows") + ".scrollTop = 100000")
        page.wait(f"{count} === 70")
        self.assertEqual([event["type"] for event in self.sent(page)], ["moreWereWanted"])
        page.click("[data-event=moreWereWanted]")
        page.wait(f"{count} === 80 && {query('.rows')}.getAttribute('aria-rowcount') === '81'")

    def test_a_list_that_loads_for_the_first_time_is_not_said_to_be_empty(self):
        page = self.app("--rows", "0")
        is_empty, is_loading = f"{query('.empty-list')}.checkVisibility()", f"{query('.skeleton')}.checkVisibility()"
        self.make({"do": "set", "values": {"isBusy": True}})
        page.wait(f"{is_loading} && !{is_empty}")
        self.make({"do": "set", "values": {"isBusy": False}})
        page.wait(f"!{is_loading} && {is_empty}")
        self.make({"do": "set", "values": {"isBusy": True}})
        page.wait(query(".activity") + ".checkVisibility()")
        self.assertEqual(page.evaluate(f"[{is_loading}, {is_empty}]"), [False, True], "there is a last state")


class TableTests(PlaceTest):
    def test_is_a_table_with_one_link_in_each_row(self):
        page = self.app(*LINKS)
        table = query(".rows")
        self.assertEqual(page.evaluate(f"[{table}.getAttribute('role'), {table}.getAttribute('aria-rowcount')]"), ["table", "6"])
        heads = page.evaluate("[...document.querySelectorAll('[role=columnheader]')].map(head => head.textContent)")
        self.assertEqual(heads, ["Title", "Author", "Price", "Read", "Due", "Genre"])
        cells = page.evaluate(f"[...{row('b1')}.querySelectorAll('[role=cell].column')].map(cell => cell.textContent)")
        self.assertEqual(cells, ["Author 1", "$1.50", "No", "Nov 23, 2026, 12:00 PM", "Science & nature"])
        self.assertEqual(page.evaluate(f"{row('b1')}.querySelectorAll('a').length"), 1)
        ends = page.evaluate("""[...document.querySelectorAll('[data-column=price]')].map(cell => [getComputedStyle(cell).textAlign, Math.round(cell.getBoundingClientRect().right)])""")
        self.assertEqual(len({tuple(end) for end in ends}), 1, ends)
        self.assertEqual(ends[0][0], "end")
        page.evaluate(f"{row('b2')}.scrollIntoView({{ block: 'center' }})")
        box = page.evaluate(f"(({{ x, y, width, height }}) => ({{ x: x + width * .3, y: y + height / 2 }}))({row('b2')}.getBoundingClientRect())")
        for kind in ("mousePressed", "mouseReleased"):
            page.call("Input.dispatchMouseEvent", {"type": kind, "button": "left", "clickCount": 1, **box})
        page.wait(query("[data-kind=book]"))
        self.assertEqual(self.sent(page), [{"type": "rowWasTapped", "id": "b2"}], "the area of the link is the row")
