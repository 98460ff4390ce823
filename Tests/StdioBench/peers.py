"""Child processes that answer on stdout what is asked on stdin: ours, `nvim --embed`, two small servers, and `cat`."""

import os
import shutil
import struct
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))


class Peer:
    """A process, and how its questions and answers look."""

    name = ""

    @classmethod
    def is_here(cls):
        """Whether the program is installed."""
        return True

    def __init__(self):
        self.process = subprocess.Popen(
            self.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        self.input = self.process.stdin.fileno()
        self.output = self.process.stdout.fileno()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()

    def ask(self, question, end):
        """Writes a question and answers all that comes up to the reply that ends in `end`."""
        os.write(self.input, question)
        return self.read_until(end)

    def read_until(self, end):
        answer = b""
        while not answer.endswith(end):
            piece = os.read(self.output, 1 << 16)
            if not piece:
                raise SystemExit(f"{self.name} ended in the middle of it")
            answer = answer + piece if len(answer) < 4096 else answer[-4096:] + piece
        return answer

    def pipeline(self, questions, end):
        """Writes everything at once and reads until the last answer is here."""
        writer = threading.Thread(target=self.write_all, args=(questions,))
        writer.start()
        self.read_until(end)
        writer.join()

    def write_all(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(self.input, view) :]

    def status(self, field):
        """A number of KiB from the kernel's account of the process."""
        with open(f"/proc/{self.process.pid}/status") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith(field + ":"))

    def prepare(self):
        """What comes before the questions are worth timing."""

    def first(self):
        """The cheapest question, and how its answer ends."""
        raise NotImplementedError

    def question(self, number):
        """The question that is timed, and how its answer ends."""
        raise NotImplementedError


class Ours(Peer):
    """A `ping`, the least that can be asked."""

    name = "tributary-stdio"
    program = ""

    def command(self):
        return [self.program]

    @staticmethod
    def line(number, method, params):
        return b'{"jsonrpc":"2.0","id":%d,"method":"%s","params":%s}\n' % (number, method, params)

    def first(self):
        return Ours.question(self, 1)

    def question(self, number):
        return self.line(number, b"ping", b"{}"), b'{"id":%d,"jsonrpc":"2.0","result":{}}\n' % number

    def check(self, answer, number):
        assert answer == self.question(number)[1], answer


class Event(Ours):
    """An event that changes the state, and the update that precedes its reply."""

    name = "the same, events"

    def prepare(self):
        opened = self.ask(self.line(0, b"screen/open", b'{"screen":"terms"}'), b"}\n")
        assert b'"instance":"terms-1"' in opened, opened

    def question(self, number):
        # Every event changes the state, so that every round trip carries an update.
        event = b'{"instance":"terms-1","event":{"type":"nameChanged","text":"%d"}}' % number
        # The state begins with revision 1.
        return self.line(number, b"screen/send", event), b'{"id":%d,"jsonrpc":"2.0","result":{"rev":%d}}\n' % (
            number,
            number + 1,
        )

    def check(self, answer, number):
        assert answer.startswith(b'{"jsonrpc":"2.0","method":"screen/update"'), answer
        assert b'"name":"%d"' % number in answer, answer


class MockEffect(Ours):
    """A balance that is refreshed: the mock answers what the screen asks."""

    name = "an effect by the mock"
    hello = b"{}"

    def prepare(self):
        self.ask(self.line(0, b"initialize", self.hello), b"}\n")
        self.ask(self.line(0, b"screen/open", b'{"screen":"balance"}') + self.line(1, b"sync", b"{}"), self.end(1))

    def question(self, number):
        refresh = b'{"instance":"balance-1","event":{"type":"refreshButtonWasTapped"}}'
        number += 1
        return self.line(0, b"screen/send", refresh) + self.line(number, b"sync", b"{}"), self.end(number)

    @staticmethod
    def end(number):
        return b'{"id":%d,"jsonrpc":"2.0","result":{}}\n' % number

    def check(self, answer, number):
        assert b'"valueText":"$' in answer and b'"error"' not in answer, answer


class ClientEffect(MockEffect):
    """The same, answered by this program."""

    name = "an effect by the client"
    hello = b'{"capabilities":{"services":["balance"]}}'
    answered = 0

    def command(self):
        return [self.program, "--backend", "client"]

    def ask(self, question, end):
        os.write(self.input, question)
        if b"screen/" not in question:
            return self.read_until(end)
        asked = b""
        while b"service/call" not in asked:
            asked += os.read(self.output, 1 << 16)
        self.answered += 1
        value = b'{"date":"2026-11-22T15:04:05Z","value":{"amount":"12.50","currency":"USD"}}'
        os.write(self.input, b'{"jsonrpc":"2.0","id":"core-%d","result":{"answer":%s}}\n' % (self.answered, value))
        return self.read_until(end)


class Node(Ours):
    """A small server in Node.js, asked the same."""

    name = "Node.js"

    def command(self):
        return ["node", os.path.join(HERE, "servers", "server.mjs")]

    @classmethod
    def is_here(cls):
        return shutil.which("node") is not None

    def first(self):
        return self.question(1)

    def question(self, number):
        return super().question(number)[0], b'{"jsonrpc":"2.0","id":%d,"result":{}}\n' % number


class Python(Ours):
    """A small server in Python, asked the same."""

    name = "Python"

    def command(self):
        return [sys.executable, os.path.join(HERE, "servers", "server.py")]

    def first(self):
        return self.question(1)

    def question(self, number):
        return super().question(number)[0], b'{"jsonrpc": "2.0", "id": %d, "result": {}}\n' % number


class Neovim(Peer):
    name = "nvim --embed"

    def command(self):
        return ["nvim", "--embed", "--headless", "--clean"]

    @classmethod
    def is_here(cls):
        return shutil.which("nvim") is not None

    def first(self):
        return self.question(1)

    def question(self, number):
        # MessagePack-RPC: [0, id, "nvim_eval", ["1"]], answered by [1, id, nil, 1].
        number_bytes = b"\xce" + struct.pack(">I", number + (1 << 16))
        return (
            b"\x94\x00" + number_bytes + b"\xa9nvim_eval\x91\xa11",
            b"\x94\x01" + number_bytes + b"\xc0\x01",
        )

    def check(self, answer, number):
        pass


class Cat(Peer):
    name = "cat"

    def command(self):
        return ["cat"]

    def first(self):
        return self.question(1)

    def question(self, number):
        line = Ours.line(number, b"ping", b"{}")
        return line, line

    def check(self, answer, number):
        pass
