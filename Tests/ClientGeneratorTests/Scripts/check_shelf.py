"""What the client of the shelf app promises: check_shelf.py SCRIPTED_CORE. Prints what is true."""

from __future__ import annotations

import asyncio
import copy
import gc
import sys
import threading
import warnings
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import client
from client import (
    GENRE_LABELS,
    AnyAsyncScreen,
    AnyScreen,
    AsyncBookScreen,
    AsyncCore,
    AsyncReviewScreen,
    BookScreen,
    CannotAnswer,
    Core,
    CoreEndedError,
    NoAnswer,
    PersonWait,
    PhaseFailed,
    PhaseReady,
    Purchase,
    Question,
    RefusedError,
    RequestError,
    RequestTimeoutError,
    ReviewResult,
    ReviewScreen,
    Row,
    ShelfState,
    Snapshot,
    TributaryError,
    Typed,
    UnknownAsyncScreen,
    UnknownScreen,
    UnknownVariant,
)

COMMAND = [sys.executable, sys.argv[1]]
MOMENT = datetime(2026, 11, 22, 15, 4, 5, tzinfo=timezone.utc)
CHECKS: list[Callable[[], object]] = []


def check(function: Callable[[], object]) -> None:
    CHECKS.append(function)


def core(*behaviour: str, timeout: float | None = None, rows: int = 4) -> Core:
    return Core(COMMAND + list(behaviour), timeout=timeout, env={"ROWS": str(rows)})


def async_core(*behaviour: str, timeout: float | None = None) -> AsyncCore:
    return AsyncCore(COMMAND + list(behaviour), timeout=timeout)


def error_of(call: Callable[[], object]) -> Exception:
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


async def async_error_of(call: Awaitable[object]) -> Exception:
    try:
        await call
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def set_(path: str, value: object) -> dict[str, object]:
    return {"op": "replace", "path": path, "value": value}


@check
def values_have_their_types() -> None:
    with core() as app:
        state = app.open_shelf().state
        second = Row(MOMENT.replace(microsecond=123456), "b1", Decimal("12.50"), 1.0, "Book 1")
        assert state.rows[1] == second and isinstance(state.rows[1].rating, float)
        assert state.grid == [[MOMENT], []] and state.newest is None and state.phase == PhaseReady("ready")
        assert GENRE_LABELS[state.genre] == "A novel"


@check
def what_is_sent_has_its_form() -> None:
    with core() as app:
        east = MOMENT.astimezone(timezone(timedelta(hours=1)))
        app.open_book("b1")
        app.open_book(page=0, id="b2")
        shelf = app.open_shelf(genre="essay", since=east, at_most=Decimal("1E+2"), tags=["a"])
        shelf.genre_changed(None)
        shelf.books_were_bought(at=east, books=[Purchase(None, "b1", Decimal("0.50"))])
        assert isinstance(error_of(lambda: shelf.books_were_bought(at=datetime(2026, 1, 1), books=[])), ValueError)
        sent = [message["params"] for message in app.request("test/received")["messages"][1:-1]]
        initialize = app.request("test/received")["messages"][0]["params"]
        assert initialize == {"protocolVersion": "1", "capabilities": {"patches": True}}
        params = {"genre": "essay", "since": "2026-11-22T15:04:05Z", "atMost": "100", "tags": ["a"]}
        books = [{"gift": None, "id": "b1", "price": "0.50"}]
        assert sent == [
            {"screen": "book", "params": {"id": "b1"}},
            {"screen": "book", "params": {"id": "b2", "page": 0}},
            {"screen": "shelf", "params": params},
            {"instance": "shelf-1", "event": {"type": "genreChanged", "genre": None}},
            {"instance": "shelf-1",
             "event": {"type": "booksWereBought", "at": "2026-11-22T15:04:05Z", "books": books}},
        ], sent


@check
def what_a_person_types_goes_as_it_is() -> None:
    with core() as app:
        shelf = app.open_shelf(at_most=Typed("1.500"))
        shelf.books_were_bought(at=Typed("24.12.2026"), books=[Purchase(None, "b1", Decimal("1"))])
        sent = [message["params"] for message in app.request("test/received")["messages"][1:-1]]
        assert sent[0]["params"] == {"atMost": {"typed": "1.500"}}
        assert sent[1]["event"]["at"] == {"typed": "24.12.2026"}


@check
def what_is_said_of_the_app_is_known() -> None:
    wait = {"instance": "signIn-1", "reason": "signIn", "since": "2026-11-22T15:04:05Z", "waiting": ["shelf-1"]}
    messages: list[dict[str, object]] = [
        {"method": "app/waitsFor", "params": {"waitsFor": [wait]}}, {"method": "app/signedOut"},
        {"method": "app/localized", "params": {"language": "de", "locale": "de_AT"}},
    ]
    with core() as app:
        heard: list[tuple[str, int, str]] = []
        app.on_app(lambda method, _: heard.append((method, len(app.waits_for), app.language)))
        app.request("test/say", {"messages": messages})
        assert heard == [("app/waitsFor", 1, ""), ("app/signedOut", 1, ""), ("app/localized", 1, "de")]
        assert app.waits_for == [PersonWait("signIn-1", "signIn", MOMENT, ["shelf-1"])] and app.locale == "de_AT"


@check
def what_is_unknown_is_kept() -> None:
    with core() as app:
        shelf = app.open_shelf()
        row = {"id": "b0", "title": "T", "rating": 0.5, "price": "1", "added": "2026-11-22T15:04:05Z", "shelfmark": [7]}
        app.request("test/patch", {"patch": [
            set_("/genre", "comic"),
            set_("/phase", {"type": "loading", "percent": 40}),
            {"op": "add", "path": "/mood", "value": {"name": "bright"}},
            set_("/rows/0", row),
        ]})
        assert shelf.state.genre == "comic" and shelf.state.unknown_members == {"mood": {"name": "bright"}}  # type: ignore[comparison-overlap]
        phase = shelf.state.phase
        assert isinstance(phase, UnknownVariant) and phase.name == "loading" and phase.json["percent"] == 40
        assert phase.type == "" and shelf.state.rows[0].unknown_members == {"shelfmark": [7]}
        before = shelf.state
        app.request("test/patch", {"patch": [set_("/mood/name", "dark"), set_("/rows/0/shelfmark/0", 8)]})
        assert before.unknown_members == {"mood": {"name": "bright"}} and before.rows[0].unknown_members["shelfmark"] == [7]
        assert shelf.state.unknown_members == {"mood": {"name": "dark"}}
        app.request("test/say", {"messages": [{"method": "core/mood"}, {"method": "core/mood", "params": [1]}]})
        app.request("test/patch", {"patch": [set_("/phase", {"type": "failed", "reason": "No shelf."})]})
        assert isinstance(shelf.state.phase, PhaseFailed) and shelf.state.phase.reason == "No shelf."


@check
def a_listener_gets_the_revision() -> None:
    with core() as app:
        shelf = app.open_shelf()
        got: list[tuple[int, str | None]] = []
        shelf.on_update(lambda state: got.append((shelf.rev, state.note)))
        snapshots: list[Snapshot[ShelfState]] = []
        remove = shelf.on_snapshot(snapshots.append)
        app.request("test/patch", {"patch": [set_("/note", "one")]})
        remove()
        app.request("test/patch", {"patch": [set_("/note", "two")]})
        assert got == [(1, None), (2, "one"), (3, "two")]
        assert [(each.rev, each.state.note) for each in snapshots] == [(1, None), (2, "one")]
        assert shelf.snapshot == Snapshot(3, shelf.state)


@check
def a_patch_gives_the_state_that_a_whole_one_gives() -> None:
    new = {"id": "n", "title": "~/", "rating": 1, "price": "1", "added": "2026-11-22T15:04:05Z"}
    patches: list[list[dict[str, object]]] = [
        [set_("/rows/2/title", "changed"), {"op": "move", "from": "/rows/2", "path": "/rows/0"}],
        [{"op": "add", "path": "/rows/1", "value": new}, {"op": "remove", "path": "/rows/4"}, set_("/rows/0/rating", 9)],
        [{"op": "add", "path": "/rows/-", "value": new}],
        [set_("/newest", new), set_("/newest/title", "newest")],
        [set_("/grid/0/0", "2020-01-01T00:00:00Z"), {"op": "move", "from": "/grid/0", "path": "/grid/1"}],
        [{"op": "add", "path": "/a~1b~0c", "value": 1}, {"op": "remove", "path": "/a~1b~0c"}, set_("/newest", None)],
        [{"op": "move", "from": "/rows/0", "path": "/newest"}, set_("/rows", [])],
    ]
    with core() as app, core() as other:
        shelf, mirror = app.open_shelf(), other.open_shelf()
        state = first_state()
        for operations in patches:
            before, copied = shelf.state, repr(shelf.state)
            state = patched(state, operations)
            app.request("test/patch", {"patch": operations})
            other.request("test/state", {"state": state})
            assert shelf.state == mirror.state and shelf.rev == mirror.rev, (operations, shelf.state, mirror.state)
            assert repr(before) == copied
        asked = [m for m in app.request("test/received")["messages"] if m["method"] == "screen/get"]
        assert not asked


def first_state() -> Any:
    """The first state of the scripted core, of its shelf with four books."""
    with core() as app:
        app.open_shelf()
        return app.request("test/first")["state"]


def patched(document: Any, operations: list[dict[str, Any]]) -> Any:
    """RFC 6902 in its simplest form: each operation on a copy of the whole document."""
    for operation in operations:
        document = copy.deepcopy(document)

        def place(pointer: str) -> tuple[Any, Any]:
            keys = [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]
            node = document
            for key in keys[:-1]:
                node = node[int(key)] if isinstance(node, list) else node[key]
            last: Any = keys[-1]
            return node, (len(node) if last == "-" else int(last)) if isinstance(node, list) else last

        value = operation.get("value")
        if "from" in operation:
            node, key = place(operation["from"])
            value = copy.deepcopy(node[key])
        if operation["op"] == "move":
            del node[key]
        node, key = place(operation["path"])
        if operation["op"] == "remove":
            del node[key]
        elif operation["op"] in ("add", "move") and isinstance(node, list):
            node.insert(key, value)
        else:
            node[key] = value
    return document


@check
def a_patch_decodes_what_it_changes() -> None:
    with core(rows=10000) as app:
        shelf = app.open_shelf()
        shown = {id(row): row for row in shelf.state.rows}

        def decoded(*patch: dict[str, object]) -> list[str]:
            app.request("test/patch", {"patch": patch})
            new = [row for row in shelf.state.rows if id(row) not in shown]
            shown.update({id(row): row for row in new})
            return [row.id for row in new]

        first = shelf.state.rows
        assert decoded(set_("/rows/5000/title", "changed")) == ["b5000"]
        assert shelf.state.rows[5000].title == "changed" != first[5000].title
        rows = shelf.state.rows
        assert decoded(set_("/note", "x")) == [] and shelf.state.rows is rows
        assert decoded({"op": "move", "from": "/rows/9999", "path": "/rows/0"}) == []
        assert decoded({"op": "remove", "path": "/rows/1"}) == [] and len(shelf.state.rows) == 9999
        assert [row.id for row in shelf.state.rows[:2]] == ["b9999", "b1"]


@check
def a_patch_that_does_not_fit_asks_once_for_the_state() -> None:
    misfits: list[list[dict[str, object]]] = [
        [set_("/rows/99/title", "x")], [set_("/nothing", 1)], [{"op": "spin", "path": "/note"}],
        [set_("/rows/-1", 1)],
    ]
    for misfit in misfits:
        with core() as app:
            shelf = app.open_shelf()
            app.request("test/patch", {"patch": misfit})
            app.request("ping")
            assert len(shelf.state.rows) == 2 and shelf.rev == 2, misfit
    with core() as app:
        shelf = app.open_shelf()
        revisions: list[int] = []
        shelf.on_update(lambda _: revisions.append(shelf.rev))
        app.request("test/patch", {"patch": [set_("/note", "lost")], "skip": 2})
        app.request("ping")
        assert shelf.rev == 4 and len(shelf.state.rows) == 2
        app.request("test/patch", {"patch": [set_("/note", "fits")]})
        assert shelf.rev == 5 and shelf.state.note == "fits" and revisions == [1, 4, 5]
        app.request("test/patches", {"patches": [misfits[0], misfits[0]]})
        app.request("ping")
        methods = [message["method"] for message in app.request("test/received")["messages"]]
        assert methods.count("screen/get") == 2 and shelf.rev == 7


@check
def a_screen_that_the_app_opens_has_its_class() -> None:
    with core() as app:
        shelf = app.open_shelf()
        order: list[str] = []
        everywhere: list[AnyScreen] = []
        shelf.on_opened(lambda screen: order.append("opener " + screen.screen_name))
        app.on_opened(lambda screen: order.append("core " + screen.screen_name))
        app.on_opened(everywhere.append)
        shelf.row_was_tapped("b3")
        book = everywhere[0]
        assert isinstance(book, BookScreen) and book.opener is shelf and book.state.title == "b3" and book.rev == 1
        assert order == ["opener book", "core book"] and app.screens == [shelf, book]
        book.review_button_was_tapped()
        review = everywhere[1]
        assert isinstance(review, ReviewScreen) and review.opener is book and review.result is None
        reasons: list[tuple[str, ReviewResult | None]] = []
        review.on_closed(lambda reason: reasons.append((reason, review.result)))
        review.review_was_written(id="b3", rating=4, text="Good.")
        assert reasons == [("completed", ReviewResult(MOMENT, 4))] and review.close_reason == "completed"
        assert not review.is_open and app.screens == [shelf, book]
        app.request("test/say", {"messages": [
            {"method": "screen/closed", "params": {"instance": "book-1", "reason": "openerClosed"}}]})
        assert book.close_reason == "openerClosed" and book.result is None and not book.is_open and shelf.is_open


@check
def a_screen_of_a_later_version_is_open_as_well() -> None:
    opened = {"instance": "map-1", "screen": "map", "opener": "shelf-1", "rev": 1, "state": {"zoom": 3}}
    update = {"instance": "map-1", "rev": 2, "from": 1, "patch": [set_("/zoom", 4)]}
    with core() as app:
        shelf = app.open_shelf()
        app.request("test/say", {"messages": [
            {"method": "screen/opened", "params": opened}, {"method": "screen/update", "params": update}]})
        screen = app.screens[1]
        assert isinstance(screen, UnknownScreen) and screen.screen_name == "map" and screen.opener is shelf
        assert screen.state == {"zoom": 4} and screen.rev == 2
        app.request("test/say", {"messages": [
            {"method": "screen/closed", "params": {"instance": "map-1", "reason": "completed", "result": [1]}}]})
        assert screen.result == [1] and screen.close_reason == "completed"


@check
def what_is_hidden_is_said() -> None:
    opened = {"hidden": ["zoom"], "instance": "map-1", "screen": "map", "opener": "shelf-1", "rev": 1, "state": {"zoom": 0}}
    patch = {"hidden": ["zoom"], "instance": "map-1", "rev": 2, "from": 1, "patch": [set_("/zoom", 1)]}
    whole = {"instance": "map-1", "rev": 3, "state": {"zoom": 4}}
    closed = {"hidden": ["place"], "instance": "map-1", "reason": "completed", "result": {"place": ""}}
    with core() as app:
        shelf = app.open_shelf()
        assert shelf.hidden == () and shelf.snapshot.hidden == ()
        app.request("test/say", {"messages": [{"method": "screen/opened", "params": opened}]})
        screen = app.screens[1]
        assert screen.hidden == ("zoom",)
        app.request("test/say", {"messages": [{"method": "screen/update", "params": patch}]})
        assert screen.hidden == ("zoom",) and screen.rev == 2
        app.request("test/say", {"messages": [{"method": "screen/update", "params": whole}]})
        assert not screen.hidden and screen.state == {"zoom": 4}
        app.request("test/say", {"messages": [{"method": "screen/closed", "params": closed}]})
        assert screen.hidden == ("place",)


@check
def a_refused_event_says_why() -> None:
    with core() as app:
        error = error_of(app.open_shelf().buy_button_was_tapped)
        assert isinstance(error, RefusedError) and isinstance(error, RequestError) and error.code == 1004
        assert error.reason == "The shelf is empty."
        assert str(error) == "Event rejected (1004): The shelf is empty."


@check
def a_call_has_a_time_limit() -> None:
    for ended in (lambda: core("silent", timeout=0.01), lambda: asyncio.run(async_core("silent", timeout=0.01).start())):
        error = error_of(ended)
        assert isinstance(error, RequestTimeoutError) and isinstance(error, TimeoutError)
        assert str(error) == "The core has not answered within 0.01 s."
    with core() as app:
        assert isinstance(error_of(lambda: app.request("test/hang", timeout=0.01)), RequestTimeoutError)
        review = app.open_review(timeout=float("inf"))
        within: list[Exception] = []
        review.on_update(lambda _: within.append(error_of(lambda: app.request("test/hang", timeout=0.01))))
        assert [type(each) for each in within] == [RequestTimeoutError]
        cancelled = [m["params"] for m in app.request("test/received")["messages"] if m["method"] == "$/cancelRequest"]
        assert cancelled == [{"id": 2}, {"id": 5}], cancelled


@check
def a_screen_that_comes_too_late_is_closed() -> None:
    with core("late") as app:
        assert isinstance(error_of(lambda: app.open_review(timeout=0.01)), RequestTimeoutError)
        app.request("test/answer")
        app.request("ping")
        last = app.request("test/received")["messages"]
        closing = [message["params"] for message in last if message["method"] == "screen/close"]
        assert closing == [{"instance": "review-9"}] and app.screens == []


@check
def kill_ends_a_core_that_does_not_answer() -> None:
    app = core()
    shelf = app.open_shelf()
    errors: list[Exception] = []
    asked = threading.Event()

    def ask() -> None:
        asked.set()
        errors.append(error_of(lambda: app.request("test/hang")))

    thread = threading.Thread(target=ask)
    thread.start()
    asked.wait()
    assert app.kill() == -9 and app.kill() == -9 and app.close() == -9
    thread.join()
    assert isinstance(errors[0], CoreEndedError) and errors[0].exit_code == -9 and not shelf.is_open


@check
def a_call_after_the_end_does_not_wait() -> None:
    # The client's own thread is held where it has failed the calls that waited, and has not ended.
    app = core()
    late: list[Exception] = []
    fail = client._Call.fail

    def held(call: client._Call, error: Exception) -> None:
        thread = threading.Thread(target=lambda: late.append(error_of(lambda: app.request("ping"))))
        thread.start()
        thread.join()
        fail(call, error)

    client._Call.fail = held  # type: ignore[method-assign, assignment]
    try:
        error = error_of(lambda: app.request("test/die"))
    finally:
        client._Call.fail = fail  # type: ignore[method-assign]
    assert isinstance(error, CoreEndedError) and error.exit_code == 9
    assert isinstance(late[0], CoreEndedError) and late[0] is not error


@check
def nothing_is_left_open() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        unraised: list[object] = []
        sys.unraisablehook = unraised.append
        for end in (Core.close, Core.kill, lambda app: error_of(lambda: app.request("test/die"))):
            app = Core(COMMAND, on_stderr=lambda _: None)
            end(app)
            app.wait()
            pipes = [app._process.stdin, app._process.stdout, app._process.stderr]
            assert [pipe and pipe.closed for pipe in pipes] == [True] * 3
            del app, pipes
            gc.collect()
        asyncio.run(end_asynchronously())
        gc.collect()
        sys.unraisablehook = sys.__unraisablehook__
        assert unraised == []


async def end_asynchronously() -> None:
    async with async_core() as app:
        await app.open_shelf()
    app = async_core()
    await app.start()
    assert await app.kill() == -9


@check
def a_message_that_a_listener_reads_ends_the_client_as_well() -> None:
    sys.excepthook = lambda *_: None
    app = core()
    shelf = app.open_shelf()
    broken = {"method": "screen/update", "params": {"instance": "shelf-1"}}
    errors: list[Exception] = []
    shelf.on_update(lambda _: errors.append(error_of(lambda: app.request("test/say", {"messages": [broken]}))))
    app.wait()
    sys.excepthook = sys.__excepthook__
    assert [str(error) for error in errors] == ["The core's output cannot be understood (KeyError)."]
    assert str(error_of(app.sync)) == str(errors[0])


@check
def asyncio_has_the_same() -> None:
    asyncio.run(same_asynchronously())


async def same_asynchronously() -> None:
    async with async_core() as app:
        shelf = await app.open_shelf(genre="essay")
        opened: list[AnyAsyncScreen] = []
        app.on_opened(opened.append)
        await shelf.row_was_tapped("b3")
        book = opened[0]
        assert isinstance(book, AsyncBookScreen) and book.opener is shelf
        await book.review_button_was_tapped()
        review = opened[1]
        assert isinstance(review, AsyncReviewScreen)
        waiting = asyncio.ensure_future(review.wait_closed())
        await review.review_was_written(id="b3", rating=4, text="Good.")
        assert await waiting == "completed" and review.result == ReviewResult(MOMENT, 4)
        assert await review.wait_closed() == "completed"
        refused = await async_error_of(shelf.buy_button_was_tapped())
        assert isinstance(refused, RefusedError) and refused.reason == "The shelf is empty."
        late = await async_error_of(app.request("test/hang", timeout=0.01))
        assert isinstance(late, RequestTimeoutError)
        snapshots: list[int] = []
        shelf.on_snapshot(lambda snapshot: snapshots.append(snapshot.rev))
        await app.request("test/patch", {"patch": [set_("/note", "lost")], "skip": 1})
        await app.request("ping")
        assert snapshots == [1, 3] and len(shelf.state.rows) == 2
        hanging = asyncio.ensure_future(app.request("test/hang"))
        await app.request("ping")
        hanging.cancel()
        assert (await asyncio.gather(hanging, return_exceptions=True))[0].__class__ is asyncio.CancelledError
        messages = (await app.request("test/received"))["messages"]
        assert [m["method"] for m in messages].count("$/cancelRequest") == 2
        map_ = {"instance": "map-1", "screen": "map", "opener": "shelf-1", "rev": 1, "state": {}}
        await app.request("test/say", {"messages": [{"method": "screen/opened", "params": map_}]})
        assert isinstance(opened[2], UnknownAsyncScreen) and app.screens == [shelf, book, opened[2]]
    assert not shelf.is_open
    missing = AsyncCore("/no/such/program")
    assert isinstance(await async_error_of(missing.start()), FileNotFoundError)


@check
def a_loop_gets_the_newest_state() -> None:
    asyncio.run(loop_over_states())


async def loop_over_states() -> None:
    async with async_core() as app:
        shelf = await app.open_shelf()
        seen: list[str | None] = []
        async for state in shelf.states():
            seen.append(state.note)
            if len(seen) == 1:
                await app.request("test/patches", {"patches": [[set_("/note", str(n))] for n in range(9)]})
            elif len(seen) == 2:
                break
        assert seen == [None, "8"], seen
        revisions: list[int] = []

        async def follow() -> None:
            async for snapshot in shelf.snapshots():
                revisions.append(snapshot.rev)

        following = asyncio.ensure_future(follow())
        await app.request("ping")
        await app.request("test/patch", {"patch": [set_("/note", "last")]})
        await shelf.close()
        await following
        assert revisions == [10, 11]
    async with async_core() as app:
        shelf = await app.open_shelf()
        dying = asyncio.ensure_future(async_error_of(app.request("test/die")))
        error = await async_error_of(shelf.wait_closed())
        assert isinstance(error, CoreEndedError) and isinstance(await dying, CoreEndedError)
        ended: list[TributaryError] = []
        try:
            async for _ in shelf.states():
                pass
        except CoreEndedError as end:
            ended.append(end)
        assert len(ended) == 1


def asked(number: int, name: str, input: object) -> dict[str, object]:
    params = {"question": f"question-{number}", "name": name, "instance": "shelf-1", "event": None, "input": input}
    return {"id": f"core-{number}", "method": "question/ask", "params": params}


def skip(question: Question) -> None:
    raise NoAnswer


def refuse(question: Question) -> None:
    raise CannotAnswer(f"{question.id} is not for programs.")


QUESTIONS: dict[str, Callable[[Question], Any]] = {
    "confirm": lambda question: question.input["choices"][0], "copy": skip, "show": lambda question: None, "*": refuse,
}
MESSAGES = [
    asked(1, "confirm", {"choices": ["yes", "no"]}), asked(2, "copy", {"text": "a"}), asked(3, "show", {}), asked(4, "toast", None),
]
REPLIES = {
    "core-1": {"answer": "yes"}, "core-2": {"cancelled": True}, "core-3": {},
    "core-4": {"cannot": "question-4 is not for programs."},
}


def replies(messages: list[Any]) -> dict[str, Any]:
    return {message["id"]: message["result"] for message in messages if "result" in message}


@check
def a_question_has_an_answer() -> None:
    with Core(COMMAND, questions=QUESTIONS) as app:
        app.request("test/say", {"messages": MESSAGES})
        while len(replies(messages := app.request("test/received")["messages"])) < 4:
            pass
        assert replies(messages) == REPLIES
        assert messages[0]["params"]["capabilities"]["questions"] == ["*", "confirm", "copy", "show"]

    async def same() -> None:
        async with AsyncCore(COMMAND, questions=QUESTIONS) as app:
            await app.request("test/say", {"messages": MESSAGES})
            while len(replies(messages := (await app.request("test/received"))["messages"])) < 4:
                pass
            assert replies(messages) == REPLIES

    asyncio.run(same())


if TYPE_CHECKING:
    # mypy reports each of these; it reports a comment that ignores nothing, too.
    with Core() as app:
        app.open_book()  # type: ignore[call-arg]
        app.open_book(id=7)  # type: ignore[arg-type]
        app.open_shelf(genre="comic")  # type: ignore[arg-type]
        app.open_shelf(genre=Typed("comic"))  # type: ignore[arg-type]
        app.open_shelf().genre_changed("comic")  # type: ignore[arg-type]
        app.open_review().review_was_written("b3", 4, "Good.")  # type: ignore[call-arg]
        app.open_review().review_was_written(id="b3", rating=4)  # type: ignore[call-arg]
        app.open_review().result.rating  # type: ignore[union-attr]
        app.on_opened(lambda screen: screen.state.title)  # type: ignore[union-attr]
        app.open_shelf().state.rows[0].price + 1.5  # type: ignore[operator]
        app.open_shelf().state.phase.reason  # type: ignore[union-attr]

for function in CHECKS:
    function()
    print(function.__name__.replace("_", " "), flush=True)
