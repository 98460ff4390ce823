#!/usr/bin/env -S python3 -S
"""A core with one screen that has every role, kind of event and format that a description can name."""
import sys

import listening
import shelf_core
from shelf_core import DECIMAL, MONEY, SECRET, SWITCH, TEXT, WHOLE, event, optional, record

NUMBER = {"type": "number"}
TONE = {"type": "string", "enum": ["neutral", "positive", "caution", "negative"]}
POINT = record("Point", ["x", "y"], x={"anyOf": [NUMBER, {"type": "string", "format": "date"}]}, y=NUMBER)
LINE = record("Line", ["name", "points"], name=TEXT, points={"type": "array", "items": POINT})
PICTURE = record("Picture", ["address", "words"], address={"type": "string", "format": "uri", "x-role": "image"}, words=TEXT)
SERIES = record("Series", ["unitOfX", "unit", "lines"], unitOfX=TEXT, unit=TEXT, lines={"type": "array", "items": LINE})


def meant(schema, role, **marks):
    return {**schema, "x-role": role, **{f"x-{name.replace('_', '-')}": value for name, value in marks.items()}}


JOB = record("Job", ["id", "name", "note", "sent", "tone", "state", "problem", "retryReason", "isSent"], id=TEXT, name=meant(TEXT, "title"), note=meant(optional(TEXT), "subtitle"),
             sent=meant(optional(NUMBER), "progress"), tone=TONE, state=meant(TEXT, "status", tone="tone"), problem=meant(optional(TEXT), "failure"),
             retryReason=optional(TEXT), isSent=SWITCH)
JOBS = [
    {"id": "a", "name": "First", "note": "of two", "sent": 0.5, "tone": "positive", "state": "On its way", "problem": None, "retryReason": "It is on its way.", "isSent": False},
    {"id": "b", "name": "Second", "note": None, "sent": None, "tone": "negative", "state": "Not sent", "problem": "The server is away.", "retryReason": None, "isSent": False},
    {"id": "c", "name": "Third", "note": None, "sent": 1, "tone": "positive", "state": "Sent", "problem": None, "retryReason": "It was sent.", "isSent": True},
]
PARTS = [
    ("heading", meant(TEXT, "title"), "Uploads"),
    ("subheading", meant(TEXT, "subtitle"), "of this week"),
    ("problem", meant(optional(TEXT), "failure"), None),
    ("explanation", meant(TEXT, "note"), "What is sent stays on the server."),
    ("outcome", meant(TEXT, "status", tone="ending", tones={"lost": "negative"}), "Lost at sea"),
    ("ending", {"type": "string", "enum": ["open", "lost"]}, "lost"),
    ("result", meant(optional(TEXT), "success"), None),
    ("token", {**TEXT, "x-for-people": False}, "t-1"),
    ("isSending", meant(SWITCH, "activity"), False),
    ("cover", PICTURE, {"address": "https://pictures.example/red.png", "words": "A red square"}),
    ("lost", PICTURE, {"address": "https://elsewhere.example/red.png", "words": "What is not there"}),
    ("stars", {**optional(WHOLE), "minimum": 1, "maximum": 5}, None),
    ("cost", {**optional(DECIMAL), "x-minimum": "0", "x-maximum": "99.5", "x-step": "0.5"}, None),
    ("quiet", optional(TEXT), None),
    ("silence", {**optional(TEXT), "x-shown-when-empty": True}, None),
    ("state", meant(TEXT, "status", tone="tone"), "Delayed"),
    ("tone", TONE, "caution"),
    ("messages", meant(WHOLE, "badge"), 3),
    ("people", meant(WHOLE, "count"), 1200),
    ("share", meant(NUMBER, "percent"), 0.256),
    ("sent", meant(optional(NUMBER), "progress"), 0.4),
    ("took", meant(NUMBER, "duration"), 3905),
    ("seen", meant({"type": "string", "format": "date-time"}, "relativeTime"), "2001-01-01T00:00:00Z"),
    ("birthday", {"type": "string", "format": "date", "x-section": "Dates"}, "2026-11-27"),
    ("opens", {"type": "string", "x-format": "time-of-day", "x-section": "Dates"}, "09:00"),
    ("meeting", {"type": "string", "x-format": "local-date-time", "x-section": "Dates"}, "2026-11-27T09:00"),
    ("site", {"type": "string", "format": "uri"}, "https://example.com/books?a=1"),
    ("trap", {"type": "string", "format": "uri"}, "javascript:alert(1)"),
    ("text", {"type": "string", "x-format": "markdown"},
     "Buy **milk** and *two* `eggs`, see [the shop](https://example.com) or [here](javascript:alert(1)).\n- one\n- <b>two</b>\n\n1. first\n```\na < b\n```"),
    ("program", meant(TEXT, "code"), "let x = 1\nprint(x)"),
    ("story", meant(TEXT, "longText"), "Once\nupon a time."),
    ("messagesADay", {**SERIES, "x-label": "Messages a day"}, {"unitOfX": "", "unit": "messages", "lines": [
        {"name": "Ada", "points": [{"x": "2026-11-25", "y": 1}, {"x": "2026-11-26", "y": 4}, {"x": "2026-11-27", "y": 2}]},
        {"name": "Eve", "points": [{"x": "2026-11-26", "y": -1}]}]}),
    ("query", meant(TEXT, "search", prompt="A word"), ""),
    ("account", meant(TEXT, "userName", section="Sign in"), ""),
    ("address", meant(TEXT, "emailAddress", section="Sign in"), ""),
    ("code", meant(TEXT, "oneTimeCode", section="Sign in"), ""),
    ("body", meant(TEXT, "longText"), ""),
    ("passwordEntered", SWITCH, False),
    ("newPasswordEntered", SWITCH, False),
    ("isRetryHidden", SWITCH, True),
    ("saveReason", optional(TEXT), None),
    ("jobs", {"type": "array", "items": JOB, "x-identity": "id", "x-columns": ["note", "sent", "state"]}, JOBS),
]
CHANGES = ("query", "account", "address", "code", "body")
MESSAGE = record("Message", ["id", "title", "author", "size", "price"], id=TEXT, title=TEXT, author=TEXT, size=WHOLE, price=optional(MONEY))
SORTED = {"type": "string", "enum": ["newest", "largest"]}
LIST_PARTS = [
    ("order", SORTED, "newest"),
    ("text", TEXT, ""),
    ("messages", {"type": "array", "items": MESSAGE, "x-identity": "id", "x-empty-text": "Nothing was written yet.", "x-columns": ["author", "size", "price"],
                  "x-anchor": "end", "x-ordered-by": "order"}, []),
]
LIST_SCREEN = {
    "screen": "messages", "about": "A list with columns, an order, an edge and a selection.", "params": record("NoParameters2"),
    "state": record("MessagesState", [name for name, _, _ in LIST_PARTS], **{name: schema for name, schema, _ in LIST_PARTS}),
    "events": {"oneOf": [
        event("orderChanged", "The order.", order=SORTED), event("textChanged", "What is being written.", None, {"x-field": "text"}, text=TEXT),
        event("earlierWereWanted", "Show earlier messages.", None, {"x-purpose": "loadEarlier"}),
        event("moreWereWanted", "Show later messages.", None, {"x-purpose": "loadMore"}),
        event("messagesWereDeleted", "Delete them.", None, {"x-rows": "messages", "x-several": True, "x-destructive": True}, ids={"type": "array", "items": TEXT}),
        event("rowWasTapped", "Open it.", None, {"x-rows": "messages"}, id=TEXT),
    ]},
}
NOTE = record("Note", ["id", "text", "author", "sentAt", "status", "tone", "isOwn"], id=TEXT, isOwn={"type": "boolean", "x-for-people": False}, text=meant(TEXT, "title"), author=meant(TEXT, "subtitle"),
              sentAt={"type": "string", "format": "date-time"}, status=meant(optional(TEXT), "status", tone="tone"), tone=TONE)
ROOM_PARTS = [
    ("name", meant(TEXT, "title"), "General"), ("text", {**TEXT, "x-label": "Your message"}, ""), ("sendReason", optional(TEXT), "There is no text."),
    ("notes", {"type": "array", "items": NOTE, "x-identity": "id", "x-label": "Messages", "x-empty-text": "No messages.", "x-columns": ["status"], "x-anchor": "end", "x-own": "isOwn"}, []),
]
ROOM_SCREEN = {
    "screen": "room", "about": "A conversation.", "params": record("NoParameters4"),
    "state": record("RoomState", [name for name, _, _ in ROOM_PARTS], **{name: schema for name, schema, _ in ROOM_PARTS}),
    "events": {"oneOf": [
        event("textChanged", "What is being written.", None, {"x-field": "text"}, text=TEXT),
        event("sendButtonWasTapped", "Send it.", None, {"x-purpose": "submit", "x-label": "Send", "x-disabled-reason": "sendReason"}),
        event("earlierWereWanted", "Show earlier messages.", None, {"x-purpose": "loadEarlier", "x-label": "Earlier"}),
        event("noteWasDeleted", "Delete it.", None, {"x-rows": "notes", "x-destructive": True, "x-label": "Delete"}, id=TEXT),
        event("notesWereDeleted", "Delete them.", None, {"x-rows": "notes", "x-several": True, "x-destructive": True, "x-label": "Delete"}, ids={"type": "array", "items": TEXT}),
    ]},
}
SLOT = record("Slot", ["id", "span", "day", "price", "fullReason", "isGone"], id=WHOLE, span=meant(TEXT, "title"), day={"type": "string", "format": "date"}, price=optional(MONEY),
              fullReason=optional(TEXT), isGone=SWITCH)


def slot(number, span, day="2026-11-30", full=None, gone=False):
    return {"id": number, "span": span, "day": day, "price": {"amount": "4.00", "currency": "EUR"}, "fullReason": full, "isGone": gone}


CALL = record("Call", ["id", "text", "at"], id=WHOLE, text=TEXT, at={"type": "string", "format": "date-time"})
DELIVERY_PARTS = [
    ("slots", {"type": "array", "items": SLOT, "x-identity": "id"}, [slot(7, "9 to 12"), slot(8, "12 to 15", full="It is full."), slot(9, "15 to 18", gone=True)]),
    ("slot", {**optional(WHOLE), "x-prompt": "Any time"}, None),
    ("places", {"type": "array", "items": TEXT}, ["The door", "The porter"]),
    ("place", TEXT, "The door"),
    ("past", {"type": "array", "items": SLOT, "x-identity": "id", "x-columns": ["price"], "x-sectioned-by": "day"},
     [slot(1, "9 to 12"), slot(2, "12 to 15"), slot(3, "9 to 12", "2026-11-27")]),
    ("calls", {"type": "array", "items": CALL, "x-identity": "id", "x-sectioned-by": "at", "x-columns": ["at"]},
     [{"id": 1, "text": "Ada", "at": "2026-11-30T09:00:00Z"}, {"id": 2, "text": "Eve", "at": "2026-11-30T08:00:00Z"}]),
]
DELIVERY_SCREEN = {
    "screen": "delivery", "about": "A choice from lists, and lists in sections.", "params": record("NoParameters6"),
    "state": record("DeliveryState", [name for name, _, _ in DELIVERY_PARTS], **{name: schema for name, schema, _ in DELIVERY_PARTS}),
    "events": {"oneOf": [
        event("slotWasChosen", "It comes then.", None, {"x-rows": "slots", "x-choice": True, "x-field": "slot", "x-row-disabled-reason": "fullReason", "x-row-hidden": "isGone"},
              slot=optional(WHOLE)),
        event("placeChanged", "It is left there.", None, {"x-rows": "places", "x-choice": True, "x-field": "place"}, place=TEXT),
    ]},
}
TICKET_PARTS = [("kind", meant({"type": "string", "enum": ["oneWay", "return"], "x-labels": ["One way", "There and back"]}, "title"), "return")]
TICKET_SCREEN = {"screen": "ticket", "about": "A ticket.", "params": record("NoParameters5"), "state": record("TicketState", ["kind"], kind=TICKET_PARTS[0][1]), "events": {"oneOf": []}}
PRODUCT = record("Goods", ["id", "name", "picture", "price"], id=TEXT, name=TEXT, picture=optional(PICTURE), price=MONEY)
SHOP_PARTS = [("goods", {"type": "array", "items": PRODUCT, "x-identity": "id", "x-columns": ["picture", "price"]}, [])]
SHOP_SCREEN = {
    "screen": "shop", "about": "A list with pictures.", "params": record("NoParameters3"), "state": record("ShopState", ["goods"], goods=SHOP_PARTS[0][1]),
    "events": {"oneOf": [event("goodsWereTapped", "Open it.", None, {"x-rows": "goods", "x-purpose": "navigate"}, id=TEXT)]},
}
SCREEN = {
    "screen": "gallery", "about": "Everything that a description can say.", "params": record("NoParameters"),
    "state": record("GalleryState", [name for name, _, _ in PARTS], **{name: schema for name, schema, _ in PARTS}),
    "events": {"oneOf": [
        *(event(f"{name}Changed", f"The {name}.", None, {"x-field": name}, text=TEXT) for name in CHANGES),
        event("passwordChanged", "The password.", text=SECRET),
        event("newPasswordChanged", "The next password.", text=meant(SECRET, "newSecret")),
        event("starsChanged", "How good it is.", stars={**optional(WHOLE), "minimum": 1, "maximum": 5}),
        event("costChanged", "What it costs.", cost=optional(DECIMAL)),
        event("stopButtonWasTapped", "Stop it.", None, {"x-purpose": "cancel", "x-label": "Stop at once"}),
        event("saveButtonWasTapped", "Save it.", None, {"x-purpose": "submit", "x-disabled-reason": "saveReason"}),
        event("sendButtonWasTapped", "Send it.", None, {"x-disabled-reason": "saveReason"}),
        event("retryButtonWasTapped", "Try again.", None, {"x-hidden": "isRetryHidden"}),
        event("clearButtonWasTapped", "Remove all.", None, {"x-destructive": True}),
        event("jobWasDeleted", "Delete it.", None, {"x-rows": "jobs", "x-destructive": True}, id=TEXT),
        event("jobWasRetried", "Send it again.", None, {"x-rows": "jobs", "x-row-disabled-reason": "retryReason", "x-row-hidden": "isSent"}, id=TEXT),
        event("jobWasOpened", "Open it.", None, {"x-rows": "jobs", "x-purpose": "navigate", "x-row-hidden": "isSent"}, id=TEXT),
    ]},
}


def message(number):
    return {"id": f"m{number}", "title": f"Message {number}", "author": f"Author {number % 3}", "size": number * 1000,
            "price": {"amount": f"{number}.50", "currency": "EUR"} if number % 2 else None}


def note(number, **others):
    """A message, four a day."""
    return {"id": f"n{number}", "text": f"Message {number}", "author": ("Ada", "Eve")[number % 2], "sentAt": f"2026-11-{10 + number // 4:02}T{number % 4 * 6:02}:30:00Z",
            "status": None, "tone": "neutral", "isOwn": False, **others}


def goods(number, **others):
    return {"id": f"g{number}", "name": f"Cup {number}", "picture": {"address": f"https://pictures.example/{number}.png", "words": f"Cup {number}"},
            "price": {"amount": f"{number}.50", "currency": "EUR"}, **others}


# A picture of one red pixel.
RED = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="


class Core(shelf_core.Core):
    def first(self, screen, params):
        return {name: value for name, _, value in {"gallery": PARTS, "messages": LIST_PARTS, "shop": SHOP_PARTS, "room": ROOM_PARTS, "ticket": TICKET_PARTS, "delivery": DELIVERY_PARTS}[screen]}

    def answer(self, method, params):
        if method == "screen/list":
            return {**super().answer(method, params), "linkSchemes": ["http", "https", "mailto", "tel"]}
        if method == "picture/get":
            if not params["address"].startswith("https://pictures.example/"):
                raise shelf_core.Invalid("/address", "an allowed origin")
            return {"type": "image/png", "data": RED}
        return super().answer(method, params)

    def shelf(self, name, params, state, event):
        kind = event["type"]
        if kind == "slotWasChosen":
            state["slot"] = event["slot"]
        elif kind.endswith("asswordChanged"):
            state[f"{kind.removesuffix('Changed')}Entered"] = bool(event["text"])
        elif kind.endswith("Changed"):
            [value] = [value for name, value in event.items() if name != "type"]
            state[kind.removesuffix("Changed")] = value
        elif kind == "messagesWereDeleted":
            state["messages"] = [message for message in state["messages"] if message["id"] not in event["ids"]]
        elif kind == "earlierWereWanted":
            state["messages"] = [message(0), *state["messages"]]
        elif kind in ("noteWasDeleted", "notesWereDeleted"):
            state["notes"] = [note for note in state["notes"] if note["id"] not in event.get("ids", [event.get("id")])]
        elif kind == "jobWasDeleted":
            state["jobs"] = [job for job in state["jobs"] if job["id"] != event["id"]]
        else:
            state["heading"] = f"Sent: {kind}"


def main():
    shelf_core.SCREENS[:] = [SCREEN, LIST_SCREEN, SHOP_SCREEN, ROOM_SCREEN, TICKET_SCREEN, DELIVERY_SCREEN]
    listening.serve(Core(0), sys.argv[sys.argv.index("--listen") + 1])


if __name__ == "__main__":
    main()
