"""Chromium over the DevTools protocol, through a pipe: file descriptors 3 and 4 of the child."""
import base64
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TIMEOUT = 30  # seconds until a condition that does not come is a failure; nothing waits that long when all is well


def find():
    """The path of a Chromium, or None. `CHROMIUM` names another one."""
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else NAMES
    return next((path for path in map(shutil.which, names) if path), None)


def problem():
    """Why no page can be tested; None if it can."""
    if not (program := find()):
        return "there is no Chromium (apt-get install chromium)"
    browser = Browser(program)
    try:
        browser.call("Browser.getVersion")
    except (RuntimeError, queue.Empty, OSError) as error:
        return f"{program} does not start ({error!r})"
    finally:
        browser.close()


class Browser:
    """A headless Chromium with a profile of its own."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="tributary-web-")
        to_child, self.output = os.pipe()
        self.input, from_child = os.pipe()

        def connect():
            # NB: the pipe's own numbers may be 3 or 4.
            ends = os.dup(to_child), os.dup(from_child)
            moved = [os.dup2(end, 60 + number) for number, end in enumerate(ends)]
            for number, end in enumerate(moved):
                os.dup2(end, 3 + number)

        self.process = subprocess.Popen(
            [
                program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "--no-sandbox",
                "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
                "--disable-component-update", "--disable-background-networking", "--disable-sync",
                "--hide-scrollbars", "--force-color-profile=srgb", "about:blank",
            ],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_child)
        os.close(from_child)
        self.count, self.replies, self.listeners, self.lock = 0, {}, {}, threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def post(self, method, params=None, session=None):
        """Sends a command, and returns the queue of its reply."""
        with self.lock:
            self.count += 1
            reply = self.replies[self.count] = queue.Queue()
            message = {"id": self.count, "method": method, "params": params or {}}
            if session:
                message["sessionId"] = session
            os.write(self.output, json.dumps(message).encode() + b"\0")
        return reply

    def call(self, method, params=None, session=None):
        reply = self.post(method, params, session).get(timeout=TIMEOUT)
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']['message']}")
        return reply["result"]

    def page(self, address, width=1280, height=900, background=False):
        target = self.call("Target.createTarget", {"url": "about:blank", "background": background})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        return Page(self, target, session, address, width, height)

    def close(self):
        try:
            self.call("Browser.close")
        except (RuntimeError, queue.Empty, OSError):
            self.process.kill()
        self.process.wait()
        os.close(self.output)
        shutil.rmtree(self.profile, ignore_errors=True)

    def _read(self):
        rest = b""
        while block := os.read(self.input, 1 << 16):
            *messages, rest = (rest + block).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    self.replies.pop(message["id"]).put(message)
                elif listener := self.listeners.get(message.get("sessionId")):
                    listener(message["method"], message["params"])
        for reply in list(self.replies.values()):
            reply.put({"error": {"message": "Chromium has ended"}})


class Page:
    """A tab. It keeps what its console says and what its WebSockets carry."""

    def __init__(self, browser, target, session, address, width, height):
        self.browser, self.target, self.session, self.address = browser, target, session, address
        self.complaints, self.frames = [], []
        browser.listeners[session] = self._listen
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.resize(width, height)
        self.call("Page.navigate", {"url": address})

    def call(self, method, params=None):
        return self.browser.call(method, params, self.session)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def scheme(self, name):
        self.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def evaluate(self, expression):
        """The value of a JavaScript expression; a promise is awaited."""
        result = self.call("Runtime.evaluate", {
            "expression": expression, "returnByValue": True, "awaitPromise": True, "userGesture": True})
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise AssertionError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def wait(self, expression, message=None):
        """Waits until an expression is true: the page looks after each frame that it draws, and after each timer."""
        script = f"""new Promise((resolve, reject) => {{
            const end = Date.now() + {TIMEOUT * 1000 - 2000};
            const look = () => {{
                let value;
                try {{ value = {expression}; }} catch (error) {{ value = false; }}
                if (value) return resolve(value instanceof Node ? true : value);
                if (Date.now() > end) return reject(new Error("never true: " + {json.dumps(message or expression)}
                    + "\\n" + document.body?.innerText));
                setTimeout(look, 10);
            }};
            look();
        }})"""
        while True:
            try:
                return self.evaluate(script)
            except RuntimeError as error:
                # NB: a navigation takes the page's scripts with it.
                if "context" not in str(error) and "navigated" not in str(error):
                    raise

    def click(self, selector):
        """Clicks the middle of an element with the mouse."""
        # NB: what loads may move the element, so it has to be where it was when the page looked before.
        box = self.wait(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            if (!element || element.disabled || element.getAttribute("aria-disabled") === "true") return null;
            element.scrollIntoView({{ block: "center", behavior: "instant" }});
            const {{ x, y, width, height }} = element.getBoundingClientRect();
            const box = JSON.stringify({{ x: x + width / 2, y: y + height / 2 }});
            const isStable = window.lastBox === box;
            window.lastBox = box;
            return isStable && width && JSON.parse(box);
        }})()""", f"{selector} can be clicked")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", {"type": kind, "button": "left", "clickCount": 1, **box})

    def type(self, text):
        """Types into what has the focus, as fast as it goes: no key waits for the one before."""
        replies = []
        for character in text:
            for kind in ("keyDown", "keyUp"):
                event = {"type": kind, "key": character, **({"text": character} if kind == "keyDown" else {})}
                replies.append(self.browser.post("Input.dispatchKeyEvent", event, self.session))
        for reply in replies:
            reply.get(timeout=TIMEOUT)

    def press(self, key, code=None, text=None, modifiers=0):
        number = {"Tab": 9, "Enter": 13, " ": 32, "a": 65, "Backspace": 8, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46}[key]
        text = {"Enter": "\r", " ": " "}.get(key) if text is None else text
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", {
                "type": kind, "key": key, "code": code or key, "windowsVirtualKeyCode": number, "modifiers": modifiers,
                **({"text": text} if text and kind == "keyDown" else {})})

    def fill(self, selector, text):
        self.click(selector)
        self.type(text)

    def reload(self):
        loaded = self.evaluate("performance.timeOrigin")
        self.call("Page.reload")
        self.wait(f"performance.timeOrigin !== {loaded} && document.readyState === 'complete'")

    def front(self):
        """Brings the tab to the front; the one that was there is hidden."""
        self.browser.call("Target.activateTarget", {"targetId": self.target})

    def screenshot(self, path, whole=True, **options):
        """Writes a picture of the viewport, or of the whole page, as PNG if nothing else is asked for."""
        options = {"format": "png", **options}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            options |= {"captureBeyondViewport": True, "clip": {**size, "scale": 1}}
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", options)["data"]))

    def close(self):
        self.browser.call("Target.closeTarget", {"targetId": self.target})

    def _listen(self, method, params):
        if method == "Runtime.exceptionThrown":
            self.complaints.append(params["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(params["entry"]["text"] + " " + params["entry"].get("url", ""))
        elif method in ("Network.webSocketFrameSent", "Network.webSocketFrameReceived"):
            self.frames.append(("sent" if method.endswith("Sent") else "received", params["response"]["payloadData"]))
