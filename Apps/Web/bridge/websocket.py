"""The server's side of a WebSocket (RFC 6455) that carries text."""
import base64
import hashlib

LARGEST_MESSAGE = 1 << 22  # bytes that a page may send in one message
LARGEST_BACKLOG = 1 << 23  # bytes that may wait for a page that does not read


def handshake(headers, protocol):
    """The reply that makes a WebSocket of a connection; None if it is for no WebSocket."""
    if headers.get("upgrade", "").lower() != "websocket" or "sec-websocket-key" not in headers:
        return None
    salted = headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    accept = base64.b64encode(hashlib.sha1(salted.encode()).digest()).decode()
    lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Accept: {accept}"]
    if protocol:
        lines.append(f"Sec-WebSocket-Protocol: {protocol}")
    return "\r\n".join([*lines, "", ""]).encode()


class Page:
    """The server's side of a WebSocket (RFC 6455) that carries text."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    def send(self, text, opcode=1):
        payload = text.encode() if isinstance(text, str) else text
        size = len(payload)
        if self.writer.is_closing():
            return
        if size < 126:
            head = bytes([0x80 | opcode, size])
        elif size < 1 << 16:
            head = bytes([0x80 | opcode, 126]) + size.to_bytes(2, "big")
        else:
            head = bytes([0x80 | opcode, 127]) + size.to_bytes(8, "big")
        self.writer.write(head + payload)
        if self.writer.transport.get_write_buffer_size() > LARGEST_BACKLOG:
            self.writer.transport.abort()  # the page connects again, and gets the newest states

    def close(self, code):
        self.send(code.to_bytes(2, "big"), opcode=8)
        self.writer.close()

    async def receive(self):
        """The next message; None when the page closes the connection or breaks the protocol."""
        message = b""
        while True:
            first, second = await self.reader.readexactly(2)
            size, opcode = second & 0x7F, first & 0x0F
            if size > 125:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            if not second & 0x80 or first & 0x70 or opcode not in (0, 1, 8, 9, 10):
                return self.close(1002)
            if len(message) + size > LARGEST_MESSAGE:
                return self.close(1009)
            mask = await self.reader.readexactly(4)
            masked = await self.reader.readexactly(size)
            key = (mask * (size // 4 + 1))[:size]
            payload = (int.from_bytes(masked, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
            if opcode == 8:
                return self.close(1000)
            if opcode == 9:
                self.send(payload, opcode=10)
            if opcode < 8:
                message += payload
                if first & 0x80:
                    try:
                        return message.decode()
                    except UnicodeDecodeError:
                        return self.close(1007)
