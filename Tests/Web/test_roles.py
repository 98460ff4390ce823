"""What a description says beyond types: roles, purposes, hidden events, sections, a reason for each row."""
import json

import gallery_core
import test_front
from bridge import ROOT
from test_described import fact, query
from test_front import BrowserTest, text

GALLERY = str(ROOT / "Tests/Web/gallery_core.py")


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


def named(name):
    """An expression for what is seen of a property that needs no name beside it."""
    return text(f"[data-field={name}]")


def inner(name, rest=""):
    return query(f"[data-field={name}] {rest}".strip())


class GalleryTest(BrowserTest):
    def gallery(self, width=1280, screen="gallery", then=".row", height=900):
        self.start(core=GALLERY)
        page = self.page(cards=False, width=width, height=height)
        page.call("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
        page.wait(query(f"[data-opens={screen}]"))
        page.front()
        page.click(f"[data-opens={screen}] button")
        page.wait(query(f"[data-kind={screen}] {then}"))
        return page

    def set(self, instance="gallery-1", **values):
        with self.bridge.client() as client:
            client.result("screen/send", instance=instance, event={"type": "test", "do": "set", "values": values})

    def sent(self, page):
        frames = [json.loads(frame) for way, frame in page.frames if way == "sent"]
        return [frame["params"]["event"] for frame in frames if frame["method"] == "screen/send"]


class RoleTests(GalleryTest):
    def test_each_role_has_its_look(self):
        page = self.gallery()
        shown = {name: page.evaluate(named(name)) for name in ("heading", "subheading", "explanation")}
        self.assertEqual(shown, {"heading": "Uploads", "subheading": "of this week", "explanation": "What is sent stays on the server."})
        facts = {name: page.evaluate(fact(name)) for name in ("messages", "people", "share", "took", "birthday", "opens", "meeting", "site", "trap", "story")}
        self.assertEqual({name: value.replace("\u202f", " ") for name, value in facts.items()}, {
            "messages": "3", "people": "1,200", "share": "26%", "took": "1 hr 5 min", "birthday": "Nov 27, 2026", "opens": "9:00 AM",
            "meeting": "Nov 27, 2026, 9:00 AM", "site": "https://example.com/books?a=1", "trap": "javascript:alert(1)", "story": "Once\nupon a time."})
        self.assertEqual(page.evaluate(f"[{inner('state', '.status')}.dataset.tone, {inner('state')}.innerText]"), ["caution", "State\n!\nDelayed"])
        self.assertEqual(page.evaluate(inner("outcome", ".status") + ".dataset.tone"), "negative")
        self.assertIn("years ago", page.evaluate(fact("seen")))
        self.assertEqual(page.evaluate(inner("seen", "time") + ".title").replace("\u202f", " "), "Jan 1, 2001, 12:00 AM")
        self.assertEqual(page.evaluate(f"{inner('sent', 'progress')}.value"), 0.4)
        self.assertEqual(page.evaluate(fact("sent")), "40%")
        self.assertEqual(page.evaluate(inner("program", "code") + ".textContent"), "let x = 1\nprint(x)")

    def test_what_names_a_screen_is_its_heading_in_words_and_once(self):
        page = self.gallery(screen="ticket", then="h2")
        page.wait(text("[data-kind=ticket] h2") + " === 'There and back'")
        self.assertEqual(page.evaluate(text("[data-kind=ticket] .described")), "")
        self.set("ticket-1", kind="oneWay")
        page.wait(text("[data-kind=ticket] h2") + " === 'One way' && document.title.startsWith('One way')")
        self.assertEqual(page.evaluate(text("[data-kind=ticket] .described")), "")

    def test_what_is_empty_is_not_shown_unless_that_says_something(self):
        page = self.gallery()
        is_shown = "[...document.querySelectorAll('[data-field]')].filter(part => part.checkVisibility()).map(part => part.dataset.field)"
        shown = page.evaluate(is_shown)
        for name in ("problem", "result", "quiet", "tone", "ending", "token", "isSending", "saveReason", "isRetryHidden"):
            self.assertNotIn(name, shown)
        self.assertIn("silence", shown)
        self.assertTrue(page.evaluate(query("[data-kind=gallery] .activity") + ".hidden"))
        self.set(result="All is sent.", isSending=True)
        page.wait(f"{named('result')} === 'All is sent.'")
        self.assertEqual(page.evaluate(inner("result") + ".getAttribute('role')"), "status")
        self.assertFalse(page.evaluate(query("[data-kind=gallery] .activity") + ".hidden"))
        self.set(problem="The server is away.", quiet="Word", messages=0, sent=None)
        page.wait(f"{named('problem')} === 'The server is away.'")
        self.assertEqual(page.evaluate(inner("problem") + ".getAttribute('role')"), "alert")
        shown = page.evaluate(is_shown)
        self.assertIn("quiet", shown)
        self.assertNotIn("messages", shown)
        self.assertNotIn("sent", shown)

    def test_properties_of_a_section_have_one_heading(self):
        page = self.gallery()
        groups = page.evaluate("[...document.querySelectorAll('section.group')].map(group => [group.querySelector('h3').innerText, group.querySelectorAll('dt').length])")
        self.assertEqual(groups, [["Dates", 3]])
        entries = page.evaluate("[...document.querySelectorAll('fieldset.group')].map(group => [group.querySelector('legend').innerText, group.querySelectorAll('input').length])")
        self.assertEqual(entries, [["Sign in", 3]])

    def test_what_a_list_has_at_the_moment_is_chosen_where_the_field_is(self):
        page = self.gallery(screen="delivery", then="select")
        slot, place = query("[data-event=slotWasChosen]"), query("[data-event=placeChanged]")
        options = f"[...{slot}.options].map(option => [option.text, option.disabled])"
        self.assertEqual(page.evaluate(options), [
            ["Any time", False], ["9 to 12, Nov 30, 2026, €4.00", False], ["12 to 15, Nov 30, 2026, €4.00 (It is full.)", True]])
        self.assertEqual(page.evaluate(f"[...{place}.options].map(option => [option.text, option.disabled, option.hidden])"), [["–", True, True], ["The door", False, False], ["The porter", False, False]])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('[data-kind=delivery] [data-list]')].map(list => list.dataset.list)"), ["past", "calls"])
        self.assertFalse(page.evaluate(query("[data-field=places]")))
        for select, index in ((slot, 1), (place, 2)):
            page.evaluate(f"{select}.selectedIndex = {index}, {select}.dispatchEvent(new Event('input', {{ bubbles: true }}))")
        page.wait(f"{slot}.selectedOptions[0].text.startsWith('9 to 12') && {place}.selectedOptions[0].text === 'The porter'")
        self.assertEqual(self.sent(page), [{"type": "slotWasChosen", "slot": 7}, {"type": "placeChanged", "place": "The porter"}])
        self.set("delivery-1", slots=[gallery_core.slot(11, "18 to 20")], slot=None, places=["The garage"])
        page.wait(f"{options}.length === 2 && {slot}.selectedOptions[0].text === 'Any time' && {place}.selectedOptions[0].text === '–'")

    def test_rows_of_a_section_have_one_heading(self):
        page = self.gallery(screen="delivery")
        rows = "[...document.querySelectorAll('[data-list=past] .row:not(.header)')].map(row => [row.querySelector('h4')?.innerText ?? '', row.querySelector('.row-title').innerText])"
        self.assertEqual(page.evaluate(rows), [["Nov 30, 2026", "9 to 12"], ["", "12 to 15"], ["Nov 27, 2026", "9 to 12"]])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('[data-list=past] .header .column')].map(column => column.innerText)"), ["Price"])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('[data-list=calls] .row:not(.header)')].map(row => row.innerText.replace(/\\s+/g, ' '))"), ["Monday, November 30, 2026 Ada 9:00 AM", "Eve 8:00 AM"])
        past = [gallery_core.slot(3, "9 to 12", "2026-11-27"), gallery_core.slot(1, "9 to 12", "2026-11-28"), gallery_core.slot(2, "12 to 15", "2026-11-28")]
        self.set("delivery-1", past=past)
        page.wait(f"{rows}.map(([heading]) => heading).join() === 'Nov 27, 2026,Nov 28, 2026,'")

    def test_links_lead_only_where_they_may(self):
        page = self.gallery()
        links = page.evaluate("[...document.querySelectorAll('.described a')].map(link => [link.href, link.rel, link.target])")
        self.assertEqual(links, [["https://example.com/books?a=1", "noopener noreferrer", "_blank"], ["https://example.com/", "noopener noreferrer", "_blank"]])
        for address in ("JAVASCRIPT:alert(1)", "data:text/html,x", "https:example.com", "https://", "file:///etc/passwd", "https://example.com/\u202eabc", "vbscript:x", " https://a.b"):
            self.set(site=address)
            page.wait(f"{fact('site')} === {json.dumps(address.strip())} || {inner('site')}.textContent.includes({json.dumps(address)})")
            self.assertFalse(page.evaluate(f"Boolean({inner('site', 'a')})"), address)

    def test_rich_text_is_made_of_elements(self):
        page = self.gallery()
        shown = page.evaluate(inner("text", ".rich-text") + ".innerHTML")
        self.assertEqual(shown, (
            '<p>Buy <strong>milk</strong> and <em>two</em> <code>eggs</code>, see <span><a href="https://example.com/" target="_blank" rel="noopener noreferrer" dir="auto">'
            'the shop</a><span class="muted"> (example.com)</span></span> or <span dir="auto">here (javascript:alert(1)</span>).</p>'
            '<ul><li>one</li><li>&lt;b&gt;two&lt;/b&gt;</li></ul><ol start="1"><li>first</li></ol><pre tabindex="0"><code>a &lt; b</code></pre>'))

    def test_a_scheme_that_the_app_lists_is_followed(self):
        page = self.gallery()
        self.set(site="tel:+49301234")
        page.wait(f"{inner('site', 'a')}?.href === 'tel:+49301234'")

    def test_a_picture_comes_through_the_core(self):
        page = self.gallery()
        page.wait(f"{inner('cover', 'img')}?.complete")
        image = page.evaluate(f"(({{ alt, src, naturalWidth }}) => [alt, src.slice(0, 22), naturalWidth])({inner('cover', 'img')})")
        self.assertEqual(image, ["A red square", "data:image/png;base64,", 1])
        page.wait(f"{inner('lost', '.picture')}.dataset.state === 'missing'")
        self.assertEqual(page.evaluate(named("lost")), "What is not there")
        # Each address was asked for once, and the page has loaded nothing else.
        frames = [json.loads(frame) for way, frame in page.frames if way == "sent"]
        asked = [frame["params"]["address"] for frame in frames if frame["method"] == "picture/get"]
        self.assertEqual(sorted(asked), ["https://elsewhere.example/red.png", "https://pictures.example/red.png"])
        loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ host, protocol }) => host !== location.host && protocol !== 'data:').map(String)")
        self.assertEqual(loaded, [])
        # What is no picture by its type is none, whatever the core says.
        self.set(cover={"address": "data:text/html,<script>1</script>", "words": "A trap"})
        page.wait(f"{inner('cover', '.picture')}?.dataset.state === 'missing'")
        self.assertEqual(page.evaluate(named("cover")), "A trap")

    def test_pictures_stand_in_rows_and_are_loaded_as_they_come_near(self):
        page = self.gallery(screen="shop", then=".list")
        rows = [gallery_core.goods(number) for number in range(300)]
        rows[1]["picture"]["words"] = "A cup with a handle"
        rows[2]["picture"]["address"] = "https://elsewhere.example/2.png"
        rows[3]["picture"] = None
        self.set("shop-1", goods=rows)
        row = lambda number: f"[...document.querySelectorAll('[data-list=goods] .row:not(.header)')][{number}]"
        image = lambda number: f"{row(number)}.querySelector('.row-picture img')"
        asked = lambda: [json.loads(frame)["params"]["address"] for way, frame in page.frames if way == "sent" and "picture/get" in frame]
        page.wait(f"{row(0)} && {image(0)}.naturalWidth === 1")
        page.wait(f"{image(1)}.naturalWidth === 1")
        # The title says what is on the first one; where the words say more, they are said.
        self.assertEqual(page.evaluate(f"[0, 1, 3].map(number => [...document.querySelectorAll('[data-list=goods] .row:not(.header)')][number].querySelector('img').alt)"),
                         ["", "A cup with a handle", ""])
        self.assertEqual(page.evaluate(f"[{row(0)}.innerText, {row(2)}.innerText]"), ["Cup 0\n€0.50", "Cup 2\n€2.50"])
        self.assertEqual(page.evaluate("document.querySelector('[data-list=goods] .header').innerText"), "Name\nPrice")
        self.assertEqual(page.evaluate(f"[{image(2)}.src, {image(3)}.src]"), ["", ""])
        self.assertNotIn("https://pictures.example/299.png", asked())
        self.assertLess(len(asked()), 60)
        # What is above may be laid out meanwhile.
        page.wait(f"{row(299)} && ({row(299)}.scrollIntoView(), {image(299)}.naturalWidth === 1)")
        self.assertNotIn("https://pictures.example/150.png", asked())
        # Another picture of the same row takes the place of the one before, and another price asks for none.
        rows[299] = gallery_core.goods(299, price={"amount": "1.00", "currency": "EUR"})
        self.set("shop-1", goods=rows)
        page.wait(f"{row(299)}.innerText.includes('€1.00')")
        self.assertEqual(page.evaluate(f"{image(299)}.naturalWidth"), 1)
        rows[299] = gallery_core.goods(299, picture=None)
        self.set("shop-1", goods=rows)
        page.wait(f"{image(299)}.src === ''")
        self.assertEqual(len(asked()), len(set(asked())))

    def test_the_page_loads_no_foreign_picture(self):
        page = self.gallery()
        page.evaluate("window.blocked = []; document.addEventListener('securitypolicyviolation', event => blocked.push(event.effectiveDirective)); undefined")
        page.evaluate("document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.2:9/red.png' })); undefined")
        page.wait("blocked.includes('img-src')")
        page.complaints.clear()

    def test_what_is_entered_and_what_is_shown_stand_in_the_order_of_the_description(self):
        page = self.gallery()
        order = page.evaluate("[...document.querySelectorAll('.described [data-field], .described .entries input')].map(element => element.dataset.field ?? element.dataset.event)")
        places = [order.index(name) for name in ("heading", "starsChanged", "costChanged", "state", "queryChanged", "accountChanged", "bodyChanged" if "bodyChanged" in order else "codeChanged")]
        self.assertEqual(places, sorted(places))

    def test_numbers_have_bounds(self):
        page = self.gallery()
        stars = "[data-event=starsChanged]"
        page.fill(stars, "6")
        page.press("Tab")
        page.wait(query(stars) + ".getAttribute('aria-invalid') === 'true'")
        self.assertIn("Stars: a number from 1 to 5.", page.evaluate(text("[data-kind=gallery]")))

    def test_a_field_that_stands_alone_or_is_long_has_a_row_of_its_own(self):
        page = self.gallery()
        width = lambda name: round(page.evaluate(f"{query(f'[data-event={name}]')}.getBoundingClientRect().width"))
        self.assertEqual(width("queryChanged"), width("bodyChanged"))
        self.assertGreater(width("bodyChanged"), 2 * width("passwordChanged"))
        # Labels stand in line, whatever stands below their inputs.
        tops = page.evaluate("['password', 'newPassword'].map(name => document.querySelector(`[data-event=${name}Changed]`).closest('label').getBoundingClientRect().top)")
        self.assertEqual(*tops)

    def test_a_series_is_a_picture_and_a_table(self):
        page = self.gallery()
        self.assertEqual(page.evaluate(inner("messagesADay", "svg") + ".getAttribute('aria-label')"), "Messages a day: messages")
        self.assertEqual(page.evaluate("['polyline', 'circle'].map(shape => document.querySelectorAll(`.chart ${shape}`).length)"), [1, 4])
        said = page.evaluate("['.heights span', '.places span', '.chart title'].map(part => [...document.querySelectorAll(part)].map(text => text.textContent))")
        self.assertEqual(said, [["0", "4", "-1"], ["Nov 25, 2026", "Nov 27, 2026"],
                                ["Nov 25, 2026: 1 messages", "Nov 26, 2026: 4 messages", "Nov 27, 2026: 2 messages", "Nov 26, 2026: -1 messages"]])
        self.assertGreater(page.evaluate("document.querySelector('.plot').offsetWidth / document.querySelector('.described').offsetWidth"), 0.95)
        page.click(".series summary")
        rows = page.evaluate("[...document.querySelectorAll('.series tr')].map(row => [...row.children].map(cell => cell.innerText))")
        self.assertEqual(rows, [["Day", "Ada", "Eve"], ["Nov 25, 2026", "1", ""], ["Nov 26, 2026", "4", "-1"], ["Nov 27, 2026", "2", ""]])

    def test_fields_say_what_a_browser_may_fill_in(self):
        page = self.gallery()
        fields = page.evaluate("""Object.fromEntries([...document.querySelectorAll('.described [data-event]:is(input, textarea)')].map(
            input => [input.dataset.event.replace("Changed", ""), [input.type, input.autocomplete, input.placeholder]]))""")
        self.assertEqual(fields, {
            "stars": ["text", "off", ""], "cost": ["text", "off", "0.00"],
            "query": ["search", "off", "A word"], "account": ["text", "username", ""], "address": ["email", "email", ""], "code": ["text", "one-time-code", ""],
            "body": ["textarea", "off", ""], "password": ["password", "current-password", ""], "newPassword": ["password", "new-password", ""]})


class PurposeTests(GalleryTest):
    def test_enter_submits(self):
        page = self.gallery()
        page.fill("[data-event=queryChanged]", "abc")
        page.press("Enter")
        page.wait(f"{named('heading')} === 'Sent: saveButtonWasTapped'")
        self.assertEqual(self.sent(page)[-2:], [{"type": "queryChanged", "text": "abc"}, {"type": "saveButtonWasTapped"}])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.described .primary')].map(button => button.dataset.event)"), ["saveButtonWasTapped"])

    def test_nothing_is_saved_while_a_field_holds_what_is_no_value(self):
        page = self.gallery()
        page.wait(query("[data-event=saveButtonWasTapped]"))
        self.set(saveReason=None)
        page.wait(query("[data-event=saveButtonWasTapped]") + ".getAttribute('aria-disabled') === null")
        page.fill("[data-event=costChanged]", "abc")
        page.evaluate(query("[data-event=saveButtonWasTapped]") + ".click()")
        page.wait(query("[data-event=costChanged]") + ".getAttribute('aria-invalid') === 'true'")
        page.wait("document.activeElement.dataset.event === 'costChanged'")
        self.assertNotIn("saveButtonWasTapped", [event["type"] for event in self.sent(page)])
        page.evaluate(query("[data-event=costChanged]") + ".select()")
        page.type("12.50")
        page.wait(query("[data-event=costChanged]") + ".getAttribute('aria-invalid') === null")
        page.evaluate(query("[data-event=saveButtonWasTapped]") + ".click()")
        page.wait(f"{named('heading')} === 'Sent: saveButtonWasTapped'")

    def test_a_text_that_is_no_number_is_said_and_is_not_missing(self):
        page = self.gallery()
        self.set(saveReason="The cost is missing.")
        cost, save = query("[data-event=costChanged]"), query("[data-event=saveButtonWasTapped]")
        reason = f"{save}.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).textContent).join(' ')"
        page.wait(f"{reason} === 'The cost is missing.'")
        page.fill("[data-event=costChanged]", "1.")
        self.assertFalse(page.evaluate(f"{cost}.hasAttribute('aria-invalid')"), "it may become a number")
        page.type("x")
        page.press("Tab")
        page.wait(f"{cost}.getAttribute('aria-invalid') === 'true'")
        self.assertEqual(page.evaluate(f"document.getElementById({cost}.getAttribute('aria-describedby')).innerText"), "Cost: a number such as 12.50.")
        self.assertEqual(page.evaluate(reason), "Correct what is marked.")
        page.evaluate(f"{cost}.select(), {cost}.focus()")
        page.type("1.5")
        page.wait(f"!{cost}.hasAttribute('aria-invalid') && {reason} === 'The cost is missing.'")

    def test_escape_cancels(self):
        page = self.gallery()
        self.assertEqual(page.evaluate(query("[data-event=stopButtonWasTapped]") + ".innerText"), "Stop at once")
        page.fill("[data-event=queryChanged]", "abc")
        page.press("Escape")
        page.wait(f"{named('heading')} === 'Sent: stopButtonWasTapped'")

    def test_a_hidden_event_has_no_button(self):
        page = self.gallery()
        is_shown = query("[data-event=retryButtonWasTapped]") + ".checkVisibility()"
        self.assertFalse(page.evaluate(is_shown))
        self.set(isRetryHidden=False)
        page.wait(is_shown)

    def test_the_second_of_two_clicks_does_nothing_to_a_row(self):
        page = self.gallery()
        page.evaluate("""document.querySelector('[data-row-event=jobWasDeleted]')
            .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))""")
        self.assertNotIn("jobWasDeleted", [event["type"] for event in self.sent(page)])

    def test_a_reason_is_said_once(self):
        page = self.gallery()
        self.set(saveReason="The name is missing.")
        page.wait("document.body.innerText.includes('The name is missing.')")
        self.assertEqual(page.evaluate("document.body.innerText.split('The name is missing.').length - 1"), 1)
        described = "getAttribute('aria-describedby')"
        for event in ("saveButtonWasTapped", "sendButtonWasTapped"):
            button = query(f"[data-event={event}]")
            self.assertEqual(page.evaluate(f"document.getElementById({button}.{described}).textContent"), "The name is missing.")

    def test_each_row_has_its_own_reason(self):
        page = self.gallery()
        rows = page.evaluate("[...document.querySelectorAll('.rows .row')].map(row => row.innerText.split('\\n').filter(Boolean))")
        self.assertEqual(rows, [
            ["Name", "Sent", "State"], ["First", "of two", "It is on its way.", "50%", "On its way", "Delete job", "Job was retried"],
            ["Second", "The server is away.", "Not sent", "Delete job", "Job was retried"],
            ["Third", "100%", "Sent", "Delete job"]])
        disabled = page.evaluate("[...document.querySelectorAll('[data-row-event=jobWasRetried]')].map(button => button.getAttribute('aria-disabled'))")
        self.assertEqual(disabled, ["true", None, None])
        self.set(jobs=[])
        page.wait("document.querySelectorAll('.rows .row:not(.header)').length === 0")

    def test_a_row_that_leads_to_the_rest_of_a_long_text_has_two_lines_of_it(self):
        page = self.gallery(width=390)
        self.set(jobs=[{**gallery_core.JOBS[0], "note": "Neither too short nor too long. " * 20}])
        lines = "(detail => Math.round(detail.offsetHeight / parseFloat(getComputedStyle(detail).lineHeight)))(document.querySelector('.chunk .row-detail'))"
        page.wait(f"{text('.chunk .row-detail')}.includes('Neither') && {lines} === 2")

    def test_a_row_has_no_button_for_what_it_hides(self):
        page = self.gallery()
        row = "document.querySelectorAll('.rows .row:not(.header)')[2]"
        shown = f"[...{row}.querySelectorAll('[data-row-event]')].filter(button => button.checkVisibility({{ visibilityProperty: true }})).map(button => button.dataset.rowEvent)"
        self.assertEqual(page.evaluate(shown), ["jobWasOpened", "jobWasDeleted"])
        # What would open it is its title, which stays as a text.
        page.evaluate(f"{row}.querySelector('.row-title').click()")
        page.evaluate("document.querySelectorAll('.rows .row-title')[1].click()")
        page.wait(f"{named('heading')} === 'Sent: jobWasOpened'")
        self.assertEqual([event["id"] for event in self.sent(page) if event["type"] == "jobWasOpened"], ["b"])
        third = {**gallery_core.JOBS[2], "isSent": False, "retryReason": None}
        self.set(jobs=[*gallery_core.JOBS[:2], third])
        page.wait(f"{shown}.length === 3 && !{row}.querySelector('.row-title').disabled")
        page.evaluate(f"{row}.querySelector('.row-title').click()")
        page.wait(f"{row}.querySelector('[data-row-event=jobWasRetried]').getAttribute('aria-disabled') === null")
        self.assertEqual(page.evaluate(row + ".innerText").split("\n")[0], "Third")

    def test_columns_stand_below_each_other_whichever_buttons_a_row_has(self):
        page = self.gallery()
        places = "[...document.querySelectorAll('.rows .row')].map(row => [...row.querySelectorAll('.column')].map(cell => Math.round(cell.getBoundingClientRect().left)).join())"
        self.assertEqual(len(set(page.evaluate(places))), 1, page.evaluate(places))
        # What only keeps its room is there for nobody.
        third = "[...document.querySelectorAll('.rows .row')].at(-1)"
        hidden = f"{third}.querySelector('[data-row-event=jobWasRetried]')"
        page.evaluate(f"{hidden}.focus()")
        self.assertFalse(page.evaluate(f"document.activeElement === {hidden}"))
        names = [node.get("name", {}).get("value") for node in page.call("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
        self.assertIn("Delete job: Third", names)
        self.assertNotIn("Job was retried: Third", names)

    def test_nothing_is_wider_than_a_small_telephone(self):
        page = self.gallery(width=320)
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320)


class ListDescriptionTests(GalleryTest):
    def messages(self, count, **options):
        page = self.gallery(screen="messages", then=".list", **options)
        self.show(*range(1, count + 1))
        page.wait(f"document.querySelectorAll('.rows .row:not(.header)').length >= {min(count, 100)}")
        return page

    def show(self, *numbers):
        self.set("messages-1", messages=[gallery_core.message(number) for number in numbers])

    def test_an_empty_list_says_its_own_sentence(self):
        page = self.gallery(screen="messages", then=".list")
        self.assertEqual(page.evaluate(text(".empty-list")), "Nothing was written yet.")

    def test_columns_are_a_table_with_numbers_at_the_right(self):
        page = self.messages(2)
        cells = "[...row.querySelectorAll('.row-title, .column')].map(cell => cell.innerText)"
        rows = page.evaluate(f"[...document.querySelectorAll('.rows .row:not(.header)')].map(row => {cells})")
        self.assertEqual(rows, [["Message 1", "Author 1", "1,000", "€1.50"], ["Message 2", "Author 2", "2,000", ""]])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('[role=columnheader]')].map(cell => cell.innerText)"), ["Title", "Author", "Size", "Price"])
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.header .numeric')].map(cell => cell.dataset.column)"), ["size", "price"])
        edges = page.evaluate("['.header', '.chunk .row'].map(row => [...document.querySelectorAll(`${row} .column`)].slice(0, 3).map(cell => Math.round(cell.getBoundingClientRect().left)))")
        self.assertEqual(*edges)

    def test_the_order_stands_at_the_list(self):
        page = self.messages(2)
        page.evaluate("(select => { select.value = '1'; select.dispatchEvent(new Event('input')); })(document.querySelector('.heading select'))")
        page.wait(f"{query('.heading select')}.value === '1'")
        self.assertEqual(self.sent(page)[-1], {"type": "orderChanged", "order": "largest"})

    def test_a_list_that_is_anchored_at_its_end_stays_there(self):
        page = self.messages(30)
        is_at_end = "(rows => rows.scrollHeight - rows.scrollTop - rows.clientHeight < 2)(document.querySelector('.rows'))"
        page.wait(is_at_end)
        self.show(*range(1, 41))
        page.wait("document.querySelectorAll('.rows .row:not(.header)').length === 40")
        page.wait(is_at_end)
        # A reader who is elsewhere stays there.
        page.evaluate("document.querySelector('.rows').scrollTop = 300; undefined")
        self.show(*range(1, 51))
        page.wait("document.querySelectorAll('.rows .row:not(.header)').length === 50")
        self.assertEqual(page.evaluate("document.querySelector('.rows').scrollTop"), 300)

    def test_what_one_writes_below_a_list_has_room_in_the_window(self):
        is_at_end = "(rows => rows.scrollHeight - rows.scrollTop - rows.clientHeight < 2)(document.querySelector('.rows'))"
        field, card = query("[data-event=textChanged]"), query("[data-kind=messages]")
        for width, height in ((1280, 900), (390, 700)):
            page = self.messages(60, width=width, height=height)
            page.wait(f"{field}.getBoundingClientRect().bottom <= innerHeight")
            page.evaluate(f"{card}.scrollIntoView()")
            page.wait(f"{card}.getBoundingClientRect().bottom <= innerHeight && {is_at_end}")
            self.assertGreater(page.evaluate(f"{field}.offsetWidth / {card}.offsetWidth"), 0.8, "it has the width")

    def test_rows_are_loaded_at_the_edge_where_they_come(self):
        page = self.messages(2)
        order = page.evaluate("[...document.querySelectorAll('.list > .loads, .list > .rows')].map(part => part.querySelector('.loads > button')?.dataset.event ?? part.firstChild?.dataset?.event ?? 'rows')")
        self.assertEqual(order, ["earlierWereWanted", "rows", "moreWereWanted"])
        # What one writes to such a list stands below it.
        bottom, top = page.evaluate("[document.querySelector('.rows').getBoundingClientRect().bottom, document.querySelector('[data-event=textChanged]').getBoundingClientRect().top]")
        self.assertLess(bottom, top)
        page.click("[data-event=earlierWereWanted]")
        page.wait("document.querySelectorAll('.rows .row:not(.header)').length === 3")

    def test_several_rows_are_selected_and_sent_at_once(self):
        page = self.messages(3)
        delete = query("[data-event=messagesWereDeleted]")
        self.assertEqual(page.evaluate(f"{delete}.getAttribute('aria-disabled')"), "true")
        page.click("[aria-label='Select Message 3']")
        page.click("[aria-label='Select Message 1']")
        page.wait(text(".selection .muted") + " === '2 rows selected'")
        self.assertTrue(page.evaluate("document.querySelector('.selection input').indeterminate"))
        page.click("[data-event=messagesWereDeleted]")
        page.wait("document.querySelectorAll('.rows .row:not(.header)').length === 1")
        self.assertEqual(self.sent(page)[-1], {"type": "messagesWereDeleted", "ids": ["m1", "m3"]})
        self.assertEqual(page.evaluate(text(".selection .muted")), "Select rows first.")
        page.click(".selection input")
        page.wait(text(".selection .muted") + " === '1 row selected'")

    def test_columns_fit_on_a_small_telephone(self):
        page = self.messages(2, width=320)
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 320)
