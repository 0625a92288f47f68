# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing taken from the MIT piece sets of sugyan/shogi: the ink, without the wood.

The pictures are small, so what is kept is the smooth contrast of ink to wood, enlarged.
"""

from collections import namedtuple
from pathlib import Path

import cv2
import numpy as np

from classes import KINDS
from distance import shape_of
from inscriptions import CURSIVE_KINDS

Set = namedtuple("Set", "folder is_one_character is_held_out")

SETS = (
    Set("koma_kinki", False, False),
    Set("koma_kinki_torafu", False, False),
    Set("koma_ryoko", False, False),
    Set("koma_ryoko_torafu", False, False),
    Set("loose_2ddfc9b", False, False),
    Set("koma_dirty", True, True),
    Set("loose_a1def14", False, True),
)
ENLARGE = 4
INK_CONTRAST = 0.42


def ink_of(picture):
    """The ink (0 to 255, enlarged) of a BGRA piece that points up."""
    alpha = cv2.erode((picture[..., 3] == 255).astype(np.uint8), np.ones((5, 5), np.uint8))
    green = picture[..., 1].astype(np.float32)      # red and black ink are both dark in green
    wood = np.median(green[alpha > 0])
    contrast = np.clip((wood - green) / wood, 0, 1) * alpha
    height, width = contrast.shape
    large = cv2.resize(contrast, (width * ENLARGE, height * ENLARGE),
                       interpolation=cv2.INTER_CUBIC)
    large = cv2.GaussianBlur(large, (0, 0), 1.2)
    darkest = np.quantile(large[large > INK_CONTRAST / 2], 0.95)
    ink = np.clip(large / darkest / INK_CONTRAST * 127.5, 0, 255).astype(np.uint8)
    return _without_specks(ink)


def _without_specks(ink):
    """The ink less what is too small for a stroke, or hugs the lower edge as a side face does."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats((ink > 127).astype(np.uint8))
    height = ink.shape[0]
    for label, (_, top, width, tall, area) in enumerate(stats[1:], start=1):
        is_side = top > 0.8 * height and width > 3 * tall
        if area < 24 or is_side:
            ink = np.where(labels == label, 0, ink)
    return ink.astype(np.uint8)


def _halves(ink):
    """Upper and lower character of an inscription of two, cut where there is least ink."""
    rows = np.flatnonzero((ink > 127).any(axis=1))
    top, bottom = rows[0], rows[-1]
    low, high = (round(top + (bottom - top) * share) for share in (0.48, 0.68))
    cut = low + int(np.argmin((ink[low:high] > 127).sum(axis=1)))
    return _without_stubs(ink[:cut], cut - 1), _without_stubs(ink[cut:], 0)


def _without_stubs(ink, cut_row):
    """The ink less the small ends of the other character, which lie on the cut."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats((ink > 127).astype(np.uint8))
    largest = stats[1:, cv2.CC_STAT_AREA].max()
    stubs = [label for label in np.unique(labels[cut_row]) if label
             and stats[label, cv2.CC_STAT_AREA] < 0.2 * largest]
    return np.where(np.isin(labels, stubs), 0, ink).astype(np.uint8)


def shapes(split, parts_dir):
    """(token, shape) pairs of all sets of the split; none where the sets are not there."""
    for name, is_one, is_held_out in SETS:
        folder = Path(parts_dir or "") / name
        if not parts_dir or (split != "all" and is_held_out != (split == "held-out")):
            continue
        for path in sorted(folder.glob("*.png")):
            kind = path.stem.lstrip("+-").rstrip("_")
            if kind in KINDS:
                yield from _shapes_of(path, kind, is_one)


def _shapes_of(path, kind, is_one):
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    ink = ink_of(picture[::-1, ::-1] if path.stem.startswith("-") else picture)
    is_cursive = kind in CURSIVE_KINDS
    n_characters = 1 if is_one or is_cursive else 2
    yield kind, shape_of(ink, "set", n_characters, is_cursive)
    if kind in ("UM", "RY"):
        upper, lower = (ink, ink) if is_one else _halves(ink)
        if kind == "RY" or not is_one:
            yield "龍~", shape_of(upper, "set")
        if kind == "UM" or not is_one:
            yield "馬~" if kind == "UM" else "王~", shape_of(lower, "set")
