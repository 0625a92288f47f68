#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma classify --grid and --board: pictures that are cut into cells, and positions of shogi."""
import csv
import json
import math

from koma_cli import (COLOURS, RGB, SHARED, SOURCE, Skip, check, classify, contains, equal, koma, load_json, run_all,
                      write_colours, write_png, write_rows)


def write_flag(path):
    """Three columns of two cells: red, green, blue over blue, green, red."""
    row = [RGB[name] for name in ("red", "green", "blue") for _ in range(20)]
    return write_rows(path, [row] * 20 + [row[::-1]] * 20)


def grid(folder):
    """Each cell is a picture of its own, row by row."""
    flag = write_flag(folder / "flag.png")
    expected = ["red", "green", "blue", "blue", "green", "red"]
    cells = [f"{flag}#{row},{column}" for row in (1, 2) for column in (1, 2, 3)]
    found = load_json(check(classify("--format", "json", "--grid", "2x3", flag), 0))
    equal([one["path"] for one in found], cells)
    equal([one["top"][0]["label"] for one in found], expected)
    equal([(one["cell"]["row"], one["cell"]["column"]) for one in found],
          [(row, column) for row in (1, 2) for column in (1, 2, 3)])
    equal(found[4]["cell"]["corners"], [[20.0, 20.0], [40.0, 20.0], [40.0, 40.0], [20.0, 40.0]])
    turned = load_json(check(classify("--format", "json", "--grid", "2x1", "--corners",
                                      "60,20,60,40,20,40,20,20", flag), 0))
    equal([one["top"][0]["label"] for one in turned], ["red", "green"])  # the rows go to the left
    equal(turned[0]["cell"]["corners"], [[60.0, 20.0], [60.0, 40.0], [40.0, 40.0], [40.0, 20.0]])
    other = write_png(folder / "other.png", RGB["green"])
    (folder / "samples.json").write_text(json.dumps({"flag.png": {"grid": [2, 3]}, "other.png": {}}))
    found = load_json(check(classify("--format", "json", folder), 0))
    equal([one["path"] for one in found], [*cells, str(other)])
    equal([one["top"][0]["label"] for one in found], [*expected, "green"])
    equal(len(load_json(check(classify("--format", "json", "--grid", "1x1", folder), 0))), 2)
    many = load_json(check(classify("--format", "json", "--grid", "40x30", flag, other), 1))
    equal(len(many), 2 * 1200)  # more than may be on their way
    equal({one["error"]["code"] for one in many[1200:]}, {"decode"})  # has 30 rows


SHOGI = SOURCE / "data" / "models" / "shogi" / "model.json"
BOARD = SOURCE / "data" / "samples" / "board.jpg"
BOARD_SFEN = "ln5nl/1r2gk3/p2psg1bp/2p1pppp1/1p7/2P1PSPP1/PPNP1P2P/1BS1G2R1/L1KG3NL"


def read_boards(*args):
    return koma("classify", "--board", "--model", SHOGI, *args)


def board(folder):
    equal(check(read_boards(BOARD), 0).stdout, f"{BOARD}: {BOARD_SFEN}\n")
    plain = write_png(folder / "plain.png", (90, 90, 90))
    result = check(read_boards("--format", "jsonl", plain, BOARD, folder / "missing.png"), 1)
    none, found, missing = [json.loads(line) for line in result.stdout.splitlines()]
    equal(none["error"]["code"], "no-board")
    contains(result.stderr, f"koma: {plain}: there is no shogi board")
    equal(missing["error"]["code"], "not-found")
    equal(found["board"]["sfen"], BOARD_SFEN)
    for (x, y), (true_x, true_y) in zip(found["board"]["corners"], ((0, 0), (864, 0), (864, 864), (0, 864))):
        assert abs(x - true_x) < 4 and abs(y - true_y) < 4, found["board"]["corners"]
    assert found["backend"] and 0.9 < found["board"]["sure"] <= 1
    equal(len(load_json(check(read_boards("--format", "json", BOARD, plain), 1))), 2)


def board_errors(folder):
    red = write_colours(folder)[0]
    check(koma("classify", "--board", "--model", COLOURS, red), 1)
    result = check(koma("classify", "--board", "--model", COLOURS, BOARD), 1)
    contains(result.stderr, "does not know the pieces of shogi")
    contains(check(read_boards("--grid", "9x9", BOARD), 2).stderr, "--board", "--grid")
    check(read_boards("--format", "csv", BOARD), 2)


def shared_boards(_):
    shared = SHARED / "boards"
    if not shared.is_dir():
        raise Skip("no folder of boards")
    with open(shared / "truth.tsv", encoding="utf-8", newline="") as rows:
        for truth in csv.DictReader(rows, delimiter="\t"):
            found = load_json(check(read_boards("--format", "json", shared / truth["name"]), 0))[0]["board"]
            equal(found["sfen"], truth["sfen"])
            corners = [tuple(map(float, corner.split(","))) for corner in truth["corners"].split()]
            side = corners[1][0] - corners[0][0]
            for (x, y), (true_x, true_y) in zip(found["corners"], corners):
                assert math.hypot(x - true_x, y - true_y) < 0.028 * side, found["corners"]


def grid_errors(folder):
    picture = write_png(folder / "p.png", RGB["green"])
    for wrong in ("9", "0x3", "3x", "x", "3x3x3", "65x1", "-1x2", "axb"):
        contains(check(classify("--grid", wrong, picture), 2).stderr, "--grid", "9x9")
    for wrong in ("", "1,2,3", "0,0,0,9,9,9,9,0", "0,0,9,0,9,9,0,x", "0,0,9,0,9,9,0,-1", "0,0,9,0,nan,9,0,9",
                  "0,0,9,0,9,9,0,9,1"):
        contains(check(classify("--grid", "1x1", "--corners", wrong, picture), 2).stderr, "--corners")
    contains(check(classify("--corners", "0,0,9,0,9,9,0,9", picture), 2).stderr, "--grid")
    outside = check(classify("--grid", "1x1", "--corners", "0,0,9999,0,9999,9,0,9", picture), 1)
    contains(outside.stderr, "p.png#1,1: a corner is outside of the picture")
    check(classify("--grid", "2x2", folder / "missing.png"), 1)
    for wrong in ("{", "[]", '{"p.png": {"grid": [9]}}', '{"p.png": {"grid": [0, 9]}}'):
        (folder / "samples.json").write_text(wrong)
        result = check(classify(picture), 0)
        contains(result.stderr, "samples.json")
        contains(result.stdout, "p.png: green")
    (folder / "samples.json").write_text("[" + " " * (1 << 20))  # not ours
    equal(check(classify(picture), 0).stderr, "")


run_all([grid, grid_errors, board, board_errors, shared_boards])
