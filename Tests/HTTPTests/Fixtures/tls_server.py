"""An HTTPS server on 127.0.0.1: prints its port, answers each request with [], and ends with its standard input.
It answers /echo with the request, and leads from /again to itself.

usage: tls_server.py CERTIFICATE [COUNT]

With a count, it sends so many bytes of its part of the handshake and closes the connection.
"""

import os
import socket
import ssl
import sys
import threading


def answer(connection, context):
    with context.wrap_socket(connection, server_side=True) as secure:
        while data := secure.recv(65536):
            if data.startswith(b"GET /echo"):
                secure.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(data) + data)
            elif data.startswith(b"GET /again"):
                secure.sendall(b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n")
            elif b"\r\n\r\n" in data:
                secure.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]")


def cut(connection, context, count):
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    handshake = context.wrap_bio(incoming, outgoing, server_side=True)
    incoming.write(connection.recv(65536))
    try:
        handshake.do_handshake()
    except ssl.SSLWantReadError:
        pass
    connection.sendall(outgoing.read()[:count])
    connection.close()


def serve(connection, context):
    try:
        if len(sys.argv) > 2:
            cut(connection, context, int(sys.argv[2]))
        else:
            answer(connection, context)
    except OSError:
        connection.close()


def end_with_input():
    sys.stdin.read()
    os._exit(0)


def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1])
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=end_with_input, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection, context), daemon=True).start()


main()
