"""A front on the wire: it shows, sends, asks and is asked."""

import json
import threading


class WireFront:
    """What a person sees and does, made of frames. It knows no app: a control is found by the name of its event."""

    def __init__(self, write, pump=None):
        self.write = write
        # Takes what has come, where no thread reads.
        self.pump = pump
        self.lock = threading.Condition(threading.RLock())
        self.number = 0
        self.replies = {}
        # The states of the screens that are open, in the order in which they came.
        self.states = {}
        # What is asked, by the id of the request.
        self.questions = {}
        self.waits = []
        self.said = []
        self.layout = {}
        # What the person has opened, and what that has opened: the last one is in sight.
        self.stack = []

    def begin(self):
        capabilities = {"app": True, "causes": True, "questions": ["*"], "shared": True, "front": {"kind": "page"}}
        self.layout = self.ask("initialize", capabilities=capabilities)["result"].get("layout", {})

    # Frames

    def ask(self, method, **params):
        with self.lock:
            self.number += 1
            number = self.number
        self.send({"id": number, "method": method, "params": params})
        with self.lock:
            while number not in self.replies:
                if self.pump:
                    self.pump()
                elif not self.lock.wait(30):
                    raise TimeoutError(f"{method} is not answered")
            return self.replies.pop(number)

    def send(self, message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def take(self, line):
        """Takes a frame of the core."""
        frame = json.loads(line)
        params = frame.get("params", {})
        with self.lock:
            match frame.get("method"):
                case None:
                    if "state" in frame.get("result", {}):
                        self.opened(frame["result"])
                    self.replies[frame["id"]] = frame
                case "screen/opened" | "screen/update":
                    if params.get("opener") in self.stack:
                        self.stack.append(params["instance"])
                    self.opened(params)
                case "screen/closed":
                    self.closed(params["instance"])
                case "app/waitsFor":
                    self.waits = params["waitsFor"]
                case "app/localized":
                    self.layout = params.get("layout", self.layout)
                case "screen/acted":
                    self.said.append(f"{params['by']}: {params['label']}")
                case "question/ask":
                    self.questions[frame["id"]] = params
                case "question/ended":
                    self.questions = {id: one for id, one in self.questions.items() if one["question"] != params["question"]}
            self.lock.notify_all()

    def opened(self, report):
        if report["instance"] != "app":
            self.states[report["instance"]] = report["state"]

    def closed(self, instance):
        self.states.pop(instance, None)
        self.stack = [one for one in self.stack if one != instance]

    # What is shown

    @property
    def top(self):
        """The screen that takes what is typed: what waits for a person stands in front."""
        return self.waits[-1]["instance"] if self.waits else self.stack[-1]

    def text(self):
        """All that is shown, in lines."""
        if self.pump:
            self.pump()
        with self.lock:
            lines = [tab["label"] for tab in self.layout.get("tabs", [])] + self.said
            lines += texts(self.states)
            for question in self.questions.values():
                who = "The assistant asks: " if (question.get("by") or "").startswith("assistant") else ""
                lines += [who + one for one in texts(question["input"])]
        return "\n".join(lines)

    # What is done

    def open(self, link):
        result = self.ask("screen/open", link=link)["result"]
        with self.lock:
            self.stack.append(result["instance"])

    def event(self, control, **members):
        event = {"type": control["event"], **members}
        if part := control.get("part"):
            event = {"type": part, "event": event}
        return self.ask("screen/send", instance=self.top, event=event)

    def enter(self, control, text):
        return self.event(control, **{control.get("member", "text"): text})

    choose = enter

    def press(self, control, row=None):
        return self.event(control, **({} if row is None else {"id": self.identity(row)}))

    def identity(self, text):
        """The identity of the row that shows a text."""
        with self.lock:
            lists = [value for value in self.states[self.top].values() if isinstance(value, list)]
            return next(row["id"] for rows in lists for row in rows if text in texts(row))

    def leave(self):
        top = self.top
        if self.ask("screen/leave", instance=top).get("result", {}).get("left"):
            with self.lock:
                self.closed(top)

    def answer(self, choice):
        """Answers what was asked last."""
        with self.lock:
            id = list(self.questions)[-1]
            self.questions.pop(id)
        self.send({"id": id, "result": {"answer": choice["event"]}})

    def take_action(self, action):
        """Takes the action that a notice offers."""
        self.answer({"event": "action"})


def texts(value):
    """The texts of a value, at any depth."""
    if isinstance(value, str):
        return [value]
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for one in values for text in texts(one)]
