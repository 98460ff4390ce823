"""Stands between a page and the bridge, and cuts their WebSocket when a test asks for it."""
import socket
import threading


class Proxy:
    """
    Passes connections on to the bridge, with its `Host` and `Origin`. WebSockets can be cut, refused, or held up in one
    direction: what is held up does not arrive, also not after the cut.
    """

    def __init__(self, bridge):
        self.bridge, self.lock = bridge, threading.Lock()
        self.is_refusing = self.holds_replies = self.holds_requests = False
        self.bytes_of_next = None
        self.attempts, self.pairs = 0, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.is_refusing = True
        self.listener.close()
        self.cut()

    def address(self, path=""):
        return f"http://127.0.0.1:{self.port}/{path}#{self.bridge.code()}"

    def cut(self):
        """Cuts every WebSocket, without a word."""
        with self.lock:
            pairs, self.pairs = self.pairs, []
        for pair in pairs:
            self._end(*pair)
        self.holds_replies = self.holds_requests = False

    def cut_in_next_reply(self, count):
        """Cuts when this many bytes of what the bridge writes next have arrived; a negative number counts from the end."""
        self.bytes_of_next = count

    @staticmethod
    def _end(*ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # the other side was first

    def _accept(self):
        while True:
            try:
                page, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(page,), daemon=True).start()

    def _serve(self, page):
        with page:
            try:
                head = b""
                while b"\r\n\r\n" not in head:
                    block = page.recv(1 << 16)
                    if not block:
                        return
                    head += block
                is_socket = head.startswith(b"GET /session ")
                self.attempts += is_socket
                if is_socket and self.is_refusing:
                    return
                bridge = socket.create_connection(("127.0.0.1", self.bridge.port))
            except OSError:
                return
            with bridge:
                bridge.sendall(head.replace(f"127.0.0.1:{self.port}".encode(), self.bridge.host.encode()))
                if is_socket:
                    with self.lock:
                        self.pairs.append((page, bridge))
                requests = threading.Thread(target=self._pass, args=(page, bridge, is_socket, False), daemon=True)
                requests.start()
                self._pass(bridge, page, is_socket, True)
                requests.join()

    def _pass(self, source, target, is_socket, are_replies):
        try:
            while block := source.recv(1 << 16):
                if is_socket and (self.holds_replies if are_replies else self.holds_requests):
                    continue
                if is_socket and are_replies and self.bytes_of_next is not None:
                    count, self.bytes_of_next = self.bytes_of_next, None
                    target.sendall(block[:count])
                    return self.cut()
                target.sendall(block)
        except OSError:
            pass  # it was cut
        finally:
            self._end(source, target)
