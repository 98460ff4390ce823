"""A network that fails: a way through to a server, which refuses, hangs or cuts as it is told."""

import socket
import struct
import threading


class Network:
    """Passes bytes between clients and a port of this machine. The modes are `good`, `refuse`, `hang`, and `cut` after some bytes."""

    def __init__(self, port):
        self.target = port
        self.mode = "good"
        # How many more bytes of the server pass before a connection breaks, in the mode `cut`.
        self.allowance = 0
        self.connections = set()
        self.condition = threading.Condition()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def set(self, mode, allowance=0):
        with self.condition:
            self.mode = mode
            self.allowance = allowance
            self.condition.notify_all()
        if mode == "refuse":
            self.cut()

    def cut(self):
        """Breaks all connections, as a router does that has forgotten them."""
        with self.condition:
            connections, self.connections = self.connections, set()
        for pair in connections:
            self.end(pair)

    @staticmethod
    def end(pair):
        for one in pair:
            try:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return  # The day is over.
            threading.Thread(target=self.serve, args=[client], daemon=True).start()

    def wait(self, pair):
        """Waits while the network hangs; `False` if the connection is broken."""
        with self.condition:
            self.condition.wait_for(lambda: self.mode != "hang")
            return pair is None or pair in self.connections

    def serve(self, client):
        self.wait(None)
        server = socket.socket()
        pair = (client, server)
        try:
            if self.mode == "refuse":
                raise OSError
            server.connect(("127.0.0.1", self.target))
        except OSError:
            return self.end(pair)
        with self.condition:
            self.connections.add(pair)
        threading.Thread(target=self.move, args=[server, client, pair, True], daemon=True).start()
        self.move(client, server, pair, False)

    def move(self, source, target, pair, is_answer):
        try:
            while data := source.recv(65536):
                if not self.wait(pair):
                    return
                if is_answer and self.mode == "cut":
                    data, ends = data[: self.allowance], len(data) > self.allowance
                    self.allowance -= len(data)
                    target.sendall(data)
                    if ends:
                        break
                    continue
                target.sendall(data)
        except OSError:
            pass
        with self.condition:
            self.connections.discard(pair)
        self.end(pair)
