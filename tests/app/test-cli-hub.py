#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models of Hugging Face, by hf:OWNER/NAME. The hub and the server that has its large files are this computer's own."""
import hashlib
import json
import re
import shutil
import signal

import koma_server
from koma_cli import BUILD, RGB, SHARED, Skip, check, contains, equal, load_json, run_all, write_png
from koma_hub import ADDRESS, BASE, FILES, SMALL, WEIGHTS, folder_of, make_weights, safetensors
from koma_server import Server
from koma_store import classes, get, nothing_arrived, record, refused, run, start, store, stored, wait_for

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def in_shards(**index):
    weights = list(make_weights().items())
    parts = {"model-1-of-2.safetensors": dict(weights[:9]), "deep/model-2-of-2.safetensors": dict(weights[9:])}
    index = {"metadata": {"total_size": 4000},
             "weight_map": {name: part for part, some in parts.items() for name in some}, **index}
    return {**SMALL, "model.safetensors.index.json": json.dumps(index).encode(),
            **{part: safetensors(some) for part, some in parts.items()}}


def hub(server):
    return {"HF_ENDPOINT": server.address("")}


def elsewhere(cdn, body, **said):
    """What the hub does with a large file."""
    headers = {"X_Linked_ETag": f'"{hashlib.sha256(body).hexdigest()}"', "X_Linked_Size": str(len(body)),
               "X_Repo_Commit": COMMIT, **said}

    def answer(handler, _):
        handler.answer(302, Location=cdn.address("w?Signature=1"), **headers)
    return answer


def a_model(folder):
    with Server(FILES) as server:
        path = get(folder, ADDRESS, **hub(server)).stdout.strip()
        (name,) = stored(folder)
        equal(path, str(store(folder) / name / "model.safetensors"))
        equal(sorted(file.name for file in (store(folder) / name).iterdir()),
              ["config.json", "koma-record.ini", "koma.json", "model.safetensors", "preprocessor_config.json"])
        contains(record(folder), f"address={ADDRESS}\n", "name=plant-lab/leaves.v2\n", "classes=2", "kind=classifier",
                 f"source={server.address('plant-lab/leaves.v2')}\n")
        nothing_arrived(folder)
        # Nothing is listed, and nothing is asked but files of this model.
        equal({name[:len(BASE)] for name in server.paths()}, {BASE})
        equal(classes(folder, ADDRESS), "elm")
    # Without the network, and without the hub's address: all of that is here.
    equal(classes(folder, "HF:plant-lab/leaves.v2@main"), "elm")
    found = load_json(check(run(folder, "inspect", "--format", "json", ADDRESS), 0))
    equal(found["name"], "plant-lab/leaves.v2")
    contains(check(run(folder, "models"), 0).stdout, "plant-lab/leaves.v2")
    check(run(folder, "models", "--remove", ADDRESS), 0)
    equal(stored(folder), [])


def classify(folder):
    """From an address to answers, in one command."""
    picture = write_png(folder / "leaf.png", RGB["green"])
    with Server(FILES) as server:
        found = load_json(check(run(folder, "classify", "--format", "json", "--model", ADDRESS, picture,
                                    **hub(server)), 0))
        equal([answer["label"] for answer in found[0]["top"]], ["elm", "oak"])


def a_mirror(folder):
    with Server(folder_of(FILES, "hub/")) as server:
        check(run(folder, "models", "--get", ADDRESS, "--mirror", server.address("hub"),
                  HF_ENDPOINT="http://127.0.0.1:1"), 0)
    result = get(folder, "hf:a/b", 1, HF_ENDPOINT="me@here")
    contains(result.stderr, "me@here/a/b", "no address of a model")


def revisions(folder):
    """Each is a model of its own."""
    base = "plant-lab/leaves.v2/resolve/refs%2Fpr%2F3/"
    files = folder_of({**SMALL, "model.safetensors": WEIGHTS}, base)
    files[base + "config.json"] = SMALL["config.json"].replace(b"elm", b"ash")
    with Server({**FILES, **files}) as server:
        equal(check(run(folder, "models", "--get", f"{ADDRESS}@refs/pr/3", **hub(server)), 0).stderr.count("koma:"), 0)
        equal({name[:len(base)] for name in server.paths()}, {base})
        get(folder, ADDRESS, **hub(server))
    equal(len(stored(folder)), 2)
    equal(classes(folder, f"{ADDRESS}@refs/pr/3"), "ash")
    equal(classes(folder, ADDRESS), "elm")


def shards(folder):
    with Server(folder_of(in_shards())) as server:
        path = get(folder, ADDRESS, **hub(server)).stdout.strip()
        contains(path, "model.safetensors.index.json")
        equal(classes(folder, ADDRESS), "elm")


def words(folder):
    """What a model of words needs comes along, as far as it is there."""
    files = {"tokenizer.json": b"{}", "vocab.json": b"{}", "merges.txt": b"#version: 0.2\n", "spiece.model": b"\n\1\2",
             "special_tokens_map.json": b"{}", "tokenizer_config.json": b"{}"}
    with Server({**FILES, **folder_of(files), BASE + "README.md": b"# Leaves"}) as server:
        get(folder, ADDRESS, **hub(server))
    (name,) = stored(folder)
    found = {file.name for file in (store(folder) / name).iterdir()}
    assert found >= set(files), found
    assert "README.md" not in found, found


def other_folders(folder):
    """Weights of PyTorch alone, and a folder of timm."""
    models = SHARED / "models" / "hub"
    if not models.is_dir():
        raise Skip("there is no ../shared")
    for name, expected in (("hf_resnet_bin", "pytorch_model.bin"), ("timm_resnet18", "model.safetensors"),
                           ("hf_regnet_sharded", "model.safetensors.index.json")):
        with Server({f"a/{name}/resolve/main/{file.name}": file.read_bytes()
                     for file in (models / name).iterdir()}) as server:
            path = get(folder, f"hf:a/{name}", **hub(server)).stdout.strip()
            equal(path.rsplit("/", 1)[1], expected)
        before = load_json(check(run(folder, "inspect", "--format", "json", models / name), 0))
        after = load_json(check(run(folder, "inspect", "--format", "json", f"hf:a/{name}"), 0))
        equal(after["labels"], before["labels"])
        equal(after["recipe"], before["recipe"])


def open_clip(folder):
    """Without a config.json, open_clip's is asked for, and weights of that name alone."""
    with Server(folder_of({"open_clip_config.json": b'{"model_cfg": {}}', "model.safetensors": WEIGHTS})) as server:
        refused(folder, ADDRESS, "no weights of this model", **hub(server))
        asked = [name[len(BASE):] for name in server.paths()]
        equal(asked[:2], ["config.json", "open_clip_config.json"])
        equal(asked[-2:], ["open_clip_model.safetensors", "open_clip_pytorch_model.bin"])
        assert "model.safetensors" not in asked, asked
        nothing_arrived(folder)


def another_architecture(folder):
    """Is told before anything else is fetched."""
    for config, words in (({"model_type": "bert"}, ("the architecture is bert of Hugging Face", "vit")),
                          ({"architecture": "eva02_large"}, ("the architecture is eva02_large of timm", "resnet")),
                          ({"layers": 3}, ("no “model_type”",)), ([], ("expected an object",))):
        with Server({**FILES, BASE + "config.json": json.dumps(config).encode()}) as server:
            for part in words:
                refused(folder, ADDRESS, part, **hub(server))
            equal({name[len(BASE):] for name in server.paths()}, {"config.json"})
            nothing_arrived(folder)


def large_files_elsewhere(folder):
    """The hub leads to another server, which has no name of the user's."""
    with Server({"w": WEIGHTS}) as cdn, Server(FILES) as server:
        server.modes[BASE + "model.safetensors"] = elsewhere(cdn, WEIGHTS)
        # A small file leads elsewhere at the hub itself.
        server.files["api/cache/config.json"] = SMALL["config.json"]
        server.modes[BASE + "config.json"] = koma_server.redirect("/api/cache/config.json", 307)
        get(folder, ADDRESS, HF_TOKEN="hf_secret\n", **hub(server))
        equal({headers.get("authorization") for _, headers, _ in server.asked}, {"Bearer hf_secret"})
        equal({headers.get("authorization") for _, headers, _ in cdn.asked}, {None})
        equal(cdn.paths(), ["w"])
        equal(classes(folder, ADDRESS), "elm")


def tokens(folder):
    """None is sent unasked, none that could be another header, and none to what is no hub."""
    for token in (None, "", "a b", "a\nX: y", "ä"):
        with Server(FILES) as server:
            env = {} if token is None else {"HF_TOKEN": token}
            get(folder, ADDRESS, **env, **hub(server))
            equal({headers.get("authorization") for _, headers, _ in server.asked}, {None})
            equal({headers.get("x") for _, headers, _ in server.asked}, {None})
        shutil.rmtree(folder / "home")
    with Server({"a/model.safetensors": WEIGHTS}) as server:
        get(folder, server.address("a/model.safetensors"), 1, HF_TOKEN="hf_secret", **hub(server))
        equal({headers.get("authorization") for _, headers, _ in server.asked}, {None})


def lies(folder):
    """Other bytes than those that the hub says."""
    wrong = hashlib.sha256(b"").hexdigest()
    for said in ({"X_Linked_ETag": f'"{wrong}"'}, {"X_Linked_ETag": wrong.upper()},
                 {"X_Linked_Size": str(len(WEIGHTS) + 1)}, {"X_Linked_Size": str(len(WEIGHTS) - 1)}):
        with Server({"w": WEIGHTS}) as cdn, Server(FILES) as server:
            server.modes[BASE + "model.safetensors"] = elsewhere(cdn, WEIGHTS, **said)
            refused(folder, ADDRESS, "not the file that was expected", "model.safetensors", **hub(server))
            nothing_arrived(folder)
    # In an entity tag of the hub's own; and other weights of the same size.
    with Server(FILES) as server:
        server.modes[BASE + "model.safetensors"] = lambda handler, body: handler.send_file(body, etag=f'"{wrong}"')
        refused(folder, ADDRESS, "not the file that was expected", **hub(server))
    with Server({"w": WEIGHTS[::-1]}) as cdn, Server(FILES) as server:
        server.modes[BASE + "model.safetensors"] = elsewhere(cdn, WEIGHTS)
        refused(folder, ADDRESS, "not the file that was expected", **hub(server))
        server.modes[BASE + "model.safetensors"] = elsewhere(cdn, WEIGHTS[::-1])
        refused(folder, ADDRESS, "can not be opened as a model", **hub(server))


def what_is_not_there(folder):
    with Server({}) as server:
        said = refused(folder, ADDRESS, server.address(BASE + "config.json") + " (404)", "no such file", **hub(server))
        assert "open_clip" not in said, said
    with Server(folder_of(SMALL)) as server:
        refused(folder, ADDRESS, server.address("plant-lab/leaves.v2: "), "no weights of this model", **hub(server))
    # A shard that the index names must be there.
    files = in_shards()
    del files["deep/model-2-of-2.safetensors"]
    with Server(folder_of(files)) as server:
        refused(folder, ADDRESS, "deep/model-2-of-2.safetensors (404)", **hub(server))
    # A server in trouble is no server without the file.
    for name in ("config.json", "vocab.json", "model.safetensors"):
        with Server(FILES) as server:
            server.modes[BASE + name] = koma_server.status(503)
            refused(folder, ADDRESS, name, "in trouble", **hub(server))
    with Server(FILES) as server:
        server.modes[BASE + "config.json"] = koma_server.page
        refused(folder, ADDRESS, "web page", **hub(server))


def gated(folder):
    for code in (401, 403):
        with Server(FILES) as server:
            for name in FILES:
                server.modes[name] = koma_server.status(code)
            said = refused(folder, ADDRESS, server.address("plant-lab/leaves.v2") + ": ", "visit this page", "HF_TOKEN",
                           **hub(server))
            equal(len(said.strip().splitlines()), 1)
            equal(server.paths(), [BASE + "config.json"])


def hostile_indexes(folder):
    for path in ("../../../evil", "/tmp/evil", "%2e%2e/evil", "http://127.0.0.1:1/x", "..\\evil", "", ".download.ini",
                 "a/.b", "a/" * 9 + "x", 7):
        with Server(folder_of(in_shards(weight_map={"a": "model-1-of-2.safetensors", "b": path}))) as server:
            refused(folder, ADDRESS, "folder", **hub(server))
            equal([name for name in server.paths() if "-of-2" in name or "evil" in name], [])
            nothing_arrived(folder)
        equal([file.name for file in folder.rglob("*evil*")], [])
    for path in ("koma-record.ini", "config.json"):
        with Server(folder_of(in_shards(weight_map={"a": path}))) as server:
            refused(folder, ADDRESS, "not the file that was expected", **hub(server))


def wrong_addresses(folder):
    with Server(FILES) as server:
        for wrong in ("hf:", "hf:bert", "hf:a/b/c", "hf:../b", "hf:a/..", "hf:a b/c", "hf:a/b@", "hf:a/b?c",
                      "hf:a/b%2f"):
            contains(get(folder, wrong, 1, **hub(server)).stderr, f"koma: {wrong}: ", "write hf:OWNER/NAME")
        equal(server.asked, [])


def cancelled_and_gone_on_with(folder):
    with Server({"w": WEIGHTS}) as cdn, Server(FILES) as server:
        server.modes[BASE + "model.safetensors"] = elsewhere(cdn, WEIGHTS)
        cdn.modes["w"] = koma_server.half_and_stall
        process = start(folder, "models", "--get", ADDRESS, **hub(server))
        wait_for(lambda: any(file.stat().st_size for file in store(folder).glob(".incoming/*/model.safetensors.part")))
        equal(stored(folder), [])
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
        equal(process.returncode, -signal.SIGINT)
        contains(said, "goes on where it stopped")
        equal(stored(folder), [])
        cdn.asked.clear()
        cdn.modes["w"] = koma_server.go_on
        get(folder, ADDRESS, **hub(server))
        equal([headers.get("range") for _, headers, _ in cdn.asked], [f"bytes={len(WEIGHTS) // 2}-"])
        equal(classes(folder, ADDRESS), "elm")


def a_model_that_changes_meanwhile(folder):
    """Its files are of one version."""
    def of(commit):
        return lambda handler, body: handler.answer(200, body, X_Repo_Commit=commit)

    files = folder_of(in_shards())
    with Server(files) as server:
        for name in files:
            server.modes[name] = of(COMMIT)
        server.modes[BASE + "deep/model-2-of-2.safetensors"] = of(COMMIT[::-1])
        refused(folder, ADDRESS, "changed while it was downloaded", **hub(server))
        for name in files:
            server.modes[name] = of(COMMIT[::-1])
        get(folder, ADDRESS, **hub(server))
        equal(classes(folder, ADDRESS), "elm")


def progress(folder):
    """Of the weights, which are nearly all of it; shards are one whole."""
    many = make_weights(3 << 20)
    one = {**SMALL, "model.safetensors": safetensors(many)}
    names = list(many)
    parts = {"a.safetensors": safetensors({name: many[name] for name in names[:-1]}),
             "b.safetensors": safetensors({"more": many["more"]})}
    index = {"metadata": {"total_size": sum(map(len, parts.values()))},
             "weight_map": {name: "b.safetensors" if name == "more" else "a.safetensors" for name in names}}
    two = {**SMALL, "model.safetensors.index.json": json.dumps(index).encode(), **parts}
    for files in (one, two):
        with Server(folder_of(files)) as server:
            said = get(folder, ADDRESS, **hub(server)).stderr
        told = [int(part) for part in re.findall(r"\((\d+) %\)", said)]
        equal(told, sorted(told))
        equal(told[-1], 100)
        assert 8 <= len(told) <= 12, said
        shutil.rmtree(folder / "home")


def nothing_is_asked_unasked(folder):
    """Of the models that are here, and of those that are not, nothing is looked up."""
    with Server(FILES) as server:
        get(folder, ADDRESS, **hub(server))
        server.asked.clear()
        for command in (("models",), ("models", "--catalogue"), ("inspect", ADDRESS), ("env",),
                        ("models", "--get", ADDRESS), ("models", "--remove", "hf:plant-lab/other")):
            run(folder, *command, **hub(server))
        equal(server.asked, [])


if not (BUILD / "app" / "koma-network.so").exists():
    print("1..0 # SKIP built without the network")
    raise SystemExit(0)
run_all([
    a_model, classify, a_mirror, revisions, shards, words, other_folders, open_clip, another_architecture,
    large_files_elsewhere, tokens,
    lies, what_is_not_there, gated, hostile_indexes, wrong_addresses, cancelled_and_gone_on_with,
    a_model_that_changes_meanwhile, progress, nothing_is_asked_unasked,
])
