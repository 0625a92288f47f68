# SPDX-License-Identifier: GPL-3.0-or-later
"""A sheet of random writing to look at: a row for each kind, a column for each draw.

Usage: contact_sheet.py FILE.png [train|held-out|all] [PARTS_DIR]
"""

import sys

import cv2
import numpy as np

from classes import KINDS
from glyphs import Glyphs

CELL_PX = 76
COLUMNS = 24


def cell(mask):
    scale = (CELL_PX - 8) / max(mask.shape)
    small = cv2.resize(mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    white = np.full((CELL_PX, CELL_PX), 255, np.uint8)
    top, left = ((CELL_PX - side) // 2 for side in small.shape)
    white[top:top + small.shape[0], left:left + small.shape[1]] -= small
    return white


def main(path, split="train", parts_dir=None):
    glyphs, rng = Glyphs(split, parts_dir), np.random.default_rng(1)
    rows = [np.hstack([cell(glyphs.draw(kind, rng).mask) for _ in range(COLUMNS)])
            for kind in KINDS]
    cv2.imwrite(path, np.vstack(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
