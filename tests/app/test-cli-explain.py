#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma explain: the evidence for each color lies where that color is, in numbers and in the picture."""
import shutil
import struct
import zlib

from koma_cli import COLOURS, RGB, SHARED, SOURCE, Skip, check, contains, equal, koma, load_json, run_all, write_rows

SHOGI = SOURCE / "data" / "models" / "shogi"
SIZE = 40


def make_halves(folder):
    """Red on the left, green on the right."""
    return write_rows(folder / "halves.png", [[RGB["red"]] * (SIZE // 2) + [RGB["green"]] * (SIZE // 2)] * SIZE)


def explain(picture, *args, model=COLOURS):
    return koma("explain", "--model", model, "--fit", "stretch", *args, picture)


def read_png(path):
    """Rows of (red, green, blue), of an image that is not interlaced."""
    data, offset, parts = path.read_bytes(), 8, {}
    while offset < len(data):
        size, kind = struct.unpack(">I4s", data[offset:offset + 8])
        parts[kind] = parts.get(kind, b"") + data[offset + 8:offset + 8 + size]
        offset += size + 12
    width, height, bits, colours, _, _, interlaced = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    equal((bits, colours, interlaced), (8, 2, 0))
    return unfilter(zlib.decompress(parts[b"IDAT"]), width, height)


def paeth(left, above, corner):
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))


def unfilter(data, width, height):
    rows, before, stride = [], bytearray(3 * width), 3 * width + 1
    for y in range(height):
        kind, line = data[y * stride], bytearray(data[y * stride + 1:(y + 1) * stride])
        for i in range(len(line)):
            left, corner = (line[i - 3], before[i - 3]) if i >= 3 else (0, 0)
            add = (0, left, before[i], (left + before[i]) // 2, paeth(left, before[i], corner))[kind]
            line[i] = (line[i] + add) & 255
        rows.append([tuple(line[i:i + 3]) for i in range(0, len(line), 3)])
        before = line
    return rows


def positive_halves(found):
    """The mass above 0 in the left half of the map, and in the right one."""
    middle = found["columns"] // 2
    return tuple(sum(max(value, 0) for row in found["map"] for value in part(row))
                 for part in (lambda row: row[:middle], lambda row: row[found["columns"] - middle:]))


def numbers(folder):
    picture = make_halves(folder)
    for method in ("occlusion", "activation"):
        for name, is_left in (("red", True), ("green", False)):
            found = load_json(check(explain(picture, "--format", "json", "--method", method, "--class", name), 0))
            equal((found["method"], found["class"]["label"]), (method, name))
            equal((len(found["map"]), {len(row) for row in found["map"]}), (found["rows"], {found["columns"]}))
            equal(found["region"], {"x": 0, "y": 0, "width": 1, "height": 1})
            left, right = positive_halves(found)
            equal(left > 10 * right, is_left)
            equal(right > 10 * left, not is_left)


def classes(folder):
    """By label or by number; without either the best one."""
    picture = make_halves(folder)
    by_label = load_json(check(explain(picture, "--format", "json", "--class", "green"), 0))
    by_number = load_json(check(explain(picture, "--format", "json", "--class", by_label["class"]["index"]), 0))
    equal(by_number["map"], by_label["map"])
    best = load_json(check(explain(picture, "--format", "json"), 0))
    answers = load_json(check(koma("classify", "--model", COLOURS, "--fit", "stretch", "--format", "json",
                                   picture), 0))
    equal(best["class"]["label"], answers[0]["top"][0]["label"])
    equal(abs(best["class"]["score"] - answers[0]["top"][0]["score"]) < 1e-5, True)
    by_name = load_json(check(koma("explain", "--model", SHOGI, "--format", "json", "--method", "activation",
                                   "--class", "角行 · bishop, pointing up",
                                   SOURCE / "data" / "samples" / "06-bishop.jpg"), 0))
    equal((by_name["class"]["label"], by_name["rows"], by_name["columns"]), ("KA_up", 7, 7))


def png(folder):
    """The half of the class is nearer to orange than it was, the other one to blue."""
    picture = make_halves(folder)
    result = check(explain(picture, "--class", "green", "--png", folder / "map.png"), 0)
    contains(result.stdout, "halves.png", "green", "%")
    rows = read_png(folder / "map.png")
    equal((len(rows), len(rows[0])), (SIZE, SIZE))
    left, right = rows[SIZE // 2][SIZE // 4], rows[SIZE // 2][3 * SIZE // 4]
    equal(right[0] > RGB["green"][0] + 50, True)
    equal(left[0] < RGB["red"][0] - 30 and left[2] > RGB["red"][2] + 30, True)


def backends(folder):
    """Each computes the same map."""
    picture = make_halves(folder)
    maps = {}
    for backend in ("cpu", "xnnpack"):
        found = load_json(check(explain(picture, "--format", "json", "--backend", backend, "--class", "red"), 0))
        equal(found["backend"], backend)
        maps[backend] = [value for row in found["map"] for value in row]
    equal(max(abs(a - b) for a, b in zip(maps["cpu"], maps["xnnpack"])) < 1e-3, True)


def usage(folder):
    picture = make_halves(folder)
    contains(check(explain(picture), 2).stderr, "--png", "--format json")
    contains(check(koma("explain", "--model", COLOURS, "--format", "json"), 2).stderr, "one picture")
    contains(check(explain(picture, "--format", "json", "--method", "guess"), 2).stderr, "guess", "occlusion")
    contains(check(explain(picture, "--format", "json", "--class", "pink"), 2).stderr, "“pink” is no class")
    contains(check(explain(picture, "--format", "csv"), 2).stderr, "csv")


def failures(folder):
    picture = make_halves(folder)
    (folder / "text.png").write_text("no picture", encoding="utf-8")
    contains(check(explain(folder / "text.png", "--format", "json"), 1).stderr, "text.png")
    check(explain(folder / "missing.png", "--format", "json"), 1)
    contains(check(explain(picture, "--png", folder / "none" / "map.png"), 1).stderr, "map.png")
    equal((folder / "none").exists(), False)
    contains(check(explain(picture, "--format", "json", model=folder / "nothing"), 2).stderr, "nothing")


def unsupported(folder):
    """A model that does not end in a mean over places."""
    model = SHARED / "models" / "onnx" / "shogi_piece.onnx"
    if not model.exists():
        raise Skip("no such model")
    copy = shutil.copy(model, folder)
    check(explain(make_halves(folder), "--format", "json", model=copy), 0)
    contains(check(explain(make_halves(folder), "--format", "json", "--method", "activation", model=copy), 2).stderr,
             "mean over all places")


if __name__ == "__main__":
    run_all([numbers, classes, png, backends, usage, failures, unsupported])
