#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of SFEN, KIF diagrams and CSA, each written from its definition, agree on what Koma writes.

test-position-notations.py PRINT-POSITIONS"""
import re
import subprocess
import sys

SFEN = dict(zip("PLNSGBRK", ("FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU")))
PROMOTED = {"FU": "TO", "KY": "NY", "KE": "NK", "GI": "NG", "KA": "UM", "HI": "RY"}
KANJI = dict(zip("歩香桂銀金角飛玉と杏圭全馬龍",
                 ("FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY")))
NUMBERS = dict(zip("一二三四五六七八九", range(1, 10)))


def read_sfen(text):
    board, turn, hands, number = text.split(" ")
    assert number == "1" and len(board.split("/")) == 9
    squares = []
    for row in board.split("/"):
        found = re.findall(r"(\d)|(\+?)([a-zA-Z])", row)
        assert "".join("".join(one) for one in found) == row
        line = []
        for gap, plus, letter in found:
            kind = SFEN[letter.upper()] if letter else ""
            piece = ("+" if letter.isupper() else "-") + (PROMOTED[kind] if plus else kind)
            line += [""] * int(gap) if gap else [piece]
        assert len(line) == 9, row
        squares += line
    held = {}
    for count, letter in re.findall(r"(\d*)([a-zA-Z])", "" if hands == "-" else hands):
        held[("+" if letter.isupper() else "-") + SFEN[letter.upper()]] = int(count or 1)
    return squares, held, {"b": "+", "w": "-"}[turn]


def read_kif_hand(text, sign, held):
    for one in [] if text == "なし" else text.split("　"):
        tens = 10 if one[1:2] == "十" else 0
        ones = NUMBERS.get(one[-1], 0) if len(one) > 1 else 0
        held[sign + KANJI[one[0]]] = tens + ones or 1


def read_kif(text):
    lines = text.splitlines()
    held = {}
    prefix = {"後手の持駒：": "-", "先手の持駒：": "+"}
    for line in lines:
        if line[:6] in prefix:
            read_kif_hand(line[6:], prefix[line[:6]], held)
    assert lines[1] == "  ９ ８ ７ ６ ５ ４ ３ ２ １" and lines[2] == lines[12] == "+" + "-" * 27 + "+"
    squares = []
    for row, line in enumerate(lines[3:12]):
        assert line[0] == line[19] == "|" and NUMBERS[line[20:]] == row + 1
        for side, kanji in zip(line[1:19:2], line[2:19:2]):
            assert side in " v"
            squares.append("" if kanji == "・" else ("-" if side == "v" else "+") + KANJI[kanji])
    assert lines[-1] == "手数----指手---------消費時間--"
    return squares, held, "-" if "後手番" in lines else "+"


def read_csa(text):
    lines = text.splitlines()
    assert lines[0] == "V2.2"
    squares, held = [], {}
    for row, line in enumerate(lines[1:10]):
        assert line.startswith(f"P{row + 1}") and len(line) == 29
        cells = [line[i:i + 3] for i in range(2, 29, 3)]
        squares += ["" if cell == " * " else cell for cell in cells]
    for line in lines[10:-1]:
        assert re.fullmatch(r"P[+-](00[A-Z]{2})+", line), line
        for kind in re.findall(r"00([A-Z]{2})", line[2:]):
            held[line[1] + kind] = held.get(line[1] + kind, 0) + 1
    assert lines[-1] in "+-"
    return squares, held, lines[-1]


def main():
    printed = subprocess.run([sys.argv[1], "50"], check=True, capture_output=True, encoding="utf-8").stdout
    texts = re.split(r"^=(sfen|kif|csa)\n", printed, flags=re.MULTILINE)[1:]
    found = [(name, text) for name, text in zip(texts[::2], texts[1::2])]
    assert len(found) == 3 * 101
    readers = {"sfen": lambda text: read_sfen(text.strip()), "kif": read_kif, "csa": read_csa}
    positions = []
    for i in range(0, len(found), 3):
        assert [name for name, _ in found[i:i + 3]] == ["sfen", "kif", "csa"]
        sfen, kif, csa = (readers[name](text) for name, text in found[i:i + 3])
        assert sfen == kif == csa, found[i:i + 3]
        positions.append(sfen)
    assert positions[0] == ([""] * 81, {}, "+")
    other = {"+": "-", "-": "+"}
    for there, back in zip(positions[1::2], positions[2::2]):
        assert back[0] == [piece and other[piece[0]] + piece[1:] for piece in reversed(there[0])]
        assert back[1] == {other[piece[0]] + piece[1:]: n for piece, n in there[1].items()}
        assert back[2] == other[there[2]]
    assert len({str(position) for position in positions}) > 90


main()
