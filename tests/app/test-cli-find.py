#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma find and koma embed: vectors of pictures and of texts, and what is nearest."""
import array
import ast
import json
import math

from koma_cli import COLOURS, RGB, SHARED, Skip, check, contains, equal, koma, load_json, run_all, write_png

HUB = SHARED / "models" / "hub"


def write_pictures(folder):
    """Two shades of each color, in a folder with one file that is no picture."""
    pictures = folder / "pictures"
    pictures.mkdir()
    for name, rgb in RGB.items():
        write_png(pictures / f"{name}.png", rgb)
        write_png(pictures / f"{name}-dark.png", [value * 4 // 5 for value in rgb])
    return pictures


def embed(*args, model=COLOURS, code=0):
    return [json.loads(line) for line in check(koma("embed", "--model", model, *args), code).stdout.splitlines()]


def find(*args, model=COLOURS, code=0):
    return load_json(check(koma("find", "--model", model, "--format", "json", *args), code))


def multiply(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def need_hub(name):
    if not (HUB / name).is_dir():
        raise Skip("shared data is not there")
    return HUB / name


def vectors(folder):
    rows = embed(write_pictures(folder))
    equal(len(rows), 2 * len(RGB))
    for row in rows:
        assert math.isclose(multiply(row["vector"], row["vector"]), 1, abs_tol=1e-5), row


def numpy(folder):
    pictures, file = write_pictures(folder), folder / "vectors.npy"
    rows = embed(pictures)
    names = check(koma("embed", "--model", COLOURS, "--npy", file, pictures), 0).stdout.splitlines()
    equal(names, [row["path"] for row in rows])
    data = file.read_bytes()
    equal(data[:8], b"\x93NUMPY\x01\x00")
    end = 10 + int.from_bytes(data[8:10], "little")
    equal(end % 64, 0)
    header = ast.literal_eval(data[10:end].decode("ascii"))
    equal(header, {"descr": "<f4", "fortran_order": False, "shape": (len(rows), len(rows[0]["vector"]))})
    found = array.array("f", data[end:])
    for at, value in enumerate(value for row in rows for value in row["vector"]):
        assert math.isclose(found[at], value, rel_tol=1e-6, abs_tol=1e-9)
    contains(check(koma("embed", "--model", COLOURS, "--npy", folder / "none" / "x.npy", pictures), 1).stderr, "x.npy")


def like(folder):
    pictures = write_pictures(folder)
    for name in RGB:
        rows = find("--like", pictures / f"{name}.png", pictures)
        equal(len(rows), 2 * len(RGB))
        equal({rows[0]["path"], rows[1]["path"]},
              {str(pictures / f"{name}.png"), str(pictures / f"{name}-dark.png")})
        assert math.isclose(rows[0]["score"], 1, abs_tol=1e-4), rows[0]
        scores = [row["score"] for row in rows]
        equal(scores, sorted(scores, reverse=True))
    equal(find("--like", pictures / "red.png", "--top", "2", pictures), rows_of(pictures)[:2])
    line = check(koma("find", "--model", COLOURS, "--like", pictures / "red.png", "--top", "1", pictures), 0).stdout
    contains(line, "1.000  ", "red")


def rows_of(pictures):
    return find("--like", pictures / "red.png", pictures)


def errors(folder):
    pictures = write_pictures(folder)
    contains(check(koma("find", "--model", COLOURS, "red", pictures), 2).stderr, "--like")
    contains(check(koma("find", "--model", COLOURS, "red"), 2).stderr, "--like")
    contains(check(koma("embed", "--model", COLOURS), 2).stderr, "--text")
    contains(check(koma("embed", "--model", COLOURS, "--text", "red"), 2).stderr, "--like")
    (pictures / "broken.png").write_bytes((pictures / "red.png").read_bytes()[:40])
    result = check(koma("find", "--model", COLOURS, "--like", pictures / "red.png", pictures), 1)
    contains(result.stderr, "broken.png")
    equal(len(result.stdout.splitlines()), 2 * len(RGB))
    contains(check(koma("find", "--model", COLOURS, "--like", pictures / "broken.png", pictures), 2).stderr,
             "broken.png")


def words(folder):
    """The cosine of words and of a picture is the product of their vectors; these are the reference's."""
    model, pictures = need_hub("hf_clip"), write_pictures(folder)
    texts = ["a photo of a cat", "red"]
    rows = embed("--text", texts[0], "--text", texts[1], pictures, model=model)
    equal([row.get("text") for row in rows[:3]], texts + [None])
    found = find(texts[1], pictures, model=model)
    equal(len(found), 2 * len(RGB))
    vector = {row["path"]: row["vector"] for row in rows[2:]}
    for row in found:
        assert math.isclose(row["score"], multiply(rows[1]["vector"], vector[row["path"]]), abs_tol=1e-4), row
    golden = array.array("f", (SHARED / "golden_hub" / "hf_clip" / "wave.text_embeds.f32").read_bytes())
    for value, wanted in zip(rows[0]["vector"], golden):  # of this text the first
        assert math.isclose(value, wanted, abs_tol=1e-5), (value, wanted)


def kept(folder):
    """What a collection has is not computed again, and is the same; what has changed is."""
    pictures, file = write_pictures(folder), folder / "c.koma"
    n = 2 * len(RGB)

    def run(command, *args, code=0):
        return check(koma(command, "--model", COLOURS, "--collection", file, *args), code)

    first = run("embed", pictures)
    contains(first.stderr, f"c.koma: known: 0, computed: {n}, failed: 0")
    again = run("embed", pictures)
    contains(again.stderr, f"c.koma: known: {n}, computed: 0, failed: 0")
    equal(again.stdout, first.stdout)
    for row, plain in zip(map(json.loads, first.stdout.splitlines()), embed(pictures), strict=True):
        assert all(math.isclose(a, b, abs_tol=1e-3) for a, b in zip(row["vector"], plain["vector"], strict=True))
    found = run("find", "--like", pictures / "red.png", pictures)
    contains(found.stderr, f"known: {n + 1}, computed: 0")
    equal(found.stdout.splitlines()[0].startswith("1.000  "), True)
    write_png(pictures / "red.png", (1, 2, 3), 5, 5)
    contains(run("embed", pictures).stderr, f"known: {n - 1}, computed: 1")
    # Answers are kept beside them, and do not replace them.
    run("classify", pictures)
    contains(run("embed", pictures).stderr, f"known: {n}, computed: 0")
    (pictures / "broken.png").write_bytes(b"none")
    contains(run("embed", pictures, code=1).stderr, f"known: {n}, computed: 0, failed: 1")


def left_out(folder):
    """What was taken out of the collection is not found, also after a move; another may be like it all the same."""
    pictures, file = write_pictures(folder), folder / "c.koma"
    red, dark = pictures / "red.png", pictures / "red-dark.png"
    with_file = ("--collection", file)
    embed(*with_file, pictures)
    check(koma("collection", "leave-out", file, red), 0)
    paths = sorted(str(path) for path in pictures.iterdir() if path != red)
    result = check(koma("embed", "--model", COLOURS, *with_file, pictures), 0)
    equal(sorted(json.loads(line)["path"] for line in result.stdout.splitlines()), paths)
    contains(result.stderr, f"c.koma: known: {len(paths)}, computed: 0, failed: 0", "c.koma: left out: 1")
    # Named itself, too: who looks for something takes nothing back in.
    equal(embed(*with_file, red), [])
    rows = find(*with_file, "--like", red, "--top", "0", pictures)
    equal((rows[0]["path"], sorted(row["path"] for row in rows)), (str(dark), paths))
    equal(find(*with_file, "--like", red, red), [])
    equal(len(find("--like", red, "--top", "0", pictures)), len(paths) + 1)
    red.rename(pictures / "moved.png")
    equal(len(embed(*with_file, pictures)), len(paths))
    check(koma("collection", "leave-out", "--undo", file, pictures / "moved.png"), 0)
    contains(check(koma("embed", "--model", COLOURS, *with_file, pictures), 0).stderr, f"known: {len(paths) + 1}, ")


def kept_words(folder):
    """Of a model that compares pictures with words: classes that are chosen change no vector."""
    model, pictures, file = need_hub("hf_clip"), write_pictures(folder), folder / "c.koma"
    check(koma("classify", "--model", model, "--classes", "red,blue", "--collection", file, pictures), 0)
    result = check(koma("find", "--model", model, "--collection", file, "red", pictures), 0)
    contains(result.stderr, f"known: {2 * len(RGB)}, computed: 0")


def refused(folder):
    pictures, file = write_pictures(folder), folder / "c.koma"
    file.write_text("none")
    contains(check(koma("embed", "--model", COLOURS, "--collection", file, pictures), 2).stderr, "c.koma: ")


run_all([vectors, numpy, like, errors, words, kept, left_out, kept_words, refused])
