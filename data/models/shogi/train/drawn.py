# SPDX-License-Identifier: GPL-3.0-or-later
"""Squares put together from the drawn pieces, boards and lines of sugyan/shogi, by other hands.

Nothing of the renderer is used: a piece is laid into a square of one of ten boards as it is.
"""
import numpy
from PIL import Image

from classes import KINDS, TURNED, class_of

COLUMN, ROW = 43, 48            # pixels of a square
LEFT, TOP = 10, 10              # of the first line
LINES = ("masu_dot", "masu_nodot", "masu_handwriting")


def boards(parts):
    """All boards with all lines, in a fixed order: RGBA pictures of 410×454."""
    for surface in sorted((parts / "ban").glob("*.png")):
        for lines in LINES:
            below = Image.open(surface).convert("RGBA")
            above = Image.open(parts / "masu" / f"{lines}.png").convert("RGBA")
            yield Image.alpha_composite(below, above.resize(below.size))


def pieces(parts, folder):
    """The pieces of a set: picture and class."""
    for path in sorted((parts / folder).glob("*.png")):
        kind = path.stem.lstrip("+-").rstrip("_")
        if kind in KINDS:
            picture = Image.open(path).convert("RGBA")
            # A border that nothing is drawn on would make the piece smaller than its square.
            picture = picture.crop(picture.getchannel("A").getbbox())
            yield picture, class_of(kind, not path.stem.startswith("-"))


def square(board, piece, at, size):
    """The square at (column, row) with the piece in its middle: uint8 [size, size, 3]."""
    left, top = LEFT + at[0] * COLUMN, TOP + at[1] * ROW
    picture = board.crop((left, top, left + COLUMN, top + ROW))
    if piece is not None:
        scale = min((COLUMN - 2) / piece.width, (ROW - 1) / piece.height, 1)
        piece = piece.resize((round(piece.width * scale), round(piece.height * scale)),
                             Image.BICUBIC)
        picture.alpha_composite(piece, ((COLUMN - piece.width) // 2, (ROW - piece.height) // 2))
    return numpy.asarray(picture.convert("RGB").resize((size, size), Image.BICUBIC))


def squares(parts, folder, size):
    """Every piece of a set on every third board, as it is and turned, and as many empty squares
    as there are boards."""
    rng = numpy.random.default_rng(len(folder))
    found = []
    for i, board in enumerate(boards(parts)):
        taken = [(None, class_of(None))]
        taken += [pair for j, pair in enumerate(pieces(parts, folder)) if (i + j) % 3 == 0]
        for piece, label in taken:
            picture = square(board, piece, rng.integers(0, 9, 2), size)
            found += [(picture, label), (picture[::-1, ::-1], TURNED[label])]
    pictures, labels = zip(*found)
    return numpy.stack(pictures), numpy.array(labels)
