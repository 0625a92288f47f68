#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line against models, names and lists that were made to do harm, and against being interrupted."""
import csv
import io
import json
import os
import shutil
import signal
import subprocess
import time
import unicodedata
import urllib.parse

from koma_cli import BUILD, COLOURS, KOMA, RGB, check, classify, contains, equal, koma, load_json, run_all, write_png

ODD = b"a\x1b[31m\n\t\\\x7f\xc2\x9b\xe2\x80\xae\xff.png"
ODD_ESCAPED = r"a\x1b[31m\n\t\\\x7f\xc2\x9b\xe2\x80\xae\xff.png"


def assert_plain(text):
    """Nothing that a terminal obeys, but the ends of lines."""
    odd = [c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")]
    assert not odd, repr(text)


def copy_model(folder, about):
    shutil.copytree(COLOURS, folder / "model")
    (folder / "model" / "koma.json").write_text(json.dumps(about))
    (folder / "model" / "names.txt").write_text("rot\nverde\nbleu\n")
    return "model"


def relative_labels(folder):
    """A model by a relative path, with its labels in a file that koma.json names."""
    model = copy_model(folder, {"labels": "names.txt"})
    picture = write_png(folder / "red.png", RGB["red"])
    equal(load_json(check(koma("inspect", model, "--format", "json", cwd=folder), 0))["labels"]["names"],
          ["rot", "verde", "bleu"])
    check(koma("benchmark", "--model", model, cwd=folder), 0)
    check(koma("profile", model, "--runs", 1, cwd=folder), 0)
    for spelt in (model, f"./{model}", f"{model}/model.json"):
        contains(check(koma("classify", "--model", spelt, picture, cwd=folder), 0).stdout, "rot ")


def foreign_labels(folder):
    """Labels that lie elsewhere than the model are refused, as weights are."""
    (folder / "secret.txt").write_text("a\nb\nc\n")
    model = folder / copy_model(folder, {})
    for path in (str(folder / "secret.txt"), "../secret.txt", "x/../../secret.txt", "..\\secret.txt", "", "file:///x"):
        (model / "koma.json").write_text(json.dumps({"labels": path}))
        contains(check(koma("inspect", model), 2).stderr, "koma.json", "“labels”")


def side_files(folder):
    """Pipes and devices beside a model or a picture are neither waited for nor read without end."""
    picture = write_png(folder / "red.png", RGB["red"])
    for name, code in (("koma.json", 2), ("metadata.json", 0), ("label-names.json", 0), ("labels.txt", 0)):
        for make in (os.mkfifo, lambda path: os.symlink("/dev/zero", path)):
            model = folder / f"{name}-{make.__name__}"
            shutil.copytree(COLOURS, model)
            (model / name).unlink(missing_ok=True)
            make(model / name)
            result = check(koma("classify", "--model", model, picture), code)
            if name not in ("metadata.json", "labels.txt"):  # the graph has its labels
                contains(result.stderr, name)
    shutil.copytree(COLOURS, folder / "large")
    with open(folder / "large" / "koma.json", "w") as file:
        file.truncate(65 << 20)
    contains(check(koma("inspect", folder / "large"), 2).stderr, "koma.json", "68157440 bytes")
    for make in (os.mkfifo, lambda path: os.symlink("/dev/zero", path)):
        make(folder / "samples.json")
        result = check(classify(picture), 0)
        contains(result.stdout, "red.png: red")
        contains(result.stderr, "samples.json")
        (folder / "samples.json").unlink()


def own_files(folder):
    """Nor are those that Koma keeps for itself."""
    picture = write_png(folder / "red.png", RGB["red"])
    for make in (os.mkfifo, lambda path: os.symlink("/dev/zero", path)):
        kept = folder / "cache" / "koma"
        kept.mkdir(parents=True)
        make(kept / "autotune.ini")
        check(classify(picture, XDG_CACHE_HOME=folder / "cache"), 0)
        shutil.rmtree(folder / "cache")


def odd_names(folder):
    """Whatever a file is called, a terminal is told nothing by it, and programs get its name whole."""
    path = os.fsdecode(bytes(write_png(folder / "red.png", RGB["red"]).rename(folder / os.fsdecode(ODD))))
    uri = "file://" + urllib.parse.quote(os.fsencode(path))
    missing = path + "\n"
    result = check(classify(path, missing), 1)
    equal(result.stdout.count("\n"), 1)
    contains(result.stdout, f"{folder}/{ODD_ESCAPED}: red ")
    equal(result.stderr.count("\n"), 1)
    contains(result.stderr, f"{folder}/{ODD_ESCAPED}\\n: ")
    assert_plain(result.stdout + result.stderr)
    found = load_json(check(classify("--format", "json", path), 0))
    contains(found[0]["path"], "a\x1b[31m\n\t\\", "\ufffd.png")
    equal(urllib.parse.unquote_to_bytes(found[0]["uri"]), urllib.parse.unquote_to_bytes(uri))
    found = load_json(check(classify("--format", "json", "--grid", "1x2", path), 0))
    equal([one["uri"][-8:] for one in found], [".png#1,1", ".png#1,2"])
    row = list(csv.DictReader(io.StringIO(check(classify("--format", "csv", path), 0).stdout, newline="")))[0]
    equal(urllib.parse.unquote_to_bytes(row["uri"]), urllib.parse.unquote_to_bytes(uri))
    contains(row["path"], r"a\x1b[31m" + "\n\t\\" + r"\x7f\xc2\x9b")


def odd_models(folder):
    """The same of what a model calls itself, its labels and its nodes."""
    model = folder / "m\x1b[2J\n"
    shutil.copytree(COLOURS, model)
    (model / "labels.txt").unlink(missing_ok=True)
    about = {"labels": ["r\x1b[1m", "g\nx: blue 100.0 %", "=2+3"]}
    (model / "koma.json").write_text(json.dumps(about))
    picture = write_png(folder / "p.png", RGB["green"])
    for args in (["classify", "--model", model, picture], ["inspect", model], ["benchmark", "--model", model],
                 ["profile", model, "--runs", 1]):
        result = check(koma(*args), 0)
        assert_plain(result.stdout + result.stderr)
    equal(len(check(koma("classify", "--model", model, picture), 0).stdout.splitlines()), 1)
    row = list(csv.DictReader(io.StringIO(check(koma("classify", "--model", model, "--format", "csv", picture),
                                                0).stdout, newline="")))[0]
    equal({row[f"label{i}"] for i in (1, 2, 3)}, {r"r\x1b[1m", "g\nx: blue 100.0 %", "'=2+3"})
    found = load_json(check(koma("classify", "--model", model, "--format", "json", picture), 0))[0]
    equal({one["label"] for one in found["top"]}, set(about["labels"]))
    bad = folder / os.fsdecode(b"m\xff")
    shutil.copytree(COLOURS, bad)
    equal(load_json(check(koma("inspect", bad, "--format", "json"), 0))["name"], "m\ufffd")


def formulas(folder):
    """What a spreadsheet would compute has an apostrophe before it; the rest is as it is."""
    for name in ("=1+1.png", "+x.png", "-y.png", "@z.png", "\tt.png", "plain.png"):
        write_png(folder / name, RGB["red"])
    result = check(classify("--format", "csv", "--", "=1+1.png", "+x.png", "-y.png", "@z.png", "\tt.png", "plain.png",
                            cwd=folder), 0)
    rows = list(csv.DictReader(io.StringIO(result.stdout, newline="")))
    equal([row["path"] for row in rows], ["'=1+1.png", "'+x.png", "'-y.png", "'@z.png", "'\tt.png", "plain.png"])


def lists(folder):
    """A list with NUL bytes is read whole, as a list of that kind or not at all."""
    names = ["red.png", "new\nline.png", "blue.png"]
    paths = [str(write_png(folder / name, RGB["red"])) for name in names]
    for end in ("\0", ""):
        for flag in ("--null", "-0"):
            found = load_json(check(classify("--format", "json", flag, "-", stdin="\0".join(paths) + end), 0))
            equal([one["path"] for one in found], paths)
    result = check(classify("-", stdin="\0".join(paths)), 1)
    equal(result.stdout, "")
    contains(result.stderr, "standard input", "--null")
    equal(load_json(check(classify("--format", "json", "-0", "-", stdin=""), 0)), [])


def interrupted(folder):
    """Until then it is printed, and printed whole."""
    paths = [write_png(folder / f"{i:04}.png", RGB["red"], 400, 400) for i in range(8)]
    for kind in (signal.SIGINT, signal.SIGTERM):
        for form in ("json", "jsonl"):
            out = folder / "out"
            with open(out, "w") as file:
                process = subprocess.Popen([str(KOMA), "classify", "--model", str(COLOURS), "--format", form, "-"],
                                           stdin=subprocess.PIPE, stdout=file, stderr=subprocess.PIPE,
                                           env={**os.environ, "HOME": str(folder)}, encoding="utf-8")
            process.stdin.write("".join(f"{path}\n" for path in paths))
            process.stdin.flush()
            while out.stat().st_size == 0:  # the list does not end: nothing but a signal ends the program
                time.sleep(0.01)
            process.send_signal(kind)
            equal(process.wait(timeout=120), 128 + kind)
            equal(process.communicate()[1], "")
            text = out.read_text()
            found = json.loads(text) if form == "json" else [json.loads(line) for line in text.splitlines()]
            assert 0 < len(found) <= len(paths), text
            printed = [one["path"] for one in found]
            equal(printed, [str(path) for path in paths if str(path) in printed])


def crashing_loader(folder):
    """A loader that crashes costs the picture that it read, which is named; the others have answers."""
    cache = folder / "loaders.cache"
    cache.write_text(f'"{BUILD}/tests/worker/liar-loader.so"\n"liar" 5 "koma" "Liar" "GPL"\n'
                     '"text/plain" ""\n"liar" ""\n"LIAR" "" 100\n\n')
    bad = folder / "bad.liar"
    bad.write_text("LIAR crash")
    red, blue = (write_png(folder / f"{name}.png", RGB[name]) for name in ("red", "blue"))
    result = check(koma("classify", "--model", COLOURS, "--format", "jsonl", red, bad, blue,
                        GDK_PIXBUF_MODULE_FILE=str(cache)), 1)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    equal([one["top"][0]["label"] if "top" in one else None for one in found], ["red", None, "blue"])
    contains(result.stderr, f"koma: {bad}: ", "the process that decoded this picture ended before its time")


run_all([relative_labels, foreign_labels, side_files, own_files, odd_names, odd_models, formulas, lists, interrupted,
         crashing_loader])
