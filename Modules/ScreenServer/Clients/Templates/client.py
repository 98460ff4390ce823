"""The client of tributary-stdio {version}, version 1 of its protocol, for Python 3.9 or later.

    from tributary import Core

    with Core() as core:
        counter = core.open_counter()
        counter.next_button_was_tapped()
        print(counter.state.number_text)

Each call waits for its reply, and a thread of the client receives the states. This fits a script, a test, and the loop of
a user interface, which takes a state from `on_update` as it takes anything from another thread. In asyncio, call by
`asyncio.to_thread`.

Made by `tributary-stdio --client python`: do not edit.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import IO, Any, Generic, Literal, Optional, TypeVar, Union

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


class CoreEndedError(TributaryError):
    """The core's process has ended, so a request has no reply."""

    exit_code: int
    """The process's exit code, or the negative number of the signal that ended it."""

    def __init__(self, exit_code: int) -> None:
        self.exit_code = exit_code
        super().__init__(f"The core has ended with exit code {exit_code}.")


class _Call(Generic[_Result]):
    """A request that waits for its reply. It does not retain the params, which may hold a secret."""

    def __init__(self, accept: Callable[[Any], _Result]) -> None:
        self.accept = accept
        self.is_done = threading.Event()
        self.outcome: Callable[[], _Result]

    def succeed(self, result: Any) -> None:
        try:
            value = self.accept(result)
        except Exception as error:
            return self.fail(error)
        self.outcome = lambda: value
        self.is_done.set()

    def fail(self, error: Exception) -> None:
        def outcome() -> _Result:
            raise error

        self.outcome = outcome
        self.is_done.set()


class Screen(Generic[_State]):
    """An open screen. Its state follows the core's; listeners run on the client's own thread."""

    def __init__(self, core: CoreProcess, opened: Mapping[str, Any], decode: Callable[[Any], _State]) -> None:
        self._core = core
        self._decode = decode
        self._on_update: list[Callable[[_State], None]] = []
        self._on_closed: list[Callable[[str], None]] = []
        self.instance: str = opened["instance"]
        """The instance's name."""
        self._update(opened)
        core._screens[self.instance] = self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.instance} rev {self.rev}>"

    @property
    def state(self) -> _State:
        """The newest state."""
        return self._state

    @property
    def rev(self) -> int:
        """The revision of the newest state."""
        return self._rev

    def on_update(self, listener: Callable[[_State], None]) -> Callable[[], None]:
        """Calls a listener with the current state, and with every later one.

        Listeners run on the client's own thread, one at a time and in order; they may send events. An event's method
        returns when its update has been listened to. Returns a function that removes the listener.
        """

        def accept(snapshot: Mapping[str, Any]) -> Callable[[], None]:
            self._update(snapshot)
            self._on_update.append(listener)
            try:
                listener(self._state)
            except BaseException:
                remove()
                raise
            return remove

        def remove() -> None:
            if listener in self._on_update:
                self._on_update.remove(listener)

        return self._core._call("screen/get", {"instance": self.instance}, accept)

    def on_closed(self, listener: Callable[[str], None]) -> None:
        """Calls a listener with the reason when the app closes the screen. After `close()` it is not called."""
        self._on_closed.append(listener)

    def close(self) -> None:
        """Closes the screen. Its listeners are not called afterwards."""
        params = {"instance": self.instance}
        self._core._call("screen/close", params, lambda _: self._core._screens.pop(self.instance, None))

    def _send(self, event: Mapping[str, object], if_rev: int | None) -> int:
        params: dict[str, object] = {"instance": self.instance, "event": event}
        if if_rev is not None:
            params["ifRev"] = if_rev
        rev: int = self._core._call("screen/send", params, lambda result: result["rev"])
        return rev

    def _update(self, snapshot: Mapping[str, Any]) -> None:
        self._rev: int = snapshot["rev"]
        self._state = self._decode(snapshot["state"])

    def _received(self, method: str, params: Mapping[str, Any]) -> None:
        if method == "screen/update":
            self._update(params)
            for listener in list(self._on_update):
                _run(listener, self._state)
        elif method == "screen/closed":
            del self._core._screens[self.instance]
            for closed in list(self._on_closed):
                _run(closed, params["reason"])


class CoreProcess:
    """The core as a child process, without its screens. Any thread may call any method, also at the same time."""

    def __init__(
        self,
        command: str | Sequence[str] = "tributary-stdio",
        *,
        env: Mapping[str, str] | None = None,
        on_stderr: Callable[[str], None] | None = None,
    ) -> None:
        """Starts the core.

        Args:
            command: The program, or a list of the program and its options.
            env: The environment of the process, if not this program's own.
            on_stderr: Receives each line of the standard error, which is this program's own otherwise.

        Raises:
            OSError: The program cannot be started.
            CoreEndedError: It ended at once, for example because of a wrong option.
            RequestError: It does not speak version 1 of the protocol.
        """
        self._process = subprocess.Popen(
            [command] if isinstance(command, str) else list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if on_stderr else None,
            env=env,
        )
        assert self._process.stdin and self._process.stdout
        self._stdin = self._process.stdin
        self._stdout = self._process.stdout
        self._screens: dict[str, Screen[Any]] = {}
        self._calls: dict[int, _Call[Any]] = {}
        self._count = 0
        self._limit: int | None = None
        self._failure: TributaryError | None = None
        self._calls_lock = threading.Lock()
        self._write_lock = threading.Lock()
        self._reader = threading.Thread(target=self._read, name="tributary", daemon=True)
        self._reader.start()
        self._stderr_reader: threading.Thread | None = None
        if on_stderr and self._process.stderr:
            arguments = (self._process.stderr, on_stderr)
            self._stderr_reader = threading.Thread(target=_read_lines, args=arguments, daemon=True)
            self._stderr_reader.start()
        try:
            self.info: Mapping[str, Any] = self.request("initialize", {"protocolVersion": "1"})
            """The reply to `initialize`: `coreInfo`, `capabilities`, `limits`."""
            self._limit = self.info["limits"]["message"]
        except BaseException:
            self.close()
            raise

    def request(self, method: str, params: Mapping[str, object] | None = None) -> Any:
        """Sends any request, and returns its result when it comes.

        Raises:
            RequestError: The core answers with an error.
            CoreEndedError: The core has ended.
            ValueError: The params have no form in JSON, or are longer than a message may be.
        """
        return self._call(method, params or {}, lambda result: result)

    def sync(self) -> None:
        """Returns when nothing is in flight, and every update that came of it has been listened to."""
        self.request("sync")

    def close(self) -> int:
        """Ends the core: closes its input, reads its output to the end, and returns its exit code."""
        with self._write_lock:
            try:
                self._stdin.close()
            except OSError:
                pass  # The process has ended before it read all.
        return self.wait()

    def wait(self) -> int:
        """Waits for the end of the core, and returns its exit code."""
        if threading.current_thread() is self._reader:
            while self._receive():
                pass
        else:
            self._reader.join()
        if self._stderr_reader and threading.current_thread() is not self._stderr_reader:
            self._stderr_reader.join()
        return self._process.wait()

    def _open(self, screen: str, params: Mapping[str, object], make: Callable[[Any], _Result]) -> _Result:
        """Opens a screen, which is known before its first update is read."""
        return self._call("screen/open", {"screen": screen, "params": params}, make)

    def _call(self, method: str, params: Mapping[str, object], accept: Callable[[Any], _Result]) -> _Result:
        """Sends a request. `accept` makes the result of the reply on the reader's thread, before the next message."""
        call = _Call(accept)
        with self._calls_lock:
            self._count += 1
            number = self._count
            self._calls[number] = call
        try:
            self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            if threading.current_thread() is self._reader:
                while not call.is_done.is_set() and self._receive():
                    pass
            elif self._reader.is_alive():
                call.is_done.wait()
        finally:
            with self._calls_lock:
                self._calls.pop(number, None)
        if not call.is_done.is_set():
            raise self._failure or CoreEndedError(self._process.wait())
        return call.outcome()

    def _write(self, message: Mapping[str, object]) -> None:
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        frame = text.encode(errors="replace")
        if frame.decode() != text:
            raise ValueError("A text has a lone surrogate, which has no form in UTF-8.")
        if self._limit is not None and len(frame) > self._limit:
            raise ValueError(f"A message may have {self._limit} bytes.")
        with self._write_lock:
            if self._stdin.closed:
                return  # The reader reports the end of the process.
            try:
                self._stdin.write(frame + b"\n")
                self._stdin.flush()
            except OSError:
                pass

    def _read(self) -> None:
        try:
            while self._receive():
                pass
        except Exception as error:
            # What cannot be read is not the protocol: nothing behind it can be trusted.
            self._failure = TributaryError(f"The core's output cannot be understood ({type(error).__name__}).")
            with self._write_lock:
                self._stdin.close()
            self._stdout.read()
        exit_code = self._process.wait()
        with self._calls_lock:
            calls, self._calls = list(self._calls.values()), {}
        for call in calls:
            call.fail(self._failure or CoreEndedError(exit_code))

    def _receive(self) -> bool:
        """Handles the next message, on the reader's thread; `False` at the end."""
        line = self._stdout.readline()
        if not line:
            return False
        message = json.loads(line)
        if "method" in message:
            screen = self._screens.get(message["params"].get("instance"))
            if screen:
                screen._received(message["method"], message["params"])
            return True
        with self._calls_lock:
            call = self._calls.pop(message["id"], None) if message["id"] is not None else None
        if call and "result" in message:
            call.succeed(message["result"])
        elif call:
            call.fail(RequestError(message["error"]))
        elif message["id"] is None:
            raise RequestError(message["error"])
        return True


def _run(listener: Callable[[Any], None], value: Any) -> None:
    """Calls a listener. Its exception is reported as any that is not caught, and the client goes on."""
    try:
        listener(value)
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)


def _read_lines(stream: IO[bytes], listener: Callable[[str], None]) -> None:
    for line in stream:
        _run(listener, line.decode(errors="replace").rstrip("\r\n"))


def _optional(decode: Callable[[Any], _Result], json: Any) -> _Result | None:
    return None if json is None else decode(json)


def _date(json: str) -> datetime:
    return datetime.fromisoformat(json.replace("Z", "+00:00"))
