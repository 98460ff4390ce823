"""What the pages look like, where a browser can tell: forced colours, the edges of controls, small windows, paper."""
import json
import re
import unittest

import test_front
from bridge import ROOT
from test_described import query
from test_forms import ACCOUNT, AccountTest
from test_front import BrowserTest

# The ratio of contrast between two colours of a page, each an expression.
CONTRAST = """((one, two) => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const light = color => {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map(value => value / 255)
            .map(value => value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4);
        return .2126 * red + .7152 * green + .0722 * blue;
    };
    const [low, high] = [light(one), light(two)].sort((one, two) => one - two);
    return (high + .05) / (low + .05);
})"""


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


def style(selector, name, part=None):
    """An expression for a computed style."""
    return f"getComputedStyle({query(selector)}, {json.dumps(part)}).{name}"


def media(page, **features):
    page.call("Emulation.setEmulatedMedia", {"features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})


class ForcedColorTests(AccountTest):
    def test_the_current_tab_and_the_current_page_are_seen(self):
        self.start("--presents", core=ACCOUNT)
        page = self.page(cards=False)
        page.wait(query(".tabs [aria-current]"))
        # Nothing fades in.
        media(page, forced_colors="active", prefers_reduced_motion="reduce")
        for current, other in ((".tabs [aria-current]", ".tabs button:not([aria-current])"), ("nav a[aria-current]", "nav a:not([aria-current])")):
            self.assertNotEqual(*page.evaluate(f"[{style(current, 'backgroundColor')}, {style(other, 'backgroundColor')}]"), current)

    def test_four_tabs_stand_in_one_line_of_a_telephone(self):
        self.start("--presents", core=ACCOUNT)
        page = self.page(cards=False, width=390, height=844)
        page.wait(query(".tabs [aria-current]"))
        tops = page.evaluate("""(() => {
            const tabs = document.querySelector(".tabs"), [one] = tabs.querySelectorAll("button");
            tabs.replaceChildren(...["Shop", "Basket", "Orders", "Account"].map(name => Object.assign(one.cloneNode(), { textContent: name })));
            return [...tabs.children].map(tab => tab.getBoundingClientRect().top);
        })()""")
        self.assertEqual((len(tops), len(set(tops))), (4, 1))

    def test_what_loads_is_seen(self):
        page = self.app()
        media(page, forced_colors="active")
        page.evaluate("document.querySelectorAll('.skeleton, .loading, .activity').forEach(element => { element.hidden = false })")
        for place in (".skeleton > div", ".loading > div"):
            self.assertEqual(page.evaluate(style(place, "borderTopStyle")), "solid", place)
        # A ring that turns has a gap; one that stands still is dotted.
        right, left = "borderRightColor", "borderLeftColor"
        self.assertNotEqual(*page.evaluate(f"[{style('.activity', right)}, {style('.activity', left)}]"))
        media(page, forced_colors="active", prefers_reduced_motion="reduce")
        self.assertEqual(*page.evaluate(f"[{style('.activity', right)}, {style('.activity', left)}]"))
        self.assertEqual(page.evaluate(style(".activity", "borderRightStyle")), "dotted")


class EdgeTests(AccountTest):
    def test_the_edge_of_an_input_is_seen(self):
        self.start()
        page = self.page()
        field = "[data-event=nameChanged]"
        for scheme in ("light", "dark"):
            page.scheme(scheme)
            for ground in (style(field, "backgroundColor"), style(".card", "backgroundColor")):
                self.assertGreaterEqual(page.evaluate(f"{CONTRAST}({style(field, 'borderTopColor')}, {ground})"), 3, scheme)


class SmallWindowTests(AccountTest):
    def test_nothing_stays_in_front_of_a_window_that_is_low(self):
        page = self.app(width=320, height=256)
        page.evaluate(query("[data-row-event=deleteButtonWasTapped]") + ".click()")
        page.wait(query(".messages .toast"))
        self.assertEqual(page.evaluate(style(".messages .toast", "position")), "static")
        self.bridge.kill_core()
        page.wait(query("#notice") + ".checkVisibility()")
        self.assertEqual(page.evaluate(style("#notice", "position")), "static")
        self.assertEqual(page.evaluate("getComputedStyle(document.documentElement).scrollPaddingTop"), "0px")
        self.assertEqual(page.evaluate(style(".rows", "maxHeight")), "none", "the page scrolls its rows")
        page.resize(320, 640)
        self.assertEqual(page.evaluate(style("#notice", "position")), "sticky")

    def test_a_telephone_that_is_turned_has_no_list_that_scrolls_within_the_page(self):
        page = self.app(width=844, height=390)
        self.assertEqual(page.evaluate(style(".rows", "overflowY")), "auto")
        page.resize(390, 844)
        page.wait(f"{style('.rows', 'overflowY')} === 'visible' && {style('.rows', 'maxHeight')} === 'none'")
        page.resize(844, 390)
        page.wait(f"{style('.rows', 'overflowY')} === 'auto'")

    def test_an_amount_stands_beside_its_title_in_each_row(self):
        page = self.app(width=320, height=640)
        with self.bridge.client() as client:
            client.result("screen/send", instance="journal-1", event={"type": "test", "values": {"entries": [
                {"id": "1", "what": "Transport", "amount": "12971.76 EUR"}, {"id": "2", "what": "Food", "amount": "4 EUR"}]}})
        page.wait("document.querySelector('.chunk .row-title').innerText === 'Transport'")
        middle = "(({ top, height }) => top + height / 2)(row.querySelector('%s').getBoundingClientRect())"
        distances = page.evaluate(f"[...document.querySelectorAll('.chunk .row')].map(row => Math.abs({middle % '.row-text'} - {middle % '.column'}))")
        self.assertLess(max(distances), 4, distances)

    def test_a_date_and_a_time_fit(self):
        self.start()
        page = self.page(width=320)
        page.evaluate("""document.querySelector('.card form').append(
            Object.assign(document.createElement('input'), { type: 'datetime-local', step: 1, id: 'date', value: '2026-11-20T15:04:05' }))""")

        def walk(node):
            yield node
            for child in (*node.get("shadowRoots", ()), *node.get("children", ())):
                yield from walk(child)

        nodes = list(walk(page.call("DOM.getDocument", {"depth": -1, "pierce": True})["root"]))
        (date,) = [node for node in nodes if "date" in node.get("attributes", ())]
        parts = {node["attributes"][node["attributes"].index("pseudo") + 1]: node for node in walk(date) if "pseudo" in node.get("attributes", ())}
        right = {name: page.call("DOM.getBoxModel", {"nodeId": node["nodeId"]})["model"]["border"][2] for name, node in parts.items()}
        self.assertLessEqual(right["-webkit-datetime-edit-ampm-field"], right["-webkit-datetime-edit"] + .5, right)


class HierarchyTests(AccountTest):
    def test_what_is_always_there_has_nothing_to_close_it(self):
        page = self.app()
        shown = "[...document.querySelectorAll('.card .close')].filter(button => button.checkVisibility()).length"
        self.assertEqual(page.evaluate(shown), 0)
        self.start(core=ACCOUNT)
        developer = self.page(cards=False)
        developer.click("[data-opens=journal] button")
        developer.wait(f"{shown} > 0")

    def test_there_are_seven_sizes_of_text(self):
        sheet = (ROOT / "Apps/Web/page/tributary.css").read_text()
        sizes = {float(size) for size in re.findall(r"(?:font-size: |font: [^;]*?)([\d.]+)rem", sheet)}
        self.assertEqual(sizes, {.75, .875, 1, 1.1875, 1.375, 2.75, 3.5})

    def test_a_card_is_above_its_lists(self):
        page = self.app()
        size = lambda place: page.evaluate(f"parseFloat({style(place, 'fontSize')})")
        self.assertGreater(size(".card h2"), size(".list h3"))
        self.assertGreater(size(".list h3"), size(".row-detail"))

    def test_a_notice_has_no_second_main_button(self):
        page = self.app()
        page.evaluate(query("[data-row-event=deleteButtonWasTapped]") + ".click()")
        page.wait(query(".messages .toast"))
        self.assertEqual(page.evaluate("[...document.querySelectorAll('.card .primary')].map(button => button.innerText)"), ["Add"])
        self.assertEqual(*page.evaluate(f"[{style('.toast button', 'color')}, {style('.toast button', 'borderTopColor')}]"))
        self.assertNotEqual(*page.evaluate(f"[{style('.toast button', 'color')}, {style('.toast button + button', 'color')}]"))

    def test_a_button_is_as_wide_as_it_needs_to_be_where_there_is_room(self):
        self.start()
        page = self.page()
        width = f"{query('[data-kind=balance] .primary')}.getBoundingClientRect().width"
        self.assertEqual(page.evaluate(width), 128)
        page.resize(390, 844)
        self.assertGreater(page.evaluate(width), 300)

    def test_what_loads_and_what_is_switched_on_is_seen(self):
        self.start()
        page = self.page()
        page.evaluate("document.querySelector('[role=switch]').checked = true; document.querySelector('.card').append(Object.assign(document.createElement('div'), { className: 'skeleton', innerHTML: '<div></div>' }))")
        for scheme in ("light", "dark"):
            media(page, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            thumb = f"getComputedStyle({query('[role=switch]:checked')}, '::before').backgroundColor"
            self.assertGreaterEqual(page.evaluate(f"{CONTRAST}({thumb}, {style('[role=switch]:checked', 'backgroundColor')})"), 3, scheme)
            self.assertGreaterEqual(page.evaluate(f"{CONTRAST}({style('.skeleton > div', 'backgroundColor')}, {style('.card', 'backgroundColor')})"), 1.2, scheme)
            self.assertGreaterEqual(page.evaluate(f"{CONTRAST}({style('.opener button', 'borderTopColor')}, {style('.card', 'backgroundColor')})"), 1.8, scheme)

    def test_the_link_that_skips_is_as_high_as_a_finger(self):
        page = self.app()
        page.evaluate(query(".skip") + ".focus()")
        self.assertGreaterEqual(page.evaluate(f"{query('.skip')}.getBoundingClientRect().height"), 44)


class PaperTests(AccountTest):
    def test_paper_has_all_rows_and_nothing_to_press(self):
        page = self.app()
        with self.bridge.client() as client:
            client.result("screen/send", instance="journal-1", event={"type": "test", "values": {
                "entries": [{"id": str(number), "what": f"Ink {number}", "amount": "1 EUR"} for number in range(250)]}})
        page.wait("document.querySelectorAll('.chunk .row').length === 250")
        page.call("Emulation.setEmulatedMedia", {"media": "print"})
        rows = query(".rows")
        self.assertTrue(page.evaluate(f"{rows}.clientHeight === {rows}.scrollHeight && {rows}.clientHeight > 250 * 30"))
        self.assertEqual(page.evaluate("[...document.querySelectorAll('button, .skip')].filter(button => button.checkVisibility())"), [])


if __name__ == "__main__":
    unittest.main()
