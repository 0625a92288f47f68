#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models from addresses that do not arrive: what servers and networks may say, and what is left then."""
import json
import re
import shutil
import socket
import ssl
import subprocess

import koma_server
from koma_cli import Skip, contains, equal
from koma_server import Server
from koma_store import FILES, MODEL, WEIGHTS, nothing_arrived, refused, run, run_with_network, store

# libsoup of Debian 12 does not tell that the last chunk is missing.
CUT = "ended before|can not be opened"


def bad_answers(folder):
    """Each has its own sentence, with a way out."""
    circle = koma_server.redirect("/" + WEIGHTS)
    rows = [
        (koma_server.status(403), "let everybody"), (koma_server.status(401), "let everybody"),
        (koma_server.status(404), "no such file"), (koma_server.status(410), "no such file"),
        (koma_server.status(416), "no file"), (koma_server.status(418), "no file"),
        (koma_server.status(500), "in trouble"), (koma_server.status(503), "in trouble"),
        (koma_server.page, "web page"), (koma_server.lfs_pointer, "Git LFS"),
        (koma_server.half, "ended before"), (koma_server.chunked_half, CUT),
        (koma_server.half_and_stall, "sends nothing"), (koma_server.stall, "sends nothing"),
        (circle, "circles"),
        (koma_server.redirect("ftp://127.0.0.1/x"), "unsafe"), (koma_server.redirect("file:///etc/passwd"), "unsafe"),
        (lambda handler, _: handler.answer(302), "no file"), (koma_server.garbage, "no file"),
    ]
    for mode, words in rows:
        with Server(FILES) as server:
            print(f"# {words}")
            server.modes[WEIGHTS] = mode
            said = refused(folder, server.address(MODEL), KOMA_NETWORK_TIMEOUT="1")
            assert re.search(words, said), said
            contains(said, "weights.bin" if "unsafe" not in words else "unsafe")
            # And where the model's own file is it.
            server.modes = {MODEL: mode}
            if mode is not circle:
                said = refused(folder, server.address(MODEL), KOMA_NETWORK_TIMEOUT="1")
                assert re.search(words, said), said
        shutil.rmtree(folder / "home")


def too_large(folder):
    with Server({"labels.txt": b"", "m.onnx": b"\x08\x07"}) as server:
        server.modes["metadata.json"] = koma_server.endless
        server.modes["m.onnx"] = lambda handler, _: (handler.begin(200, 1 << 40), handler.wfile.write(b"x" * 9))
        refused(folder, server.address("m.onnx"), "larger than a model")
        nothing_arrived(folder)
    # Neither where the server does not say how large it is, nor where a shard is it.
    for name in (MODEL, WEIGHTS):
        with Server(FILES) as server:
            server.modes[name] = lambda handler, _: (handler.begin(200, 1 << 40), handler.wfile.write(b"x" * 9))
            refused(folder, server.address(MODEL), "larger than a model")
            nothing_arrived(folder)


def more_than_the_disk_has(folder):
    """It is said before anything is written; what a manifest promises counts, too."""
    free = shutil.disk_usage(folder).free
    if free > 1 << 43:
        raise Skip("the disk is too large")
    model = json.loads(FILES[MODEL])
    model["weightsManifest"] = [{"paths": [f"w{i}.bin"], "weights": [{"name": f"w{i}", "dtype": "float32",
                                                                     "shape": [1 << 28]}]}
                                for i in range(min((free >> 30) + 2, 9000))]
    with Server({**FILES, MODEL: json.dumps(model).encode()}) as server:
        refused(folder, server.address(MODEL), "the disk is full")
        equal(server.paths(), [MODEL])


def a_file_that_is_no_model(folder):
    with Server({"a/photo.tflite": b"\x89PNG\r\n\x1a\n" * 100, "b/model.json": b'{"a": 1}'}) as server:
        refused(folder, server.address("a/photo.tflite"), "can not be opened as a model")
        refused(folder, server.address("b/model.json"), "can not be opened as a model")
        equal(list((store(folder) / ".incoming").iterdir()), [])


def shards_that_are_too_short(folder):
    with Server({**FILES, WEIGHTS: FILES[WEIGHTS][:-4]}) as server:
        refused(folder, server.address(MODEL), "can not be opened as a model")


def hostile_manifests(folder):
    for path, words in (("../../../evil", "folder"), ("/tmp/evil", "folder"), ("%2e%2e/evil", "folder"), ("", "folder"),
                        ("a/" * 9 + "x", "folder"), ("weights.bin\0x", "NUL"),
                        (".download.ini", "folder"), ("a/.b", "folder"), ("http://127.0.0.1:1/x", "folder"),
                        ("koma-record.ini", "not the file"), ("model.json", "not the file")):
        files = dict(FILES)
        model = json.loads(files[MODEL])
        model["weightsManifest"][0]["paths"] = [path]
        files[MODEL] = json.dumps(model).encode()
        with Server(files) as server:
            refused(folder, server.address(MODEL), words)
            equal([name for name in server.paths() if name != MODEL], [])
            nothing_arrived(folder)
        shutil.rmtree(folder / "home")


def no_way_there(folder):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        refused(folder, f"http://127.0.0.1:{unused.getsockname()[1]}/model.json", "nothing answers")
    refused(folder, "http://no-such-host.invalid/model.json", "http://no-such-host.invalid/model.json: there is no ")
    for address in ("https://", "http:///x", "https://user:secret@host/model.json", "https://host", "https://host/"):
        result = run(folder, "models", "--get", address)
        equal(result.returncode, 1)
        contains(result.stderr, "no address of a model" if address != "https://host/" else "koma: ")


def not_encrypted(folder):
    """A server that speaks no TLS where it should."""
    with Server(FILES) as server:
        refused(folder, server.address(MODEL).replace("http:", "https:"), "https://127.0.0.1")


def a_certificate_of_nobody(folder):
    """Signed by the server itself."""
    if shutil.which("openssl") is None:
        raise Skip("no openssl")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                    "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True,
                   stderr=subprocess.DEVNULL)
    with Server(FILES) as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server.http.socket = context.wrap_socket(server.http.socket, server_side=True)
        refused(folder, server.address(MODEL).replace("http:", "https:"), "can not prove who it is")
        equal(server.asked, [])


run_with_network([bad_answers, too_large, more_than_the_disk_has, a_file_that_is_no_model, shards_that_are_too_short,
                  hostile_manifests, no_way_there, not_encrypted, a_certificate_of_nobody])
