"""The client of tributary-stdio {version}, version 1 of its protocol, for Python 3.10 or later.

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
import concurrent.futures
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
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from datetime import datetime, timezone
from decimal import Decimal
from types import NoneType, UnionType
from typing import IO, Any, ClassVar, Generic, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

_Value = TypeVar("_Value")
_State = TypeVar("_State")
_Result = TypeVar("_Result")
_AnyRecord = TypeVar("_AnyRecord", bound="Record")
# What a method returns: a value, or what has it when it is awaited.
_Any = TypeVar("_Any")
_Int = TypeVar("_Int")
_None = TypeVar("_None")
_Opened = TypeVar("_Opened")
_Function = Callable[[Any], Any]
_Object = Mapping[str, Any]


class TributaryError(Exception):
    """The base of this client's exceptions. Their texts never repeat a value that was sent."""


class RequestError(TributaryError):
    """The core answered a request with an error: `code` is its number, such as -32602, and `reason` a word for programs, such as
    "unknownInstance". `pointer` is the position of the fault in the params, `hint` the expected type or a remedy, `limit` what was exceeded."""

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

    def __init__(self, seconds: float) -> None:
        super().__init__(f"The core has not answered within {seconds:g} s.")


class CoreEndedError(TributaryError):
    """The core's process has ended, so a request has no reply. `exit_code` is negative if a signal has ended it."""

    def __init__(self, exit_code: int) -> None:
        self.exit_code = exit_code
        super().__init__(f"The core has ended with exit code {exit_code}.")


class CoreHungError(TributaryError):
    """The core has not answered a heartbeat in time. It may still run: `kill()` ends it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"The core hangs: it has not answered a heartbeat within {seconds:g} s.")


class ServiceError(TributaryError):
    """What a handler of `Services` raises for a request that it cannot answer: the app treats it as a backend's error. `kind` is one such as
    "timeout" or "failed"; a "problem" has a status as its `code`, as in HTTP, and a text for the user as its `detail`."""

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
class Question:
    """A question of the app to its front, which a function of `questions` answers."""

    id: str
    name: str  # What is asked, such as "confirm". The core's description has the inputs and answers of each, under `x-questions`.
    instance: str | None  # The instance that asks; `None` if the app does.
    event: str | None  # The event that the core holds until the answer; `None` if it holds none.
    input: Any  # What is asked with it, as it is in JSON.


@dataclass(frozen=True)
class CoreExit:
    """The end of the core, as `on_exit` receives it: this program closed or killed it, it exited, a signal ended it, it does not answer, or
    its output cannot be understood."""

    reason: Literal["closed", "exited", "signal", "hung", "misunderstood"]
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
    """One of several cases that this client does not know, because the core is of a later version. The core's word for it is `name`."""

    json: _Object = field(hash=False)
    type: Literal[""] = ""

    @property
    def name(self) -> str:
        return str(self.json.get("type", ""))


class Record:
    """The base of the values with members. In JSON a member has its name in camel case, unless its field says another one."""

    unknown_members: _Object = {}  # Those of a later version, as they are in JSON. Two values may differ in them and be equal.

    @classmethod
    def from_json(cls: type[_AnyRecord], json: _Object, json_before: Any = None, before: Any = None) -> _AnyRecord:
        """The value of JSON. What is the same object in the JSON of a value before it is the same object in both values."""
        kind: Any = cls
        if type(before) is not kind:
            json_before, before = {}, None
        elif json is json_before:
            return cast(_AnyRecord, before)
        members = _members(kind)
        values: dict[str, Any] = {}
        for key, (name, read) in members.items():
            part = json.get(key)
            values[name] = part if read is None or part is None else read(part, json_before.get(key), getattr(before, name, None))
        record = cls(**values)
        if not json.keys() <= members.keys():
            object.__setattr__(record, "unknown_members", {key: json[key] for key in json if key not in members})
        return record


@dataclass(frozen=True)
class Typed(Record):
    """What a person typed in the place of a number, an amount of money or a date. The app reads it, by its locale."""

    typed: str


@dataclass(frozen=True)
class PersonWait(Record):
    """Something that waits for a person."""

    instance: str  # Where the person does it: an instance that stands in front of all others.
    reason: str  # What the person has to do: "signIn", to sign in; "presented", to finish a screen that the app presents.
    since: datetime
    waiting: Sequence[str]  # The instances that wait for it.


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
    """The function that reads a value of a type from JSON, beside the JSON of a value before it and that value; `None` if it is the JSON."""
    arguments = [each for each in get_args(type) if each is not NoneType]
    if UnknownVariant in arguments:
        cases = {get_args(get_type_hints(case)["type"])[0]: case.from_json for case in arguments if case is not UnknownVariant}
        return functools.partial(_read_case, cases)
    if get_origin(type) in (Union, UnionType):
        return _reader(arguments[0])
    if get_origin(type) is Sequence:
        return functools.partial(_read_list, _reader(arguments[0]))
    if type in (Decimal, float, int):
        return lambda json, _json_before, _before: type(json)
    if type is datetime:
        return lambda json, _json_before, _before: _date(json)
    return getattr(type, "from_json", None)


def _read(type: Any, json: Any, json_before: Any = None, before: Any = None) -> Any:
    read = _reader(type)
    return json if read is None or json is None else read(json, json_before, before)


def _read_case(cases: Mapping[str, _Read], json: Any, json_before: Any, before: Any) -> Any:
    read = cases.get(json["type"])
    return read(json, json_before, before) if read else UnknownVariant(json)


def _read_list(read: _Read | None, json: Any, json_before: Any, before: Any) -> Sequence[Any]:
    if json is json_before and before is not None:
        return cast(Sequence[Any], before)
    if read is None:
        return list(json)
    pairs: list[tuple[Any, Any]] = list(zip(json_before or (), before or ()))
    known = {id(element): value for element, value in pairs}
    pairs += [(None, None)] * (len(json) - len(pairs))
    return [known.get(id(each)) if each is None or id(each) in known else read(each, *pair) for each, pair in zip(json, pairs)]


def _date(json: str) -> datetime:
    """A date of RFC 3339. Digits of the second beyond the microsecond are left out."""
    text = json[:-1] + "+00:00" if json[-1] in "Zz" else json
    moment, _, fraction = text[:-6].partition(".")
    return datetime.fromisoformat(f"{moment}.{fraction[:6]:0<6}{text[-6:]}")


def _written(value: Any) -> Any:
    """What `json.dumps` can write."""
    kind = cast(Any, type(value))
    if issubclass(kind, Record):
        return {key: _written(getattr(value, name)) for key, (name, _) in _members(kind).items()}
    if issubclass(kind, UnknownVariant):
        return value.json
    if issubclass(kind, datetime):
        if value.tzinfo is None:
            raise ValueError("A date needs a time zone.")
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if issubclass(kind, Decimal):
        return format(value, "f")
    if issubclass(kind, int):
        return value if abs(value) < 2**53 else str(value)
    if issubclass(kind, Mapping):
        return {key: _written(part) for key, part in value.items()}
    return [_written(element) for element in value] if issubclass(kind, (list, tuple)) else value


def _patched(json: Any, patch: Iterable[_Object]) -> Any:
    """JSON after a patch of RFC 6902: a copy where the patch changes something, and the same objects everywhere else."""
    for step in patch:
        name, value = step["op"], step.get("value")
        if name == "move":
            name, value, source = "add", json, _keys(step["from"])
            for key in source:
                value = value[_place(value, key)]
            json = _edited(json, source, "remove", None)
        json = _edited(json, _keys(step["path"]), name, value)
    return json


def _keys(pointer: str) -> Sequence[str]:
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]


def _edited(json: Any, path: Sequence[str], name: str, value: Any) -> Any:
    """A copy of JSON in which a value was added, replaced or removed."""
    if not path:
        return value
    parent, place = json.copy(), _place(json, path[0])
    if len(path) > 1:
        parent[place] = _edited(parent[place], path[1:], name, value)
    elif name == "add" and isinstance(place, int):
        parent.insert(place, value)
    elif name == "add":
        parent[place] = value
    elif name == "replace":
        del parent[place]
        return _edited(parent, path, "add", value)
    elif name == "remove":
        del parent[place]
    else:
        raise ValueError("An operation of a patch is unknown.")
    return parent


def _place(parent: Any, key: str) -> str | int:
    """The name of a member, or the index of an element: "-" is the one after the last."""
    if isinstance(parent, dict):
        return key
    count = len(parent)
    index = int(key) if key.isdecimal() else count if key == "-" else -1
    if not 0 <= index <= count:
        raise IndexError("A patch is about an element that does not exist.")
    return index


class _Listeners(Generic[_Value]):
    def __init__(self) -> None:
        self._functions: list[Callable[[_Value], object]] = []

    def add(self, function: Callable[[_Value], object]) -> Callable[[], None]:
        """Adds a function. Returns one that removes it."""
        self._functions.append(function)
        return lambda: self._functions.remove(function) if function in self._functions else None

    def send(self, value: _Value) -> None:
        for function in self._functions[:]:
            if function in self._functions:
                _run(function, value)


class _Call:
    """A request that waits for its reply. It does not retain the params, which may hold a secret."""

    def __init__(self, number: int, accept: _Function, undo: _Function) -> None:
        self.number = number
        self.accept = accept
        self.undo = undo
        self.reply: concurrent.futures.Future[Any] = concurrent.futures.Future()

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

    def abandon(self) -> None:
        """Nothing waits any longer: what a late reply has done is undone."""
        self.accept = self.undo
        self.reply.cancel()


def _run(listener: _Function, value: Any) -> None:
    """Calls a listener. Its exception is reported as any that is not caught, and the client goes on."""
    try:
        listener(value)
    except Exception as error:
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


def _rev(result: Any) -> int:
    return int(result["rev"])


def _ignore(*_: object) -> None:
    pass


class _Core(Generic[_Opened, _Any, _Int, _None]):
    """The core as a child process: its messages, the requests that wait, and the screens that are open. Threads read, write and wait;
    `CoreProcess` and `AsyncCoreProcess` say where what was read is handled, and how a reply is waited for."""

    _classes: ClassVar[Mapping[str, Callable[[Any, _Object], Any]]] = {}

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
        """A core. `Core` starts it at once; `AsyncCore` by `async with` or `start`.

        Args:
            command: The program, or a list of the program and its options.
            env: The environment of the process, if not this program's own.
            on_stderr: Receives each line of the standard error, which is this program's own otherwise.
            timeout: The seconds that each call waits for its reply, unless it has a time limit of its own. None waits until the core ends,
                and so does `math.inf` for a call.
            on_exit: Receives the end of the core, once: in the event loop, or on a thread of the client.
            heartbeat: The seconds of silence after which the core is asked for a sign of life. None never asks.
            heartbeat_timeout: The seconds that it has for the answer. Without one it hangs: every call fails.
            kill_hung: Whether a core that hangs is killed. It runs on otherwise, until `kill()` or `close()`.
            services: Answers the app in place of a backend, if the command has `--backend client`.
            questions: Answers what the app asks of its front: a function for each name, or for "*". It returns the answer as it is in JSON,
                or raises `NoAnswer` or `CannotAnswer`. Without it the app asks this program nothing.
            language: The language of the app's texts, such as "de"; that of its options if it is left out.
            locale: The locale of numbers, money and dates, such as "de_AT"; the language's if it is left out.

        A function of `services` or `questions` may be a coroutine function. In `AsyncCore` it runs in the event loop; in `Core` each request
        has a thread of its own, so the function may wait, and call the core.

        Raises:
            OSError: The program cannot be started.
            CoreEndedError: It ended at once, for example because of a wrong option.
            RequestError: It does not speak version 1 of the protocol.
        """
        self._command = [command] if isinstance(command, str) else list(command)
        self._env = env
        self._on_stderr = on_stderr
        self._timeout = timeout
        self._on_exit = on_exit
        self._heartbeat = heartbeat
        self._heartbeat_timeout = heartbeat_timeout
        self._kill_hung = kill_hung
        self._handlers = _handlers(services)
        self._questions = dict(questions or {})
        self._hello = _present({"language": language, "locale": locale})
        self._heard = time.monotonic()
        self._last_stderr_line = ""
        self._calls: dict[int, _Call] = {}
        self._lock = threading.Lock()
        self._count = 0
        self._outgoing: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._asked: dict[str, asyncio.Task[None]] = {}
        self._credits: dict[str, Callable[[int], object]] = {}
        self._screens: dict[str, tuple[Any, Callable[[str, Any], None]]] = {}
        self._on_opened: _Listeners[Any] = _Listeners()
        self._on_app: _Listeners[tuple[str, _Object]] = _Listeners()
        self._limit = math.inf
        self._is_hung = False
        self._is_closing = False
        self._was_closing = False
        self._failure: str | None = None
        self._end_error: Callable[[], TributaryError] | None = None
        self._has_ended = threading.Event()
        self._exit_code: concurrent.futures.Future[int] = concurrent.futures.Future()
        self.info: _Object = {}  # The reply to `initialize`: `coreInfo`, `capabilities`, `limits`.
        self.language: str = ""  # The language of the app's texts, which `localize` and other clients change; empty until one is asked for.
        self.locale: str = ""  # The locale of numbers, money and dates.
        self.waits_for: Sequence[PersonWait] = ()  # What waits for a person, such as for a sign-in.
        self._begin()

    def _begin(self) -> None:
        """Starts a core that starts at once."""

    @property
    def pid(self) -> int:
        """The identifier of the process."""
        return self._process.pid

    @property
    def screens(self) -> Sequence[_Opened]:
        """The open screens."""
        return [screen for screen, _ in list(self._screens.values())]

    def on_opened(self, listener: Callable[[_Opened], object]) -> Callable[[], None]:
        """Calls a listener with each screen that the app opens, before the event's method returns. It runs as those of `on_update` do.
        Returns a function that removes the listener."""
        return self._on_opened.add(listener)

    def on_app(self, listener: Callable[[str, _Object], object]) -> Callable[[], None]:
        """Calls a listener with the name and the params of each message about the app as a whole, such as "app/signedOut", "app/waitsFor" and
        "app/localized": `waits_for` and `language` have changed by then. Returns a function that removes the listener."""
        return self._on_app.add(lambda message: listener(*message))

    def call(self, method: str, params: _Object, timeout: float | None, accept: _Function = _same, undo: _Function = _ignore) -> Any:
        """Sends a request as `request` does. `accept` makes the result of the reply before the next message is handled; `undo` takes a reply
        that comes too late."""
        raise NotImplementedError

    def request(self, method: str, params: _Object | None = None, *, timeout: float | None = None) -> _Any:
        """Sends any request, and returns its result when it comes.

        Raises:
            RequestError: The core answers with an error.
            RequestTimeoutError: The reply has not come within the time limit, in seconds.
            CoreEndedError: The core has ended.
            ValueError: The params have no form in JSON, or are longer than a message may be.
        """
        return cast(_Any, self.call(method, params or {}, timeout))

    def sync(self, *, timeout: float | None = None) -> _None:
        """Returns when nothing is in flight, and every update that came of it has been listened to."""
        return cast(_None, self.call("sync", {}, timeout, _ignore))

    def localize(self, language: str | None = None, locale: str | None = None, *, timeout: float | None = None) -> _None:
        """Gives the app another language or locale, for all its clients. `language` and `locale` are those of the app afterwards."""
        params = _present({"language": language, "locale": locale})
        return cast(_None, self.call("app/localize", params, timeout, self._localized))

    def will_resign_active(self, *, timeout: float | None = None) -> _None:
        """The application is about to lose the user's attention."""
        return cast(_None, self.call("app/send", {"event": {"type": "willResignActive"}}, timeout, _ignore))

    def did_become_active(self, *, timeout: float | None = None) -> _None:
        """The application has the user's attention."""
        return cast(_None, self.call("app/send", {"event": {"type": "didBecomeActive"}}, timeout, _ignore))

    def close(self) -> _Int:
        """Ends the core: closes its input, reads its output to the end, and returns its exit code."""
        self._is_closing = True
        if self._is_hung:
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
        raise NotImplementedError

    # NB: what follows to `post` is for the screens of this file; it has no underscore, because they are other classes.

    def between_messages(self, function: Callable[[], _Result]) -> _Result:
        """Calls a function where messages are handled, between two of them."""
        raise NotImplementedError

    def attach(self, instance: str, screen: Any, receive: Callable[[str, Any], None]) -> None:
        """Makes a screen known, and what handles the messages about it."""
        self._screens[instance] = (screen, receive)

    def detach(self, instance: str) -> None:
        self._screens.pop(instance, None)

    def screen(self, opened: _Object) -> Any:
        """The screen of an instance. One that is not known is made, by the name of its screen."""
        known = self._screens.get(opened["instance"])
        return known[0] if known else self._classes.get(opened.get("screen", "app"), self._classes[""])(self, opened)

    def check_end(self, instance: str) -> None:
        """Raises if a screen was open when the core has ended without being asked to."""
        if instance in self._screens and self._end_error and not self._is_closing:
            raise self._end_error()

    def post(self, method: str, params: _Object, accept: _Function = _ignore) -> None:
        """Sends a request for whose reply nothing waits."""
        with contextlib.suppress(TributaryError):
            self._send(method, params, accept, _ignore)

    def _deliver(self, handle: Callable[[], None]) -> None:
        """Calls a function where messages are handled, after those that wait."""
        raise NotImplementedError

    def _report(self, listener: _Function, value: object) -> None:
        """Calls a function of the program, from any thread."""
        raise NotImplementedError

    def _spawn(self, number: str, answer: Coroutine[Any, Any, None]) -> None:
        """Runs what answers a request of the core, as one of `_asked`."""
        raise NotImplementedError

    def _launch(self) -> _Object:
        """Starts the process. Returns the params of the first request."""
        pipe, errors = subprocess.PIPE, subprocess.PIPE if self._on_stderr or self._on_exit else None
        self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, stderr=errors, env=self._env)
        threads = [_thread(run) for run in (self._read, self._write_all, self._read_errors)]
        _thread(lambda: self._watch(*threads))
        answers = {"services": sorted(self._handlers) or None, "questions": sorted(self._questions) or None}
        return {"protocolVersion": "1", "capabilities": {"patches": True, **_present(answers)}, **self._hello}

    def _launched(self, info: _Object) -> None:
        self.info = info
        self._limit = info["limits"]["message"]
        self._localized(info)
        if self._handlers and "services" not in info["capabilities"]:
            raise TributaryError("The core asks for no services: start it with --backend client.")

    def _localized(self, app: _Object) -> None:
        self.language = app.get("language", self.language)
        self.locale = app.get("locale", self.locale)

    def _limit_of(self, timeout: float | None) -> float | None:
        limit = self._timeout if timeout is None else timeout
        return None if limit == math.inf else limit

    def _send(self, method: str, params: _Object, accept: _Function, undo: _Function) -> _Call:
        """Sends a request. Once the core has ended, nothing would answer it."""
        with self._lock:
            if self._end_error:
                raise self._end_error()
            self._count += 1
            call = self._calls[self._count] = _Call(self._count, accept, undo)
        try:
            self._write({"id": call.number, "method": method, "params": params})
        except BaseException:
            self._calls.pop(call.number, None)
            raise
        if method == "initialize" and self._heartbeat is not None:
            # NB: not before: the core takes `initialize` as the first message alone.
            _thread(self._beat)
        return call

    def _abandon(self, call: _Call) -> bool:
        """Waits for a reply no longer; `False` if the reply is there."""
        with self._lock:
            if call.number not in self._calls:
                return False
            call.abandon()
        self._write({"method": "$/cancelRequest", "params": {"id": call.number}})
        return True

    def _close_late(self, opened: _Object) -> None:
        """Closes a screen for which nothing waits any longer."""
        self.post("screen/close", {"instance": opened["instance"]})

    def _write(self, message: _Object) -> None:
        text = json.dumps(_written({"jsonrpc": "2.0", **message}), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        frame = text.encode(errors="replace")
        if frame.decode() != text:
            raise ValueError("A text has a lone surrogate, which has no form in UTF-8.")
        if len(frame) > self._limit:
            raise ValueError(f"A message may have {self._limit} bytes.")
        self._outgoing.put(frame + b"\n")

    def _write_all(self) -> None:
        assert self._process.stdin
        with contextlib.suppress(OSError), self._process.stdin as stdin:
            for frame in iter(self._outgoing.get, b""):
                stdin.write(frame)
                stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout
        with self._process.stdout as stdout:
            for line in stdout:
                # NB: while the program handles what was read, the core is not silent.
                self._heard = math.inf
                if not self._is_hung:
                    self._deliver(functools.partial(self._receive, line))
                self._heard = time.monotonic()

    def _read_errors(self) -> None:
        with self._process.stderr or io.BytesIO() as stderr:
            for line in stderr:
                text = line.decode(errors="replace").rstrip("\r\n")
                self._last_stderr_line = text[:4096]
                self._report(self._on_stderr or functools.partial(print, file=sys.stderr, flush=True), text)

    def _watch(self, reader: threading.Thread, *others: threading.Thread) -> None:
        """Waits for the process, and for what it has written: a process that it has started may hold its streams open."""
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

    def _beat(self) -> None:
        """Asks a core that is silent for a sign of life, and gives it up if there is none."""
        interval = self._heartbeat or 0
        while not self._has_ended.wait(max(0, min(self._heard + interval - time.monotonic(), interval))):
            asked = time.monotonic()
            if self._heard + interval > asked:
                continue
            self.post("ping", {})
            if self._has_ended.wait(self._heartbeat_timeout):
                return
            if self._heard < asked:
                self._is_hung = True
                return self._report(self._hang, None)

    def _hang(self, _: object) -> None:
        self._end(lambda: CoreHungError(self._heartbeat_timeout))
        if self._kill_hung:
            self._process.kill()
        if self._on_exit:
            self._on_exit(CoreExit("hung", None, None, self._last_stderr_line))

    def _end(self, error: Callable[[], TributaryError]) -> None:
        """Fails the calls that wait, and every later one."""
        with self._lock:
            if self._end_error:
                return
            self._end_error, self._was_closing = error, self._is_closing
            calls, self._calls = list(self._calls.values()), {}
        for call in calls:
            call.fail(error())
        for _, receive in list(self._screens.values()):
            receive("", None)

    def _finish(self) -> None:
        """Handles the end of the core."""
        code, failure = self._process.wait(), self._failure
        for task in list(self._asked.values()):
            _cancel(task)
        self._end(lambda: TributaryError(failure) if failure else CoreEndedError(code))
        reason: Literal["closed", "exited", "signal", "misunderstood"] = (
            "misunderstood" if failure else "closed" if self._was_closing else "signal" if code < 0 else "exited"
        )
        exit_code, signal = (None, -code) if code < 0 else (code, None)
        if self._on_exit and not self._is_hung:
            _run(self._on_exit, CoreExit(reason, exit_code, signal, self._last_stderr_line))
        self._exit_code.set_result(code)

    def _receive(self, line: bytes) -> None:
        """Handles a message. What cannot be read is not the protocol: nothing behind it can be trusted."""
        if self._failure or self._is_hung:
            return
        try:
            message = json.loads(line)
            params: _Object = message.get("params") or {}
            number, method = message.get("id"), message.get("method")
            if method is None:
                self._receive_reply(number, message)
            elif number is None:
                self._receive_notification(method, params)
            else:
                self._receive_request(number, method, params)
        except Exception as error:
            self._failure = f"The core's output cannot be understood ({type(error).__name__})."
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
        if instance in self._screens:
            self._screens[instance][1](method, value)

    def _receive_request(self, number: str, method: str, params: _Object) -> None:
        """Starts the function that a request of the core is for; that of "*" answers all questions that have none."""
        name, input = params.get("name") or params.get("feed") or params.get("operation"), params.get("input")
        handler = self._handlers.get(str(name))
        if method == "question/ask":
            question = Question(params["question"], params["name"], params.get("instance"), params.get("event"), input)
            ask = self._questions.get(question.name) or self._questions.get("*")
            self._spawn(number, self._answer(number, lambda: ask(question) if ask else _refuse(question), _answered, _unanswered))
        elif method == "service/call" and handler:
            self._spawn(number, self._answer(number, lambda: handler(input), lambda answer: {"result": {"answer": answer}}, _failed))
        elif method == "service/follow" and handler:
            tell = functools.partial(self._tell, number, params["credit"], handler, input)
            self._spawn(number, self._answer(number, tell, lambda _: {"result": {}}, _failed))
        elif method in ("service/call", "service/follow"):
            self._reply(number, _failed(ServiceError("noSuchOperation" if method == "service/call" else "noSuchFeed", detail=name)))
        else:
            self._reply(number, {"error": {"code": -32601, "message": "Method not found"}})

    async def _answer(self, number: str, run: Callable[[], Any], succeeded: _Function, failed: _Function) -> None:
        """Answers a request of the core, unless the core has cancelled it."""
        try:
            answer = run()
            outcome = succeeded(await answer if inspect.isawaitable(answer) else answer)
        except Exception as error:
            outcome = failed(error)
        if self._asked.pop(number, None):
            self._reply(number, outcome)

    async def _tell(self, number: str, credit: int, handler: Callable[[Any], Any], input: Any) -> None:
        """Tells the elements of a feed, as many as the core gives credit for."""
        room, loop = asyncio.Semaphore(credit), asyncio.get_running_loop()
        self._credits[number] = lambda count: [loop.call_soon_threadsafe(room.release) for _ in range(count)]
        try:
            async with contextlib.aclosing(_each(handler(input))) as elements:
                async for element in elements:
                    await room.acquire()
                    self._write({"method": "service/event", "params": {"id": number, "element": element}})
        finally:
            self._credits.pop(number, None)

    def _reply(self, number: str, outcome: _Object) -> None:
        """Answers a request of the core. An answer that has no form in JSON is an error of the service."""
        try:
            self._write({"id": number, **outcome})
        except (TypeError, ValueError) as error:
            self._write({"id": number, **_failed(error)})


def _handlers(services: Services | None) -> Mapping[str, Callable[[Any], Any]]:
    """The handlers by their operations. Each takes its input as it is in JSON."""
    handlers: dict[str, Callable[[Any], Any]] = {}
    for each in fields(Services):
        handler = getattr(services, each.name, None)
        if handler:
            inputs, _ = get_args(get_args(get_type_hints(Services)[each.name])[0])
            handlers[_key(each)] = functools.partial(_handle, handler, inputs)
    return handlers


def _handle(handler: Callable[..., Any], inputs: Sequence[Any], json: Any) -> Any:
    return handler(*(_read(input, json) for input in inputs))


def _failed(error: Exception) -> _Object:
    """The error of a handler. One that is not meant for the app is reported as any that is not caught."""
    if not isinstance(error, ServiceError):
        sys.excepthook(type(error), error, error.__traceback__)
        error = ServiceError()
    data = _present({"kind": error.kind, "code": error.code, "detail": error.detail})
    return {"error": {"code": 1000, "message": "Service error", "data": data}}


def _answered(answer: object) -> _Object:
    """What is replied to a question. One that is answered by the deed alone has no answer."""
    return {"result": {} if answer is None else {"answer": answer}}


def _unanswered(error: Exception) -> _Object:
    """What is replied to a question without an answer. Another exception is reported as any that is not caught."""
    if isinstance(error, NoAnswer):
        return {"result": {"cancelled": True}}
    if isinstance(error, CannotAnswer):
        return {"result": {"cannot": str(error)}}
    sys.excepthook(type(error), error, error.__traceback__)
    return {"result": {"cannot": "The program has failed."}}


def _refuse(_: Question) -> object:
    raise CannotAnswer("This program does not answer the question.")


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

    def _begin(self) -> None:
        # NB: one message at most waits here. While a listener runs, the core sees a reader that is slow, and leaves states out.
        self._messages: queue.Queue[Callable[[], None]] = queue.Queue(maxsize=1)
        hello = self._launch()
        self._thread = _thread(lambda: self._handle_until(self._exit_code, None))
        try:
            self.call("initialize", hello, None, self._launched)
        except BaseException as error:
            self.kill() if isinstance(error, RequestTimeoutError) else self.close()
            raise

    def _deliver(self, handle: Callable[[], None]) -> None:
        self._messages.put(handle)

    def _handle_until(self, end: concurrent.futures.Future[Any], limit: float | None) -> None:
        """Handles messages, on the client's own thread."""
        deadline = math.inf if limit is None else time.monotonic() + limit
        while not end.done() and (rest := deadline - time.monotonic()) > 0:
            with contextlib.suppress(queue.Empty):
                self._messages.get(timeout=None if limit is None else rest)()

    def _wait_for(self, end: concurrent.futures.Future[_Result], limit: float | None = None) -> None:
        if threading.current_thread() is self._thread:
            end.add_done_callback(lambda _: self._wake())
            self._handle_until(end, limit)
        else:
            concurrent.futures.wait([end], limit)

    def _wake(self) -> None:
        with contextlib.suppress(queue.Full):
            self._messages.put_nowait(_ignore)

    def between_messages(self, function: Callable[[], _Result]) -> _Result:
        if threading.current_thread() is self._thread:
            return function()
        return cast(_Result, self.call("ping", {}, None, lambda _: function()))

    def _report(self, listener: _Function, value: object) -> None:
        _run(listener, value)

    def _spawn(self, number: str, answer: Coroutine[Any, Any, None]) -> None:
        loop = asyncio.new_event_loop()
        task = self._asked[number] = loop.create_task(answer)

        def run() -> None:
            with contextlib.closing(loop), contextlib.suppress(asyncio.CancelledError):
                loop.run_until_complete(task)

        _thread(run)

    def call(self, method: str, params: _Object, timeout: float | None, accept: _Function = _same, undo: _Function = _ignore) -> Any:
        limit = self._limit_of(timeout)
        call = self._send(method, params, accept, undo)
        try:
            self._wait_for(call.reply, limit)
        except BaseException:
            self._abandon(call)
            raise
        if not call.reply.done() and self._abandon(call):
            raise RequestTimeoutError(limit or 0)
        return call.reply.result()

    def _open(self, type: Callable[[Any, Any], _Result], name: str, params: _Object, timeout: float | None) -> _Result:
        """Opens a screen, which is known before its first update is read."""
        params = {"screen": name, "params": params}
        return cast(_Result, self.call("screen/open", params, timeout, functools.partial(type, self), self._close_late))

    def wait(self) -> int:
        self._wait_for(self._exit_code)
        return self._exit_code.result()

    def give_file(self, question: Question, name: str, content: bytes | IO[bytes], media_type: str | None = None) -> _Object:
        """Gives a file of any size in answer to the question "pickFile": bytes, or what is read of an open file. Returns what the question's
        function returns then. Raises a `RequestError` if the app does not take the file: it is too large, or there is no room for it."""
        file, size = _file(content)
        begun = self.request("file/begin", {"question": question.id, "size": size})
        for chunk in _chunks(file, begun):
            self.request("file/write", chunk)
        return {"attachment": begun["file"], "mediaType": media_type, "name": name, "size": size}

    def read_file(self, attachment: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece, whose `attachment` a question or an input has, as long as that is not answered.
        Raises a `RequestError` if the file is not there, or was changed meanwhile."""
        offset = 0
        while data := base64.b64decode(self.request("file/read", {"file": attachment, "offset": offset})["data"]):
            offset += len(data)
            yield data


class AsyncCoreProcess(_Core["AnyAsyncScreen", Coroutine[Any, Any, Any], Coroutine[Any, Any, int], Coroutine[Any, Any, None]]):
    """The core as a child process, without its screens, for asyncio. All of it belongs to one event loop."""

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        # NB: while the loop is busy, the core sees a reader that is slow.
        self._room = threading.Semaphore(64)
        hello = self._launch()
        try:
            await self.call("initialize", hello, None, self._launched)
        except (RequestError, CoreEndedError):
            await self.close()
            raise
        except BaseException:
            await self.kill()
            raise

    def _deliver(self, handle: Callable[[], None]) -> None:
        def run(_: object) -> None:
            self._room.release()
            handle()

        self._room.acquire()
        self._report(run, None)

    def between_messages(self, function: Callable[[], _Result]) -> _Result:
        return function()

    def _report(self, listener: _Function, value: object) -> None:
        with contextlib.suppress(RuntimeError):  # The program has ended its loop.
            self._loop.call_soon_threadsafe(_run, listener, value)

    def _spawn(self, number: str, answer: Coroutine[Any, Any, None]) -> None:
        self._asked[number] = self._loop.create_task(answer)

    async def call(self, method: str, params: _Object, timeout: float | None, accept: _Function = _same, undo: _Function = _ignore) -> Any:
        limit = self._limit_of(timeout)
        call = self._send(method, params, accept, undo)
        reply = asyncio.wrap_future(call.reply)
        try:
            await asyncio.wait({reply}, timeout=limit)
        except asyncio.CancelledError:
            self._abandon(call)
            raise
        if not reply.done() and self._abandon(call):
            raise RequestTimeoutError(limit or 0)
        return await reply

    async def _open(self, type: Callable[[Any, Any], _Result], name: str, params: _Object, timeout: float | None) -> _Result:
        params = {"screen": name, "params": params}
        return cast(_Result, await self.call("screen/open", params, timeout, functools.partial(type, self), self._close_late))

    async def wait(self) -> int:
        return await asyncio.shield(asyncio.wrap_future(self._exit_code))

    async def give_file(self, question: Question, name: str, content: bytes | IO[bytes], media_type: str | None = None) -> _Object:
        file, size = _file(content)
        begun = await self.request("file/begin", {"question": question.id, "size": size})
        for chunk in _chunks(file, begun):
            await self.request("file/write", chunk)
        return {"attachment": begun["file"], "mediaType": media_type, "name": name, "size": size}

    async def read_file(self, attachment: str) -> AsyncIterator[bytes]:
        offset = 0
        while data := base64.b64decode((await self.request("file/read", {"file": attachment, "offset": offset}))["data"]):
            offset += len(data)
            yield data


def _file(content: bytes | IO[bytes]) -> tuple[IO[bytes], int]:
    """A file that is read from where it stands, and how many bytes that are."""
    file = io.BytesIO(content) if isinstance(content, bytes) else content
    start = file.tell()
    size = file.seek(0, io.SEEK_END) - start
    file.seek(start)
    return file, size


def _chunks(file: IO[bytes], begun: _Object) -> Iterator[_Object]:
    offset = 0
    while data := file.read(begun["chunk"]):
        yield {"file": begun["file"], "offset": offset, "data": base64.b64encode(data).decode()}
        offset += len(data)


class _Screen(Generic[_State, _Result, _Int]):
    """An open screen. Its state follows the core's.

    A method for an event returns the revision of what came of it. With `if_rev`, the event is refused unless it is the revision of the
    state: a `RequestError` whose reason is "staleRevision". One that the state does not allow is a `RefusedError`. With `timeout`, a reply
    that has not come in so many seconds is a `RequestTimeoutError`.
    """

    _kind: tuple[Any, Any, Any] = ("", Any, Any)
    state: _State  # The newest state.
    rev: int  # Its revision.
    hidden: Sequence[str]  # What is hidden of it, or of the result with which the screen has closed itself.
    snapshot: Snapshot[_State]  # The newest state and its revision, which belong together whatever happens on other threads.

    def __init__(self, core: Any, opened: _Object) -> None:
        self._core: _Core[Any, Any, Any, Any] = core
        self._on_snapshot: _Listeners[Snapshot[_State]] = _Listeners()
        self._on_closed: _Listeners[str] = _Listeners()
        self._on_opened: _Listeners[Any] = _Listeners()
        self._on_end: _Listeners[None] = _Listeners()
        self._opener: Any = next((screen for screen in core.screens if screen.instance == opened.get("opener")), None)
        self._is_asking = False
        self._json: Any = None
        self.screen_name: str = self._kind[0] or opened["screen"]
        self.instance: str = opened["instance"]
        self.is_open = True  # Whether neither side has closed the screen, and the core runs.
        self.close_reason: str | None = None  # Why the app has closed the screen, such as "completed" or "openerClosed".
        self.result: _Result | None = None  # The result with which the screen has closed itself.
        self._show(opened, opened["state"], None)
        core.attach(self.instance, self, self._receive)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.instance} rev {self.rev}>"

    def on_update(self, listener: Callable[[_State], object]) -> Callable[[], None]:
        """Calls a listener with the current state, and with every later one. Returns a function that removes the listener.

        An event's method returns when its update has been listened to. Listeners run in the event loop, or on the client's own thread,
        one at a time and in order; they may send events. In a listener, `rev` is the revision of the state that it gets.
        """
        return self.on_snapshot(lambda snapshot: listener(snapshot.state))

    def on_snapshot(self, listener: Callable[[Snapshot[_State]], object]) -> Callable[[], None]:
        """Calls a listener with the current state and its revision, and with every later one, as `on_update` does."""

        def add() -> Callable[[], None]:
            remove = self._on_snapshot.add(listener)
            try:
                listener(self.snapshot)
            except BaseException:
                remove()
                raise
            return remove

        return self._core.between_messages(add)

    def on_closed(self, listener: Callable[[str], object]) -> Callable[[], None]:
        """Calls a listener with the reason when the app closes the screen, which has its `result` by then. After `close()` it is not called.
        Returns a function that removes the listener."""
        return self._on_closed.add(listener)

    def _send(self, event: _Object, if_rev: int | None, timeout: float | None) -> _Int:
        params = _present({"instance": self.instance, "event": event, "ifRev": if_rev})
        return cast(_Int, self._core.call("screen/send", params, timeout, _rev))

    def _show(self, frame: _Object, json: Any, before: Any) -> None:
        self.state = _read(self._kind[1], json, self._json, before)
        self._json = json
        self.rev = frame["rev"]
        self.hidden = tuple(frame.get("hidden", ()))
        self.snapshot = Snapshot(self.rev, self.state, self.hidden)

    def _receive(self, method: str, value: Any) -> None:
        """Handles a message about the screen; one without a name is the core's end."""
        if method == "screen/update":
            self._update(value)
        elif method == "screen/opened":
            self._on_opened.send(value)
        elif method == "screen/closed":
            self.close_reason = str(value["reason"])
            self.result = _read(self._kind[2], value.get("result"))
            self.hidden = tuple(value.get("hidden", ()))
            self._close()
            self._on_closed.send(self.close_reason)
        elif not method:
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

    def _close(self, _: object = None) -> None:
        self._core.detach(self.instance)
        self._receive("", None)

    def _left(self, result: _Object) -> bool:
        if "left" in result:
            self._close()
        return "left" in result


class Screen(_Screen[_State, _Result, int]):
    @property
    def opener(self) -> AnyScreen | None:
        """The screen that has opened this one."""
        opener: AnyScreen | None = self._opener
        return opener

    def on_opened(self, listener: Callable[[AnyScreen], object]) -> Callable[[], None]:
        """Calls a listener with each screen that this one opens. Returns a function that removes the listener."""
        return self._on_opened.add(listener)

    def leave(self, *, timeout: float | None = None) -> bool:
        """Leaves the screen, as a person does. Returns whether it was left: otherwise it asks first, by a question or by its state, and the
        answer closes it or keeps it."""
        return bool(self._core.call("screen/leave", {"instance": self.instance}, timeout, self._left))

    def close(self, *, timeout: float | None = None) -> None:
        """Closes the screen, and asks nothing. Its listeners are not called afterwards."""
        self._core.call("screen/close", {"instance": self.instance}, timeout, self._close)


class AsyncScreen(_Screen[_State, _Result, Coroutine[Any, Any, int]]):
    @property
    def opener(self) -> AnyAsyncScreen | None:
        opener: AnyAsyncScreen | None = self._opener
        return opener

    def on_opened(self, listener: Callable[[AnyAsyncScreen], object]) -> Callable[[], None]:
        return self._on_opened.add(listener)

    async def leave(self, *, timeout: float | None = None) -> bool:
        return bool(await self._core.call("screen/leave", {"instance": self.instance}, timeout, self._left))

    async def close(self, *, timeout: float | None = None) -> None:
        await self._core.call("screen/close", {"instance": self.instance}, timeout, self._close)

    async def states(self) -> AsyncIterator[_State]:
        """The current state and the later ones, until the screen is closed. A loop that is slower than the core gets the newest state and
        misses those before it. Raises a `CoreEndedError` if the core has ended while the screen was open."""
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
        """Waits until the screen is closed. Returns the reason; `None` if this program has closed it. The screen has its `result` by then.
        Raises a `CoreEndedError` if the core has ended while the screen was open."""
        async for _ in self.snapshots():
            pass
        return self.close_reason


class _UnknownScreen(_Screen[Any, Any, _Int]):
    """A screen that this client does not know, because the core is of a later version. Its state is as in JSON: do not change it."""

    def send(self, event: _Object, *, if_rev: int | None = None, timeout: float | None = None) -> _Int:
        """Sends an event as it is in JSON, such as `{"type": "nextButtonWasTapped"}`."""
        return self._send(event, if_rev, timeout)


class UnknownScreen(_UnknownScreen[int], Screen[Any, Any]): ...


class UnknownAsyncScreen(_UnknownScreen[Coroutine[Any, Any, int]], AsyncScreen[Any, Any]): ...
