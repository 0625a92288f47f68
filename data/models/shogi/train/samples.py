# SPDX-License-Identifier: GPL-3.0-or-later
"""Renders the pictures to try Koma with: samples.py OUT [--parts FOLDER]

Single pieces as somebody's camera might see them, one of a kind, and a board from above, cut at its
outer lines so that a ninth of it is a square.
"""
import argparse
import json
import pathlib

import cv2
import numpy as np

from classes import EMPTY, KINDS, LABELS, class_of
from render import Renderer

PIECE_PX, SQUARE_PX = 384, 96
# file name, kind, whether it points up, seed of a picture that came out well
PIECES = (
    ("pawn", "FU", True, 6),
    ("lance", "KY", True, 5),
    ("knight", "KE", False, 0),
    ("silver", "GI", True, 6),
    ("gold", "KI", False, 3),
    ("bishop", "KA", True, 2),
    ("rook", "HI", True, 9),
    ("king", "OU", True, 9),
    ("promoted-pawn", "TO", False, 9),
    ("horse", "UM", True, 4),
    ("dragon", "RY", True, 2),
    ("empty-square", None, True, 7),
)
BOARD_SEED = 8
# A game some forty moves old, the player below to move: upper case points up.
BOARD = (
    "l n . . . . . n l",
    ". r . . g k . . .",
    "p . . p s g . b p",
    ". . p . p p p p .",
    ". p . . . . . . .",
    ". . P . P S P P .",
    "P P N P . P . . P",
    ". B S . G . . R .",
    "L . K G . . . N L",
)
LETTERS = dict(zip("plnsgbrk", KINDS))


def position():
    """BOARD as Renderer.board() takes it."""
    rows = [[(LETTERS[letter.lower()], letter.isupper()) if letter != "." else None
             for letter in row.split()] for row in BOARD]
    assert all(len(row) == 9 for row in rows) and len(rows) == 9
    return rows


def board_from_above(renderer, rng):
    """The board alone: uint8 RGB, nine squares wide and high."""
    picture, quads = renderer.board(position(), rng, SQUARE_PX)
    corners = np.stack((quads[0, 0, 0], quads[0, 8, 1], quads[8, 8, 2], quads[8, 0, 3]))
    side = 9 * SQUARE_PX
    flat = np.array(((0, 0), (side, 0), (side, side), (0, side)), np.float32)
    return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, flat), (side, side),
                               flags=cv2.INTER_CUBIC)


def save(path, picture, quality):
    cv2.imwrite(str(path), picture[:, :, ::-1], (cv2.IMWRITE_JPEG_QUALITY, quality))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--parts", type=pathlib.Path, help="drawn pieces to take glyphs from")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    renderer = Renderer("held-out", args.parts)
    about = {}
    for i, (name, kind, is_up, seed) in enumerate(PIECES):
        picture = renderer.picture(kind, np.random.default_rng((seed, i)), PIECE_PX)
        if not is_up:
            picture = picture[::-1, ::-1]
        file = f"{i + 1:02}-{name}.jpg"
        save(args.out / file, picture, 88)
        about[file] = {"label": LABELS[class_of(kind, is_up)]}
    save(args.out / "board.jpg", board_from_above(renderer, np.random.default_rng(BOARD_SEED)), 85)
    squares = [LABELS[class_of(*square) if square else EMPTY] for row in position()
               for square in row]
    about["board.jpg"] = {"grid": [9, 9], "labels": squares}
    (args.out / "samples.json").write_text(json.dumps(about, indent=1) + "\n")


if __name__ == "__main__":
    main()
