#!/usr/bin/env -S python3 -S
"""A core with a bookshelf: a list of --rows N books, screens that open one another, refusals, hostile texts, and patches for
a client that wants them. What a test needs to happen it asks for with the event `{"type": "test", "do": …}`."""
import copy
import sys

import listening

HOSTILE = '<script>window.isHacked = 1</script><img src=x onerror="window.isHacked = 1">"\'&amp;'
HEBREW = "שלום עולם"
ARABIC = "كتاب (الأول)"
TEXT, WHOLE, SWITCH = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
DATE = {"type": "string", "format": "date-time"}
DECIMAL = {"type": "string", "x-decimal": True, "pattern": "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$"}
MONEY = {"type": "object", "title": "Money", "properties": {"amount": DECIMAL, "currency": TEXT}, "required": ["amount", "currency"]}
SECRET = {"type": "string", "x-secret": True, "writeOnly": True}
GENRE = {"type": "string", "enum": ["fiction", "science", "poetry"], "x-labels": ["Fiction", "Science & nature", "Poetry"]}
ORDER = {"type": "string", "enum": ["byTitle", "byPrice"]}


def optional(schema):
    return {"anyOf": [schema, {"type": "null"}]}


def record(name, order=None, /, **properties):
    schema = {"type": "object", "title": name, "properties": properties, "required": sorted(properties)}
    return {**schema, "x-order": order} if order else schema


def event(name, about, order=None, marks=None, /, **values):
    properties = {"type": {"const": name, "type": "string"}, **values}
    return {**record(name, order, **properties), "additionalProperties": False, "description": about, **(marks or {})}


BOOK = record("Book", id=TEXT, title=TEXT, author=TEXT, price=MONEY, isRead=SWITCH, due=optional(DATE), genre=GENRE)
REVIEW = event("reviewWasWritten", "Write about it.", ["type", "book", "stars", "text"], {"x-rows": "books"}, book=TEXT, stars=WHOLE, text=TEXT)
SCREENS = [
    {
        "screen": "shelf", "about": "All books.", "params": record("NoParameters"),
        "state": record(
            "ShelfState", ["heading", "owner"], heading=TEXT, owner=record("Owner", name=TEXT, home=record("Home", city=optional(TEXT))),
            tags={"type": "array", "items": TEXT}, spent=MONEY, opened=optional(DATE), progress={"type": "number"}, kind=GENRE,
            status=optional(TEXT), isBusy=SWITCH, filter=TEXT, onlyUnread=SWITCH, order=ORDER, limit=WHOLE, budget=DECIMAL,
            since=optional(DATE), nickname=optional(TEXT), pinEntered=SWITCH, clearDisabledReason=optional(TEXT),
            buyDisabledReason=optional(TEXT), isMoreHidden=SWITCH, books={"type": "array", "items": BOOK, "x-identity": "id"}),
        "events": {"oneOf": [
            event("viewDidAppear", "The screen appeared."),
            event("filterChanged", "What to look for.", text=TEXT),
            event("onlyUnreadWasChanged", "Hide what was read.", isOn=SWITCH),
            event("orderChanged", "The order of the books.", order=ORDER),
            event("limitChanged", "How many to show.", count=WHOLE),
            event("budgetChanged", "What may be spent.", amount=DECIMAL),
            event("sinceChanged", "Books since then.", date=optional(DATE)),
            event("userIsCalled", "What to call the user.", None, {"x-field": "nickname"}, text=optional(TEXT)),
            event("pinChanged", "What unlocks the till.", text=SECRET),
            event("rowWasTapped", "Open the book.", None, {"x-rows": "books"}, id=TEXT),
            event("buyButtonWasTapped", "Buy it.", None, {"x-rows": "books", "x-disabled-reason": "buyDisabledReason"}, id=TEXT),
            REVIEW,
            # Neither says which of its values is the row: it is the one that is a text, as the identity is.
            event("copiesWereCounted", "How many there are.", None, {"x-rows": "books"}, amount=WHOLE, volume=TEXT),
            event("bookWasDonated", "Add a book.", ["type", "title", "price", "genre", "code", "due"], title=TEXT, price=MONEY, genre=GENRE,
                  code=SECRET, due=optional(DATE)),
            event("clearButtonWasTapped", "Forget all books.", None, {"x-disabled-reason": "clearDisabledReason"}),
            event("markAllAsRead", "Mark all as read."),
            event("moreWereWanted", "Show more books.", None, {"x-purpose": "loadMore", "x-hidden": "isMoreHidden"}),
        ]},
    },
    {
        "screen": "book", "about": "A book.", "params": record("BookParameters", id=TEXT),
        "state": record("BookState", title=TEXT, author=TEXT),
        "events": {"oneOf": [
            event("editButtonWasTapped", "Edit it."), event("nextButtonWasTapped", "Show the next one instead."),
            event("doneButtonWasTapped", "Close it."), event("removeButtonWasTapped", "Remove it from the shelf.")]},
    },
    {
        "screen": "edit", "about": "A book's title.", "params": record("EditParameters", id=TEXT),
        "state": record("EditState", title=TEXT, copies=WHOLE, tags={"type": "array", "items": TEXT}, saveDisabledReason=optional(TEXT)),
        "events": {"oneOf": [
            event("titleChanged", "The title.", text=TEXT), event("copiesChanged", "How many there are.", count=WHOLE),
            event("tagWasAdded", "Add a tag.", None, {"x-label": "Add tag"}, tag=TEXT),
            event("saveButtonWasTapped", "Save it.", None, {"x-purpose": "submit", "x-disabled-reason": "saveDisabledReason"})]},
        "result": record("EditOutcome", title=TEXT),
    },
    {
        "screen": "loan", "about": "Lend a book.",
        "params": {**record("LoanParameters", ["book", "days", "pin", "kind"], book=TEXT, days=WHOLE, pin=SECRET, kind=optional(GENRE)),
                   "required": ["book", "days", "pin"]},
        "state": record("LoanState", book=TEXT, days=WHOLE, kind=optional(GENRE)), "events": {"oneOf": []},
    },
]


LAYOUT = {"start": "shelf", "tabs": [], "details": [{"list": "shelf", "detail": "book"}]}
LINKS = {"origins": [], "routes": [{"path": "/shelf", "screen": "shelf"}, {"path": "/books/{id}", "screen": "book"}]}


class Rejected(Exception):
    """An event that the state does not allow."""


class Invalid(Exception):
    """Params that do not fit: the pointer, and what is needed there."""


class Core:
    def __init__(self, rows):
        self.instances, self.count, self.has_links, self.left, self.asks = {}, 0, False, 0, "--asks" in sys.argv
        self.books = [self.book(number) for number in range(1, rows + 1)]
        self.bought, self.vanishing = [], set()

    def book(self, number):
        return {"id": f"b{number}", "title": f"Book {number}", "author": f"Author {number % 7}",
                "price": {"amount": f"{number % 50}.50", "currency": "USD"}, "isRead": False,
                "due": "2026-11-23T12:00:00Z" if number == 1 else None, "genre": "science" if number % 2 else "fiction"}

    def receive(self, message):
        if message.get("method") == "screen/leave" and "--closes" in sys.argv:
            return {"error": {"code": -32601, "message": "Method not found"}}
        if "method" not in message:
            return self.asked(message["id"].removeprefix("leave-"), message.get("result", {}).get("answer"))
        try:
            return {"result": self.answer(message["method"], message.get("params") or {})}
        except Rejected as rejected:
            return {"error": {"code": 1004, "message": "Event rejected", "data": {"reason": str(rejected)}}}
        except Invalid as invalid:
            pointer, hint = invalid.args
            return {"error": {
                "code": -32602, "message": "Invalid params", "data": {"reason": "badValue", "pointer": pointer, "hint": hint}}}

    def asked(self, name, answer):
        """With --asks, a form with changes is left after a yes."""
        self.fronts.notify("question/ended", question=name, outcome="answered" if answer else "cancelled")
        if answer == "yes":
            self.leave(name, "left")

    def joined(self, front):
        """Tells a front what is open."""
        for name in self.instances:
            front.notify("screen/opened", **self.announcement(name))

    def answer(self, method, params):
        if method == "initialize" and "--german" in sys.argv:
            return {"language": "de", "locale": "de"}
        if method == "screen/list":
            return {"screens": SCREENS, **({"layout": LAYOUT} if self.has_links else {})}
        if method == "rpc.discover" and self.has_links:
            return {"x-links": LINKS}
        if method == "screen/open":
            if params.get("screen") not in [screen["screen"] for screen in SCREENS]:
                raise Invalid("/link" if "link" in params else "/screen", "a screen of this app")
            return self.snapshot(self.open(params["screen"], params.get("params") or {}))
        if method == "screen/get":
            return self.snapshot(params["instance"])
        if method in ("screen/close", "screen/leave"):
            name = params["instance"]
            if method == "screen/leave" and self.asks and self.instances[name]["state"].get("saveDisabledReason", "") is None:
                choices = [{"name": "yes", "label": "Discard", "role": "destructive"}, {"name": "no", "label": "Keep", "role": "cancel"}]
                self.fronts.current.write(id=f"leave-{name}", method="question/ask", params={
                    "question": name, "name": "confirm", "instance": name, "event": None,
                    "input": {"title": "Discard what was changed?", "message": None, "choices": choices}})
                return {"held": name}
            self.close(name)
            self.fronts.notify_others("screen/closed", instance=name, reason="released")
            return {"left": True}
        if method == "screen/send":
            name = params["instance"]
            if name not in self.instances:
                raise Invalid("/instance", "an open instance")
            instance, event = self.instances[name], params["event"]
            if event["type"] == "test":
                self.test(name, event)
            else:
                apply = {"book": self.detail, "edit": self.edit}.get(instance["screen"], self.shelf)
                apply(name, instance["params"], instance["state"], event)
            for other in list(self.instances):
                self.update(other)
            return {"rev": self.instances[name]["rev"] if name in self.instances else instance["rev"] + 1}
        return {}

    # Instances

    def open(self, screen, params, opener=None, is_successor=False):
        self.count += 1
        name = f"{screen}-{self.count}"
        state = self.first(screen, params)
        self.instances[name] = {"screen": screen, "params": params, "opener": opener, "rev": 1, "state": state,
                                "written": copy.deepcopy(state)}
        notify = self.fronts.notify if opener or is_successor else self.fronts.notify_others
        notify("screen/opened", **self.announcement(name))
        return name

    def announcement(self, name):
        instance = self.instances[name]
        told = {name: instance[name] for name in ("screen", "opener", "rev", "state")}
        link = {"shelf": "/shelf", "book": f"/books/{instance['params'].get('id')}"}.get(instance["screen"])
        return {"instance": name, **told, **({"link": link} if link and self.has_links else {})}

    def first(self, screen, params):
        if screen == "shelf":
            return {"heading": "Everything", "owner": {"name": "Ada", "home": {"city": None}}, "tags": ["new", HOSTILE],
                    "spent": {"amount": "1234.50", "currency": "EUR"}, "opened": "2026-11-22T15:04:05Z", "progress": 0.25, "kind": "science",
                    "status": None, "isBusy": False, "filter": "", "onlyUnread": False, "order": "byTitle", "limit": 10, "budget": "12.50",
                    "since": None, "nickname": None, "pinEntered": False, "clearDisabledReason": "There are books.",
                    "buyDisabledReason": None, "isMoreHidden": self.left == 0, "books": self.books}
        if screen == "loan":
            if params["days"] > 30:
                raise Invalid("/params/days", "at most 30")
            return {"book": params["book"], "days": params["days"], "kind": params.get("kind")}
        book = self.find(params["id"])
        if screen == "book":
            return {"title": book["title"], "author": book["author"]}
        return {"title": book["title"], "copies": 1, "tags": [], "saveDisabledReason": "Nothing was changed."}

    def close(self, name):
        """Closes what an instance has opened, innermost first, then the instance. The client hears of the former."""
        for other in [other for other, instance in self.instances.items() if instance["opener"] == name]:
            self.close(other)
            self.fronts.notify("screen/closed", instance=other, reason="openerClosed")
        del self.instances[name]

    def leave(self, name, reason, **more):
        self.close(name)
        self.fronts.notify("screen/closed", instance=name, reason=reason, **more)

    def snapshot(self, name):
        if name not in self.instances:
            raise Invalid("/instance", "an open instance")
        return {"instance": name, "rev": self.instances[name]["rev"], "state": self.instances[name]["state"]}

    def update(self, name, whole=False):
        instance = self.instances[name]
        old, new = instance["written"], instance["state"]
        if old == new and not whole:
            return
        before, instance["rev"] = instance["rev"], instance["rev"] + 1
        if not whole:
            self.fronts.notify("screen/update", instance=name, rev=instance["rev"], **{"from": before}, patch=difference(old, new))
        else:
            self.fronts.notify("screen/update", instance=name, rev=instance["rev"], state=new)
        instance["written"] = copy.deepcopy(new)

    def find(self, id):
        if id in self.vanishing:  # it goes in the moment in which it is tapped
            self.books[:] = [book for book in self.books if book["id"] != id]
            for name in self.instances:
                self.update(name)
        for book in self.books:
            if book["id"] == id:
                return book
        raise Rejected("This row is no longer in the list.")

    # What the user does

    def shelf(self, name, params, state, event):
        kind = event["type"]
        if kind == "filterChanged":
            if event["text"] == "forbidden":
                raise Rejected("This word cannot be looked for.")
            state["filter"] = event["text"]
        elif kind == "onlyUnreadWasChanged":
            state["onlyUnread"] = event["isOn"]
        elif kind == "orderChanged":
            state["order"] = event["order"]
        elif kind == "limitChanged":
            if event["count"] > 100:
                raise Rejected("At most 100 can be shown.")
            state["limit"] = event["count"]
        elif kind == "budgetChanged":
            state["budget"] = event["amount"]
        elif kind == "sinceChanged":
            state["since"] = event["date"]
        elif kind == "userIsCalled":
            state["nickname"] = event["text"]
        elif kind == "pinChanged":
            state["pinEntered"] = bool(event["text"])
        elif kind == "rowWasTapped":
            self.find(event["id"])
            self.open("book", {"id": event["id"]}, name)
        elif kind == "buyButtonWasTapped":
            if state["buyDisabledReason"]:
                raise Rejected(state["buyDisabledReason"])
            book = self.find(event["id"])
            if book["id"] == "b2":
                raise Rejected("This book is sold.")
            self.bought.append(book["id"])
            state["status"] = "Bought: " + ", ".join(self.bought)
        elif kind == "reviewWasWritten":
            book = self.find(event["book"])
            if event["stars"] > 5:
                raise Invalid("/event/stars", "at most 5")
            state["status"] = f"{book['id']}: {event['stars']} stars, {event['text']}"
        elif kind == "copiesWereCounted":
            state["status"] = f"{self.find(event['volume'])['id']}: {event['amount']}"
        elif kind == "bookWasDonated":
            if event["price"]["amount"] == "0":
                raise Rejected("A gift needs a price.")
            self.books.insert(len(self.books) // 2, {
                **self.book(0), "id": "gift", "title": event["title"], "price": event["price"], "genre": event["genre"], "due": event["due"]})
        elif kind == "clearButtonWasTapped":
            if state["clearDisabledReason"]:
                raise Rejected(state["clearDisabledReason"])
            self.books.clear()
        elif kind == "moreWereWanted":
            self.books += [self.book(len(self.books) + number) for number in range(1, 11)]
            self.left -= 1
            state["isMoreHidden"] = self.left == 0
        elif kind == "markAllAsRead":
            for book in self.books:
                book["isRead"] = True

    def detail(self, name, params, state, event):
        kind, opener = event["type"], self.instances[name]["opener"]
        if kind == "editButtonWasTapped":
            self.open("edit", params, name)
        elif kind == "doneButtonWasTapped":
            self.leave(name, "closedByApp")
        elif kind == "nextButtonWasTapped":
            number = int(params["id"][1:]) + 1
            for other in [other for other, instance in self.instances.items() if instance["opener"] == name]:
                self.leave(other, "openerClosed")
            self.leave(name, "replaced")
            self.open("book", {"id": f"b{number}"}, opener, is_successor=True)
        elif kind == "removeButtonWasTapped":
            self.books.remove(self.find(params["id"]))
            self.leave(name, "closedByApp")

    def edit(self, name, params, state, event):
        if event["type"] == "titleChanged":
            state["title"] = event["text"]
            state["saveDisabledReason"] = None if event["text"] else "The title is empty."
        elif event["type"] == "copiesChanged":
            state["copies"] = event["count"]
        elif event["type"] == "tagWasAdded":
            state["tags"] = [*state["tags"], event["tag"]]
        elif state["saveDisabledReason"]:
            raise Rejected(state["saveDisabledReason"])
        else:
            self.find(params["id"])["title"] = state["title"]
            opener = self.instances[name]["opener"]
            if opener in self.instances:
                self.instances[opener]["state"]["title"] = state["title"]
            self.leave(name, "completed", result={"title": state["title"]})

    # What a test does

    def test(self, name, event):
        do, state = event["do"], self.instances[name]["state"]
        if do == "set":
            state.update(event["values"])
        elif do == "row":
            self.find(event["id"]).update(event["values"])
        elif do == "remove":
            self.books.remove(self.find(event["id"]))
        elif do == "vanish":
            self.vanishing.add(event["id"])
        elif do == "insert":
            self.books.insert(event["at"], self.book(event["number"]))
        elif do == "reverse":
            self.books.reverse()
        elif do == "move":
            self.books.insert(event["to"], self.books.pop(event["from"]))
        elif do == "whole":
            self.update(name, whole=True)
        elif do == "lose":  # an update that this client never gets
            state.update(event["values"])
            self.instances[name]["written"] = copy.deepcopy(state)
            self.instances[name]["rev"] += 1
        elif do == "misfit":  # a patch that cannot be applied
            instance = self.instances[name]
            before, instance["rev"] = instance["rev"], instance["rev"] + 1
            self.fronts.notify("screen/update", instance=name, rev=instance["rev"], **{"from": before},
                        patch=[{"op": "replace", "path": "/books/99999/title", "value": "x"}])
        elif do == "close":
            self.leave(name, "closedByApp")
        elif do == "open":
            self.open(event["screen"], event["params"], name)


def difference(old, new):
    """A patch, with rows by their identity."""
    operations = []
    for key in new:
        if old[key] == new[key]:
            continue
        if key == "books" and new[key] is not None:
            operations += rows(old[key], new[key])
        else:
            operations.append({"op": "replace", "path": f"/{key}", "value": new[key]})
    return operations


def rows(old, new):
    operations, wanted = [], {row["id"] for row in new}
    kept = [row for row in old if row["id"] in wanted]
    for index in reversed(range(len(old))):
        if old[index]["id"] not in wanted:
            operations.append({"op": "remove", "path": f"/books/{index}"})
    known = {row["id"] for row in kept}
    order = [row["id"] for row in kept]
    if order != [row["id"] for row in new if row["id"] in known]:
        if len(new) > 100:
            return [{"op": "replace", "path": "/books", "value": new}]
        for index, row in enumerate([row for row in new if row["id"] in known]):
            place = order.index(row["id"])
            if place != index:
                operations.append({"op": "move", "from": f"/books/{place}", "path": f"/books/{index}"})
                order.insert(index, order.pop(place))
    before = {row["id"]: row for row in kept}
    for index, row in enumerate(new):
        if row["id"] not in known:
            operations.append({"op": "add", "path": f"/books/{index}", "value": row})
            continue
        for name in row:
            if row[name] != before[row["id"]][name]:
                operations.append({"op": "replace", "path": f"/books/{index}/{name}", "value": row[name]})
    return operations


def main():
    arguments = sys.argv[1:]
    rows = int(arguments[arguments.index("--rows") + 1]) if "--rows" in arguments else 5
    core = Core(rows)
    core.has_links, core.left = "--links" in arguments, 2 if "--more" in arguments else 0
    if "--labels" in arguments:
        fields = SCREENS[0]["state"]["properties"]
        for name, label in (("heading", "אבג"), ("filter", "What to look for"), ("books", "The library"), ("nickname", "Call me")):
            fields[name] = {**fields[name], "x-label": label}
        fields["books"]["items"]["properties"]["author"] = {**TEXT, "x-label": "Written by"}
        days = SCREENS[3]["params"]["properties"]
        days["days"] = {**days["days"], "x-label": "For how long"}
    if "--hostile" in arguments:
        for book, title in zip(core.books, (HOSTILE, HEBREW, ARABIC)):
            book["title"] = title
            book["author"] = title
    listening.serve(core, arguments[arguments.index("--listen") + 1])


if __name__ == "__main__":
    main()
