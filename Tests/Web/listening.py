"""The process around a scripted core: its fronts come to a socket, `--listen PATH --share`, and it ends with its standard input, or
later, when it is killed: `--stays`."""
import json
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


def read(core, fronts, front):
    """Carries out what a front has sent. Answers whether it is still there."""
    try:
        bytes = front.connection.recv(1 << 16)
    except OSError:
        return False
    *lines, front.input = (front.input + bytes).split(b"\n")
    for message in map(json.loads, lines):
        fronts.current = front
        reply = core.receive(message)
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
