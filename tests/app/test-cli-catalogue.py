#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models of the catalogue."""
import hashlib
import json

from koma_cli import SHARED, SOURCE, Skip, check, contains, equal, load_json
from koma_server import Server
from koma_store import FILES, MODEL, WEIGHTS, get, record, refused, run, run_with_network


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


run_with_network([the_catalogue_is_whole, the_catalogue_of_a_mirror, another_file_than_the_catalogue])
