#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models from addresses: what arrives, what does not, and what is left then. The server is this computer's own."""
import hashlib
import io
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
import zipfile

import koma_server
from koma_cli import (BUILD, COLOURS, KOMA, RGB, SHARED, SOURCE, Skip, check, contains, equal, load_json, run_all,
                      write_png)
from koma_server import Server, folder_files
from koma_store import classes, get, nothing_arrived, record, refused, run, start, store, stored, wait_for

MODEL = "models/colours/model.json"
WEIGHTS = "models/colours/weights.bin"
FILES = folder_files(COLOURS, "models/colours")


def a_model_and_its_shards(folder):
    with Server(FILES) as server:
        path = get(folder, server.address(MODEL)).stdout.strip()
        equal(server.paths()[:2], [MODEL, WEIGHTS])
        equal(open(path, "rb").read(), FILES[MODEL])
        contains(record(folder), f"address={server.address(MODEL)}", "sha256=", "classes=3", "kind=classifier")
        equal(json.loads((store(folder) / stored(folder)[0] / "koma.json").read_text())["name"], "colours")
        equal(sorted(p.name for p in store(folder).iterdir()), sorted([".incoming", *stored(folder)]))
        equal(list((store(folder) / ".incoming").iterdir()), [])


def progress(folder):
    """Of all files together, whose size is known only when the first one is there."""
    model = json.loads(FILES[MODEL])
    model["weightsManifest"].append({"paths": ["more.bin"], "weights": [
        {"name": "more", "dtype": "float32", "shape": [786432]}]})
    files = {**FILES, MODEL: json.dumps(model).encode(), "models/colours/more.bin": bytes(3 << 20)}
    with Server(files) as server:
        said = get(folder, server.address(MODEL)).stderr
    assert len(re.findall(r"\(\d+ %\)", said)) >= 10, said


def the_second_time_without_the_network(folder):
    with Server(FILES) as server:
        address = server.address(MODEL)
        equal(classes(folder, address), "red")
        asked = server.paths()
        equal(classes(folder, address), "red")
        equal(server.paths(), asked)
    equal(classes(folder, address), "red")


def every_command_takes_an_address(folder):
    with Server(FILES) as server:
        address = server.address(MODEL)
        contains(check(run(folder, "inspect", address), 0).stdout, "Model: colours")
        check(run(folder, "profile", "--runs", 1, address), 0)
        check(run(folder, "benchmark", "--model", address), 0)
        check(run(folder, "env", "--model", address), 0)
        tensor = folder / "input"
        tensor.write_bytes(bytes(4 * 32 * 32 * 3))
        check(run(folder, "run", "--input", tensor, "--output", folder / "out", address), 0)
        equal(server.paths().count(MODEL), 2)


def the_query_goes_with_the_shards(folder):
    with Server(FILES) as server:
        get(folder, server.address(MODEL) + "?token=1%2F2")
        equal({query for _, _, query in server.asked}, {"token=1%2F2"})


def shards_in_folders(folder):
    files = dict(FILES)
    model = json.loads(files[MODEL])
    model["weightsManifest"][0]["paths"] = ["deep/a%20b/one.bin", "two.bin"]
    files[MODEL] = json.dumps(model).encode()
    weights = files.pop(WEIGHTS)
    files["models/colours/deep/a%20b/one.bin"] = weights[:100]
    files["models/colours/two.bin"] = weights[100:]
    with Server(files) as server:
        equal(classes(folder, server.address(MODEL)), "red")


def a_folder_means_its_model(folder):
    files = {name.replace("models/colours", "models/AbC-1"): body for name, body in FILES.items()}
    files["models/AbC-1/metadata.json"] = json.dumps(
        {"labels": ["rot", "grün", "blau"], "modelName": "My colours"}).encode()
    with Server(files) as server:
        equal(classes(folder, server.address("models/AbC-1/")), "red")
        contains(check(run(folder, "models"), 0).stdout, "My colours")


def files_beside_the_model(folder):
    files = dict(FILES)
    files["models/colours/koma.json"] = b'{"name": {"en": "Paints"}, "labels": "names/paints.txt"}'
    files["models/colours/names/paints.txt"] = b"crimson\nlime\nnavy\n"
    with Server(files) as server:
        equal(classes(folder, server.address(MODEL)), "crimson")
        contains(check(run(folder, "models"), 0).stdout, "Paints")


def files_beside_the_model_that_are_none(folder):
    """Pages, files without an end and redirects in place of them leave nothing behind."""
    with Server(FILES) as server:
        server.modes = {"models/colours/koma.json": koma_server.page, "models/colours/labels.txt": koma_server.endless,
                        "models/colours/dict.txt": koma_server.redirect("ftp://127.0.0.1/"),
                        "models/colours/metadata.json": koma_server.status(403)}
        get(folder, server.address(MODEL))
        (name,) = stored(folder)
        equal(sorted(path.name for path in (store(folder) / name).iterdir()),
              ["koma-record.ini", "koma.json", "model.json", "weights.bin"])


def the_format_of_2018(folder):
    with Server(folder_files(SOURCE / "tests/data/colours-2018", "old")) as server:
        equal(classes(folder, server.address("old/tensorflowjs_model.pb")), "red")


def an_archive(folder):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in COLOURS.iterdir():
            archive.write(path, path.name)
    with Server({"colours.zip": packed.getvalue()}) as server:
        equal(classes(folder, server.address("colours.zip")), "red")


def good_answers(folder):
    """Other ways to send the same file."""
    for mode in (koma_server.chunked, koma_server.zipped, koma_server.ignore_range):
        shutil.rmtree(folder / "home", ignore_errors=True)
        with Server(FILES) as server:
            server.modes = {WEIGHTS: mode, MODEL: mode}
            equal(classes(folder, server.address(MODEL)), "red")


def redirects(folder):
    with Server(FILES) as server:
        server.modes = {"latest": koma_server.redirect("/hop", 307), "hop": koma_server.redirect(MODEL),
                        "weights.bin": koma_server.redirect("/" + WEIGHTS, 301)}
        equal(classes(folder, server.address("latest")), "red")


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


def it_goes_on_where_it_stopped(folder):
    size = len(FILES[WEIGHTS])
    for second in (koma_server.go_on, koma_server.ignore_range, koma_server.wrong_range, koma_server.refuse_range):
        with Server(FILES) as server:
            server.modes[WEIGHTS] = koma_server.half_and_stall
            refused(folder, server.address(MODEL), "goes on", KOMA_NETWORK_TIMEOUT="1")
            server.asked.clear()
            server.modes[WEIGHTS] = second
            equal(classes(folder, server.address(MODEL)), "red")
            ranges = [headers.get("range") for path, headers, _ in server.asked if path == WEIGHTS]
            equal(ranges[0], f"bytes={size // 2}-")
            # What was there already is asked for, and not sent again.
            contains(next(headers for path, headers, _ in server.asked if path == MODEL), "if-none-match")
        shutil.rmtree(folder / "home")


def it_begins_anew_where_the_file_changed(folder):
    with Server(FILES) as server:
        server.modes[WEIGHTS] = koma_server.half_and_stall
        refused(folder, server.address(MODEL), "goes on", KOMA_NETWORK_TIMEOUT="1")
        # Another entity tag: the part must not be used.
        server.modes = {}
        server.files[WEIGHTS] = FILES[WEIGHTS][::-1]
        path = get(folder, server.address(MODEL)).stdout.strip()
        equal((store(folder) / stored(folder)[0] / "weights.bin").read_bytes(), FILES[WEIGHTS][::-1])
        equal(open(path, "rb").read(), FILES[MODEL])


def a_model_that_changes_meanwhile(folder):
    def change(handler, body):
        handler.server.owner.files[MODEL] = FILES[MODEL] + b"\n"
        handler.send_file(body)

    with Server(FILES) as server:
        server.modes[WEIGHTS] = change
        refused(folder, server.address(MODEL), "changed while it was downloaded")
        server.modes = {}
        get(folder, server.address(MODEL))
        (name,) = stored(folder)
        equal((store(folder) / name / "model.json").read_bytes(), FILES[MODEL] + b"\n")


def a_new_version_between_two_tries(folder):
    """Nothing of the old version stays."""
    files = {**FILES, "models/colours/labels.txt": b"a\nb\nc\n"}
    with Server(files) as server:
        server.modes["models/colours/dict.txt"] = koma_server.status(500)
        refused(folder, server.address(MODEL), "in trouble")
        server.modes = {}
        server.files[MODEL] += b"\n"
        del server.files["models/colours/labels.txt"]
        get(folder, server.address(MODEL))
        (name,) = stored(folder)
        equal(sorted(path.name for path in (store(folder) / name).iterdir()),
              ["koma-record.ini", "koma.json", "model.json", "weights.bin"])


def interrupted(folder):
    for number, command in ((signal.SIGINT, ("models", "--get")), (signal.SIGTERM, ("inspect",))):
        with Server(FILES) as server:
            server.modes[WEIGHTS] = koma_server.half_and_stall
            process = start(folder, *command, server.address(MODEL))
            wait_for(lambda: list(store(folder).glob(".incoming/*/weights.bin.part")))
            process.send_signal(number)
            _, said = process.communicate(timeout=120)
            equal(process.returncode, -number)
            contains(said, "goes on where it stopped")
            equal(stored(folder), [])
            server.modes[WEIGHTS] = koma_server.go_on
            equal(classes(folder, server.address(MODEL)), "red")
        shutil.rmtree(folder / "home")


def killed(folder):
    with Server(FILES) as server:
        server.modes[WEIGHTS] = koma_server.half_and_stall
        process = start(folder, "models", "--get", server.address(MODEL))
        wait_for(lambda: any(path.stat().st_size for path in store(folder).glob(".incoming/*/weights.bin.part")))
        process.kill()
        process.communicate(timeout=120)
        equal(check(run(folder, "models"), 0).stdout.startswith("There are no models"), True)
        server.asked.clear()
        server.modes[WEIGHTS] = koma_server.go_on
        equal(classes(folder, server.address(MODEL)), "red")
        contains([headers.get("range") for path, headers, _ in server.asked if path == WEIGHTS][0], "bytes=")


def two_at_once(folder):
    with Server(FILES) as server:
        server.modes[WEIGHTS] = koma_server.half_and_stall
        process = start(folder, "models", "--get", server.address(MODEL))
        wait_for(lambda: list(store(folder).glob(".incoming/*/weights.bin.part")))
        refused(folder, server.address(MODEL), "another Koma")
        # Another model is no matter.
        with Server(FILES) as other:
            get(folder, other.address(MODEL))
        process.kill()
        process.communicate(timeout=120)


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


def a_store_that_can_not_be_written(folder):
    blocked = folder / "home" / "koma"
    blocked.parent.mkdir()
    blocked.write_text("a file in place of the folder")
    with Server(FILES) as server:
        result = get(folder, server.address(MODEL), 1)
        contains(result.stderr, "can not be written")
        equal(server.paths(), [])


def a_full_disk(folder):
    """On a file system of 64 kB, where this user may mount one for itself."""
    script = 'mount -t tmpfs -o size=64k none "$1" && shift && exec "$@"'
    small = folder / "home" / "koma"
    small.mkdir(parents=True)
    mount = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", str(small)]
    if subprocess.run([*mount, "true"], stderr=subprocess.DEVNULL).returncode != 0:
        raise Skip("no file system can be mounted")
    with Server({"m.tflite": b"x" * (1 << 20)}) as server:
        result = subprocess.run([*mount, str(KOMA), "models", "--get", server.address("m.tflite")], encoding="utf-8",
                                env={**os.environ, "XDG_DATA_HOME": str(folder / "home"), "NO_PROXY": "*"},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        equal(result.returncode, 1)
        contains(result.stderr, "the disk is full")


def leftovers_are_cleaned(folder):
    incoming = store(folder) / ".incoming"
    for name, age in (("old", 40 * 86400), ("new", 0), ("removed-1", 0)):
        (incoming / name / "deep").mkdir(parents=True)
        (incoming / name / "deep" / "a.part").write_text("x")
        os.utime(incoming / name, (time.time() - age,) * 2)
    with Server(FILES) as server:
        get(folder, server.address(MODEL))
    equal([path.name for path in incoming.iterdir()], ["new"])


def removing(folder):
    with Server(FILES) as server:
        address = server.address(MODEL)
        get(folder, address)
    (name,) = stored(folder)
    outside = folder / "outside"
    outside.mkdir()
    (outside / "precious").write_text("x")
    shutil.copytree(store(folder) / name, outside / "model")
    (store(folder) / name / "link").symlink_to(outside)
    (store(folder) / "own").mkdir()
    shutil.copy(COLOURS / "model.json", store(folder) / "own" / "model.json")
    (store(folder) / "linked").symlink_to(outside / "model")
    for wrong in ("own", "linked", "..", "../models", f"{name}/..", ".incoming", "", "nothing", str(outside / "model")):
        check(run(folder, "models", "--remove", wrong), 1)
    equal(stored(folder), sorted([name, "linked", "own"]))
    check(run(folder, "models", "--remove", name), 0)
    equal(stored(folder), ["linked", "own"])
    equal(sorted(path.name for path in outside.iterdir()), ["model", "precious"])
    equal(list((store(folder) / ".incoming").iterdir()), [])
    contains(check(run(folder, "models", "--remove", address), 1).stderr, "no such model")


def removing_what_is_deep(folder):
    """Deeper than there are descriptors: nothing that anybody put there stays for ever."""
    with Server(FILES) as server:
        get(folder, server.address(MODEL))
    (name,) = stored(folder)
    top = os.open(store(folder) / name, os.O_RDONLY)
    deep = os.dup(top)
    for _ in range(1500):
        os.mkdir("d", dir_fd=deep)
        below = os.open("d", os.O_RDONLY, dir_fd=deep)
        os.close(deep)
        deep = below
    os.close(deep)
    os.close(top)
    check(run(folder, "models", "--remove", name), 0)
    equal(stored(folder), [])
    nothing_arrived(folder)


def a_file_that_may_not_grow(folder):
    """A limit of the file's size is an error with a name, and no signal."""
    with Server({"m.tflite": b"x" * (1 << 20)}) as server:
        home = folder / "home"
        home.mkdir()
        result = subprocess.run(["sh", "-c", 'ulimit -f 64; exec "$@"', "sh", str(KOMA), "models", "--get",
                                 server.address("m.tflite")], encoding="utf-8",
                                env={**os.environ, "XDG_DATA_HOME": str(home), "NO_PROXY": "*"},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        equal(result.returncode, 1)
        contains(result.stderr, "m.tflite.part: File too large")


def a_stored_model_without_its_file(folder):
    with Server(FILES) as server:
        path = get(folder, server.address(MODEL)).stdout.strip()
        os.unlink(path)
        equal(check(run(folder, "models"), 0).stdout.startswith("There are no models"), True)
        equal(classes(folder, server.address(MODEL)), "red")
        os.unlink(path)
        check(run(folder, "models", "--remove", server.address(MODEL)), 0)
        equal(stored(folder), [])


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


def local_addresses(folder):
    equal(classes(folder, COLOURS), "red")
    local = (COLOURS / "model.json").as_uri()
    equal(classes(folder, local), "red")
    contains(check(run(folder, "inspect", local), 0).stdout, "Model: colours")
    result = check(run(folder, "inspect", "catalogue:nothing", KOMA_DATA_DIR=str(SOURCE / "data")), 2)
    contains(result.stderr, "no such model in the catalogue")


def catalogue(**env):
    return json.loads((SOURCE / "data" / "catalogue.json").read_text(encoding="utf-8"))["models"]


def the_catalogue_is_whole(folder):
    models = catalogue()
    equal(models[0]["id"], "everyday-1000")
    equal(len({model["id"] for model in models}), len(models))
    lines = (SOURCE / "po" / "LINGUAS").read_text().splitlines()
    languages = ["en", *(line for line in lines if not line.startswith("#"))]
    for model in models:
        for text in (model["name"], model["description"]):
            equal(sorted(text), sorted(languages))
        equal([file["role"] for file in model["files"]].index("model"), 0)
        names = [file["path"].rsplit("/", 1)[1] for file in model["files"]]
        equal(len(set(names)), len(names))
    data = {"KOMA_DATA_DIR": str(SOURCE / "data")}
    listed = load_json(check(run(folder, "models", "--catalogue", "--format", "json", **data), 0))
    equal([model["id"] for model in listed["models"]], [model["id"] for model in models])
    equal({model["stored"] for model in listed["models"]}, {False})
    text = check(run(folder, "models", "--catalogue", **data), 0).stdout
    contains(text, "everyday-1000", "3.6\u00a0MB", "Apache-2.0")


def shared_file(path):
    """The file of the catalogue in the folder of test data, by its hash."""
    rows = [line.split("\t") for line in (SHARED / "catalogue.tsv").read_text().splitlines()[1:]]
    return next((SHARED / row[8] for row in rows if "/".join(row[2:5]) == path and row[8]), None)


def is_kind(label):
    """A background is a label, and nothing that a picture may show."""
    return not label.casefold().startswith("background") and label != "???"


def the_catalogue_of_a_mirror(folder):
    """Each model whose files are there: downloaded, opened, with the classes that the catalogue tells."""
    if not (SHARED / "catalogue.tsv").exists():
        raise Skip("there is no ../shared")
    n_models = 0
    for model in catalogue():
        files = {file["path"]: shared_file(file["path"]) for file in model["files"]}
        if None in files.values():
            continue
        n_models += 1
        with Server({f"mirror/{path}": file.read_bytes() for path, file in files.items()}) as server:
            mirror = server.address("mirror")
            data = {"KOMA_DATA_DIR": str(SOURCE / "data")}
            result = check(run(folder, "models", "--get", model["id"], "--mirror", mirror, **data), 0)
            equal(sorted(server.paths()), sorted(f"mirror/{path}" for path in files))
            contains(result.stderr, "(100 %)")
        found = load_json(check(run(folder, "inspect", "--format", "json", f"catalogue:{model['id']}", **data), 0))
        equal(found["name"], model["name"]["en"])
        if model["kind"] == "classifier":
            labels = found["labels"]["names"] if isinstance(found["labels"], dict) else found["labels"]
            equal(sum(map(is_kind, labels)), model["classes"])
            assert found["recipe"]["parts"]["range"]["source"] != "guess", found["recipe"]
        listed = load_json(check(run(folder, "models", "--catalogue", "--format", "json", **data), 0))["models"]
        equal([entry["stored"] for entry in listed if entry["id"] == model["id"]], [True])
        check(run(folder, "models", "--remove", model["id"]), 0)
    equal(n_models, 6)


def another_file_than_the_catalogue(folder):
    (folder / "data").mkdir()
    text = {"en": "Colours"}
    entry = {"id": "colours", "kind": "classifier", "classes": 3, "name": text, "description": text,
             "licence": "CC0-1.0", "source": "https://example.org", "files": [
                 {"role": role, "path": name, "bytes": len(FILES[name]),
                  "sha256": hashlib.sha256(FILES[name]).hexdigest()}
                 for role, name in (("model", MODEL), ("shard", WEIGHTS))]}
    (folder / "data" / "catalogue.json").write_text(json.dumps({"base": "http://127.0.0.1:1/", "models": [entry]}))
    data = {"KOMA_DATA_DIR": str(folder / "data")}
    for changed, words in ((FILES[WEIGHTS][::-1], "not the file that was expected"),
                           (FILES[WEIGHTS] + b"x", "not the file that was expected"),
                           (FILES[WEIGHTS][:-1], "not the file that was expected"),
                           (b"<html>" + bytes(2000), "web page")):
        with Server({**FILES, WEIGHTS: changed}) as server:
            refused(folder, "colours", words, KOMA_MIRROR=server.address(""), **data)
    # The part that was good is not asked for again.
    with Server(FILES) as server:
        get(folder, "colours", KOMA_MIRROR=server.address(""), **data)
        equal(server.paths(), [WEIGHTS])
    contains(record(folder), "catalogue=colours", "licence=CC0-1.0")


def nothing_is_asked_unasked(folder):
    """A proxy that would see every question, and a network namespace where there is no way out at all."""
    with Server({}) as proxy:
        env = {name: proxy.address("") for name in ("http_proxy", "https_proxy", "all_proxy")}
        env["KOMA_DATA_DIR"] = str(SOURCE / "data")
        picture = write_png(folder / "red.png", RGB["red"])
        for command in (("models",), ("models", "--catalogue"), ("classify", picture), ("inspect",),
                        ("backends",), ("env",), ("classify", "--model", COLOURS, picture)):
            check(run(folder, *command, **env, NO_PROXY=""), 0)
        equal(proxy.asked, [])
    if subprocess.run(["unshare", "--user", "--net", "true"], stderr=subprocess.DEVNULL).returncode != 0:
        return
    script = ["unshare", "--user", "--net", str(KOMA), "models", "--get", "http://192.0.2.1/model.json"]
    result = subprocess.run(script, env={**os.environ, "XDG_DATA_HOME": str(folder / "home")}, encoding="utf-8",
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    equal(result.returncode, 1)
    contains(result.stderr, "there is no network")


def the_library_of_http_is_not_even_loaded(folder):
    """Only an address has the module loaded."""
    module = BUILD / "app" / "koma-network.so"
    assert module.exists()
    linked = subprocess.run(["ldd", str(KOMA)], stdout=subprocess.PIPE, encoding="utf-8").stdout
    assert "libsoup" not in linked, linked


def usage(folder):
    for wrong in (("--get", "a", "--remove", "b"), ("--catalogue", "--get", "a"), ("extra",), ("--format", "csv")):
        check(run(folder, "models", *wrong), 2)
    contains(check(run(folder, "models", "--get", "nothing"), 1).stderr, "catalogue.json")


if not (BUILD / "app" / "koma-network.so").exists():
    print("1..0 # SKIP built without the network")
    raise SystemExit(0)
run_all([
    a_model_and_its_shards, progress, the_second_time_without_the_network, every_command_takes_an_address,
    the_query_goes_with_the_shards, shards_in_folders, a_folder_means_its_model, files_beside_the_model,
    files_beside_the_model_that_are_none, the_format_of_2018, an_archive, good_answers, redirects, bad_answers,
    too_large, more_than_the_disk_has, a_file_that_may_not_grow, a_file_that_is_no_model, shards_that_are_too_short,
    hostile_manifests, it_goes_on_where_it_stopped,
    it_begins_anew_where_the_file_changed, a_model_that_changes_meanwhile, a_new_version_between_two_tries,
    interrupted, killed, two_at_once, no_way_there, not_encrypted, a_store_that_can_not_be_written, a_full_disk,
    leftovers_are_cleaned, removing, removing_what_is_deep, a_stored_model_without_its_file, a_certificate_of_nobody,
    local_addresses,
    the_catalogue_is_whole, the_catalogue_of_a_mirror, another_file_than_the_catalogue, nothing_is_asked_unasked,
    the_library_of_http_is_not_even_loaded, usage,
])
