#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How well boards are found and read: measure.py KOMA FOLDER, with a folder that render.py wrote."""

import collections
import json
import math
import subprocess
import sys
from pathlib import Path


def squares(sfen):
    found, plus = [], ""
    for letter in sfen.replace("/", ""):
        if letter == "+":
            plus = letter
        elif letter.isdigit():
            found += [""] * int(letter)
        else:
            found.append(plus + letter)
            plus = ""
    return found


def main():
    koma, folder = sys.argv[1], Path(sys.argv[2])
    truths = [line.split("\t") for line in (folder / "truth.tsv").read_text().splitlines()]
    result = subprocess.run([koma, "classify", "--board", "--format", "jsonl",
                             *(str(folder / truth[0]) for truth in truths)], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, encoding="utf-8", check=False)
    rows = collections.defaultdict(list)
    for truth, line in zip(truths, result.stdout.splitlines()):
        board = json.loads(line).get("board")
        if "/" not in truth[10]:  # no board, but what it is
            rows[truth[10]].append((math.inf, 0, board is not None))
            continue
        corners = [(float(truth[i]), float(truth[i + 1])) for i in range(2, 10, 2)]
        side = sum(math.dist(corners[i], corners[i - 1]) for i in range(4)) / 4
        miss = max(map(math.dist, corners, board["corners"])) / side if board else math.inf
        right = sum(map(str.__eq__, squares(truth[10]), squares(board["sfen"]))) if board else 0
        rows[f"{int(truth[1]):2}°"].append((miss, right / 81, board is not None))
    print("tilt  pictures  told a board  corners within 2.8 %  median miss  squares right")
    for name, row in [*sorted(rows.items()), ("all", sum(rows.values(), []))]:
        misses = sorted(miss for miss, _, _ in row)
        print(f"{name:12} {len(row):4} {sum(found for _, _, found in row):8}"
              f" {sum(miss < 0.028 for miss in misses) / len(row):16.1%}"
              f" {misses[len(row) // 2]:18.2%} {sum(right for _, right, _ in row) / len(row):12.2%}")


main()
