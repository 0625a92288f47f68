#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ranges of values that no file says: koma classify compares them on its first pictures."""
import json
import shutil

from koma_cli import COLOURS, check, contains, equal, koma, load_json, run_all, write_png

# So dark that −1 … 1, which is guessed, makes less than 0 of them, which relu6 cuts off.
DIM = {"red": (110, 20, 20), "green": (20, 110, 20), "blue": (20, 20, 110)}
BRIGHT = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}


def make_model(folder):
    """tests/data/colours, which takes 0 … 1, without the labels that say so."""
    model = folder / "model"
    shutil.copytree(COLOURS, model)
    topology = json.loads((model / "model.json").read_text())
    nodes = topology["modelTopology"]["node"]
    topology["modelTopology"]["node"] = [node for node in nodes if node["name"] != "labels"]
    (model / "model.json").write_text(json.dumps(topology))
    (model / "labels.txt").write_text("red\ngreen\nblue\n")
    return model


def write_pictures(folder, colours, n=4):
    """Of each colour so many, no two alike; in an order that tells nothing."""
    pictures = folder / "pictures"
    pictures.mkdir()
    for i in range(n):
        for name, rgb in colours.items():
            write_png(pictures / f"{i}-{name}.png", [max(value - i, 0) for value in rgb])
    return pictures


def count_right(answers):
    return sum(one["top"][0]["label"] in one["path"] and one["top"][0]["score"] > 0.5 for one in answers)


def found(folder):
    """The guess makes all answers the same; the pictures tell the range before the first answer."""
    model, pictures = make_model(folder), write_pictures(folder, DIM)
    equal(count_right(load_json(check(koma("classify", "--model", model, "--range=-1,1", pictures,
                                           "--format", "json"), 0))), 0)
    result = check(koma("classify", "--model", model, pictures, "--format", "json"), 0)
    equal(len(result.stderr.splitlines()), 1)
    contains(result.stderr, "“0,1” fits 12 pictures better", "“-1,1”", "--range")
    answers = load_json(result)
    equal(count_right(answers), 12)
    evidence = answers[0]["provenance"]["range"]
    equal((evidence["pictures"], evidence["verdict"], evidence["source"]), (12, "found", "pictures"))
    equal(evidence["candidates"][0]["range"], "0,1")
    equal({one["range"] for one in evidence["candidates"]}, {"-1,1", "0,1", "0,255", "imagenet", "caffe"})
    told = {one["range"]: one["told"] for one in evidence["candidates"]}
    equal(told["0,1"] > 0.5 > 0.1 > told["-1,1"], True)
    contains(answers[0]["provenance"]["recipe"], "values 0 … 1")
    # In text, too, and from a list on standard input.
    paths = "".join(f"{path}\n" for path in sorted(pictures.iterdir()))
    listed = check(koma("classify", "--model", model, "-", stdin=paths), 0)
    contains(listed.stderr, "fits 12 pictures better")
    equal(len(listed.stdout.splitlines()), 12)


def inspected(folder):
    """What pictures find takes the place of the guess, and says so."""
    model, pictures = make_model(folder), write_pictures(folder, DIM)
    recipe = load_json(check(koma("inspect", model, "--format", "json"), 0))["recipe"]
    equal((recipe["range_source"], recipe["parts"]["range"]["value"]), ("guess", "-1,1"))
    found = load_json(check(koma("inspect", model, "--try", pictures, "--format", "json"), 0))
    recipe = found["recipe"]
    equal((recipe["range_source"], recipe["parts"]["range"]["value"]), ("pictures", "0,1"))
    equal([one["id"] for one in found["doctor"] if one["id"].startswith("range-")], ["range-found"])
    contains(check(koma("inspect", model, "--try", pictures), 0).stdout,
             "Range of Values: 0,1. Found by comparing your pictures")


def untold(folder):
    """Bright colours are the same with several ranges: the guess stays, and is told."""
    model, pictures = make_model(folder), write_pictures(folder, BRIGHT)
    result = check(koma("classify", "--model", model, pictures, "--format", "json"), 0)
    contains(result.stderr, "12 pictures do not tell", "“-1,1” stays a guess")
    answers = load_json(result)
    evidence = answers[0]["provenance"]["range"]
    equal((evidence["verdict"], evidence["source"]), ("untold", "guess"))
    contains(answers[0]["provenance"]["recipe"], "values −1 … 1;")


def few(folder):
    """A picture or two are not worth a comparison, and no evidence."""
    model, pictures = make_model(folder), write_pictures(folder, DIM, 1)
    result = check(koma("classify", "--model", model, pictures, "--format", "json"), 0)
    contains(result.stderr, "3 pictures do not tell")
    equal("range" in load_json(result)[0]["provenance"], False)
    one = check(koma("classify", "--model", model, pictures / "0-red.png"), 0)
    contains(one.stderr, "1 picture does not tell")


def said(folder):
    """What the file, koma.json or an option says is never compared."""
    model, pictures = make_model(folder), write_pictures(folder, DIM)
    for path, options in [(COLOURS, []), (model, ["--range=-1,1"])]:
        result = check(koma("classify", "--model", path, *options, pictures, "--format", "json"), 0)
        equal(result.stderr, "")
        equal("range" in load_json(result)[0]["provenance"], False)
    (model / "koma.json").write_text('{"range": "-1,1"}')
    result = check(koma("classify", "--model", model, pictures, "--format", "json"), 0)
    equal(result.stderr, "")
    contains(load_json(result)[0]["provenance"]["recipe"], "values −1 … 1;")


def kept(folder):
    """With a collection, the range that its answers have is taken, and nothing is computed again."""
    model, pictures, file = make_model(folder), write_pictures(folder, DIM), folder / "c.koma"

    def run(*options):
        result = check(koma("classify", "--model", model, "--collection", file, pictures, "--format", "json",
                            *options), 0)
        return result.stderr, load_json(result)

    told, first = run()
    contains(told, "“0,1” fits 12 pictures better", "known: 0, computed: 12")
    told, second = run()
    contains(told, "“0,1”, as in ", "c.koma", "known: 12, computed: 0")
    equal("fits" in told, False)
    equal([one["top"] for one in second], [one["top"] for one in first])
    equal(second[0]["provenance"]["recipe"], first[0]["provenance"]["recipe"])
    write_png(pictures / "0-new.png", (20, 110, 20))
    told, third = run()
    contains(told, "“0,1”, as in ", "known: 12, computed: 1")


def kept_guess(folder):
    """A guess is compared again only once there is another picture."""
    model, pictures, file = make_model(folder), write_pictures(folder, BRIGHT), folder / "c.koma"

    def run():
        return check(koma("classify", "--model", model, "--collection", file, pictures), 0).stderr

    contains(run(), "12 pictures do not tell", "computed: 12")
    told = run()
    contains(told, "“-1,1”, as in ", "known: 12, computed: 0")
    equal("do not tell" in told, False)
    write_png(pictures / "0-new.png", (255, 0, 9))
    contains(run(), "13 pictures do not tell", "known: 12, computed: 1")


def left_out(folder):
    """Pictures that were taken out of the collection tell nothing, unless they are named."""
    model, pictures, file = make_model(folder), write_pictures(folder, DIM), folder / "c.koma"
    out = sorted(path for path in pictures.iterdir() if not path.name.startswith("0"))
    check(koma("classify", "--model", COLOURS, "--collection", file, pictures), 0)
    check(koma("collection", "leave-out", file, *out), 0)
    run = ("classify", "--model", model, "--collection", file)
    contains(check(koma(*run, pictures), 0).stderr, "3 pictures do not tell", "known: 0, computed: 3")
    contains(check(koma(*run, *sorted(pictures.iterdir())), 0).stderr, "“0,1” fits 12 pictures better", "computed: 12")


run_all([found, inspected, untold, few, said, kept, kept_guess, left_out])
