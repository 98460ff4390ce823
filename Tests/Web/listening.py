"""The process around a scripted core: its fronts come to a socket, `--listen PATH --share`, and it ends with its standard input, or
later, when it is killed: `--stays`."""
import json
import re
import selectors
import socket
import sys


class Front:
    """A front: its connection, of which it is told what others do once it has sent `initialize`."""

    def __init__(self, connection):
        self.connection, self.input, self.is_told = connection, b"", False

    def write(self, **message):
        try:
            self.connection.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        except OSError:
            pass  # it has gone

    def notify(self, method, **params):
        self.write(method=method, params=params)


class Fronts:
    """All that is connected, and the one whose message is carried out."""

    def __init__(self):
        self.all, self.current = [], None

    def notify(self, method, **params):
        for front in self.all:
            if front.is_told:
                front.notify(method, **params)

    def notify_others(self, method, **params):
        for front in self.all:
            if front.is_told and front is not self.current:
                front.notify(method, **params)


def serve(core, path):
    """Gives each message to `core.receive`, which returns the members of the reply to a request, and each new front to `core.joined`."""
    fronts = core.fronts = Fronts()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    with selectors.DefaultSelector() as selector:
        selector.register(listener, selectors.EVENT_READ)
        selector.register(sys.stdin, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is sys.stdin:
                    if "--stays" not in sys.argv:
                        return
                    selector.unregister(sys.stdin)
                    continue
                if key.fileobj is listener:
                    front = Front(listener.accept()[0])
                    fronts.all.append(front)
                    selector.register(front.connection, selectors.EVENT_READ, front)
                elif not read(core, fronts, key.data):
                    selector.unregister(key.fileobj)
                    fronts.all.remove(key.data)
                    key.fileobj.close()


class NotRead(Exception):
    """What was typed is no number here: the pointer, and what is needed there."""


def reading(core, message):
    """The message with the numbers that were typed in it, which the core reads: in English, or with `--german` as Germans write them."""
    params = message.get("params")
    if message.get("method") not in ("screen/send", "screen/open") or '"typed"' not in json.dumps(params):
        return message
    screens = {screen["screen"]: screen for screen in core.receive({"method": "screen/list"})["result"]["screens"]}
    if message["method"] == "screen/open":
        schema, name = screens[params["screen"]]["params"], "params"
    else:
        events = screens[params["instance"].rsplit("-", 1)[0]]["events"].get("oneOf", [])
        schema = next((event for event in events if event["properties"]["type"]["const"] == params["event"]["type"]), {})
        name = "event"
    return {**message, "params": {**params, name: value(params[name], schema, f"/{name}")}}


def value(json, schema, pointer):
    schema = {**schema, **next((one for one in schema.get("anyOf", []) if one.get("type") != "null"), {})}
    if isinstance(json, dict) and set(json) == {"typed"} and "properties" not in schema:
        return number(json["typed"], schema, pointer)
    if isinstance(json, dict):
        properties = schema.get("properties", {})
        return {name: value(member, properties.get(name, {}), f"{pointer}/{name}") for name, member in json.items()}
    return json


def number(text, schema, pointer):
    is_german, is_whole = "--german" in sys.argv, schema.get("type") == "integer"
    group, point = (".", ",") if is_german else (",", ".")
    form = rf"-?(\d+|\d{{1,3}}({re.escape(group)}\d{{3}})+)" + ("" if is_whole else rf"({re.escape(point)}\d+)?")
    if not re.fullmatch(form, text):
        raise NotRead(pointer, "a whole number" if is_whole else f"a number such as 12{point}50")
    digits = text.replace(group, "").replace(point, ".")
    minimum, maximum = schema.get("minimum", float(digits)), schema.get("maximum", float(digits))
    if not minimum <= float(digits) <= maximum:
        raise NotRead(pointer, f"a number from {minimum} to {maximum}")
    # A decimal does not keep zeros at its end.
    decimal = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return int(digits) if is_whole else decimal if schema.get("x-decimal") else float(digits)


def read(core, fronts, front):
    """Carries out what a front has sent. Answers whether it is still there."""
    try:
        bytes = front.connection.recv(1 << 16)
    except OSError:
        return False
    *lines, front.input = (front.input + bytes).split(b"\n")
    for message in map(json.loads, lines):
        fronts.current = front
        try:
            reply = core.receive(reading(core, message))
        except NotRead as problem:
            pointer, hint = problem.args
            reply = {"error": {
                "code": -32602, "message": "Invalid params", "data": {"reason": "wrongType", "pointer": pointer, "hint": hint}}}
        if "method" not in message:
            continue  # the response to a request of the core
        if "id" in message:
            front.write(id=message["id"], **reply)
        if message["method"] == "initialize":
            front.is_told = True
            core.joined(front)
    return bool(bytes)


def answer(core):
    """Answers the requests of the standard input, as a core without `--listen` does."""
    for line in sys.stdin:
        message = json.loads(line)
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **core.receive(message)}), flush=True)
