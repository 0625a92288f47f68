# SPDX-License-Identifier: GPL-3.0-or-later
"""What the trained network is asked: pictures that training has not seen, each set by its name."""
import copy

import cv2
import numpy

import drawn
from batches import mix, renders
from classes import KINDS, class_of
from network import SIZE
from parts import SETS

RENDERS_SEED, BOARDS_SEED, CALIBRATION_SEED = 7_000_001, 8_000_001, 9_000_001
HARD_SEED, FOREIGN_SEED, SHINING_SEED = 12_000_001, 13_000_001, 15_000_001
CUT = numpy.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], numpy.float32)


def position(rng):
    """9×9 of (kind, is_up) or None, more than half of it taken, each kind as often as another."""
    kinds, shares = mix()
    drawn_kinds = rng.choice(len(KINDS), (9, 9), p=shares[1:] / shares[1:].sum())
    return [[None if rng.random() < 0.4 else (kinds[1 + kind], bool(rng.random() < 0.5))
             for kind in row] for row in drawn_kinds]


def board_squares(renderer, n_boards):
    """All squares of photographed boards, each cut along its corners."""
    rng = numpy.random.default_rng(BOARDS_SEED)
    pictures, labels = [], []
    for _ in range(n_boards):
        taken = position(rng)
        picture, quads = renderer.board(taken, rng, int(rng.integers(48, 120)))
        for row in range(9):
            for column in range(9):
                view = cv2.getPerspectiveTransform(quads[row][column].astype(numpy.float32), CUT)
                pictures.append(cv2.warpPerspective(picture, view, (SIZE, SIZE),
                                                    flags=cv2.INTER_AREA,
                                                    borderMode=cv2.BORDER_REPLICATE))
                labels.append(class_of(*(taken[row][column] or (None,))))
    return numpy.stack(pictures), numpy.array(labels)


def evaluation_sets(renderer, parts, n_renders, n_boards):
    """Yields name, what it is, pictures, labels."""
    yield ("renders", "rendered pieces, fonts and woods that training did not use",
           *renders(renderer, n_renders, SIZE, RENDERS_SEED))
    hard = copy.copy(renderer)
    hard.hard, hard.mirroring = 1.0, 0.0
    yield ("hard", "the same, seen from low, in bad light, or from bad files",
           *renders(hard, n_renders // 2, SIZE, HARD_SEED))
    shining = copy.copy(hard)
    shining.mirroring = 1.0
    yield ("shining", "hard ones whose writing mirrors a lamp or a window",
           *renders(shining, n_renders // 4, SIZE, SHINING_SEED))
    yield ("boards", "squares of whole rendered boards, cut along their corners",
           *board_squares(renderer, n_boards))
    if parts is None:
        return
    for folder, _, is_held_out in SETS:
        if (parts / folder).is_dir():
            said = "not used for training" if is_held_out else "its writing was used for training"
            yield folder, f"drawn by others, {said}", *drawn.squares(parts, folder, SIZE)


def foreign_sets(foreign, n):
    """Yields name, what it is, pictures: things that are no pieces."""
    ways = [("made", "patterns, shapes, pages, other writing on pieces, pieces across",
             foreign.made)]
    if foreign.pictures:
        ways.append(("files", "photographs and drawings, held out", foreign.of_a_file))
    for name, about, way in ways:
        rng = numpy.random.default_rng(FOREIGN_SEED)
        yield name, about, numpy.stack([way(rng, SIZE) for _ in range(n)])
