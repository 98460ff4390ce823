"""The front in other languages than English, in Chromium: in German, and in the pseudo-language, which shows what is in no catalogue."""
import re

import test_front
from test_front import BrowserTest, card, text

# What stands without brackets in the pseudo-language: the name of the program, and what the mock and the seeds say.
NAMES = {"Tributary", "Wand", "Eleven inches of oak, with a core that nobody talks about."}
# The name of an instance, for developers.
INSTANCE = re.compile(r"[a-z]+-\d+")
# The texts that are seen, apart from those between brackets: between tags, in fields without a value, and from the style sheet.
BARE = """(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set();
    const look = text => {
        let rest = text;
        for (let shorter; (shorter = rest.replace(/\\[[^\\[\\]]*~\\]/g, "")) !== rest;) rest = shorter;
        if (/[A-Za-z]{2}/.test(rest)) found.add(rest.trim());
    };
    while (walker.nextNode()) {
        if (walker.currentNode.parentElement.checkVisibility()) look(walker.currentNode.data);
    }
    for (const element of document.body.querySelectorAll("*")) {
        if (!element.checkVisibility()) continue;
        look(element.placeholder ?? "");
        for (const part of ["::before", "::after"]) {
            const { content } = getComputedStyle(element, part);
            if (content.startsWith('"')) look(content.slice(1, -1));
        }
    }
    return [...found];
})()"""


def setUpModule():
    test_front.setUpModule()


def tearDownModule():
    test_front.tearDownModule()


class WordsTests(BrowserTest):
    def test_german(self):
        self.start("--latency", "1", "--language", "de")
        page = self.page()
        page.wait("document.documentElement.lang === 'de'")
        page.wait(text(card("balance", "[data-text=infoText]")) + ".startsWith('Stand: Heute um')")
        self.assertEqual(page.evaluate(text(card("balance", "h2"))), "Kontostand")
        self.assertEqual(page.evaluate(text(card("balance", ".amount"))), "1.234,56 $")
        self.assertEqual(page.evaluate(text("#connection")), "Verbunden: gemeinsame Sitzung")
        self.assertEqual(page.evaluate(text(card("terms", "[data-event=submitButtonWasTapped]"))), "Absenden")
        self.assertEqual(page.evaluate("document.querySelector('#lost-close').textContent"), "Schließen")

    def test_pseudolanguage(self):
        self.start("--language", "en-XA")
        page = self.page()
        page.wait("document.documentElement.lang === 'en-XA'")
        page.wait(text(card("product")) + ".includes('Wand')")
        bare = {text for text in page.evaluate(BARE) if not INSTANCE.fullmatch(text)}
        self.assertEqual(sorted(bare - NAMES), [])

    def test_direction(self):
        self.start("--language", "en")
        page = self.page()
        page.wait("document.documentElement.lang === 'en'")

        def said(language, value):
            return page.evaluate(f"""import("/words.js").then(({{ words }}) => {{
                words.language = {language!r};
                return [words.isRightToLeft, words.text("Copied {{0}} lines.", {value!r})];
            }})""")
        self.assertEqual(said("en", "a\u202eb"), [False, "Copied \u2068a\u202eb\u2069 lines."])
        self.assertEqual(said("en", "a\u2069\u202eb"), [False, "Copied \u2068a\u202eb\u2069 lines."])
        self.assertEqual(said("en", "\u2067a"), [False, "Copied \u2068\u2067a\u2069\u2069 lines."])
        self.assertEqual(said("en", "Zo\u00eb"), [False, "Copied Zo\u00eb lines."])
        self.assertEqual(said("az-IR", "a"), [True, "Copied \u2068a\u2069 lines."])
        self.assertEqual(said("iw", "a")[0], True)
        self.assertEqual(said("ku", "a")[0], False)
        self.assertEqual(said("de-Latn-AT", "3")[1], "3 Zeilen kopiert.")
