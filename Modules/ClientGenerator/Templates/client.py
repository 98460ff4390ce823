"""The client of tributary-stdio {version}, version 1 of its protocol, for Python 3.9 or later.

    from {module} import Core

    with Core() as core:
        screen = core.{open}
        print(screen.state)

Each call waits for its reply, and a thread of the client receives the states. This fits a script, a test, and the loop of
a user interface, which takes a state from `on_update` as it takes anything from another thread. The same for asyncio:

    from {module} import AsyncCore

    async with AsyncCore() as core:
        screen = await core.{open}
        async for state in screen.states():
            print(state)

Made by `tributary-stdio --client python`: do not edit.
"""

from __future__ import annotations

import asyncio
import base64
import copy
import inspect
import io
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from decimal import Decimal
from typing import IO, Any, Generic, Literal, Optional, TypeVar, Union

_Value = TypeVar("_Value")
_Result = TypeVar("_Result")
_State = TypeVar("_State")


class TributaryError(Exception):
    """The base of this client's exceptions. Their texts never repeat a value that was sent."""


class RequestError(TributaryError):
    """The core answered a request with an error."""

    code: int
    """The number of the error, such as -32602."""
    reason: str
    """A word for programs, such as "unknownInstance"."""
    pointer: str | None
    """The position of the fault in the params, as a JSON Pointer."""
    hint: str | None
    """The expected type or a remedy, for people."""
    limit: int | None
    """The limit that was exceeded."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        data = error.get("data") or {}
        self.code = error["code"]
        self.reason = data.get("reason", "")
        self.pointer = data.get("pointer")
        self.hint = data.get("hint")
        self.limit = data.get("limit")
        details = [self.reason, f"at {self.pointer}" if self.pointer else "", self.hint or ""]
        text = ", ".join(detail for detail in details if detail)
        super().__init__(f"{error['message']} ({self.code})" + (f": {text}" if text else ""))


class RefusedError(RequestError):
    """The state of the screen does not allow the event, which has changed nothing. `reason` is a text for people."""


class RequestTimeoutError(TributaryError, TimeoutError):
    """The reply has not come within the time limit. The core may carry the request out all the same."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"The core has not answered within {seconds:g} s.")


class CoreEndedError(TributaryError):
    """The core's process has ended, so a request has no reply."""

    exit_code: int
    """The process's exit code, or the negative number of the signal that ended it."""

    def __init__(self, exit_code: int) -> None:
        self.exit_code = exit_code
        super().__init__(f"The core has ended with exit code {exit_code}.")


class CoreHungError(TributaryError):
    """The core has not answered a heartbeat in time. It may still run: `kill()` ends it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"The core hangs: it has not answered a heartbeat within {seconds:g} s.")


class ServiceError(TributaryError):
    """What the handler of a service raises for a request that it cannot answer. The app treats it as a backend's error."""

    kind: str
    """The kind of error, such as "problem", "timeout" or "connectionRefused". "failed" has no further details."""
    code: int | None
    """The status of a "problem" or a "status", as in HTTP; the code of a "transport"."""
    detail: str | None
    """The text of a "problem", for the user."""

    def __init__(self, kind: str = "failed", *, code: int | None = None, detail: str | None = None) -> None:
        self.kind = kind
        self.code = code
        self.detail = detail
        super().__init__(f"The service has failed ({kind}).")

    @staticmethod
    def problem(status: int, detail: str) -> ServiceError:
        """An error with a status, as in HTTP, and a text for the user."""
        return ServiceError("problem", code=status, detail=detail)

    def _encode(self) -> dict[str, object]:
        data = _present({"kind": self.kind, "code": self.code, "detail": self.detail})
        return {"code": 1000, "message": "Service error", "data": data}


@dataclass(frozen=True)
class Question:
    """A question of the app to its front, which a function of `questions` answers."""

    id: str
    """The question's id, such as "question-1"."""
    name: str
    """What is asked, such as "confirm". The core's description has the inputs and answers of each, under `x-questions`."""
    instance: str | None
    """The instance that asks; `None` if the app does."""
    event: str | None
    """The event that the core holds until the answer; `None` if it holds none."""
    input: Any
    """What is asked with it, as it is in JSON."""


class NoAnswer(TributaryError):
    """What the function of a question raises if the person gives no answer."""


class CannotAnswer(TributaryError):
    """What the function of a question raises if this program cannot ask a person. Its text is for people."""


class _Operation:
    """How a request of the app to a service is read, and how its answer, or an element of its feed, is written."""

    def __init__(
        self,
        handler: str,
        decode: Callable[[Any], tuple[Any, ...]],
        encode: Callable[[Any], object],
        is_feed: bool = False,
    ) -> None:
        self.handler = handler
        self.decode = decode
        self.encode = encode
        self.is_feed = is_feed


@dataclass(frozen=True)
class CoreExit:
    """The end of the core, as `on_exit` receives it."""

    reason: Literal["closed", "exited", "signal", "hung", "misunderstood"]
    """Why: this program closed or killed it; it exited by itself; a signal ended it; it does not answer; its output cannot be
    understood."""
    exit_code: int | None
    """The process's exit code; `None` if a signal has ended it, and for a core that hangs."""
    signal: int | None
    """The number of the signal that has ended it."""
    last_stderr_line: str
    """The last line of the standard error, of at most 4,096 characters; empty if there is none."""


@dataclass(frozen=True)
class Snapshot(Generic[_State]):
    """A state with its revision."""

    rev: int
    """The revision, which grows with each state of the screen."""
    state: _State
    hidden: Sequence[str] = ()
    """What of the state is hidden from this client: the names of private members, with a slash before those inside of another one.
    Their values are placeholders."""


@dataclass(frozen=True)
class UnknownVariant:
    """One of several cases that this client does not know, because the core is of a later version."""

    json: Mapping[str, Any] = field(hash=False)
    """The case as it is in JSON."""
    type: Literal[""] = ""
    """Empty, so that it is none of the known cases. The core's word for the case is `name`."""

    @property
    def name(self) -> str:
        """The core's word for the case."""
        return str(self.json.get("type", ""))

    def _encode(self) -> dict[str, Any]:
        return dict(self.json)


class Record:
    """The base of the values with members."""

    unknown_members: Mapping[str, Any] = {}
    """The members that this client does not know, as they are in JSON. Two values may differ in them and be equal."""


_AnyRecord = TypeVar("_AnyRecord", bound=Record)


class _List:
    """What the elements of a list in JSON were decoded to, by position."""

    def __init__(self, json: Sequence[Any], decode: Callable[[Any], Any], values: list[Any]) -> None:
        self.json = json
        self.decode = decode
        self.values = values
        self.is_stale = False


class _Lists:
    """The lists of a state, by the identity of their JSON: those decoded earlier, and those found in this state."""

    def __init__(self, known: Mapping[int, _List]) -> None:
        self.known = known
        self.found: dict[int, _List] = {}


class _Document:
    """The JSON of a state. Patches change it, and then only what they have changed in its lists is decoded again."""

    def __init__(self, frame: Mapping[str, Any]) -> None:
        self.rev: int = frame["rev"]
        self.hidden: Sequence[str] = frame.get("hidden", ())
        self._json: Any = frame["state"]
        self._lists: dict[int, _List] = {}

    def decode(self, decode: Callable[[Any, _Lists], _State]) -> _State:
        lists = _Lists(self._lists)
        state = decode(self._json, lists)
        self._lists = lists.found
        return state

    def apply(self, patch: Iterable[Mapping[str, Any]]) -> None:
        """Applies a patch of RFC 6902. After an exception the document is of no use."""
        for operation in patch:
            name, path = operation["op"], _pointer(operation["path"])
            if name == "add":
                self._add(path, operation["value"], _STALE)
            elif name == "remove":
                self._remove(path)
            elif name == "replace":
                self._replace(path, operation["value"])
            elif name == "move":
                source = _pointer(operation["from"])
                value = self._value(source)
                container, decoded = self._remove(source)
                if container is not self._parent(path):
                    decoded = _STALE
                self._add(path, value, decoded)
            elif name == "copy":
                self._add(path, copy.deepcopy(self._value(_pointer(operation["from"]))), _STALE)
            elif name == "test":
                if self._value(path) != operation["value"]:
                    raise ValueError("A test of a patch has failed.")
            else:
                raise ValueError("An operation of a patch is unknown.")

    def _value(self, path: Sequence[str]) -> Any:
        value = self._json
        for key in path:
            value = value[_index(key, len(value)) if isinstance(value, list) else key]
        return value

    def _parent(self, path: Sequence[str]) -> Any:
        """The list or object that holds the value of a path. What was decoded on the way is out of date."""
        container = self._json
        for key in path[:-1]:
            if isinstance(container, list):
                index = _index(key, len(container))
                known = self._lists.get(id(container))
                if known:
                    known.values[index] = _STALE
                    known.is_stale = True
                container = container[index]
            else:
                container = container[key]
        return container

    def _add(self, path: Sequence[str], value: Any, decoded: Any) -> None:
        container = self._parent(path)
        if not path:
            self._json = value
        elif isinstance(container, list):
            index = len(container) if path[-1] == "-" else _index(path[-1], len(container) + 1)
            container.insert(index, value)
            known = self._lists.get(id(container))
            if known:
                known.values.insert(index, decoded)
                known.is_stale = known.is_stale or decoded is _STALE
        else:
            container[path[-1]] = value

    def _remove(self, path: Sequence[str]) -> tuple[Any, Any]:
        """Removes a value. Returns what held it, and what it was decoded to."""
        container = self._parent(path)
        if not isinstance(container, list):
            del container[path[-1]]
            return container, _STALE
        index = _index(path[-1], len(container))
        del container[index]
        known = self._lists.get(id(container))
        return container, known.values.pop(index) if known else _STALE

    def _replace(self, path: Sequence[str], value: Any) -> None:
        if not path:
            self._json = value
            return
        container = self._parent(path)
        if isinstance(container, list):
            index = _index(path[-1], len(container))
            container[index] = value
            known = self._lists.get(id(container))
            if known:
                known.values[index] = _STALE
                known.is_stale = True
        elif path[-1] in container:
            container[path[-1]] = value
        else:
            raise KeyError("A patch replaces a member that does not exist.")


_STALE: Any = object()


def _pointer(text: str) -> list[str]:
    """The keys of a JSON Pointer (RFC 6901)."""
    if text and not text.startswith("/"):
        raise ValueError("A pointer of a patch does not start with a slash.")
    return [key.replace("~1", "/").replace("~0", "~") for key in text.split("/")[1:]]


def _index(key: str, count: int) -> int:
    if not key.isdecimal() or int(key) >= count:
        raise IndexError("A patch is about an element that does not exist.")
    return int(key)


class _Listeners(Generic[_Value]):
    """Functions that are called with each value."""

    def __init__(self) -> None:
        self._functions: dict[object, Callable[[_Value], object]] = {}

    def add(self, function: Callable[[_Value], object]) -> Callable[[], None]:
        """Adds a function. Returns one that removes it."""
        key = object()
        self._functions[key] = function

        def remove() -> None:
            self._functions.pop(key, None)

        return remove

    def send(self, value: _Value) -> None:
        for key, function in list(self._functions.items()):
            if key in self._functions:
                _run(function, value)


class _Call(Generic[_Result]):
    """A request that waits for its reply. It does not retain the params, which may hold a secret."""

    def __init__(self, accept: Callable[[Any], _Result], undo: Callable[[Any], object] | None) -> None:
        self._accept: Callable[[Any], Any] = accept
        self._undo = undo or _ignore

    def succeed(self, result: Any) -> None:
        try:
            value = self._accept(result)
        except Exception as error:
            return self.fail(error)
        self._finish(lambda: value)

    def fail(self, error: Exception) -> None:
        def outcome() -> _Result:
            raise error

        self._finish(outcome)

    def abandon(self) -> None:
        """Nothing waits any longer: what a late reply has done is undone."""
        self._accept = self._undo

    def _finish(self, outcome: Callable[[], _Result]) -> None:
        raise NotImplementedError


class _BlockingCall(_Call[_Result]):
    """A request for whose reply a thread waits."""

    def __init__(self, accept: Callable[[Any], _Result], undo: Callable[[Any], object] | None) -> None:
        super().__init__(accept, undo)
        self.is_done = threading.Event()
        self.outcome: Callable[[], _Result]

    def _finish(self, outcome: Callable[[], _Result]) -> None:
        self.outcome = outcome
        self.is_done.set()


class _AwaitedCall(_Call[_Result]):
    """A request for whose reply a task waits."""

    def __init__(self, accept: Callable[[Any], _Result], undo: Callable[[Any], object] | None) -> None:
        super().__init__(accept, undo)
        # NB: the future holds a function, for an exception that is not fetched is logged.
        self.outcome: asyncio.Future[Callable[[], _Result]] = asyncio.get_running_loop().create_future()

    def _finish(self, outcome: Callable[[], _Result]) -> None:
        if not self.outcome.done():
            self.outcome.set_result(outcome)


class _IgnoredCall(_Call[Any]):
    """A request for whose reply nothing waits."""

    def _finish(self, outcome: Callable[[], Any]) -> None:
        pass


class _OpenScreen(Generic[_State]):
    """What the screens of both clients share: the state, and the functions that are called with it."""

    @property
    def screen_name(self) -> str:
        """The name of the screen."""
        raise NotImplementedError

    def __init__(self, core: _Client, opened: Mapping[str, Any]) -> None:
        self._client = core
        self._on_snapshot: _Listeners[Snapshot[_State]] = _Listeners()
        self._on_closed: _Listeners[str] = _Listeners()
        self._on_opened: _Listeners[Any] = _Listeners()
        self._on_end: _Listeners[None] = _Listeners()
        self._opener: Any = core._screens.get(opened.get("opener", ""))
        self._result: Any = None
        self._hidden_of_result: Sequence[str] = ()
        self._is_asking = False
        self._is_open = True
        self._close_reason: str | None = None
        self.instance: str = opened["instance"]
        """The instance's name."""
        self._show(_Document(opened))
        core._screens[self.instance] = self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.instance} rev {self.rev}>"

    @property
    def state(self) -> _State:
        """The newest state."""
        return self._snapshot.state

    @property
    def rev(self) -> int:
        """The revision of the newest state."""
        return self._snapshot.rev

    @property
    def snapshot(self) -> Snapshot[_State]:
        """The newest state and its revision, which belong together whatever happens on other threads."""
        return self._snapshot

    @property
    def hidden(self) -> Sequence[str]:
        """What is hidden from this client: of the newest state, or of the result with which the screen has closed itself."""
        return self._snapshot.hidden if self._is_open else self._hidden_of_result

    @property
    def is_open(self) -> bool:
        """Whether neither side has closed the screen, and the core runs."""
        return self._is_open

    @property
    def close_reason(self) -> str | None:
        """The reason for which the app has closed the screen, such as "completed" or "openerClosed"."""
        return self._close_reason

    @property
    def result(self) -> Any:
        """The result with which the screen has closed itself."""
        return self._result

    def on_closed(self, listener: Callable[[str], object]) -> Callable[[], None]:
        """Calls a listener with the reason when the app closes the screen. After `close()` it is not called.

        The screen has its `result` by then. Returns a function that removes the listener.
        """
        return self._on_closed.add(listener)

    def _decode(self, json: Any, lists: _Lists) -> _State:
        raise NotImplementedError

    def _decode_result(self, json: Any) -> Any:
        return json

    def _show(self, document: _Document) -> None:
        self._snapshot: Snapshot[_State] = Snapshot(
            document.rev, document.decode(self._decode), tuple(document.hidden)
        )
        self._document: _Document | None = document

    def _received(self, method: str, params: Mapping[str, Any]) -> None:
        if method == "screen/update":
            if "patch" not in params:
                self._show(_Document(params))
            elif not self._apply(params):
                return
            self._on_snapshot.send(self._snapshot)
        elif method == "screen/closed":
            self._client._screens.pop(self.instance, None)
            self._close_reason = str(params["reason"])
            if params.get("result") is not None:
                self._result = self._decode_result(params["result"])
                self._hidden_of_result = tuple(params.get("hidden", ()))
            self._end()
            self._on_closed.send(self._close_reason)

    def _apply(self, params: Mapping[str, Any]) -> bool:
        """Applies a patch to the last state that the core has sent. If it does not fit, asks for the state."""
        document = self._document
        if document and document.rev == params["from"]:
            try:
                document.apply(params["patch"])
                document.rev = params["rev"]
                document.hidden = params.get("hidden", ())
                self._show(document)
                return True
            except (LookupError, TypeError, ValueError):
                pass
        self._document = None
        if not self._is_asking:
            self._is_asking = True
            self._client._post("screen/get", {"instance": self.instance}, self._answered)
        return False

    def _answered(self, snapshot: Mapping[str, Any]) -> None:
        self._is_asking = False
        if self._document is None and self._is_open:
            self._show(_Document(snapshot))
            self._on_snapshot.send(self._snapshot)

    def _end(self) -> None:
        self._is_open = False
        self._on_end.send(None)


class Screen(_OpenScreen[_State]):
    """An open screen. Its state follows the core's; listeners run on the client's own thread."""

    _core: CoreProcess

    def __init__(self, core: CoreProcess, opened: Mapping[str, Any]) -> None:
        self._core = core
        super().__init__(core, opened)

    @property
    def opener(self) -> AnyScreen | None:
        """The screen that has opened this one."""
        opener: AnyScreen | None = self._opener
        return opener

    def on_update(self, listener: Callable[[_State], object]) -> Callable[[], None]:
        """Calls a listener with the current state, and with every later one.

        Listeners run on the client's own thread, one at a time and in order; they may send events. An event's method
        returns when its update has been listened to. In a listener, `rev` is the revision of the state that it gets; for
        another thread, `on_snapshot` passes both. Returns a function that removes the listener.
        """
        return self.on_snapshot(lambda snapshot: listener(snapshot.state))

    def on_snapshot(self, listener: Callable[[Snapshot[_State]], object]) -> Callable[[], None]:
        """Calls a listener with the current state and its revision, and with every later one, as `on_update` does."""

        def accept(_: object) -> Callable[[], None]:
            remove = self._on_snapshot.add(listener)
            try:
                listener(self._snapshot)
            except BaseException:
                remove()
                raise
            return remove

        return self._core._on_own_thread(accept)

    def on_opened(self, listener: Callable[[AnyScreen], object]) -> Callable[[], None]:
        """Calls a listener with each screen that this one opens. Returns a function that removes the listener."""
        return self._on_opened.add(listener)

    def leave(self, *, timeout: float | None = None) -> bool:
        """Leaves the screen, as a person does. Returns whether it was left: otherwise it asks first, by a question or by its state, and
        the answer closes it or keeps it."""

        def accept(result: Mapping[str, Any]) -> bool:
            if "left" not in result:
                return False
            self._closed()
            return True

        return self._core._call("screen/leave", {"instance": self.instance}, accept, timeout)

    def close(self, *, timeout: float | None = None) -> None:
        """Closes the screen, and asks nothing. Its listeners are not called afterwards."""
        self._core._call("screen/close", {"instance": self.instance}, lambda _: self._closed(), timeout)

    def _closed(self) -> None:
        self._core._screens.pop(self.instance, None)
        self._end()

    def _send(self, event: Mapping[str, object], if_rev: int | None, timeout: float | None) -> int:
        params: dict[str, object] = {"instance": self.instance, "event": event}
        if if_rev is not None:
            params["ifRev"] = if_rev
        return self._core._call("screen/send", params, _rev, timeout)


class AsyncScreen(_OpenScreen[_State]):
    """An open screen. Its state follows the core's; listeners run in the event loop."""

    _core: AsyncCoreProcess

    def __init__(self, core: AsyncCoreProcess, opened: Mapping[str, Any]) -> None:
        self._core = core
        super().__init__(core, opened)

    @property
    def opener(self) -> AnyAsyncScreen | None:
        """The screen that has opened this one."""
        opener: AnyAsyncScreen | None = self._opener
        return opener

    def on_update(self, listener: Callable[[_State], object]) -> Callable[[], None]:
        """Calls a listener with the current state, and with every later one.

        An event's method returns after its update has been listened to. Returns a function that removes the listener.
        """
        return self.on_snapshot(lambda snapshot: listener(snapshot.state))

    def on_snapshot(self, listener: Callable[[Snapshot[_State]], object]) -> Callable[[], None]:
        """Calls a listener with the current state and its revision, and with every later one, as `on_update` does."""
        listener(self._snapshot)
        return self._on_snapshot.add(listener)

    def on_opened(self, listener: Callable[[AnyAsyncScreen], object]) -> Callable[[], None]:
        """Calls a listener with each screen that this one opens. Returns a function that removes the listener."""
        return self._on_opened.add(listener)

    async def states(self) -> AsyncIterator[_State]:
        """The current state and the later ones, until the screen is closed.

        A loop that is slower than the core gets the newest state and misses those before it.

        Raises:
            CoreEndedError: The core has ended while the screen was open.
        """
        async for snapshot in self.snapshots():
            yield snapshot.state

    async def snapshots(self) -> AsyncIterator[Snapshot[_State]]:
        """The current state with its revision and the later ones, as `states` has them."""
        changed = asyncio.Event()
        removers = [self._on_snapshot.add(lambda _: changed.set()), self._on_end.add(lambda _: changed.set())]
        last: Snapshot[_State] | None = None
        try:
            while True:
                changed.clear()
                if self._snapshot is not last:
                    last = self._snapshot
                    yield last
                elif self._is_open:
                    await changed.wait()
                else:
                    break
        finally:
            for remove in removers:
                remove()
        self._core._check_end(self)

    async def wait_closed(self) -> str | None:
        """Waits until the screen is closed. Returns the reason; `None` if this program has closed it.

        The screen has its `result` by then.

        Raises:
            CoreEndedError: The core has ended while the screen was open.
        """
        if self._is_open:
            ended = asyncio.Event()
            remove = self._on_end.add(lambda _: ended.set())
            try:
                await ended.wait()
            finally:
                remove()
        self._core._check_end(self)
        return self._close_reason

    async def leave(self, *, timeout: float | None = None) -> bool:
        """Leaves the screen, as a person does. Returns whether it was left: otherwise it asks first, by a question or by its state, and
        the answer closes it or keeps it."""

        def accept(result: Mapping[str, Any]) -> bool:
            if "left" not in result:
                return False
            self._closed()
            return True

        return await self._core._call("screen/leave", {"instance": self.instance}, accept, timeout)

    async def close(self, *, timeout: float | None = None) -> None:
        """Closes the screen, and asks nothing. Its listeners are not called afterwards."""
        await self._core._call("screen/close", {"instance": self.instance}, lambda _: self._closed(), timeout)

    def _closed(self) -> None:
        self._core._screens.pop(self.instance, None)
        self._end()

    async def _send(self, event: Mapping[str, object], if_rev: int | None, timeout: float | None) -> int:
        params: dict[str, object] = {"instance": self.instance, "event": event}
        if if_rev is not None:
            params["ifRev"] = if_rev
        return await self._core._call("screen/send", params, _rev, timeout)


class _Client:
    """What both clients share: the requests that wait, and the screens that are open."""

    _screen_classes: Mapping[str, Callable[[Any, Mapping[str, Any]], _OpenScreen[Any]]] = {}
    _operations: Mapping[str, _Operation] = {}
    _languages: Mapping[str, str | None] = {}

    def __init__(
        self,
        timeout: float | None,
        on_stderr: Callable[[str], None] | None,
        on_exit: Callable[[CoreExit], object] | None,
        heartbeat: float | None,
        heartbeat_timeout: float,
        kill_hung: bool,
        services: object,
        questions: Mapping[str, Callable[[Question], Any]] | None,
    ) -> None:
        self._questions = dict(questions or {})
        handlers = {name: getattr(services, operation.handler, None) for name, operation in self._operations.items()}
        self._handlers: Mapping[str, Callable[..., Any]] = {name: run for name, run in handlers.items() if run}
        self._asked: dict[str, Callable[[], object]] = {}
        self._credits: dict[str, Callable[[int], object]] = {}
        self._timeout = timeout
        self._on_stderr = on_stderr
        self._on_exit = on_exit
        self._heartbeat = heartbeat
        self._heartbeat_timeout = heartbeat_timeout
        self._kill_hung = kill_hung
        self._heard = time.monotonic()
        self._is_hung = False
        self._was_closing = False
        self._last_stderr_line = ""
        self._screens: dict[str, _OpenScreen[Any]] = {}
        self._on_opened: _Listeners[Any] = _Listeners()
        self._calls: dict[int, _Call[Any]] = {}
        self._calls_lock = threading.Lock()
        self._count = 0
        self._limit: int | None = None
        self._is_closing = False
        self._end_error: Callable[[], TributaryError] | None = None

    def _limit_of(self, timeout: float | None) -> float | None:
        """The time limit of a call; `None` if there is none."""
        limit = self._timeout if timeout is None else timeout
        return None if limit == float("inf") else limit

    def _register(self, call: _Call[Any]) -> int:
        """The number of a request. Once the core has ended, nothing would answer it."""
        with self._calls_lock:
            if self._end_error:
                raise self._end_error()
            self._count += 1
            self._calls[self._count] = call
            return self._count

    def _abandon(self, number: int) -> bool:
        """Waits for a reply no longer; `False` if the reply is there."""
        with self._calls_lock:
            call = self._calls.get(number)
            if call is None:
                return False
            call.abandon()
        self._write({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": number}})
        return True

    def _post(self, method: str, params: Mapping[str, object], accept: Callable[[Any], object]) -> None:
        """Sends a request without waiting for its reply."""
        try:
            number = self._register(_IgnoredCall(accept, None))
        except TributaryError:
            return
        self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})

    def _write(self, message: Mapping[str, object]) -> None:
        raise NotImplementedError

    def _frame(self, message: Mapping[str, object]) -> bytes:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        frame = text.encode(errors="replace")
        if frame.decode() != text:
            raise ValueError("A text has a lone surrogate, which has no form in UTF-8.")
        if self._limit is not None and len(frame) > self._limit:
            raise ValueError(f"A message may have {self._limit} bytes.")
        return frame + b"\n"

    def _handle(self, line: bytes) -> None:
        """Handles a message of the core."""
        message = json.loads(line)
        if "method" in message:
            params = message.get("params") or {}
            if "id" in message:
                return self._receive_request(message["id"], message["method"], params)
            if message["method"] == "$/cancelRequest":
                cancel = self._asked.pop(params["id"], None)
                if cancel:
                    cancel()
                return
            if message["method"] == "service/credit":
                add = self._credits.get(params["id"])
                if add:
                    add(params["credit"])
                return
            screen = self._screens.get(params.get("instance", "")) if isinstance(params, dict) else None
            if message["method"] == "screen/opened":
                self._opened(params)
            elif screen:
                screen._received(message["method"], params)
            return
        with self._calls_lock:
            call = self._calls.pop(message["id"], None) if message["id"] is not None else None
        if call and "result" in message:
            call.succeed(message["result"])
        elif call:
            call.fail(_request_error(message["error"]))
        elif message["id"] is None:
            raise RequestError(message["error"])

    def _hello(self) -> Mapping[str, object]:
        """The params of the first request."""
        capabilities: dict[str, object] = {"patches": True}
        if self._handlers:
            capabilities["services"] = sorted(self._handlers)
        if self._questions:
            capabilities["questions"] = sorted(self._questions)
        languages = {name: value for name, value in self._languages.items() if value}
        return {"protocolVersion": "1", "capabilities": capabilities, **languages}

    def _check_services(self, info: Mapping[str, Any]) -> None:
        if self._handlers and "services" not in info["capabilities"]:
            raise TributaryError("The core asks for no services: start it with --backend client.")

    def _receive_request(self, number: str, method: str, params: Mapping[str, Any]) -> None:
        """Starts the handler that a request of the core is for."""
        if method == "question/ask":
            return self._receive_question(number, params)
        is_feed = method == "service/follow"
        if method != "service/call" and not is_feed:
            self._reply(number, {"error": {"code": -32601, "message": "Method not found"}})
            return
        name = params["feed" if is_feed else "operation"]
        operation, handler = self._operations.get(name), self._handlers.get(name)
        if not operation or not handler or operation.is_feed != is_feed:
            kind = "noSuchFeed" if is_feed else "noSuchOperation"
            self._reply(number, {"error": ServiceError(kind, detail=name)._encode()})
        elif is_feed:
            self._tell(number, handler, operation, params.get("input"), params["credit"])
        else:
            self._serve(number, handler, operation, params.get("input"))

    def _receive_question(self, number: str, params: Mapping[str, Any]) -> None:
        """Starts the function that a question is for; that of "*" answers all that have none."""
        handler = self._questions.get(params["name"]) or self._questions.get("*")
        if not handler:
            self._reply(number, {"result": {"cannot": "This program does not answer the question."}})
            return
        question = Question(
            params["question"], params["name"], params.get("instance"), params.get("event"), params.get("input")
        )
        self._answer(number, handler, question)

    def _answer(self, number: str, handler: Callable[[Question], Any], question: Question) -> None:
        raise NotImplementedError

    def _tell(self, number: str, handler: Callable[..., Any], operation: _Operation, input: object, credit: int) -> None:
        raise NotImplementedError

    def _write_element(self, number: str, element: object) -> None:
        self._write({"jsonrpc": "2.0", "method": "service/event", "params": {"id": number, "element": element}})

    def _serve(self, number: str, handler: Callable[..., Any], operation: _Operation, input: object) -> None:
        raise NotImplementedError

    def _reply(self, number: str, outcome: Mapping[str, object]) -> None:
        """Answers a request of the core. An answer that has no form in JSON is an error of the service."""
        message = {"jsonrpc": "2.0", "id": number}
        try:
            self._write({**message, **outcome})
        except (TypeError, ValueError) as error:
            self._write({**message, "error": _service_error(error)})

    def _opened(self, opened: Mapping[str, Any]) -> None:
        """Makes the screen that the app has opened."""
        screen = self._make(opened)
        if screen._opener:
            screen._opener._on_opened.send(screen)
        self._on_opened.send(screen)

    def _make(self, opened: Mapping[str, Any]) -> _OpenScreen[Any]:
        """Makes a screen whose class is known by its name."""
        return self._screen_classes.get(opened["screen"], self._unknown_screen_class())(self, opened)

    def _unknown_screen_class(self) -> Callable[[Any, Mapping[str, Any]], _OpenScreen[Any]]:
        raise NotImplementedError

    def _close_late(self, opened: Mapping[str, Any]) -> None:
        """Closes a screen for which nothing waits any longer."""
        self._post("screen/close", {"instance": opened["instance"]}, _ignore)

    def _end(self, error: Callable[[], TributaryError]) -> None:
        """Fails the calls that wait, and every later one."""
        with self._calls_lock:
            if self._end_error:
                return
            self._end_error = error
            self._was_closing = self._is_closing
            calls, self._calls = list(self._calls.values()), {}
        for call in calls:
            call.fail(error())
        for screen in list(self._screens.values()):
            screen._end()

    def _received_stderr(self, line: bytes) -> None:
        """Keeps a line of the standard error, and passes it on."""
        text = line.decode(errors="replace").rstrip("\r\n")
        self._last_stderr_line = text[:4096]
        if self._on_stderr:
            _run(self._on_stderr, text)
        else:
            print(text, file=sys.stderr, flush=True)

    def _hang(self, kill: Callable[[], None]) -> None:
        """Gives up a core that has not answered a heartbeat."""
        self._is_hung = True
        seconds = self._heartbeat_timeout
        self._end(lambda: CoreHungError(seconds))
        if self._kill_hung:
            kill()
        if self._on_exit:
            _run(self._on_exit, CoreExit("hung", None, None, self._last_stderr_line))

    def _report_exit(self, code: int, is_misunderstood: bool) -> None:
        """Reports the end of the process, unless it was given up before."""
        if not self._on_exit or self._is_hung:
            return
        reason: Literal["closed", "exited", "signal", "misunderstood"] = (
            "misunderstood" if is_misunderstood else "closed" if self._was_closing else "signal" if code < 0 else "exited"
        )
        exit_code, signal = (None, -code) if code < 0 else (code, None)
        _run(self._on_exit, CoreExit(reason, exit_code, signal, self._last_stderr_line))

    def _check_end(self, screen: _OpenScreen[Any]) -> None:
        """Raises if a screen was open when the core has ended without being asked to."""
        if screen.instance in self._screens and self._end_error and not self._is_closing:
            raise self._end_error()


class CoreProcess(_Client):
    """The core as a child process, without its screens. Any thread may call any method, also at the same time."""

    def __init__(
        self,
        command: str | Sequence[str] = "tributary-stdio",
        *,
        env: Mapping[str, str] | None = None,
        on_stderr: Callable[[str], None] | None = None,
        timeout: float | None = None,
        on_exit: Callable[[CoreExit], object] | None = None,
        heartbeat: float | None = None,
        heartbeat_timeout: float = 10,
        kill_hung: bool = False,
        services: Services | None = None,
        questions: Mapping[str, Callable[[Question], Any]] | None = None,
        language: str | None = None,
        locale: str | None = None,
    ) -> None:
        """Starts the core.

        Args:
            command: The program, or a list of the program and its options.
            env: The environment of the process, if not this program's own.
            on_stderr: Receives each line of the standard error, which is this program's own otherwise.
            timeout: The seconds that each call waits for its reply, unless it has a time limit of its own. None waits until
                the core ends, and so does `math.inf` for a call.
            on_exit: Receives the end of the core, once. It runs on a thread of the client.
            heartbeat: The seconds of silence after which the core is asked for a sign of life. None never asks.
            heartbeat_timeout: The seconds that it has for the answer. Without one it hangs: every call fails.
            kill_hung: Whether a core that hangs is killed. It runs on otherwise, until `kill()` or `close()`.
            services: Answers the app in place of a backend, if the command has `--backend client`. Each request runs on a
                thread of its own, so a handler may wait, and call the core.
            questions: Answers what the app asks of its front: a function for each name, or for "*". It returns the answer
                as it is in JSON, or raises `NoAnswer` or `CannotAnswer`. It runs on a thread of its own. Without it the app
                asks this program nothing.
            language: The language of the app's texts, such as "de"; that of its options if it is left out.
            locale: The locale of numbers, money and dates, such as "de_AT"; the language's if it is left out.

        Raises:
            OSError: The program cannot be started.
            CoreEndedError: It ended at once, for example because of a wrong option.
            RequestError: It does not speak version 1 of the protocol.
        """
        super().__init__(timeout, on_stderr, on_exit, heartbeat, heartbeat_timeout, kill_hung, services, questions)
        self._languages = {"language": language, "locale": locale}
        self._process = subprocess.Popen(
            [command] if isinstance(command, str) else list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if on_stderr or on_exit else None,
            env=env,
        )
        assert self._process.stdin and self._process.stdout
        self._stdin = self._process.stdin
        self._failure: str | None = None
        self._write_lock = threading.Lock()
        # NB: one line at most waits here. While a listener runs, the core sees a reader that is slow, and leaves states out.
        self._lines: queue.Queue[bytes] = queue.Queue(maxsize=1)
        self._is_at_end = False
        self._thread = threading.Thread(target=self._run, name="tributary", daemon=True)
        self._has_ended = threading.Event()
        self._has_begun = threading.Event()
        self._stderr_reader: threading.Thread | None = None
        if self._process.stderr:
            errors = (self._process.stderr, self._received_stderr)
            self._stderr_reader = threading.Thread(target=_read_errors, args=errors, daemon=True)
            self._stderr_reader.start()
        self._thread.start()
        reader = threading.Thread(target=_read, args=(self._process.stdout, self._put), daemon=True)
        reader.start()
        threading.Thread(target=self._watch, args=(reader,), name="tributary-watch", daemon=True).start()
        if heartbeat is not None:
            threading.Thread(target=self._beat, args=(heartbeat,), name="tributary-heartbeat", daemon=True).start()
        try:
            self.info: Mapping[str, Any] = self.request("initialize", self._hello())
            """The reply to `initialize`: `coreInfo`, `capabilities`, `limits`."""
            self._limit = self.info["limits"]["message"]
            self._check_services(self.info)
        except BaseException as error:
            if isinstance(error, RequestTimeoutError):
                self.kill()
            self.close()
            raise

    @property
    def screens(self) -> Sequence[AnyScreen]:
        """The open screens."""
        screens: Sequence[Any] = list(self._screens.values())
        return screens

    def on_opened(self, listener: Callable[[AnyScreen], object]) -> Callable[[], None]:
        """Calls a listener with each screen that the app opens, before the event's method returns.

        Listeners run on the client's own thread, as those of `on_update` do. Returns a function that removes the listener.
        """
        return self._on_opened.add(listener)

    def request(
        self, method: str, params: Mapping[str, object] | None = None, *, timeout: float | None = None
    ) -> Any:
        """Sends any request, and returns its result when it comes.

        Raises:
            RequestError: The core answers with an error.
            RequestTimeoutError: The reply has not come within the time limit, in seconds.
            CoreEndedError: The core has ended.
            ValueError: The params have no form in JSON, or are longer than a message may be.
        """
        return self._call(method, params or {}, lambda result: result, timeout)

    def give_file(
        self, question: Question, name: str, content: bytes | IO[bytes], media_type: str | None = None
    ) -> dict[str, object]:
        """Gives a file of any size in answer to the question "pickFile". Returns what its function returns then.

        Args:
            question: The question.
            name: The name of the file, a label.
            content: The bytes, or a file that is open for reading them, from where it stands to its end.
            media_type: The media type, such as "image/png".

        Raises:
            RequestError: The app does not take the file: it is too large, or there is no room for it.
        """
        file, size = _file(content)
        begun = self.request("file/begin", {"question": question.id, "size": size})
        offset = 0
        while data := file.read(begun["chunk"]):
            self.request("file/write", _chunk(begun["file"], offset, data))
            offset += len(data)
        return _given(begun["file"], name, media_type, size)

    def read_file(self, attachment: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece, whose `attachment` a question or an input has, as long as that is not answered.

        Raises:
            RequestError: The file is not there, or was changed meanwhile.
        """
        offset = 0
        while data := base64.b64decode(self.request("file/read", {"file": attachment, "offset": offset})["data"]):
            offset += len(data)
            yield data

    def sync(self, *, timeout: float | None = None) -> None:
        """Returns when nothing is in flight, and every update that came of it has been listened to."""
        self.request("sync", timeout=timeout)

    def close(self) -> int:
        """Ends the core: closes its input, reads its output to the end, and returns its exit code."""
        self._is_closing = True
        if self._is_hung:
            self._process.kill()
        else:
            self._close_input()
        return self.wait()

    def kill(self) -> int:
        """Ends the core without its help, and returns its exit code. What it has not answered is a `CoreEndedError`."""
        self._is_closing = True
        self._process.kill()
        return self.wait()

    def wait(self) -> int:
        """Waits for the end of the core, and returns its exit code."""
        if threading.current_thread() is self._thread:
            while self._receive(None):
                pass
        else:
            self._thread.join()
        if self._stderr_reader and threading.current_thread() is not self._stderr_reader:
            # NB: a process that the core has started may hold the standard error open.
            self._stderr_reader.join(1)
        return self._process.wait()

    def _open(self, type: Callable[[Any, Any], _Result], name: str, params: object, timeout: float | None) -> _Result:
        """Opens a screen, which is known before its first update is read."""
        request = {"screen": name, "params": params}
        return self._call("screen/open", request, lambda opened: type(self, opened), timeout, self._close_late)

    def _open_link(self, link: str, timeout: float | None) -> Any:
        """Opens the screen of a link, whose name is in the reply."""
        return self._call("screen/open", {"link": link}, self._make, timeout, self._close_late)

    def _follow(self, type: Callable[[Any, Any], _Result], instance: str, timeout: float | None) -> _Result:
        """Follows an instance that is open without having been opened."""
        known: Any = self._screens.get(instance)

        def accept(opened: Any) -> _Result:
            screen: _Result = known or type(self, opened)
            return screen

        return self._call("screen/get", {"instance": instance}, accept, timeout)

    def _on_own_thread(self, function: Callable[[Any], _Result]) -> _Result:
        """Calls a function on the client's own thread, between two messages."""
        if threading.current_thread() is self._thread:
            return function(None)
        return self._call("ping", {}, function, None)

    def _call(
        self,
        method: str,
        params: Mapping[str, object],
        accept: Callable[[Any], _Result],
        timeout: float | None,
        undo: Callable[[Any], object] | None = None,
    ) -> _Result:
        """Sends a request. `accept` makes the result of the reply on the client's own thread, before the next message."""
        limit = self._limit_of(timeout)
        call = _BlockingCall(accept, undo)
        number = self._register(call)
        try:
            self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            self._wait_for(call, limit)
        except BaseException:
            with self._calls_lock:
                self._calls.pop(number, None)
            raise
        if not call.is_done.is_set():
            if self._is_at_end and threading.current_thread() is self._thread:
                raise self._ending()
            if limit is not None and self._abandon(number):
                raise RequestTimeoutError(limit)
            call.is_done.wait()
        return call.outcome()

    def _wait_for(self, call: _BlockingCall[Any], limit: float | None) -> None:
        if threading.current_thread() is not self._thread:
            call.is_done.wait(limit)
            return
        deadline = None if limit is None else time.monotonic() + limit
        while not call.is_done.is_set():
            rest = None if deadline is None else deadline - time.monotonic()
            if rest is not None and rest <= 0 or not self._receive(rest):
                return

    def _write(self, message: Mapping[str, object]) -> None:
        frame = self._frame(message)
        with self._write_lock:
            self._has_begun.set()
            if self._stdin.closed:
                return  # The client's own thread reports the end of the process.
            try:
                self._stdin.write(frame)
                self._stdin.flush()
            except OSError:
                pass

    def _serve(self, number: str, handler: Callable[..., Any], operation: _Operation, input: object) -> None:
        """Runs a handler on a thread of its own. The answer to a request that the core has cancelled is dropped."""
        self._asked[number] = lambda: None

        def run() -> None:
            try:
                outcome: dict[str, object] = {"result": {"answer": operation.encode(handler(*operation.decode(input)))}}
            except Exception as error:
                outcome = {"error": _service_error(error)}
            if self._asked.pop(number, None):
                self._reply(number, outcome)

        threading.Thread(target=run, name="tributary-service", daemon=True).start()

    def _answer(self, number: str, handler: Callable[[Question], Any], question: Question) -> None:
        """Runs the function of a question on a thread of its own."""
        self._asked[number] = lambda: None

        def run() -> None:
            try:
                outcome = _answered(handler(question))
            except Exception as error:
                outcome = _unanswered(error)
            if self._asked.pop(number, None):
                self._reply(number, outcome)

        threading.Thread(target=run, name="tributary-question", daemon=True).start()

    def _tell(self, number: str, handler: Callable[..., Any], operation: _Operation, input: object, credit: int) -> None:
        """Tells the elements of a feed on a thread of its own, as many as the core gives credit for."""
        room = threading.Semaphore(credit)
        self._asked[number] = room.release
        self._credits[number] = room.release

        def run() -> None:
            outcome: dict[str, object] = {"result": {}}
            try:
                elements = iter(handler(*operation.decode(input)))
                for element in elements:
                    room.acquire()
                    if number not in self._asked:
                        break
                    self._write_element(number, operation.encode(element))
                close = getattr(elements, "close", None)
                if close:
                    close()
            except Exception as error:
                outcome = {"error": _service_error(error)}
            self._credits.pop(number, None)
            if self._asked.pop(number, None):
                self._reply(number, outcome)

        threading.Thread(target=run, name="tributary-feed", daemon=True).start()

    def _close_input(self) -> None:
        with self._write_lock:
            try:
                self._stdin.close()
            except OSError:
                pass  # The process has ended before it read all.

    def _run(self) -> None:
        while self._receive(None):
            pass
        code = self._process.wait()
        self._has_ended.set()
        self._close_input()
        self._end(self._ending)
        if self._stderr_reader:
            # NB: a process that the core has started may hold the standard error open.
            self._stderr_reader.join(1)
        self._report_exit(code, self._failure is not None)

    def _watch(self, reader: threading.Thread) -> None:
        """Ends the reading when the core has ended, also if a process that it has started holds the output open."""
        self._process.wait()
        reader.join(1)
        if reader.is_alive():
            self._lines.put(b"")

    def _put(self, line: bytes) -> None:
        """Hands a line to the client's own thread. While that is busy, the core is not silent."""
        self._heard = float("inf")
        if not self._is_hung:
            self._lines.put(line)
        self._heard = time.monotonic()

    def _beat(self, interval: float) -> None:
        """Asks a core that is silent for a sign of life, and gives it up if there is none."""
        # NB: not before: a heartbeat would be the first message, and the core takes `initialize` as the first one alone.
        self._has_begun.wait()
        while not self._has_ended.wait(max(0, min(self._heard + interval - time.monotonic(), interval))):
            asked = time.monotonic()
            if self._heard + interval > asked:
                continue
            # NB: a core that does not read may leave no room for the request, so another thread writes it.
            threading.Thread(target=self._post, args=("ping", {}, _ignore), daemon=True).start()
            if self._has_ended.wait(self._heartbeat_timeout):
                return
            if self._heard < asked:
                self._hang(self._process.kill)
                try:
                    self._lines.put_nowait(b"")  # A listener that waits for a reply goes on.
                except queue.Full:
                    pass
                return

    def _ending(self) -> TributaryError:
        """The reason for which no reply comes any more."""
        if self._is_hung:
            return CoreHungError(self._heartbeat_timeout)
        return TributaryError(self._failure) if self._failure else CoreEndedError(self._process.wait())

    def _receive(self, timeout: float | None) -> bool:
        """Handles the next message, on the client's own thread; `False` at the end, and when none has come in time."""
        if self._is_at_end:
            return False
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            return False
        try:
            if line:
                self._handle(line)
                return not self._is_at_end
        except Exception as error:
            self._failure = _not_understood(error)
            self._close_input()
            while self._lines.get():
                pass
        self._is_at_end = True
        return False

    def _unknown_screen_class(self) -> Callable[[Any, Mapping[str, Any]], _OpenScreen[Any]]:
        return UnknownScreen


class AsyncCoreProcess(_Client):
    """The core as a child process, without its screens, for asyncio. All of it belongs to one event loop."""

    info: Mapping[str, Any]
    """The reply to `initialize`: `coreInfo`, `capabilities`, `limits`."""

    def __init__(
        self,
        command: str | Sequence[str] = "tributary-stdio",
        *,
        env: Mapping[str, str] | None = None,
        on_stderr: Callable[[str], None] | None = None,
        timeout: float | None = None,
        on_exit: Callable[[CoreExit], object] | None = None,
        heartbeat: float | None = None,
        heartbeat_timeout: float = 10,
        kill_hung: bool = False,
        services: AsyncServices | None = None,
        questions: Mapping[str, Callable[[Question], Any]] | None = None,
        language: str | None = None,
        locale: str | None = None,
    ) -> None:
        """A core that `async with` or `start` starts.

        Args:
            command: The program, or a list of the program and its options.
            env: The environment of the process, if not this program's own.
            on_stderr: Receives each line of the standard error, which is this program's own otherwise.
            timeout: The seconds that each call waits for its reply, unless it has a time limit of its own. None waits until
                the core ends, and so does `math.inf` for a call.
            on_exit: Receives the end of the core, once. It runs in the event loop.
            heartbeat: The seconds of silence after which the core is asked for a sign of life. None never asks.
            heartbeat_timeout: The seconds that it has for the answer. Without one it hangs: every call fails.
            kill_hung: Whether a core that hangs is killed. It runs on otherwise, until `kill()` or `close()`.
            services: Answers the app in place of a backend, if the command has `--backend client`. Each request is a task,
                which is cancelled if the core cancels the request.
            questions: Answers what the app asks of its front: a function for each name, or for "*". It returns the answer
                as it is in JSON, or an awaitable of it, or raises `NoAnswer` or `CannotAnswer`. Without it the app asks this
                program nothing.
            language: The language of the app's texts, such as "de"; that of its options if it is left out.
            locale: The locale of numbers, money and dates, such as "de_AT"; the language's if it is left out.
        """
        super().__init__(timeout, on_stderr, on_exit, heartbeat, heartbeat_timeout, kill_hung, services, questions)
        self._languages = {"language": language, "locale": locale}
        self._command = [command] if isinstance(command, str) else list(command)
        self._env = env
        self._reader: asyncio.Task[int]

    @property
    def screens(self) -> Sequence[AnyAsyncScreen]:
        """The open screens."""
        screens: Sequence[Any] = list(self._screens.values())
        return screens

    async def start(self) -> None:
        """Starts the core.

        Raises:
            OSError: The program cannot be started.
            CoreEndedError: It ended at once, for example because of a wrong option.
            RequestError: It does not speak version 1 of the protocol.
        """
        loop = asyncio.get_running_loop()
        # NB: not by asyncio, which takes a process for running as long as any other one has its streams.
        self._process = subprocess.Popen(
            self._command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if self._on_stderr or self._on_exit else None,
            env=self._env,
        )
        self._exit_code: asyncio.Future[int] = loop.create_future()
        threading.Thread(target=self._watch, args=(loop,), name="tributary-watch", daemon=True).start()
        self._stdin, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, self._process.stdin)
        stdout = await self._stream(loop, self._process.stdout)
        stderr = await self._stream(loop, self._process.stderr) if self._process.stderr else None
        self._reader = asyncio.ensure_future(self._read(stdout, stderr))
        self._heard = time.monotonic()
        if self._heartbeat is not None:
            self._beating = asyncio.ensure_future(self._beat(self._heartbeat))
            self._reader.add_done_callback(lambda _: self._beating.cancel())
        try:
            self.info = await self.request("initialize", self._hello())
            self._limit = self.info["limits"]["message"]
            self._check_services(self.info)
        except BaseException as error:
            if not isinstance(error, (RequestError, CoreEndedError)):
                self._kill()
            await self.close()
            raise

    def on_opened(self, listener: Callable[[AnyAsyncScreen], object]) -> Callable[[], None]:
        """Calls a listener with each screen that the app opens, before the event's method returns.

        Returns a function that removes the listener.
        """
        return self._on_opened.add(listener)

    async def request(
        self, method: str, params: Mapping[str, object] | None = None, *, timeout: float | None = None
    ) -> Any:
        """Sends any request, and returns its result when it comes.

        Raises:
            RequestError: The core answers with an error.
            RequestTimeoutError: The reply has not come within the time limit, in seconds.
            CoreEndedError: The core has ended.
            ValueError: The params have no form in JSON, or are longer than a message may be.
        """
        return await self._call(method, params or {}, lambda result: result, timeout)

    async def give_file(
        self, question: Question, name: str, content: bytes | IO[bytes], media_type: str | None = None
    ) -> dict[str, object]:
        """Gives a file of any size in answer to the question "pickFile". Returns what its function returns then.

        Args:
            question: The question.
            name: The name of the file, a label.
            content: The bytes, or a file that is open for reading them, from where it stands to its end.
            media_type: The media type, such as "image/png".

        Raises:
            RequestError: The app does not take the file: it is too large, or there is no room for it.
        """
        file, size = _file(content)
        begun = await self.request("file/begin", {"question": question.id, "size": size})
        offset = 0
        while data := file.read(begun["chunk"]):
            await self.request("file/write", _chunk(begun["file"], offset, data))
            offset += len(data)
        return _given(begun["file"], name, media_type, size)

    async def read_file(self, attachment: str) -> AsyncIterator[bytes]:
        """The bytes of a file, piece by piece, whose `attachment` a question or an input has, as long as that is not answered.

        Raises:
            RequestError: The file is not there, or was changed meanwhile.
        """
        offset = 0
        while True:
            data = base64.b64decode((await self.request("file/read", {"file": attachment, "offset": offset}))["data"])
            if not data:
                return
            offset += len(data)
            yield data

    async def sync(self, *, timeout: float | None = None) -> None:
        """Returns when nothing is in flight, and every update that came of it has been listened to."""
        await self.request("sync", timeout=timeout)

    async def close(self) -> int:
        """Ends the core: closes its input, reads its output to the end, and returns its exit code."""
        self._is_closing = True
        if self._is_hung:
            self._kill()
        self._stdin.close()
        return await self.wait()

    async def kill(self) -> int:
        """Ends the core without its help, and returns its exit code. What it has not answered is a `CoreEndedError`."""
        self._is_closing = True
        self._kill()
        return await self.wait()

    async def wait(self) -> int:
        """Waits for the end of the core, and returns its exit code."""
        return await asyncio.shield(self._reader)

    async def _open(
        self, type: Callable[[Any, Any], _Result], name: str, params: object, timeout: float | None
    ) -> _Result:
        """Opens a screen, which is known before its first update is read."""
        request = {"screen": name, "params": params}
        return await self._call("screen/open", request, lambda opened: type(self, opened), timeout, self._close_late)

    async def _open_link(self, link: str, timeout: float | None) -> Any:
        """Opens the screen of a link, whose name is in the reply."""
        return await self._call("screen/open", {"link": link}, self._make, timeout, self._close_late)

    async def _follow(self, type: Callable[[Any, Any], _Result], instance: str, timeout: float | None) -> _Result:
        """Follows an instance that is open without having been opened."""
        known: Any = self._screens.get(instance)

        def accept(opened: Any) -> _Result:
            screen: _Result = known or type(self, opened)
            return screen

        return await self._call("screen/get", {"instance": instance}, accept, timeout)

    async def _call(
        self,
        method: str,
        params: Mapping[str, object],
        accept: Callable[[Any], _Result],
        timeout: float | None,
        undo: Callable[[Any], object] | None = None,
    ) -> _Result:
        """Sends a request. `accept` makes the result of the reply before the next message is handled."""
        limit = self._limit_of(timeout)
        call = _AwaitedCall(accept, undo)
        number = self._register(call)
        try:
            self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        except BaseException:
            self._calls.pop(number, None)
            raise
        try:
            await asyncio.wait({call.outcome}, timeout=limit)
        except asyncio.CancelledError:
            self._abandon(number)
            raise
        if not call.outcome.done():
            self._abandon(number)
            raise RequestTimeoutError(limit or 0)
        return call.outcome.result()()

    def _write(self, message: Mapping[str, object]) -> None:
        frame = self._frame(message)
        if not self._stdin.is_closing():
            self._stdin.write(frame)

    def _answer(self, number: str, handler: Callable[[Question], Any], question: Question) -> None:
        """Runs the function of a question as a task."""

        async def run() -> None:
            try:
                answer = handler(question)
                if inspect.isawaitable(answer):
                    answer = await answer
                outcome = _answered(answer)
            except Exception as error:
                outcome = _unanswered(error)
            self._asked.pop(number, None)
            self._reply(number, outcome)

        self._asked[number] = asyncio.ensure_future(run()).cancel

    def _serve(self, number: str, handler: Callable[..., Any], operation: _Operation, input: object) -> None:
        """Runs a handler as a task."""

        async def run() -> None:
            try:
                answer = handler(*operation.decode(input))
                if inspect.isawaitable(answer):
                    answer = await answer
                outcome: dict[str, object] = {"result": {"answer": operation.encode(answer)}}
            except Exception as error:
                outcome = {"error": _service_error(error)}
            self._asked.pop(number, None)
            self._reply(number, outcome)

        self._asked[number] = asyncio.ensure_future(run()).cancel

    def _tell(self, number: str, handler: Callable[..., Any], operation: _Operation, input: object, credit: int) -> None:
        """Tells the elements of a feed in a task, as many as the core gives credit for."""
        room = asyncio.Semaphore(credit)

        def add(count: int) -> None:
            for _ in range(count):
                room.release()

        async def run() -> None:
            outcome: dict[str, object] = {"result": {}}
            try:
                elements = handler(*operation.decode(input))
                if hasattr(elements, "__aiter__"):
                    async for element in elements:
                        await room.acquire()
                        self._write_element(number, operation.encode(element))
                else:
                    for element in elements:
                        await room.acquire()
                        self._write_element(number, operation.encode(element))
            except Exception as error:
                outcome = {"error": _service_error(error)}
            self._credits.pop(number, None)
            self._asked.pop(number, None)
            self._reply(number, outcome)

        self._credits[number] = add
        self._asked[number] = asyncio.ensure_future(run()).cancel

    def _kill(self) -> None:
        try:
            self._process.kill()
        except ProcessLookupError:
            pass  # It has ended.

    async def _stream(self, loop: asyncio.AbstractEventLoop, pipe: IO[bytes] | None) -> asyncio.StreamReader:
        """A pipe of the process as a stream, which ends soon after the process, whoever else has the pipe."""
        stream = asyncio.StreamReader()
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stream), pipe)
        self._exit_code.add_done_callback(lambda _: loop.call_later(1, transport.close))
        return stream

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Waits for the end of the process on a thread of its own."""
        code = self._process.wait()

        def end() -> None:
            if not self._exit_code.done():
                self._exit_code.set_result(code)

        try:
            loop.call_soon_threadsafe(end)
        except RuntimeError:
            pass  # The program has ended its loop before.

    async def _read(self, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader | None) -> int:
        errors = asyncio.ensure_future(self._read_errors(stderr))
        failure: str | None = None
        async for line in _lines(stdout):
            self._heard = time.monotonic()
            if failure or self._is_hung:
                continue
            try:
                self._handle(line)
            except Exception as error:
                failure = _not_understood(error)
                self._stdin.close()
        exit_code = await self._exit_code
        self._stdin.close()
        for cancel in self._asked.values():
            cancel()
        self._end(lambda: TributaryError(failure) if failure else CoreEndedError(exit_code))
        await errors
        self._report_exit(exit_code, failure is not None)
        return exit_code

    async def _beat(self, interval: float) -> None:
        """Asks a core that is silent for a sign of life, and gives it up if there is none."""
        while True:
            asked = time.monotonic()
            if self._heard + interval > asked:
                await asyncio.sleep(self._heard + interval - asked)
                continue
            self._post("ping", {}, _ignore)
            await asyncio.sleep(self._heartbeat_timeout)
            # NB: after a pause of the event loop, the answer may be there and not be read yet.
            await asyncio.sleep(self._heartbeat_timeout / 10)
            if self._heard < asked:
                return self._hang(self._kill)

    async def _read_errors(self, stderr: asyncio.StreamReader | None) -> None:
        if stderr:
            async for line in _lines(stderr):
                self._received_stderr(line)

    def _unknown_screen_class(self) -> Callable[[Any, Mapping[str, Any]], _OpenScreen[Any]]:
        return UnknownAsyncScreen


class UnknownScreen(Screen[Any]):
    """A screen that this client does not know, because the core is of a later version. Its state is as in JSON."""

    def __init__(self, core: CoreProcess, opened: Mapping[str, Any]) -> None:
        self._screen_name: str = opened["screen"]
        super().__init__(core, opened)

    @property
    def screen_name(self) -> str:
        return self._screen_name

    def send(
        self, event: Mapping[str, object], *, if_rev: int | None = None, timeout: float | None = None
    ) -> int:
        """Sends an event as it is in JSON, such as `{"type": "nextButtonWasTapped"}`."""
        return self._send(event, if_rev, timeout)

    def _decode(self, json: Any, lists: _Lists) -> Any:
        return copy.deepcopy(json)


class UnknownAsyncScreen(AsyncScreen[Any]):
    """A screen that this client does not know, because the core is of a later version. Its state is as in JSON."""

    def __init__(self, core: AsyncCoreProcess, opened: Mapping[str, Any]) -> None:
        self._screen_name: str = opened["screen"]
        super().__init__(core, opened)

    @property
    def screen_name(self) -> str:
        return self._screen_name

    async def send(
        self, event: Mapping[str, object], *, if_rev: int | None = None, timeout: float | None = None
    ) -> int:
        """Sends an event as it is in JSON, such as `{"type": "nextButtonWasTapped"}`."""
        return await self._send(event, if_rev, timeout)

    def _decode(self, json: Any, lists: _Lists) -> Any:
        return copy.deepcopy(json)


def _request_error(error: Mapping[str, Any]) -> RequestError:
    return RefusedError(error) if error["code"] == 1004 else RequestError(error)


def _file(content: bytes | IO[bytes]) -> tuple[IO[bytes], int]:
    """A file that is read from where it stands, and how many bytes that are."""
    file = io.BytesIO(content) if isinstance(content, bytes) else content
    start = file.tell()
    size = file.seek(0, io.SEEK_END) - start
    file.seek(start)
    return file, size


def _chunk(file: str, offset: int, data: bytes) -> Mapping[str, object]:
    return {"file": file, "offset": offset, "data": base64.b64encode(data).decode()}


def _given(file: str, name: str, media_type: str | None, size: int) -> dict[str, object]:
    """The answer to "pickFile"."""
    return {"attachment": file, "mediaType": media_type, "name": name, "size": size}


def _answered(answer: object) -> Mapping[str, object]:
    """What is replied to a question. One that is answered by the deed alone has no answer."""
    return {"result": {} if answer is None else {"answer": answer}}


def _unanswered(error: Exception) -> Mapping[str, object]:
    """What is replied to a question without an answer. Another exception is reported as any that is not caught."""
    if isinstance(error, NoAnswer):
        return {"result": {"cancelled": True}}
    if isinstance(error, CannotAnswer):
        return {"result": {"cannot": str(error)}}
    sys.excepthook(type(error), error, error.__traceback__)
    return {"result": {"cannot": "The program has failed."}}


def _service_error(error: Exception) -> Mapping[str, object]:
    """The error of a handler. One that is not meant for the app is reported as any that is not caught."""
    if not isinstance(error, ServiceError):
        sys.excepthook(type(error), error, error.__traceback__)
        error = ServiceError()
    return error._encode()


def _not_understood(error: Exception) -> str:
    """What cannot be read is not the protocol: nothing behind it can be trusted."""
    return f"The core's output cannot be understood ({type(error).__name__})."


def _ignore(_: object) -> None:
    pass


def _rev(result: Any) -> int:
    rev: int = result["rev"]
    return rev


def _run(listener: Callable[[Any], object], value: Any) -> None:
    """Calls a listener. Its exception is reported as any that is not caught, and the client goes on."""
    try:
        listener(value)
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)


def _read(stream: IO[bytes], receive: Callable[[bytes], None]) -> None:
    """Reads lines, and at the end receives an empty one."""
    with stream:
        for line in stream:
            receive(line)
    receive(b"")


def _read_errors(stream: IO[bytes], receive: Callable[[bytes], None]) -> None:
    with stream:
        for line in stream:
            receive(line)


async def _lines(stream: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The lines of a stream, however long they are."""
    parts: list[bytes] = []
    while True:
        chunk = await stream.read(1 << 16)
        if not chunk:
            break
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield b"".join([*parts, end])
            parts.clear()
        parts.append(rest)
        # NB: a stream that always has more does not let another task run.
        await asyncio.sleep(0)
    if any(parts):
        yield b"".join(parts)


def _keep_unknown(record: _AnyRecord, json: Mapping[str, Any], known: Sequence[str]) -> _AnyRecord:
    """Adds the members of JSON that the record has no place for."""
    if len(json) > len(known):
        unknown = {name: copy.deepcopy(value) for name, value in json.items() if name not in known}
        object.__setattr__(record, "unknown_members", unknown)
    return record


def _array(json: Sequence[Any], decode: Callable[[Any], _Value], lists: _Lists | None) -> list[_Value]:
    """Decodes a list: of one that is known, the elements that have changed."""
    if lists is None:
        return [decode(element) for element in json]
    known = lists.known.get(id(json))
    if known is None or known.json is not json or known.decode != decode:
        values = [decode(element) for element in json]
        known = _List(json, decode, values)
    elif known.is_stale:
        values = [decode(new) if old is _STALE else old for old, new in zip(known.values, json)]
        known = _List(json, decode, values)
    else:
        values = known.values
    lists.found[id(json)] = known
    return values[:]


def _present(members: Mapping[str, object]) -> Mapping[str, object]:
    """The members that have a value."""
    return {name: value for name, value in members.items() if value is not None}


def _date(json: str) -> datetime:
    """A date of RFC 3339. Digits of the second beyond the microsecond are left out."""
    text = json[:-1] + "+00:00" if json[-1] in "Zz" else json
    moment, _, fraction = text[:-6].partition(".")
    return datetime.fromisoformat(f"{moment}.{fraction[:6]:0<6}{text[-6:]}")


def _encode_date(date: datetime) -> str:
    if date.tzinfo is None:
        raise ValueError("A date needs a time zone.")
    return date.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
