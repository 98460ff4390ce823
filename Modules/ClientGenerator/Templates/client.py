"""The client of tributary-stdio {version}, version 1 of its protocol, for Python 3.11 or later.

    from {module} import Core

    with Core() as core:
        screen = core.{open}
        print(screen.state)

Each call waits for its reply, and a thread of the client receives the states. This fits a script, a test, and the loop
of a user interface, which takes a state from `on_update` as it takes anything from another thread. For asyncio:

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
import contextlib
import functools
import inspect
import io
import json
import math
import queue
import subprocess
import sys
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Coroutine
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from dataclasses import KW_ONLY, Field, dataclass, field, fields
from datetime import datetime, timezone
from decimal import Decimal
from types import NoneType, UnionType
from typing import IO, Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar, Union
from typing import cast, dataclass_transform, get_args, get_origin, get_type_hints

_Value = TypeVar("_Value")
_State = TypeVar("_State")
_Result = TypeVar("_Result")
_Opened = TypeVar("_Opened")
# What a method returns: a value, or what has it when it is awaited.
_Any = TypeVar("_Any")
_Bool = TypeVar("_Bool")
_Int = TypeVar("_Int", covariant=True)
_None = TypeVar("_None")
_Later = Coroutine[Any, Any, _Value]
_Function = Callable[[Any], Any]
_Object = Mapping[str, Any]
_Kind = Callable[[Any, str, Any], _Value]
_Remove = Callable[[], None]
_Bytes = Union[bytes, IO[bytes]]
_Reason = Literal["closed", "exited", "signal", "hung", "misunderstood"]


class TributaryError(Exception):
    """The base of this client's exceptions. Their texts never repeat a value that was sent."""


class RequestError(TributaryError):
    """The core answered a request with an error: `code` is its number, such as -32602, and `reason` a word for
    programs, such as "unknownInstance". `pointer` is the position of the fault in the params, `hint` the expected type
    or a remedy, `limit` what was exceeded."""

    def __init__(self, error: _Object) -> None:
        data: _Object = error.get("data") or {}
        self.code: int = error["code"]
        self.reason: str = data.get("reason", "")
        self.pointer: str | None = data.get("pointer")
        self.hint: str | None = data.get("hint")
        self.limit: int | None = data.get("limit")
        details = [self.reason, f"at {self.pointer}" if self.pointer else "", self.hint or ""]
        text = ", ".join(detail for detail in details if detail)
        super().__init__(f"{error['message']} ({self.code})" + (f": {text}" if text else ""))


class RefusedError(RequestError):
    """The state of the screen does not allow the event, which has changed nothing. `reason` is a text for people."""


class RequestTimeoutError(TributaryError, TimeoutError):
    """The reply has not come within the time limit. The core may carry the request out all the same."""


class CoreEndedError(TributaryError):
    """The core's process has ended, so a request has no reply. `exit_code` is negative if a signal has ended it."""

    def __init__(self, exit_code: int) -> None:
        self.exit_code = exit_code
        super().__init__(f"The core has ended with exit code {exit_code}.")


class CoreHungError(TributaryError):
    """The core has not answered a heartbeat in time. It may still run: `kill()` ends it."""


class ServiceError(TributaryError):
    """What a handler of `Services` raises for a request that it cannot answer: the app treats it as a backend's error.
    `kind` is one such as "timeout" or "failed"; a "problem" has a status as its `code`, as in HTTP, and a text for the
    user as its `detail`."""

    def __init__(self, kind: str = "failed", *, code: int | None = None, detail: str | None = None) -> None:
        self.kind = kind
        self.code = code
        self.detail = detail
        super().__init__(f"The service has failed ({kind}).")

    @staticmethod
    def problem(status: int, detail: str) -> ServiceError:
        return ServiceError("problem", code=status, detail=detail)


class NoAnswer(TributaryError):
    """What the function of a question raises if the person gives no answer."""


class CannotAnswer(TributaryError):
    """What the function of a question raises if this program cannot ask a person. Its text is for people."""


@dataclass(frozen=True)
class CoreExit:
    """The end of the core, as `on_exit` receives it: this program closed or killed it, it exited, a signal ended it, it
    does not answer, or its output cannot be understood."""

    reason: _Reason
    exit_code: int | None
    signal: int | None
    last_stderr_line: str  # At most 4,096 characters; empty if there is none.


@dataclass(frozen=True)
class Snapshot(Generic[_State]):
    """A state with its revision, which grows with each state of the screen."""

    rev: int
    state: _State
    hidden: Sequence[str] = ()  # The private members whose values are placeholders, such as "amount" and "rows/note".


@dataclass(frozen=True)
class UnknownVariant:
    """One of several cases that this client does not know, because the core is of a later version."""

    json: _Object = field(hash=False)
    type: Literal[""] = ""

    @property
    def name(self) -> str:
        """The core's word for the case."""
        return str(self.json.get("type", ""))


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """The base of values with members. In JSON a member has its name in camel case, unless its field says another."""

    unknown_members: _Object = {}  # Those of a later version, as in JSON. Two values may differ in them and be equal.

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @classmethod
    def from_json(cls, json: _Object, json_before: Any = None, before: Any = None) -> Self:
        """The value of JSON. What is the same object in the JSON of a value before it is the same object in both."""
        kind: Any = cls
        if type(before) is not kind:
            json_before, before = {}, None
        elif json is json_before:
            return cast(Self, before)
        members = _members(kind)
        values: dict[str, Any] = {}
        for key, (name, read) in members.items():
            value = json.get(key)
            if read and value is not None:
                value = read(value, json_before.get(key), getattr(before, name, None))
            values[name] = value
        record: Self = kind(**values)
        if not json.keys() <= members.keys():
            unknown = {key: json[key] for key in json if key not in members}
            object.__setattr__(record, "unknown_members", unknown)
        return record


class Typed(Record):
    """What a person typed in the place of a number, an amount of money or a date. The app reads it, by its locale."""

    typed: str


class PersonWait(Record):
    """Something that waits for a person."""

    instance: str  # Where the person does it: an instance that stands in front of all others.
    reason: str  # What the person does: "signIn", to sign in; "presented", to finish a screen that the app presents.
    since: datetime
    waiting: Sequence[str]  # The instances that wait for it.


class Question(Record):
    """A question of the app to its front, which a function of `questions` answers."""

    id: str = field(metadata={"json": "question"})
    name: str  # What is asked, such as "confirm". The core's description has inputs and answers, under `x-questions`.
    instance: str | None  # The instance that asks; `None` if the app does.
    event: str | None  # The event that the core holds until the answer; `None` if it holds none.
    input: Any  # What is asked with it, as it is in JSON.


_Read = Callable[[Any, Any, Any], Any]


@functools.cache
def _members(record: Any) -> Mapping[str, tuple[str, _Read | None]]:
    """The members of a record by their names in JSON: their own, and how they are read."""
    types = get_type_hints(record)
    return {_key(each): (each.name, _reader(types[each.name])) for each in fields(record)}


def _key(member: Field[Any]) -> str:
    first, *words = member.name.split("_")
    return str(member.metadata.get("json", first + "".join(word[:1].upper() + word[1:] for word in words)))


@functools.cache
def _reader(type: Any) -> _Read | None:
    """Reads a type from JSON, beside the JSON of a value before it and that value; `None` if the value is the JSON."""
    arguments = [each for each in get_args(type) if each is not NoneType]
    if UnknownVariant in arguments:
        known = [each for each in arguments if each is not UnknownVariant]
        return functools.partial(_read_case, {get_args(get_type_hints(case)["type"])[0]: case for case in known})
    if get_origin(type) in (Union, UnionType):
        return _reader(arguments[0])
    if get_origin(type) is Sequence:
        return functools.partial(_read_list, _reader(arguments[0]))
    if type in (Decimal, float, int):
        return lambda json, _json_before, _before: type(json)
    if type is datetime:
        return lambda json, _json_before, _before: datetime.fromisoformat(json)
    return getattr(type, "from_json", None)


def _read(type: Any, json: Any, json_before: Any = None, before: Any = None) -> Any:
    read = _reader(type)
    return json if read is None or json is None else read(json, json_before, before)


def _read_case(cases: Mapping[str, type[Record]], json: Any, json_before: Any, before: Any) -> Any:
    case = cases.get(json["type"])
    return case.from_json(json, json_before, before) if case else UnknownVariant(json)


def _read_list(read: _Read | None, json: Any, json_before: Any, before: Any) -> Sequence[Any]:
    if json is json_before and before is not None:
        return cast(Sequence[Any], before)
    if read is None:
        return list(json)
    pairs: list[tuple[Any, Any]] = list(zip(json_before or (), before or ()))
    known = {id(element): value for element, value in pairs if element is not None}
    pairs += [(None, None)] * (len(json) - len(pairs))
    return [
        known[id(each)] if id(each) in known else None if each is None else read(each, *pair)
        for each, pair in zip(json, pairs)
    ]


def _written(value: Any) -> Any:
    """What `json.dumps` can write."""
    match value:
        case Record():
            members = _members(cast(Any, type(value)))
            return {key: _written(getattr(value, name)) for key, (name, _) in members.items()}
        case UnknownVariant():
            return value.json
        case datetime():
            if value.tzinfo is None:
                raise ValueError("A date needs a time zone.")
            return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
        case Decimal():
            return format(value, "f")
        case int():
            return value if abs(value) < 2**53 else str(value)
        case Mapping():
            return {key: _written(part) for key, part in cast(_Object, value).items()}
        case list() | tuple():
            return [_written(element) for element in cast(Sequence[Any], value)]
        case _:
            return value


def _patched(json: Any, patch: Iterable[_Object]) -> Any:
    """JSON after a patch of RFC 6902: a copy where the patch changes something, the same objects everywhere else."""
    document = {"": json}
    for step in patch:
        operation, value = step["op"], step.get("value")
        if operation == "move":
            parent, place = _copied(document, step["from"])
            operation, value = "add", parent.pop(place)
        parent, place = _copied(document, step["path"])
        if operation not in ("add", "replace", "remove"):
            raise ValueError("An operation of a patch is unknown.")
        if operation != "add":
            del parent[place]
        if operation != "remove" and isinstance(place, int):
            parent.insert(place, value)
        elif operation != "remove":
            parent[place] = value
    return document[""]


def _copied(document: Any, pointer: str) -> tuple[Any, str | int]:
    """The place of a value, in a copy of what holds it; what holds that is a copy as well."""
    *path, last = pointer.split("/")
    for key in path:
        place = _place(document, key)
        document[place] = document[place].copy()
        document = document[place]
    return document, _place(document, last)


def _place(parent: Any, key: str) -> str | int:
    """The name of a member, or the index of an element: "-" is the one after the last."""
    if isinstance(parent, dict):
        return key.replace("~1", "/").replace("~0", "~")
    index = len(parent) if key == "-" else int(key)
    if not 0 <= index <= len(parent):
        raise IndexError("A patch is about an element that does not exist.")
    return index


class _Listeners(list[Callable[[_Value], object]]):
    def add(self, listener: Callable[[_Value], object]) -> _Remove:
        """Adds a listener. Returns a function that removes it."""
        self.append(listener)
        return lambda: self.remove(listener) if listener in self else None

    def send(self, value: _Value) -> None:
        for listener in self[:]:
            if listener in self:
                _notify(listener, value)


@dataclass
class _Call:
    """A request that waits for its reply. It does not retain the params, which may hold a secret."""

    number: int
    method: str
    accept: _Function
    reply: Future[Any] = field(default_factory=Future[Any])

    def succeed(self, result: Any) -> None:
        try:
            value = self.accept(result)
            if not self.reply.done():
                self.reply.set_result(value)
        except Exception as error:
            self.fail(error)

    def fail(self, error: Exception) -> None:
        if not self.reply.done():
            self.reply.set_exception(error)


def _notify(listener: _Function, value: Any) -> None:
    """Calls a listener. Its exception is reported as any that is not caught, and the client goes on."""
    try:
        listener(value)
    except Exception as error:
        _report(error)


def _report(error: Exception) -> None:
    sys.excepthook(type(error), error, error.__traceback__)


def _thread(run: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=run, name="tributary", daemon=True)
    thread.start()
    return thread


def _present(members: _Object) -> _Object:
    """The members that have a value."""
    return {name: value for name, value in members.items() if value is not None}


def _same(result: Any) -> Any:
    return result


def _ignore(*_: object) -> None:
    pass


@dataclass(eq=False, repr=False)
class _Core(Generic[_Opened, _Any, _Int, _None]):
    """The core as a child process, and the screens that are open. `Core` starts it at once, and a `with` statement
    closes it at its end; `AsyncCore` is started by `async with` or `start`.

    A function of `services` or `questions` may be a coroutine function. In `AsyncCore` it runs in the event loop; in
    `Core` each request has a thread of its own, so the function may wait, and call the core.

    A program that cannot be started is an `OSError`; one that ends at once, for example because of a wrong option, a
    `CoreEndedError`; one that does not speak version 1 of the protocol a `RequestError`.
    """

    command: str | Sequence[str] = "tributary-stdio"  # The program, or a list of the program and its options.
    _: KW_ONLY
    env: Mapping[str, str] | None = None  # The environment of the process, if not this program's own.
    on_stderr: Callable[[str], None] | None = None  # Gets each line of the standard error, else this program's own.
    # The seconds that each call waits for its reply, if it has no limit of its own. None waits until the core ends, and
    # so does `math.inf` for a call.
    timeout: float | None = None
    on_exit: Callable[[CoreExit], object] | None = None  # Gets the end of the core, once: in the loop, or on a thread.
    heartbeat: float | None = None  # The seconds of silence after which the core is asked for a sign of life.
    heartbeat_timeout: float = 10  # The seconds that it has for the answer. Without one it hangs: every call fails.
    kill_hung: bool = False  # Whether a core that hangs is killed. It runs on otherwise, until `kill()` or `close()`.
    services: Services | None = None  # Answers the app in place of a backend, if the command has `--backend client`.
    # Answers what the app asks of its front: a function for each name, or for "*". It returns the answer as it is in
    # JSON, or raises `NoAnswer` or `CannotAnswer`. Without it the app asks this program nothing.
    questions: Mapping[str, Callable[[Question], Any]] | None = None
    language: str = ""  # The language of the app's texts, such as "de", which `localize` changes; empty for its own.
    locale: str = ""  # The locale of numbers, money and dates, such as "de_AT"; the language's if it is left out.

    _mode: ClassVar[int]  # Which of the two classes of a screen this core has.

    def __post_init__(self) -> None:
        self.info: _Object = {}  # The reply to `initialize`: `coreInfo`, `capabilities`, `limits`.
        self.waits_for: Sequence[PersonWait] = ()  # What waits for a person, such as for a sign-in.
        # NB: for the screens of this file; it has no underscore, because they are other classes. So has what is below.
        self.shown: dict[str, tuple[Any, Callable[[str, Any], None]]] = {}
        self._calls: dict[int, _Call] = {}
        self._lock = threading.Lock()
        self._count = 0
        self._outgoing: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._asked: dict[str, asyncio.Task[None]] = {}
        self._credits: dict[str, Callable[[int], object]] = {}
        self._on_opened: _Listeners[Any] = _Listeners()
        self._on_app: _Listeners[tuple[str, _Object]] = _Listeners()
        self._limit = math.inf
        self._heard = time.monotonic()
        self._last_stderr_line = ""
        self._is_closing = False
        self._reason: _Reason = "closed"
        self._end_error: Callable[[], TributaryError] | None = None
        self._has_ended = threading.Event()
        self._exit_code: Future[int] = Future()

    @property
    def pid(self) -> int:
        """The identifier of the process."""
        return self._process.pid

    @property
    def screens(self) -> Sequence[_Opened]:
        """The open screens."""
        return [screen for screen, _ in list(self.shown.values())]

    def on_opened(self, listener: Callable[[_Opened], object]) -> _Remove:
        """Calls a listener with each screen that the app opens, before the event's method returns. It runs as those of
        `on_update` do. Returns a function that removes the listener."""
        return self._on_opened.add(listener)

    def on_app(self, listener: Callable[[str, _Object], object]) -> _Remove:
        """Calls a listener with the name and the params of each message about the app as a whole, such as
        "app/signedOut", "app/waitsFor" and "app/localized": `waits_for` and `language` have changed by then. Returns a
        function that removes the listener."""
        return self._on_app.add(lambda message: listener(*message))

    def request(self, method: str, params: _Object | None = None, *, timeout: float | None = None) -> _Any:
        """Sends any request, and returns its result when it comes. An answer that is an error is a `RequestError`, and
        none within `timeout` seconds a `RequestTimeoutError`; params that are too long, or have no form in JSON, are a
        `ValueError`. Once the core has ended, each call is a `CoreEndedError`."""
        return cast(_Any, self.call(method, params or {}, timeout))

    def sync(self, *, timeout: float | None = None) -> _None:
        """Returns when nothing is in flight, and every update that came of it has been listened to."""
        return cast(_None, self.call("sync", {}, timeout, _ignore))

    def localize(self, language: str = "", locale: str = "", *, timeout: float | None = None) -> _None:
        """Gives the app another language or locale, for all its clients. `language` and `locale` are the app's then."""
        params = _present({"language": language or None, "locale": locale or None})
        return cast(_None, self.call("app/localize", params, timeout, self._localized))

    def will_resign_active(self, *, timeout: float | None = None) -> _None:
        """The application is about to lose the user's attention."""
        return cast(_None, self.call("app/send", {"event": {"type": "willResignActive"}}, timeout, _ignore))

    def did_become_active(self, *, timeout: float | None = None) -> _None:
        """The application has the user's attention."""
        return cast(_None, self.call("app/send", {"event": {"type": "didBecomeActive"}}, timeout, _ignore))

    def give_file(self, question: Question, name: str, content: _Bytes, media_type: str | None = None) -> _Any:
        """Gives a file of any size in answer to the question "pickFile": bytes, or what is read of an open file.
        Returns what the question's function returns then. Raises a `RequestError` if the app does not take the file: it
        is too large, or there is no room for it."""
        return cast(_Any, self._run(self._give(question, name, content, media_type)))

    def close(self) -> _Int:
        """Ends the core: closes its input, reads its output to the end, and returns its exit code."""
        self._is_closing = True
        if self._reason == "hung":
            self._process.kill()
        self._outgoing.put(b"")
        return self.wait()

    def kill(self) -> _Int:
        """Ends the core without its help, and returns its exit code. What it has not answered is a `CoreEndedError`."""
        self._is_closing = True
        self._process.kill()
        return self.wait()

    def wait(self) -> _Int:
        """Waits for the end of the core, and returns its exit code."""
        return cast(_Int, self._run(self._exit()))

    # How `Core` and `AsyncCore` wait, and where they run what was read.

    def _run(self, steps: Coroutine[Any, Any, Any]) -> Any:
        """What a method returns that waits in these steps."""
        raise NotImplementedError

    async def _wait_for(self, end: Future[Any], limit: float | None) -> None:
        raise NotImplementedError

    def _deliver(self, handle: Callable[[], None]) -> None:
        """Calls a function where messages are handled, after those that wait."""
        raise NotImplementedError

    def _tell(self, listener: _Function, value: object) -> None:
        """Calls a function of the program, from any thread."""
        raise NotImplementedError

    def _spawn(self, number: str, answer: Coroutine[Any, Any, None]) -> None:
        """Runs what answers a request of the core, as one of `_asked`."""
        raise NotImplementedError

    def between_messages(self, function: Callable[[], _Value]) -> _Value:
        """Calls a function where messages are handled, between two of them."""
        raise NotImplementedError

    def call(self, method: str, params: _Object, timeout: float | None, accept: _Function = _same) -> Any:
        """Sends a request as `request` does. `accept` makes the result, before the next message is handled."""
        return self._run(self._call(method, params, timeout, accept))

    def post(self, method: str, params: _Object, accept: _Function = _ignore) -> None:
        """Sends a request for whose reply nothing waits."""
        with contextlib.suppress(TributaryError):
            self._send(method, params, accept)

    def screen(self, opened: _Object) -> Any:
        """The screen of an instance. One that is not known is made, by the name of its screen."""
        known, name = self.shown.get(opened["instance"]), opened.get("screen", "app")
        return known[0] if known else _SCREENS.get(name, _UNKNOWN)[self._mode](self, name, opened)

    def check_end(self, instance: str) -> None:
        """Raises if a screen was open when the core has ended without being asked to."""
        if instance in self.shown and self._end_error and not self._is_closing:
            raise self._end_error()

    async def _call(self, method: str, params: _Object, timeout: float | None, accept: _Function = _same) -> Any:
        limit = self.timeout if timeout is None else timeout
        call = self._send(method, params, accept)
        try:
            await self._wait_for(call.reply, None if limit == math.inf else limit)
        except BaseException:
            self._abandon(call)
            raise
        if not call.reply.done() and self._abandon(call):
            raise RequestTimeoutError(f"The core has not answered within {limit:g} s.")
        return call.reply.result()

    async def _open(self, kind: _Kind[_Value], name: str, params: _Object, timeout: float | None) -> _Value:
        """Opens a screen, which is known before its first update is read."""
        accept = functools.partial(kind, self, name)
        return cast(_Value, await self._call("screen/open", {"screen": name, "params": params}, timeout, accept))

    def _close_late(self, opened: _Object) -> None:
        """Closes a screen for which nothing waits any longer."""
        self.post("screen/close", {"instance": opened["instance"]})

    async def _give(self, question: Question, name: str, content: _Bytes, media_type: str | None) -> _Object:
        file = io.BytesIO(content) if isinstance(content, bytes) else content
        start = file.tell()
        size = file.seek(0, io.SEEK_END) - start
        file.seek(start)
        begun = await self._call("file/begin", {"question": question.id, "size": size}, None)
        offset = 0
        while data := file.read(begun["chunk"]):
            chunk = {"file": begun["file"], "offset": offset, "data": base64.b64encode(data).decode()}
            await self._call("file/write", chunk, None)
            offset += len(data)
        return {"attachment": begun["file"], "mediaType": media_type, "name": name, "size": size}

    async def _part(self, attachment: str, offset: int) -> bytes:
        return base64.b64decode((await self._call("file/read", {"file": attachment, "offset": offset}, None))["data"])

    async def _exit(self) -> int:
        await self._wait_for(self._exit_code, None)
        return self._exit_code.result()

    def _launch(self) -> None:
        """Starts the process. Threads read, write and wait for it."""
        pipe, errors = subprocess.PIPE, subprocess.PIPE if self.on_stderr or self.on_exit else None
        self._process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, stderr=errors, env=self.env)
        threads = [_thread(run) for run in (self._read, self._write_all, self._read_errors)]
        _thread(lambda: self._watch(*threads))

    async def _greet(self) -> None:
        services = sorted(key for key, (name, _) in _operations().items() if getattr(self.services, name, None))
        answers = {"services": services or None, "questions": sorted(self.questions or ()) or None}
        chosen = {"language": self.language or None, "locale": self.locale or None}
        hello = {"protocolVersion": "1", "capabilities": {"patches": True, **_present(answers)}, **_present(chosen)}
        try:
            self.info = await self._call("initialize", hello, None, self._localized)
            if services and "services" not in self.info["capabilities"]:
                raise TributaryError("The core asks for no services: start it with --backend client.")
        except BaseException:
            self._is_closing = True
            self._process.kill()
            await self._exit()
            raise
        self._limit = self.info["limits"]["message"]

    def _localized(self, app: _Object) -> _Object:
        self.language = app.get("language", self.language)
        self.locale = app.get("locale", self.locale)
        return app

    def _send(self, method: str, params: _Object, accept: _Function) -> _Call:
        """Sends a request. Once the core has ended, nothing would answer it."""
        with self._lock:
            if self._end_error:
                raise self._end_error()
            self._count += 1
            call = self._calls[self._count] = _Call(self._count, method, accept)
        try:
            self._outgoing.put(self._frame({"id": call.number, "method": method, "params": params}))
        except BaseException:
            self._calls.pop(call.number, None)
            raise
        if method == "initialize" and self.heartbeat is not None:
            # NB: not before: the core takes `initialize` as the first message alone.
            _thread(lambda: self._beat(self.heartbeat or 0))
        return call

    def _abandon(self, call: _Call) -> bool:
        """Waits for a reply no longer: what a late one has done is undone. `False` if the reply is there."""
        with self._lock:
            if call.number not in self._calls:
                return False
            call.accept = self._close_late if call.method == "screen/open" else _ignore
            call.reply.cancel()
        self._outgoing.put(self._frame({"method": "$/cancelRequest", "params": {"id": call.number}}))
        return True

    def _frame(self, message: _Object) -> bytes:
        """The bytes of a message."""
        message = _written({"jsonrpc": "2.0", **message})
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        frame = text.encode(errors="replace")
        if frame.decode() != text:
            raise ValueError("A text has a lone surrogate, which has no form in UTF-8.")
        if len(frame) > self._limit:
            raise ValueError(f"A message may have {self._limit} bytes.")
        return frame + b"\n"

    def _write_all(self) -> None:
        with contextlib.suppress(OSError), self._process.stdin or io.BytesIO() as stdin:
            for frame in iter(self._outgoing.get, b""):
                stdin.write(frame)
                stdin.flush()

    def _read(self) -> None:
        with self._process.stdout or io.BytesIO() as stdout:
            for line in stdout:
                # NB: while the program handles what was read, the core is not silent.
                self._heard = math.inf
                self._deliver(functools.partial(self._receive, line))
                self._heard = time.monotonic()

    def _read_errors(self) -> None:
        listener = self.on_stderr or functools.partial(print, file=sys.stderr, flush=True)
        with self._process.stderr or io.BytesIO() as stderr:
            for line in stderr:
                text = line.decode(errors="replace").rstrip("\r\n")
                self._last_stderr_line = text[:4096]
                self._tell(listener, text)

    def _watch(self, reader: threading.Thread, *others: threading.Thread) -> None:
        """Waits for the process and what it has written: one that it has started may hold its streams open."""
        self._process.wait()
        self._has_ended.set()
        self._outgoing.put(b"")
        while reader.is_alive():
            reader.join(1)
            if self._heard != math.inf:
                break
        for thread in others:
            thread.join(1)
        self._deliver(self._finish)

    def _beat(self, interval: float) -> None:
        """Asks a core that is silent for a sign of life, and gives it up if there is none."""
        while not self._has_ended.wait(max(0, min(self._heard + interval - time.monotonic(), interval))):
            asked = time.monotonic()
            if self._heard + interval > asked:
                continue
            self.post("ping", {})
            if self._has_ended.wait(self.heartbeat_timeout):
                return
            if self._heard < asked:
                return self._tell(self._hang, asked)

    def _hang(self, _: object) -> None:
        text = f"The core hangs: it has not answered a heartbeat within {self.heartbeat_timeout:g} s."
        self._end("hung", lambda: CoreHungError(text))
        if self.kill_hung:
            self._process.kill()
        if self.on_exit:
            self.on_exit(CoreExit("hung", None, None, self._last_stderr_line))

    def _end(self, reason: _Reason, error: Callable[[], TributaryError]) -> None:
        """Fails the calls that wait, and every later one."""
        with self._lock:
            if self._end_error:
                return
            self._end_error, self._reason = error, reason
            calls, self._calls = list(self._calls.values()), {}
        for call in calls:
            call.fail(error())
        for _, receive in list(self.shown.values()):
            receive("", None)

    def _finish(self) -> None:
        """Handles the end of the core."""
        code = self._process.wait()
        for task in list(self._asked.values()):
            _cancel(task)
        self._end("closed" if self._is_closing else "signal" if code < 0 else "exited", lambda: CoreEndedError(code))
        if self.on_exit and self._reason != "hung":
            exit_code, signal = (None, -code) if code < 0 else (code, None)
            _notify(self.on_exit, CoreExit(self._reason, exit_code, signal, self._last_stderr_line))
        self._exit_code.set_result(code)

    def _receive(self, line: bytes) -> None:
        """Handles a message. What cannot be read is not the protocol: nothing behind it can be trusted."""
        if self._end_error:
            return
        try:
            message = json.loads(line)
            number, method = message.get("id"), message.get("method")
            params: _Object = message.get("params") or {}
            if method is None:
                self._receive_reply(number, message)
            elif number is None:
                self._receive_notification(method, params)
            else:
                self._spawn(number, self._answer(number, method, params))
        except Exception as error:
            text = f"The core's output cannot be understood ({type(error).__name__})."
            self._end("misunderstood", lambda: TributaryError(text))
            self._outgoing.put(b"")

    def _receive_reply(self, number: int | None, reply: _Object) -> None:
        if number is None:
            raise RequestError(reply["error"])
        with self._lock:
            call = self._calls.pop(number, None)
        if call and "result" in reply:
            call.succeed(reply["result"])
        elif call:
            error = reply["error"]
            call.fail(RefusedError(error) if error["code"] == 1004 else RequestError(error))

    def _receive_notification(self, method: str, params: Any) -> None:
        if method == "screen/opened":
            screen = self.screen(params)
            self._pass(params.get("opener", ""), method, screen)
            self._on_opened.send(screen)
        elif method in ("screen/update", "screen/closed"):
            self._pass(params["instance"], method, params)
        elif method == "$/cancelRequest":
            task = self._asked.pop(params["id"], None)
            if task:
                _cancel(task)
        elif method == "service/credit":
            self._credits.get(params["id"], _ignore)(params["credit"])
        elif method.startswith("app/"):
            if method == "app/localized":
                self._localized(params)
            elif method == "app/waitsFor":
                self.waits_for = [PersonWait.from_json(wait) for wait in params["waitsFor"]]
            self._on_app.send((method, params))

    def _pass(self, instance: str, method: str, value: Any) -> None:
        if instance in self.shown:
            self.shown[instance][1](method, value)

    async def _answer(self, number: str, method: str, params: _Object) -> None:
        """Answers a request of the core, unless the core has cancelled it."""
        try:
            result = await (self._ask(params) if method == "question/ask" else self._serve(number, method, params))
            frame = self._frame({"id": number, "result": result})
        except Exception as error:
            frame = self._frame({"id": number, "error": _failed(error)})
        if self._asked.pop(number, None):
            self._outgoing.put(frame)

    async def _ask(self, params: _Object) -> _Object:
        """The result of a question. The function of "*" answers all questions that have none."""
        question = Question.from_json(params)
        functions = self.questions or {}
        ask = functions.get(question.name) or functions.get("*")
        try:
            if not ask:
                raise CannotAnswer("This program does not answer the question.")
            answer = ask(question)
            answer = await answer if inspect.isawaitable(answer) else answer
            return {} if answer is None else {"answer": answer}
        except NoAnswer:
            return {"cancelled": True}
        except CannotAnswer as error:
            return {"cannot": str(error)}
        except Exception as error:
            _report(error)
            return {"cannot": "The program has failed."}

    async def _serve(self, number: str, method: str, params: _Object) -> _Object:
        """The result of an operation, or of a feed at its end: its elements go as fast as the core gives credit for."""
        key = params["operation" if method == "service/call" else "feed"]
        name, types = _operations().get(key, ("", ()))
        handler = getattr(self.services, name, None)
        if not handler:
            raise ServiceError("noSuchOperation" if method == "service/call" else "noSuchFeed", detail=key)
        answer = handler(*(_read(type, params.get("input")) for type in types))
        if method == "service/call":
            return {"answer": await answer if inspect.isawaitable(answer) else answer}
        room, loop = asyncio.Semaphore(params["credit"]), asyncio.get_running_loop()
        self._credits[number] = lambda count: [loop.call_soon_threadsafe(room.release) for _ in range(count)]
        try:
            async with contextlib.aclosing(_each(answer)) as elements:
                async for element in elements:
                    await room.acquire()
                    event = {"method": "service/event", "params": {"id": number, "element": element}}
                    self._outgoing.put(self._frame(event))
        finally:
            self._credits.pop(number, None)
        return {}


@functools.cache
def _operations() -> Mapping[str, tuple[str, Sequence[Any]]]:
    """The operations of `Services`: the names of their handlers, and the types of their inputs."""
    types = get_type_hints(Services)
    return {_key(each): (each.name, get_args(get_args(types[each.name])[0])[0]) for each in fields(Services)}


def _failed(error: Exception) -> _Object:
    """The error of a handler. One that is not meant for the app is reported as any that is not caught."""
    if not isinstance(error, ServiceError):
        _report(error)
        error = ServiceError()
    data = _present({"kind": error.kind, "code": error.code, "detail": error.detail})
    return {"code": 1000, "message": "Service error", "data": data}


async def _each(elements: Iterable[Any] | AsyncIterable[Any]) -> AsyncGenerator[Any, None]:
    if isinstance(elements, AsyncIterable):
        async for element in elements:
            yield element
    else:
        for element in elements:
            yield element
            # NB: elements that are there at once let no other task run, and no cancellation.
            await asyncio.sleep(0)


def _cancel(task: asyncio.Task[None]) -> None:
    with contextlib.suppress(RuntimeError):  # Its loop has ended.
        task.get_loop().call_soon_threadsafe(task.cancel)


class CoreProcess(_Core["AnyScreen", Any, int, None]):
    """The core as a child process, without its screens. Any thread may call any method, also at the same time."""

    _mode = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        # NB: one message waits here at most. While a listener runs, the core sees a slow reader, and leaves states out.
        self._messages: queue.Queue[Callable[[], None]] = queue.Queue(maxsize=1)
        self._launch()
        self._thread = _thread(lambda: self._handle_until(self._exit_code, None))
        self._run(self._greet())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, steps: Coroutine[Any, Any, _Value]) -> _Value:
        # NB: `_wait_for` blocks, so the steps never let another coroutine run: they end at the first `send`.
        try:
            while True:
                steps.send(None)
        except StopIteration as end:
            return cast(_Value, end.value)

    async def _wait_for(self, end: Future[Any], limit: float | None) -> None:
        if threading.current_thread() is self._thread:
            end.add_done_callback(lambda _: self._wake())
            self._handle_until(end, limit)
        else:
            wait([end], limit)

    def _wake(self) -> None:
        with contextlib.suppress(queue.Full):
            self._messages.put_nowait(_ignore)

    def _handle_until(self, end: Future[Any], limit: float | None) -> None:
        """Handles messages, on the client's own thread."""
        deadline = math.inf if limit is None else time.monotonic() + limit
        while not end.done() and (rest := deadline - time.monotonic()) > 0:
            with contextlib.suppress(queue.Empty):
                self._messages.get(timeout=None if limit is None else rest)()

    def _deliver(self, handle: Callable[[], None]) -> None:
        self._messages.put(handle)

    def _tell(self, listener: _Function, value: object) -> None:
        _notify(listener, value)

    def _spawn(self, number: str, answer: Coroutine[Any, Any, None]) -> None:
        loop = asyncio.new_event_loop()
        task = self._asked[number] = loop.create_task(answer)

        def run() -> None:
            with contextlib.closing(loop), contextlib.suppress(asyncio.CancelledError):
                loop.run_until_complete(task)

        _thread(run)

    def between_messages(self, function: Callable[[], _Value]) -> _Value:
        if threading.current_thread() is self._thread:
            return function()
        return cast(_Value, self.call("ping", {}, None, lambda _: function()))

    def read_file(self, attachment: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece, whose `attachment` a question or an input has, as long as that is not
        answered. Raises a `RequestError` if the file is not there, or was changed meanwhile."""
        offset = 0
        while data := self._run(self._part(attachment, offset)):
            offset += len(data)
            yield data


class AsyncCoreProcess(_Core["AnyAsyncScreen", _Later[Any], _Later[int], _Later[None]]):
    """The core as a child process, without its screens, for asyncio. All of it belongs to one event loop."""

    _mode = 1

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        # NB: while the loop is busy, the core sees a reader that is slow.
        self._room = threading.Semaphore(64)
        self._launch()
        await self._greet()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _run(self, steps: _Later[_Value]) -> _Later[_Value]:
        return steps

    async def _wait_for(self, end: Future[Any], limit: float | None) -> None:
        done = asyncio.Event()
        end.add_done_callback(lambda _: done.set())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limit):
                await done.wait()

    def _deliver(self, handle: Callable[[], None]) -> None:
        def run(_: object) -> None:
            self._room.release()
            handle()

        self._room.acquire()
        self._tell(run, None)

    def _tell(self, listener: _Function, value: object) -> None:
        with contextlib.suppress(RuntimeError):  # The program has ended its loop.
            self._loop.call_soon_threadsafe(_notify, listener, value)

    def _spawn(self, number: str, answer: Coroutine[Any, Any, None]) -> None:
        self._asked[number] = self._loop.create_task(answer)

    def between_messages(self, function: Callable[[], _Value]) -> _Value:
        return function()

    async def read_file(self, attachment: str) -> AsyncIterator[bytes]:
        offset = 0
        while data := await self._part(attachment, offset):
            offset += len(data)
            yield data


class _Events(Generic[_Int]):
    """The events of a screen. The method for an event returns the revision of what came of it. With `if_rev`, the event
    is refused unless it is the revision of the state: a `RequestError` whose reason is "staleRevision". One that the
    state does not allow is a `RefusedError`. With `timeout`, a reply that has not come in so many seconds is a
    `RequestTimeoutError`."""

    _core: _Core[Any, Any, Any, Any]
    instance: str

    def send(self, event: _Object, if_rev: int | None = None, timeout: float | None = None) -> _Int:
        """Sends an event as it is in JSON, such as `{"type": "nextButtonWasTapped"}`."""
        params = _present({"instance": self.instance, "event": event, "ifRev": if_rev})
        return cast(_Int, self._core.call("screen/send", params, timeout, lambda result: int(result["rev"])))


class _Method(Protocol[_Int]):
    def __call__(self, *, if_rev: int | None = None, timeout: float | None = None) -> _Int: ...


class _Event:
    """An event that has no parameters, as a method."""

    def __init__(self, event: _Object) -> None:
        self.event = event

    def __get__(self, screen: _Events[_Int], _: object) -> _Method[_Int]:
        return functools.partial(screen.send, self.event)


class _Screen(_Events[_Int], Generic[_State, _Result, _Opened, _Int, _Bool, _None]):
    """An open screen. Its state follows the core's."""

    state: _State  # The newest state.
    rev: int  # Its revision.
    hidden: Sequence[str]  # What is hidden of it, or of the result with which the screen has closed itself.
    snapshot: Snapshot[_State]  # The newest state and its revision, which belong together on all threads.

    def __init__(self, core: Any, name: str, opened: _Object) -> None:
        self._core = core
        self._types = get_args(cast(Any, type(self)).__orig_bases__[-1])
        self._on_snapshot: _Listeners[Snapshot[_State]] = _Listeners()
        self._on_closed: _Listeners[str] = _Listeners()
        self._on_opened: _Listeners[_Opened] = _Listeners()
        self._on_end: _Listeners[None] = _Listeners()
        self._is_asking = False
        self._json: Any = None
        self.screen_name = name
        self.instance = opened["instance"]
        self.is_open = True  # Whether neither side has closed the screen, and the core runs.
        self.close_reason: str | None = None  # Why the app has closed it, such as "completed" or "openerClosed".
        self.result: _Result | None = None  # The result with which the screen has closed itself.
        # The screen that has opened this one.
        self.opener: _Opened | None = core.shown.get(opened.get("opener"), (None, None))[0]
        self._show(opened, opened["state"], None)
        core.shown[self.instance] = (self, self._receive)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.instance} rev {self.rev}>"

    def on_update(self, listener: Callable[[_State], object]) -> _Remove:
        """Calls a listener with the current state, and with every later one. Returns a function that removes it.

        An event's method returns when its update has been listened to. Listeners run in the event loop, or on the
        client's own thread, one at a time and in order; they may send events. In a listener, `rev` is the revision of
        the state that it gets.
        """
        return self.on_snapshot(lambda snapshot: listener(snapshot.state))

    def on_snapshot(self, listener: Callable[[Snapshot[_State]], object]) -> _Remove:
        """Calls a listener with the current state and its revision, and with every later one, as `on_update` does."""

        def add() -> _Remove:
            remove = self._on_snapshot.add(listener)
            try:
                listener(self.snapshot)
            except BaseException:
                remove()
                raise
            return remove

        return self._core.between_messages(add)

    def on_closed(self, listener: Callable[[str], object]) -> _Remove:
        """Calls a listener with the reason when the app closes the screen, which has its `result` by then. After
        `close()` it is not called. Returns a function that removes the listener."""
        return self._on_closed.add(listener)

    def on_opened(self, listener: Callable[[_Opened], object]) -> _Remove:
        """Calls a listener with each screen that this one opens. Returns a function that removes the listener."""
        return self._on_opened.add(listener)

    def leave(self, *, timeout: float | None = None) -> _Bool:
        """Leaves the screen, as a person does. Returns whether it was left: otherwise it asks first, by a question or
        by its state, and the answer closes it or keeps it."""
        return cast(_Bool, self._core.call("screen/leave", {"instance": self.instance}, timeout, self._left))

    def close(self, *, timeout: float | None = None) -> _None:
        """Closes the screen, and asks nothing. Its listeners are not called afterwards."""
        return cast(_None, self._core.call("screen/close", {"instance": self.instance}, timeout, self._close))

    def _left(self, result: _Object) -> bool:
        if "left" in result:
            self._close()
        return "left" in result

    def _close(self, _: object = None) -> None:
        self._core.shown.pop(self.instance, None)
        self._receive("", None)

    def _show(self, frame: _Object, json: Any, before: Any) -> None:
        self.state = _read(self._types[0], json, self._json, before)
        self._json = json
        self.rev = frame["rev"]
        self.hidden = tuple(frame.get("hidden", ()))
        self.snapshot = Snapshot(self.rev, self.state, self.hidden)

    def _receive(self, method: str, value: Any) -> None:
        """Handles a message about the screen; one without a name is its end, or the core's."""
        if method == "screen/update":
            self._update(value)
        elif method == "screen/opened":
            self._on_opened.send(value)
        elif method == "screen/closed":
            self.close_reason = str(value["reason"])
            self.result = _read(self._types[1], value.get("result"))
            self.hidden = tuple(value.get("hidden", ()))
            self._close()
            self._on_closed.send(self.close_reason)
        else:
            self.is_open = False
            self._on_end.send(None)

    def _update(self, frame: _Object) -> None:
        json = self._apply(frame) if "patch" in frame else frame["state"]
        if json is not None:
            self._is_asking = False
            self._show(frame, json, self.state)
            self._on_snapshot.send(self.snapshot)

    def _apply(self, frame: _Object) -> Any:
        """The last state that the core has sent, with a patch. If that does not fit, asks for the state."""
        with contextlib.suppress(AttributeError, LookupError, TypeError, ValueError):
            if self.rev == frame["from"] and not self._is_asking:
                return _patched(self._json, frame["patch"])
        if not self._is_asking:
            self._is_asking = True
            self._core.post("screen/get", {"instance": self.instance}, self._receive_state)
        return None

    def _receive_state(self, frame: _Object) -> None:
        if self._is_asking and self.is_open:
            self._update(frame)


class Screen(_Screen[_State, _Result, "AnyScreen", int, bool, None]): ...


class AsyncScreen(_Screen[_State, _Result, "AnyAsyncScreen", _Later[int], _Later[bool], _Later[None]]):
    async def states(self) -> AsyncIterator[_State]:
        """The current state and the later ones, until the screen is closed. A loop that is slower than the core gets
        the newest state and misses those before it. Raises a `CoreEndedError` if the core has ended meanwhile."""
        async for snapshot in self.snapshots():
            yield snapshot.state

    async def snapshots(self) -> AsyncIterator[Snapshot[_State]]:
        """The current state with its revision and the later ones, as `states` has them."""
        changed = asyncio.Event()
        removers = [self._on_snapshot.add(lambda _: changed.set()), self._on_end.add(lambda _: changed.set())]
        last: Snapshot[_State] | None = None
        try:
            while self.snapshot is not last or self.is_open:
                changed.clear()
                if self.snapshot is not last:
                    last = self.snapshot
                    yield last
                else:
                    await changed.wait()
        finally:
            for remove in removers:
                remove()
        self._core.check_end(self.instance)

    async def wait_closed(self) -> str | None:
        """Waits until the screen is closed, and has its `result`. Returns the reason; `None` if this program has closed
        it. Raises a `CoreEndedError` if the core has ended meanwhile."""
        async for _ in self.snapshots():
            pass
        return self.close_reason


class UnknownScreen(Screen[Any, Any]):
    """A screen that this client does not know, because the core is of a later version. Its state is as in JSON: do not
    change it. `send` sends its events."""


class UnknownAsyncScreen(AsyncScreen[Any, Any]): ...


_UNKNOWN: tuple[_Kind[Any], _Kind[Any]] = (UnknownScreen, UnknownAsyncScreen)
