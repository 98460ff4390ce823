#!/usr/bin/env python3
"""The page as a front of the kit: Chromium shows it, and is read and used by its accessibility tree alone. See ../README.md."""
import json
import os
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[3] / folder) for folder in ("Tests/Web", "Apps/Stdio/Samples")]

import browser  # noqa: E402
from bridge import Bridge  # noqa: E402
from level2 import serve  # noqa: E402

CONTROLS = {"button", "link", "textbox", "searchbox", "spinbutton", "checkbox", "radio", "switch", "combobox"}
ROWS = {"listitem", "row"}


class Tree:
    """What is shown. What is hidden, or cannot be used, is not in it."""

    def __init__(self, page):
        nodes = page.call("Accessibility.getFullAXTree")["nodes"]
        self.all = {node["nodeId"]: node for node in nodes}
        self.nodes = [node for node in nodes if not node["ignored"]]

    @staticmethod
    def text(node, name="name"):
        return str(node.get(name, {}).get("value", ""))

    def controls(self):
        return [node for node in self.nodes if self.text(node, "role") in CONTROLS]

    def row(self, node):
        """The text of the row that a node is in."""
        while (node := self.all.get(node.get("parentId"))) and self.text(node, "role") not in ROWS:
            pass
        return self.within(node) if node else ""

    def within(self, node):
        return " ".join([self.text(node), *(self.within(self.all[child]) for child in node.get("childIds", ()) if child in self.all)])

    def find(self, label, row=None):
        names = (label, f"{label}: {row}")
        found = [node for node in self.controls() if self.text(node) in names and (row is None or row in self.row(node))]
        return found[-1] if found else None

    def shown(self):
        has = lambda node, name: any(one["name"] == name and one["value"].get("value") for one in node.get("properties", ()))  # noqa: E731
        focus = next((node for node in reversed(self.nodes) if has(node, "focused")), None)
        return {
            "texts": [self.text(node) for node in self.nodes if self.text(node, "role") == "StaticText"],
            "controls": [{"role": self.text(node, "role"), "label": self.text(node), "value": self.text(node, "value")} for node in self.controls()],
            "focus": self.text(focus) if focus else None,
        }


class Front:
    def __init__(self, chromium, page):
        self.chromium, self.page, self.other = chromium, page, None

    def shown(self):
        return Tree(self.page).shown()

    def control(self, label, row=None):
        """The object of a control, in sight."""
        node = Tree(self.page).find(label, row)
        if node is None:
            raise LookupError(f"nothing shown is called {label}")
        place = {"backendNodeId": node["backendDOMNodeId"]}
        self.page.call("DOM.scrollIntoViewIfNeeded", place)
        return place

    def open(self, link):
        self.page.evaluate(f"location.hash = {json.dumps('#' + link)}; 0")

    def press(self, label, row=None):
        place = self.control(label, row)
        # What can be done to a message is in sight while that has the focus.
        if row is not None:
            self.page.call("DOM.focus", place)
        x, y, _, _, right, bottom, *_ = self.page.call("DOM.getBoxModel", place)["model"]["border"]
        for kind in ("mousePressed", "mouseReleased"):
            self.page.call("Input.dispatchMouseEvent", {"type": kind, "button": "left", "clickCount": 1, "x": (x + right) / 2, "y": (y + bottom) / 2})

    answer = choose = press

    def focus(self, label, row=None):
        self.page.call("DOM.focus", self.control(label, row))

    def enter(self, label, text):
        self.focus(label)
        self.page.press("a", modifiers=2)
        self.page.type(text)

    def key(self, key):
        self.page.press(key)

    def leave(self):
        """As by the browser's Back."""
        self.page.evaluate("history.back()")

    def background(self):
        """Another tab is in front."""
        self.other = self.chromium.page("about:blank")

    def foreground(self):
        self.other.close()
        self.page.front()

    def reload(self):
        self.page.reload()

    def look(self):
        pass


def main():
    chromium = browser.Browser(browser.find())
    with Bridge("--connect", os.environ["TRIBUTARY_CORE"], core="", plain=True) as bridge:
        address = bridge.page()
        page = chromium.page(address)
        # The code of its address has made room for the address of what the page begins with.
        page.wait("document.readyState === 'complete' && history.state !== null")
        for domain in ("DOM", "Accessibility"):
            page.call(domain + ".enable")
        serve(Front(chromium, page))
    chromium.close()


if __name__ == "__main__":
    main()
