# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A server of this computer that is good or hostile, file by file.

    with Server({"a/model.json": b"…"}) as server:
        server.modes["a/model.json"] = stall
        … server.address("a/model.json") …
        server.asked    # [("a/model.json", {"range": "bytes=7-"})]

A mode is a function of the handler and the file's bytes, and answers in place of the good server.
"""
import email.utils
import gzip
import hashlib
import http.server
import re
import socket
import struct
import threading

DATE = email.utils.formatdate(1700000000, usegmt=True)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def begin(self, status, length, **headers):
        self.send_response(status)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def answer(self, status, body=b"", **headers):
        self.begin(status, len(body), **headers)
        self.wfile.write(body)

    def cut(self):
        """Ends the connection as a machine does that goes down."""
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def do_GET(self):
        server = self.server.owner
        path, _, query = self.path.lstrip("/").partition("?")
        with server.lock:
            server.asked.append((path, {name.lower(): value for name, value in self.headers.items()}, query))
        body = server.files.get(path)
        mode = server.modes.get(path)
        if mode is not None:
            mode(self, body)
        elif body is None:
            self.answer(404, b"no such file")
        else:
            self.send_file(body)

    def send_file(self, body, etag=None):
        etag = etag or f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        headers = {"ETag": etag, "Last_Modified": DATE}
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        if self.headers.get("If-None-Match") == etag:
            self.answer(304, **headers)
        elif asked is None or self.headers.get("If-Range", etag) not in (etag, DATE):
            self.answer(200, body, **headers)
        elif int(asked.group(1)) >= len(body):
            self.answer(416, **headers)
        else:
            start = int(asked.group(1))
            self.answer(206, body[start:], Content_Range=f"bytes {start}-{len(body) - 1}/{len(body)}", **headers)


def status(code, body=b"sorry"):
    return lambda handler, _: handler.answer(code, body)


def redirect(to, code=302):
    return lambda handler, _: handler.answer(code, Location=to)


def page(handler, body):
    handler.answer(200, b"<!DOCTYPE html>\n<title>Please log in</title>" + b" " * 3000)


def lfs_pointer(handler, body):
    handler.answer(200, b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7\n")


def half(handler, body):
    """Promises all of it, sends a half and closes."""
    handler.begin(200, len(body), ETag='"whole"')
    handler.wfile.write(body[:len(body) // 2])
    handler.cut()


def half_and_stall(handler, body):
    """Sends a half, and nothing for as long as anybody waits."""
    handler.begin(200, len(body), ETag='"whole"')
    handler.wfile.write(body[:len(body) // 2])
    handler.wfile.flush()
    handler.server.owner.over.wait()
    handler.close_connection = True


def stall(handler, body):
    """Answers nothing at all."""
    handler.server.owner.over.wait()
    handler.close_connection = True


def go_on(handler, body):
    """The good server, for a client that has the first part from half()."""
    handler.send_file(body, etag='"whole"')


def ignore_range(handler, body):
    handler.answer(200, body)


def wrong_range(handler, body):
    """Another part than the one that was asked for; the whole file where none was."""
    if "Range" in handler.headers:
        handler.answer(206, body[1:], Content_Range=f"bytes 1-{len(body) - 1}/{len(body)}")
    else:
        handler.answer(200, body)


def refuse_range(handler, body):
    if "Range" in handler.headers:
        handler.answer(416)
    else:
        handler.answer(200, body)


def chunked(handler, body):
    handler.begin(200, None, Transfer_Encoding="chunked")
    for start in range(0, len(body), 1000):
        part = body[start:start + 1000]
        handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
    handler.wfile.write(b"0\r\n\r\n")


def chunked_half(handler, body):
    handler.begin(200, None, Transfer_Encoding="chunked")
    handler.wfile.write(b"%x\r\n%s\r\n" % (len(body) // 2, body[:len(body) // 2]))
    handler.cut()


def zipped(handler, body):
    """Compressed on the way, asked or not."""
    handler.answer(200, gzip.compress(body), Content_Encoding="gzip")


def endless(handler, body):
    handler.begin(200, None, Connection="close")
    try:
        while True:
            handler.wfile.write(b"x" * 65536)
    except OSError:
        handler.close_connection = True


def garbage(handler, body):
    handler.wfile.write(b"\x16\x03\x01 this is no HTTP\r\n\r\n")
    handler.cut()


class QuietServer(http.server.ThreadingHTTPServer):
    """Connections that the other side ends are no news."""
    def handle_error(self, request, client_address):
        pass


class Server:
    def __init__(self, files):
        self.files = dict(files)
        self.modes = {}
        self.asked = []
        self.lock = threading.Lock()
        self.over = threading.Event()

    def __enter__(self):
        self.http = QuietServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.http.owner = self
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *args):
        self.over.set()
        self.http.shutdown()
        self.http.server_close()

    def address(self, path):
        return f"http://127.0.0.1:{self.http.server_address[1]}/{path}"

    def paths(self):
        with self.lock:
            return [path for path, _, _ in self.asked]


def folder_files(folder, below):
    return {f"{below}/{path.relative_to(folder)}": path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}
