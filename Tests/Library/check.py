#!/usr/bin/env python3
"""The library in C, from Python: check.py LIBRARY [PROGRAM]. The program replays what the library has recorded."""

import ctypes
import gc
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Apps/Library/Samples"))
from front import END, FRAME, load  # noqa: E402

OK, WRONG_THREAD, NO_CORE, ENDED, NULL = 0, -1, -2, -3, -4
PING = b'{"id":1,"jsonrpc":"2.0","method":"ping"}\n'
PONG = b'{"id":1,"jsonrpc":"2.0","result":{}}\n'
library = load(sys.argv[1])
due = select.poll()
due.register(library.tributary_descriptor(), select.POLLIN)


def error() -> str:
    return library.tributary_last_error().decode()


class Core:
    """A core whose frames and ending are kept."""

    def __init__(self, options: bytes | None = None, beside: "Core | None" = None) -> None:
        self.frames: list[bytes] = []
        self.code: int | None = None
        self.then = lambda: None
        self.callbacks = FRAME(self.on_frame), END(self.on_end)
        if beside:
            self.number = library.tributary_attach(beside.number, options, *self.callbacks, None)
        else:
            self.number = library.tributary_create(options, *self.callbacks, None)
        assert self.number, error()

    def on_frame(self, frame: int, count: int, _: None) -> None:
        self.frames.append(ctypes.string_at(frame, count))
        self.then()

    def on_end(self, code: int, _: None) -> None:
        self.code = code

    def send(self, data: bytes) -> int:
        return library.tributary_send(self.number, data, len(data))

    def until(self, done) -> None:
        while not done():
            assert due.poll(60_000), "nothing is due"
            assert library.tributary_run_due() == OK

    def destroy(self) -> int:
        return library.tributary_destroy(self.number)


def on_thread(body):
    result = []
    thread = threading.Thread(target=lambda: result.append(body()))
    thread.start()
    thread.join()
    return result[0]


def run_what_is_due() -> None:
    while due.poll(0):
        library.tributary_run_due()


def ping() -> None:
    core = Core()
    assert core.send(PING) == OK
    assert not core.frames, "frames come while what is due runs"
    core.until(lambda: core.frames)
    assert core.frames == [PONG], core.frames
    assert core.destroy() == OK and core.destroy() == NO_CORE and core.send(PING) == NO_CORE
    assert "destroyed" in error(), error()


def wrong_thread() -> None:
    code, text = on_thread(lambda: (library.tributary_run_due(), error()))
    assert code == WRONG_THREAD and "thread" in text, (code, text)


def nulls_and_options() -> None:
    none = ctypes.cast(None, FRAME)
    assert library.tributary_create(None, none, ctypes.cast(None, END), None) == 0 and "NULL" in error()
    frame = FRAME(lambda *_: None)
    for options, text in [
        (b"{", "JSON"), (b'{"sed":1}', "seed"), (b'{"state":"/dev/null"}', "state"),
        (b'{"mcp-consnet":true}', "Unknown option mcp-consnet. Did you mean mcp-consent?"),
        (b'{"seed":1,"latency":0,"seed":2}', "The option seed is there twice."),
        (b'{"mcp-consent":true}', "mcp-consent needs protocol mcp."),
        (b'{"protocol":"mcp","mcp-consent":"yes"}', "The option mcp-consent takes true or false."),
    ]:
        assert library.tributary_create(options, frame, ctypes.cast(None, END), None) == 0
        assert text in error(), error()
    core = Core()
    assert library.tributary_send(core.number, None, 1) == NULL
    assert library.tributary_send(core.number, None, 0) == OK
    assert library.tributary_send(0, PING, len(PING)) == NO_CORE
    core.destroy()


def two_cores_and_an_end() -> None:
    one, two = Core(b'{"seed":7}'), Core(b'{"seed":8}')
    one.send(b'{"id":1,"jsonrpc":"2.0","method":"shutdown"}\n{"jsonrpc":"2.0","method":"exit"}\n')
    one.until(lambda: one.code is not None)
    assert one.code == 0 and one.send(PING) == ENDED
    two.send(PING)
    two.until(lambda: two.frames)
    assert two.frames == [PONG]
    two.send(b'{"jsonrpc":"2.0","method":"exit"}\n')
    two.until(lambda: two.code is not None)
    assert two.code == 1
    one.destroy()
    two.destroy()


def destroy_in_a_callback() -> None:
    core = Core()
    core.then = core.destroy
    core.send(PING * 3)
    core.until(lambda: core.frames)
    run_what_is_due()
    assert core.frames == [PONG], core.frames
    assert core.send(PING) == NO_CORE


def send_in_a_callback() -> None:
    core = Core()
    core.then = lambda: len(core.frames) < 3 and core.send(PING)
    core.send(PING)
    core.until(lambda: len(core.frames) == 3)
    core.destroy()


def from_other_threads() -> None:
    core = on_thread(Core)
    on_thread(lambda: core.send(PING))
    core.until(lambda: core.frames)
    threads = [threading.Thread(target=lambda: [core.send(PING) for _ in range(500)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    core.until(lambda: len(core.frames) == 2001)
    for thread in threads:
        thread.join()
    assert on_thread(core.destroy) == OK
    run_what_is_due()
    broken = on_thread(lambda: Core(b'{"state":"/dev/null"}'))
    broken.until(lambda: broken.code is not None)
    assert broken.code == 2 and broken.send(PING) == ENDED
    broken.destroy()


def two_fronts_at_an_app() -> None:
    """A window, another one that is attached from a thread of its own, and an assistant; the first leaves, and the others go on."""
    window = Core(b'{"seed":7}')
    other = on_thread(lambda: Core(beside=window))
    assistant = Core(b'{"protocol":"mcp"}', beside=window)

    def ask(core: Core, id: int, method: str, **params) -> dict:
        core.send(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode() + b"\n")
        core.until(lambda: any(json.loads(frame).get("id") == id for frame in core.frames))
        return next(reply for reply in map(json.loads, core.frames) if reply.get("id") == id)["result"]

    for core in (window, other):
        ask(core, 1, "initialize", capabilities={"shared": True})
    ask(assistant, 1, "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "check", "version": "1"})
    assert ask(window, 2, "screen/open", screen="terms")["instance"] == "terms-1"
    arguments = {"instance": "terms-1", "text": "Ada"}
    ask(assistant, 2, "tools/call", name="terms_nameChanged", arguments=arguments)
    for core in (window, other):
        core.until(lambda: any(b'"name":"Ada"' in frame for frame in core.frames))
    ask(other, 2, "screen/show", instance="terms-1")
    assert window.destroy() == OK
    run_what_is_due()
    assert ask(other, 3, "screen/get", instance="terms-1")["state"]["name"] == "Ada"
    assert library.tributary_attach(window.number, None, *window.callbacks, None) == 0 and "destroyed" in error()
    assert library.tributary_attach(other.number, b'{"seed":1}', *window.callbacks, None) == 0 and "protocol and its options alone" in error()
    ask(assistant, 3, "tools/call", name="read_screen", arguments={"instance": "terms-1"})
    other.send(b'{"jsonrpc":"2.0","method":"exit"}\n')
    other.until(lambda: other.code is not None)
    run_what_is_due()
    read = ask(assistant, 4, "tools/call", name="read_screen", arguments={"instance": "terms-1"})
    assert read["isError"], "what nothing holds any more is closed"
    other.destroy()
    assistant.destroy()
    run_what_is_due()


def pieces() -> None:
    core = Core()
    big = b'{"id":2,"jsonrpc":"2.0","method":"ping","params":{"text":"' + b"x" * (8 << 20) + b'"}}\n' + PING
    for start in range(0, len(big), 65_521):
        core.send(big[start : start + 65_521])
    core.until(lambda: PONG in core.frames)
    assert len(core.frames) == 2
    core.destroy()


def assistant() -> None:
    core = Core(b'{"protocol":"mcp","seed":7}')

    def call(number: int, method: str, params: dict) -> dict:
        core.frames.clear()
        line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        assert core.send(line.encode() + b"\n") == OK
        core.until(lambda: any(json.loads(frame).get("id") == number for frame in core.frames))
        return next(reply for reply in map(json.loads, core.frames) if reply.get("id") == number)["result"]

    assert call(1, "initialize", {"protocolVersion": "2025-11-25"})["serverInfo"]["name"] == "tributary"
    opened = call(2, "tools/call", {"name": "open_screen", "arguments": {"screen": "counter"}})
    assert opened["structuredContent"]["instance"] == "counter-1", opened
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    newer = call(3, "tools/call", {"_meta": meta, "name": "read_screen", "arguments": {"instance": "counter-2"}})
    assert newer["isError"] and newer["resultType"] == "complete", newer
    core.destroy()
    rights_of_assistants()
    assert not library.tributary_create(b'{"protocol":"soap"}', FRAME(lambda *_: None), ctypes.cast(None, END), None)
    assert error() == 'protocol takes "screens" or "mcp".', error()


def rights_of_assistants() -> None:
    """What an assistant may do is said by the options of the program, of a core of its own and of one beside a person's window."""

    def call(core: Core, number: int, method: str, **params: object) -> str:
        core.frames.clear()
        core.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n")
        core.until(lambda: any(json.loads(frame).get("id") == number for frame in core.frames))
        return b"".join(core.frames).decode()

    def shown(core: Core) -> tuple[bool, bool]:
        """Whether events with secrets are tools, and whether what is private is shown."""
        call(core, 1, "initialize", protocolVersion="2025-11-25")
        tools = call(core, 2, "tools/list")
        call(core, 3, "tools/call", name="open_screen", arguments={"screen": "balance"})
        balance = call(core, 4, "tools/call", name="balance_refreshButtonWasTapped", arguments={"instance": "balance-1"})
        assert "balance-1" in balance, balance
        return "registration_passwordChanged" in tools, "$1,234.56" in balance

    # A person who is there and looks is shown what is private, and so is the assistant beside them.
    for window, options, expected in [
        (None, b'{"protocol":"mcp"}', (False, False)),
        (None, b'{"protocol":"mcp","mcp-secrets":true,"mcp-private":false}', (True, False)),
        (None, b'{"protocol":"mcp","mcp-private":true,"mcp-consent":true,"mcp-links":true,"mcp-files":"/tmp"}', (False, True)),
        (Core(), b'{"protocol":"mcp"}', (False, True)),
        (Core(), b'{"protocol":"mcp","mcp-secrets":true}', (True, True)),
    ]:
        if window:
            call(window, 1, "initialize")
        core = Core(options, beside=window)
        answer = shown(core)
        assert answer == expected, (options, answer)
        core.destroy()
        window and window.destroy()
        run_what_is_due()


def recording() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "session.jsonl")
        core = Core(json.dumps({"record": file, "seed": 7, "latency": 1}).encode())
        core.send(b'{"id":1,"jsonrpc":"2.0","method":"screen/open","params":{"screen":"balance"}}\n')
        core.send(b'{"id":2,"jsonrpc":"2.0","method":"sync"}\n')
        core.until(lambda: b'{"id":2,"jsonrpc":"2.0","result":{}}\n' in core.frames)
        second = library.tributary_create(
            json.dumps({"record": file}).encode(), *core.callbacks, None)
        assert not second and "record" in error(), error()
        core.destroy()
        run_what_is_due()
        with open(file) as lines:
            kinds = [json.loads(line) for line in lines]
        assert len(kinds) > 3, kinds
        if len(sys.argv) > 2 and os.access(sys.argv[2], os.X_OK):
            replay = subprocess.run([sys.argv[2], "--replay", file], capture_output=True, text=True)
            assert replay.returncode == 0, replay


def services_of_the_host() -> None:
    core = Core(b'{"backend":"client","seed":7}')

    def line(**members) -> bytes:
        return json.dumps({"jsonrpc": "2.0", **members}).encode() + b"\n"

    def find(matches) -> dict:
        core.until(lambda: any(matches(json.loads(frame)) for frame in core.frames))
        return next(message for message in map(json.loads, core.frames) if matches(message))

    core.send(line(id=1, method="initialize", params={"capabilities": {"services": ["balance"]}}))
    core.send(line(id=2, method="screen/open", params={"screen": "balance"}))
    call = find(lambda message: message.get("method") == "service/call")
    assert call["params"] == {"input": None, "operation": "balance"}, call
    value = {"date": "2026-11-22T15:04:05Z", "value": {"amount": "12.50", "currency": "USD"}}
    core.send(line(id=call["id"], result={"answer": value}))
    core.send(line(id=3, method="sync"))
    find(lambda message: message.get("id") == 3)
    states = [frame for frame in core.frames if b'"valueText"' in frame]
    assert b'"valueText":"$12.50"' in states[-1], states
    # What no one answers any more ends with the core.
    core.send(line(id=4, method="screen/send", params={"instance": "balance-1", "event": {"type": "refreshButtonWasTapped"}}))
    find(lambda message: message.get("method") == "service/call" and message["id"] != call["id"])
    core.destroy()
    run_what_is_due()


def feeds_of_the_host() -> None:
    core = Core(b'{"backend":"client","seed":7}')

    def line(**members) -> bytes:
        return json.dumps({"jsonrpc": "2.0", **members}).encode() + b"\n"

    def find(matches) -> dict:
        core.until(lambda: any(matches(json.loads(frame)) for frame in core.frames))
        return next(message for message in map(json.loads, core.frames) if matches(message))

    core.send(line(id=1, method="initialize", params={"capabilities": {"services": ["balance-changes"]}}))
    core.send(line(id=2, method="screen/open", params={"screen": "balance"}))
    feed = find(lambda message: message.get("method") == "service/follow")
    credit = feed["params"]["credit"]
    assert feed["params"]["feed"] == "balance-changes" and credit > 0, feed
    # As many as there is credit for, twice over.
    for number in range(1, 2 * credit + 1):
        if number == credit + 1:
            credit += find(lambda message: message.get("method") == "service/credit")["params"]["credit"]
        if number > credit:
            break
        date = f"2026-11-22T15:{number // 60:02}:{number % 60:02}Z"
        element = {"date": date, "value": {"amount": f"{number}.50", "currency": "USD"}}
        core.send(line(method="service/event", params={"id": feed["id"], "element": element}))
    last = f'"valueText":"${credit}.50"'.encode()
    core.until(lambda: any(last in frame for frame in core.frames))
    core.send(line(id=3, method="screen/close", params={"instance": "balance-1"}))
    cancel = find(lambda message: message.get("method") == "$/cancelRequest")
    assert cancel["params"]["id"] == feed["id"], cancel
    core.destroy()
    run_what_is_due()


class Heap(ctypes.Structure):
    """`struct mallinfo2`; `used` is `uordblks`."""

    _fields_ = [(name, ctypes.c_size_t) for name in ["a", "b", "c", "d", "e", "f", "g", "used", "h", "i"]]


def nothing_is_lost() -> None:
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = Heap
    session = b'{"id":1,"jsonrpc":"2.0","method":"screen/open","params":{"screen":"balance"}}\n' + PING

    def use() -> None:
        for _ in range(100):
            core = Core(b'{"latency":0}')
            core.send(session)
            core.until(lambda: PONG in core.frames)
            core.destroy()
            run_what_is_due()
            core.then = core.callbacks = None
        gc.collect()

    use()
    used = libc.mallinfo2().used
    use()
    growth = (libc.mallinfo2().used - used) / 100
    print(f"a core leaves {growth:.0f} bytes behind")
    assert growth < 1024, growth


for check in [
    ping, wrong_thread, nulls_and_options, two_cores_and_an_end, two_fronts_at_an_app, destroy_in_a_callback, send_in_a_callback,
    from_other_threads, pieces, assistant, recording,
    services_of_the_host, feeds_of_the_host, nothing_is_lost,
]:
    check()
    print("ok", check.__name__)
