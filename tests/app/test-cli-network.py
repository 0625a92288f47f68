#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models from addresses: what arrives, and when nothing is asked. The server is this computer's own."""
import io
import json
import os
import re
import shutil
import subprocess
import zipfile

import koma_server
from koma_cli import BUILD, COLOURS, KOMA, RGB, SOURCE, check, contains, equal, write_png
from koma_server import Server, folder_files
from koma_store import FILES, MODEL, WEIGHTS, classes, get, record, run, run_with_network, store, stored


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


def local_addresses(folder):
    equal(classes(folder, COLOURS), "red")
    local = (COLOURS / "model.json").as_uri()
    equal(classes(folder, local), "red")
    contains(check(run(folder, "inspect", local), 0).stdout, "Model: colours")
    result = check(run(folder, "inspect", "catalogue:nothing", KOMA_DATA_DIR=str(SOURCE / "data")), 2)
    contains(result.stderr, "no such model in the catalogue")


def catalogue(**env):
    return json.loads((SOURCE / "data" / "catalogue.json").read_text(encoding="utf-8"))["models"]


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


run_with_network([a_model_and_its_shards, progress, the_second_time_without_the_network, every_command_takes_an_address,
                  the_query_goes_with_the_shards, shards_in_folders, a_folder_means_its_model, files_beside_the_model,
                  files_beside_the_model_that_are_none, the_format_of_2018, an_archive, good_answers, redirects,
                  local_addresses, nothing_is_asked_unasked, the_library_of_http_is_not_even_loaded, usage])
