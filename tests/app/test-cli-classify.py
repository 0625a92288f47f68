#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma classify, as a user drives it."""
import csv
import io
import json
import math
import os
import shutil
import struct
import subprocess

from koma_cli import (COLOURS, RGB, SHARED, SOURCE, Skip, check, classify, contains, equal, koma, load_json, make_data,
                      run_all, write_colours, write_png)


def text(folder):
    paths = write_colours(folder)
    lines = check(classify(*paths), 0).stdout.splitlines()
    equal(len(lines), 3)
    for line, path in zip(lines, paths):
        contains(line, f"{path}: {path.stem} ", "%")


def json_array(folder):
    paths = write_colours(folder)
    found = load_json(check(classify("--format", "json", "--top", 2, *paths), 0))
    equal([one["path"] for one in found], [str(path) for path in paths])
    for one, path in zip(found, paths):
        equal(one["top"][0]["label"], path.stem)
        equal(len(one["top"]), 2)
        equal(set(one["timing_ms"]), {"decode", "preprocess", "inference"})
        assert 0 < one["top"][1]["score"] <= one["top"][0]["score"] <= 1
        assert one["backend"] in ("cpu", "gles", "xnnpack")
        assert one["model"] == "colours"


def jsonl_errors(folder):
    red, green, _ = write_colours(folder)
    (folder / "empty.jpg").touch()
    (folder / "text.png").write_text("no picture")
    truncated = folder / "truncated.png"
    truncated.write_bytes(red.read_bytes()[:60])
    bad = [folder / "empty.jpg", folder / "text.png", truncated, folder / "missing.png"]
    result = check(classify("--format", "jsonl", red, *bad, green), 1)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    equal([one["path"] for one in found], [str(path) for path in [red, *bad, green]])
    equal([one.get("error", {}).get("code") for one in found], [None, "decode", "decode", "decode", "not-found", None])
    for path in bad:
        contains(result.stderr, f"koma: {path}: ")
    equal(len(result.stderr.splitlines()), len(bad))


def foreign(folder):
    """A model of another kind is named, as a picture and as a model, and the way out told."""
    (folder / "x.pt").write_bytes(b"\x08\x07")
    (folder / "y.zip").write_bytes(b"PK\3\4")
    result = check(classify(folder / "x.pt", folder / "y.zip"), 1)
    contains(result.stderr, f"koma: {folder}/x.pt: a PyTorch model. Export the model to ONNX")
    contains(result.stderr, f"koma: {folder}/y.zip: an archive. Unpack it first, and open the folder.")
    result = check(koma("classify", "--model", folder / "x.pt", folder), 2)
    contains(result.stderr, "x.pt: a PyTorch model. Export the model to ONNX")


def csv_table(folder):
    odd = write_png(folder / 'a, "b".png', RGB["blue"])
    (folder / "bad.png").touch()
    result = check(classify("--format", "csv", "--top", 2, odd, folder / "bad.png"), 1)
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    equal(rows[0]["path"], str(odd))
    equal(rows[0]["label1"], "blue")
    equal(rows[0]["index1"], "2")
    equal(rows[0]["name1"], "blue")
    assert float(rows[0]["score1"]) > float(rows[0]["score2"]) > 0
    equal(rows[1]["label1"], "")
    assert rows[1]["error"]


def sure(folder):
    """The model, or the option, says from which score on an answer is sure; each format tells."""
    data = make_data(folder)
    koma_json = data / "models" / "shogi" / "koma.json"
    pictures = write_png(folder / "1.png", RGB["red"]), write_png(folder / "2.png", (0xc0, 0xa0, 0))

    def run(*args):
        return check(koma("classify", *args, *pictures, KOMA_DATA_DIR=data), 0).stdout

    def jsonl(*args):
        return [json.loads(line)["sure"] for line in run("--format", "jsonl", *args).splitlines()]

    best = [one["top"][0]["score"] for one in json.loads(run("--format", "json"))]
    assert best[0] > best[1] > 0.3, best
    equal(jsonl(), [True, True])
    koma_json.write_text(json.dumps({**json.loads(koma_json.read_text()),
                                     "sureFrom": (best[0] + best[1]) / 2}))
    equal(jsonl(), [True, False])
    equal([row["sure"] for row in csv.DictReader(io.StringIO(run("--format", "csv")))],
          ["true", "false"])
    lines = run("--top", 1).splitlines()
    contains(lines[0], "1.png: red ")
    contains(lines[1], "2.png: not sure: ")
    equal(jsonl("--sure-from", 0), [True, True])
    equal(jsonl("--sure-from", "1"), [False, False])
    softer = [json.loads(line)["top"][0]["score"] for line in
              run("--format", "jsonl", "--temperature", "3").splitlines()]
    assert softer[0] < best[0] and softer[1] < best[1], (softer, best)
    koma_json.write_text(json.dumps({**json.loads(koma_json.read_text()), "temperature": 3}))
    equal([one["top"][0]["score"] for one in json.loads(run("--format", "json"))], softer)
    contains(check(koma("inspect", KOMA_DATA_DIR=data), 0).stdout, "Temperature: 3. From koma.json")
    equal(load_json(check(koma("inspect", "--format", "json", KOMA_DATA_DIR=data), 0))
          ["recipe"]["sure_from"], json.loads(koma_json.read_text())["sureFrom"])
    for bad in ("", "nan", "1.5", "-1", "0.5x"):
        contains(check(koma("classify", "--sure-from", bad, *pictures, KOMA_DATA_DIR=data), 2).stderr,
                 "--sure-from")


def named(folder):
    """What people read has names in their language; programs find labels as they are."""
    data = make_data(folder)
    table = data / "models" / "shogi" / "label-names.json"
    table.write_text(json.dumps({"red": {"en": "crimson", "ja": "紅"}, "green": "verdant"}),
                     encoding="utf-8")
    picture = write_png(folder / "p.png", RGB["red"])
    result = check(koma("classify", "--top", 1, picture, KOMA_DATA_DIR=data), 0)
    contains(result.stdout, "p.png: crimson ")
    contains(result.stderr, "label-names.json", "“blue”")
    contains(koma("classify", picture, KOMA_DATA_DIR=data, LANGUAGE="ja").stdout, "p.png: 紅 ")
    for line in ("json", "csv"):
        result = check(koma("classify", "--format", line, picture, KOMA_DATA_DIR=data), 0)
        contains(result.stdout, "red", "crimson")
    contains(check(koma("inspect", KOMA_DATA_DIR=data), 0).stdout, "crimson, verdant, blue")
    table.write_text("{")
    result = check(koma("classify", "--top", 1, picture, KOMA_DATA_DIR=data), 0)
    contains(result.stdout, "p.png: red ")
    contains(result.stderr, "label-names.json")


def imagenet(folder):
    """A model of 1,000 classes without labels is taken for ImageNet's, and every command says so."""
    weights = [{"name": name, "shape": shape, "dtype": "float32"}
               for name, shape in (("dense/kernel", [3, 1000]), ("dense/bias", [1000]))]
    layers = [{"class_name": "GlobalAveragePooling2D",
               "config": {"name": "mean", "batch_input_shape": [None, 8, 8, 3]}},
              {"class_name": "Dense", "config": {"name": "dense", "units": 1000, "use_bias": True,
                                                 "activation": "softmax"}}]
    (folder / "model.json").write_text(json.dumps({
        "format": "layers-model",
        "modelTopology": {"class_name": "Sequential", "config": layers},
        "weightsManifest": [{"paths": ["weights.bin"], "weights": weights}]}))
    bias = [0.0] * 281 + [9.0] + [0.0] * 718
    (folder / "weights.bin").write_bytes(struct.pack("<4000f", *[0.0] * 3000, *bias))
    picture = write_png(folder / "p.png", RGB["red"])
    env = {"KOMA_DATA_DIR": SOURCE / "data", "LANGUAGE": "ja"}
    result = check(koma("classify", "--model", folder, picture, **env), 0)
    contains(result.stdout, "トラネコ")
    contains(result.stderr, "1,000 classes: taken for ImageNet's")
    contains(check(koma("inspect", folder, **env), 0).stdout, "1,000 classes: taken for ImageNet's")


def looked_at_twice(folder):
    """A picture that the model is unsure of is looked at upside down too."""
    about = {"halfTurn": {"swap": [["red", "blue"]], "below": 0.9}}
    env = {"KOMA_DATA_DIR": make_data(folder, about)}
    sure = write_png(folder / "1.png", RGB["red"])
    unsure = write_png(folder / "2.png", (0xc0, 0xa0, 0))
    found = load_json(check(koma("classify", "--format", "json", sure, unsure, **env), 0))
    equal([one["half_turn"] for one in found], [False, True])
    scores = {one["label"]: one["score"] for one in found[1]["top"]}
    equal(scores["red"], scores["blue"])
    contains(check(koma("classify", sure, unsure, **env), 0).stderr, "1 picture was looked at")
    equal(check(classify(sure, unsure), 0).stderr, "")
    contains(check(koma("inspect", **env), 0).stdout, "less than 90 %", "half a turn")
    contains(load_json(check(koma("inspect", "--format", "json", **env), 0))["recipe"]["words"],
             "less than 90 %")
    (folder / "names.txt").write_text("rot\ngrün\nblau\n", encoding="utf-8")
    (env["KOMA_DATA_DIR"] / "models" / "shogi" / "label-names.json").write_text("{}")
    result = check(koma("classify", "--labels", folder / "names.txt", sure, unsure, **env), 0)
    contains(result.stdout, "1.png: rot ")
    equal(len(result.stderr.splitlines()), 1)
    contains(result.stderr, "1 picture was looked at")


def json_of_nothing(folder):
    result = check(classify("--format", "json", folder), 0)
    equal(json.loads(result.stdout), [])
    contains(result.stderr, "no pictures")


def folder_recursive(folder):
    (folder / "b" / "deep").mkdir(parents=True)
    write_png(folder / "a.png", RGB["red"])
    write_png(folder / "b" / "c.png", RGB["green"])
    write_png(folder / "b" / "deep" / "d.PNG", RGB["blue"])
    (folder / "notes.txt").write_text("no picture by its name")
    os.symlink(folder, folder / "b" / "loop")
    found = load_json(check(classify("--format", "json", folder), 0))
    equal(sorted(one["top"][0]["label"] for one in found), ["blue", "green", "red"])
    assert all(one["path"].startswith(f"{folder}/") for one in found)


def relative_paths(folder):
    (folder / "sub").mkdir()
    write_png(folder / "sub" / "x.png", RGB["red"])
    write_png(folder / "-dash.png", RGB["green"])
    found = load_json(check(classify("--format", "json", "sub", "--", "-dash.png", cwd=folder), 0))
    equal([one["path"] for one in found], ["sub/x.png", "-dash.png"])


def standard_input(folder):
    paths = write_colours(folder)
    lines = "".join(f"{path}\n" for path in [*paths, folder / "missing.png"]) + "\n" + str(paths[0])
    result = check(classify("--format", "jsonl", "-", stdin=lines), 1)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    equal([one["path"] for one in found], [*map(str, paths), str(folder / "missing.png"), str(paths[0])])
    equal([one["top"][0]["label"] for one in found if "top" in one], ["red", "green", "blue", "red"])
    contains(result.stderr, "missing.png")


def order_kept(folder):
    """Small ones are ready before large ones; the output does not show it."""
    paths = []
    for i in range(60):
        side = 900 if i % 7 == 0 else 8
        paths.append(write_png(folder / f"{i:02}.png", list(RGB.values())[i % 3], side, side))
    found = load_json(check(classify("--format", "json", folder), 0))
    equal([one["path"] for one in found], [str(path) for path in paths])
    equal([one["top"][0]["index"] for one in found], [i % 3 for i in range(60)])


def modern_formats(folder):
    """What telephones and web sites write; a part of a file is an error."""
    loaders = subprocess.run("cat $(pkg-config --variable=gdk_pixbuf_cache_file gdk-pixbuf-2.0)", shell=True,
                             capture_output=True, encoding="utf-8").stdout
    png = write_png(folder / "red.png", RGB["red"], 64, 64)
    n_made = 0
    for name, tool, mime in (("red.avif", ["avifenc", png], "image/avif"),
                             ("red.heic", ["heif-enc", png, "-o"], "image/heic")):
        if shutil.which(tool[0]) is None or mime not in loaders:
            continue
        # libheif of Debian 13 has its encoders in packages apart.
        if subprocess.run([*tool, folder / name], capture_output=True).returncode != 0:
            continue
        contains(check(classify(folder / name), 0).stdout, f"{name}: red ")
        whole = (folder / name).read_bytes()
        (folder / f"cut-{name}").write_bytes(whole[:len(whole) * 9 // 10])
        equal(check(classify(folder / f"cut-{name}", G_DEBUG=""), 1).stdout, "")
        n_made += 1
    if n_made == 0:
        raise Skip("no loader, or nothing that makes such pictures")


def labels_and_range(folder):
    path = write_png(folder / "red.png", RGB["red"])
    (folder / "names.txt").write_text("rot\ngrün\nblau\n")
    contains(check(classify("--labels", folder / "names.txt", path), 0).stdout, "rot")
    for option, value in [("--range", "0,255"), ("--fit", "stretch"), ("--batch", 5), ("--threads", 1),
                          ("--fit", "pad"), ("--resize", "bicubic"), ("--size", "32x32"), ("--invert", "false")]:
        contains(check(classify(option, value, path), 0).stdout, "red")
    contains(check(classify("--channels", "bgr", path), 0).stdout, "blue")
    # What is left of yellow without its light and dark is blue.
    yellow = write_png(folder / "yellow.png", (255, 255, 0))
    contains(check(classify("--invert", "true", yellow), 0).stdout, "blue")
    (folder / "names.txt").write_text("grün\nblau\n")
    found = check(classify("--labels", folder / "names.txt", "--background", "first", path), 0)
    contains(found.stdout, "background")
    equal(found.stderr, "")
    contains(check(classify("--full-decode", path), 0).stdout, "red")


def utf8_always(folder):
    """Programs get UTF-8, whatever the locale."""
    path = write_png(folder / "rød.png", RGB["green"])
    (folder / "names.txt").write_text("rot\ngrün\nblau\n")
    for form in ["json", "jsonl", "csv"]:
        found = check(classify("--labels", folder / "names.txt", "--format", form, path, LC_ALL="C"), 0)
        contains(found.stdout, "grün", "rød.png")


def output_not_written(folder):
    """A full disk does not look like success."""
    path = write_png(folder / "red.png", RGB["red"])
    with open("/dev/full", "w") as full:
        contains(check(classify(path, stdout=full), 2).stderr, "output")


def many_asked(folder):
    path = write_png(folder / "red.png", RGB["red"])
    equal(len(load_json(check(classify("--top", 99, "--format", "json", path), 0))[0]["top"]), 3)
    header = check(classify("--top", 99, "--format", "csv", path), 0).stdout.splitlines()[0]
    equal([name for name in header.split(",") if name.startswith("score")][-1], "score3")


def short_labels_warn(folder):
    path = write_png(folder / "red.png", RGB["red"])
    (folder / "names.txt").write_text("a\nb\nc\nd\ne\nf\n")
    result = check(classify("--labels", folder / "names.txt", path), 0)
    contains(result.stdout, "#0")
    contains(result.stderr, "warning", "6", "3")


def backends_agree(folder):
    path = write_png(folder / "blue.png", RGB["blue"])
    for backend in ["auto", "cpu", "gles", "xnnpack"]:
        result = classify("--backend", backend, "--format", "json", path)
        if backend in ("gles", "xnnpack") and result.returncode == 2:
            contains(result.stderr, backend)
            continue
        equal(load_json(check(result, 0))[0]["top"][0]["label"], "blue")


def backend_named(folder):
    """The option is stronger than KOMA_BACKEND; what is named and not there is an error, by either."""
    path = write_png(folder / "blue.png", RGB["blue"])

    def used(*args, **env):
        result = check(classify(*args, "--format", "json", path, **env), 0)
        return load_json(result)[0]["backend"]

    equal(used(KOMA_BACKEND="cpu"), "cpu")
    equal(used("--backend", "cpu", KOMA_BACKEND="abacus"), "cpu")
    equal(used("--backend", "auto", KOMA_BACKEND="abacus"), used())
    equal(used(KOMA_BACKEND="auto"), used())
    equal(used(KOMA_BACKEND=""), used())
    contains(check(classify(path, KOMA_BACKEND="abacus"), 2).stderr, "abacus")
    gone = check(classify(path, KOMA_BACKEND="gles", KOMA_GLES_DEVICE="/nonexistent"), 2)
    equal(gone.stdout, "")
    contains(gone.stderr, "gles")


def model_errors(folder):
    path = write_png(folder / "red.png", RGB["red"])
    shutil.copytree(COLOURS, folder / "broken")
    (folder / "broken" / "weights.bin").write_bytes(b"<html>not found</html>")
    cases = [
        (["--model", folder / "nowhere"], "nowhere"),
        (["--model", folder], "no model"),
        (["--model", path], "red.png"),
        (["--model", folder / "broken"], "weights.bin"),
        (["--model", COLOURS, "--backend", "abacus"], "abacus"),
        (["--model", COLOURS, "--range", "warm"], "warm"),
        (["--model", COLOURS, "--output", "nobody"], "nobody"),
        ([], "--model"),
    ]
    for args, word in cases:
        result = check(koma("classify", *args, path), 2)
        equal(result.stdout, "")
        contains(result.stderr, "koma: ", word)


def usage_errors(folder):
    for args in [[], ["--frobnicate", "x.png"], ["--format", "xml", "x.png"], ["--top", "-1", "x.png"],
                 ["--batch", "100000", "x.png"], ["--threads", "many", "x.png"]]:
        result = check(classify(*args), 2)
        equal(result.stdout, "")
        contains(result.stderr, "koma: ")


def words(folder):
    """Classes that are typed: each of them answers, in any order; sigmoid scores do not add up."""
    path = write_png(folder / "red.png", RGB["red"])
    (folder / "words.txt").write_text("dog\n cat \n\n将棋の駒\n", encoding="utf-8")
    result = check(classify(path, "--classes", "cat, dog"), 2)
    contains(result.stderr, "colours", "words")
    contains(check(classify(path, "--classes", " , "), 2).stderr, "--classes", "0")
    contains(check(classify(path, "--classes", "a", "--classes-file", folder / "words.txt"), 2).stderr, "not both")
    clip = SHARED / "models" / "hub" / "hf_clip"
    if not clip.is_dir():
        raise Skip("shared data is not there")

    def scores(model, *args):
        result = koma("classify", "--model", model, path, "--top", "9", "--format", "json", *args)
        return {best["label"]: best["score"] for best in load_json(check(result, 0))[0]["top"]}

    typed = scores(clip, "--classes", "cat, dog, 将棋の駒")
    equal(set(typed), {"cat", "dog", "将棋の駒"})
    equal(scores(clip, "--classes-file", folder / "words.txt"), typed)
    assert math.isclose(sum(typed.values()), 1, abs_tol=1e-4), typed
    assert scores(clip, "--classes", "cat, dog, 将棋の駒", "--prompt", "{}") != typed
    alone = scores(clip.parent / "hf_siglip", "--classes", "cat")
    both = scores(clip.parent / "hf_siglip", "--classes", "cat, dog")
    assert math.isclose(alone["cat"], both["cat"], abs_tol=1e-5), (alone, both)
    contains(check(koma("classify", "--model", clip, path), 2).stderr, "words")
    result = check(koma("classify", "--model", clip.parent / "openclip", "--classes", "cat", path), 2)
    contains(result.stderr, "vocab.json", "tokenizer.json")


def needs_no_display(folder):
    path = write_png(folder / "red.png", RGB["red"])
    check(classify(path, DISPLAY=":99", WAYLAND_DISPLAY="nowhere"), 0)


run_all([text, json_array, jsonl_errors, foreign, csv_table, sure, imagenet, named, looked_at_twice, json_of_nothing,
         folder_recursive, relative_paths, standard_input, order_kept, modern_formats, labels_and_range, utf8_always,
         output_not_written, many_asked, short_labels_warn, backends_agree, backend_named, model_errors, usage_errors,
         words, needs_no_display])
