# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures that are of none of the classes, which the model learns to be unsure of.

Photographs and drawings come from a folder; the rest is made: patterns, shapes, pages, pieces that
lie across, that bear other writing, and several pieces at once. What is plain is left out: a table
or cloth without anything on it is an empty square.
"""

import copy
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

import fonts
import made
from camera import resolution, taken
from classes import KINDS
from glyphs import Inscription
from hard import spoilt
from light import lit

ENDINGS = {".bmp", ".jpeg", ".jpg", ".png", ".webp"}
KEPT_PX = 176  # the shorter side of a photograph that is kept
HELD_OUT = 8  # every 8th file
LEAST_DETAIL = 14  # standard deviation of grey values
FILES_SHARE = 0.62
# Of what is made: noise, patterns, shapes, pages, pieces across, other writing, several pieces.
SHARES = (0.19, 0.13, 0.24, 0.13, 0.10, 0.13, 0.08)
# Larger variants of the game, other games, and any writing.
CHARACTERS = "鳳麒獅虎象豹鯨鷹仲奔酔盲猛帥砲炮士相卒猫山川水火木日月空花東西南北中發一二三四五" \
    "六七八九あいうえおかきくけこアイウエオABCDEFGHKMRSTWXabdeghkmqrs0123456789?&♥♠"


class OtherWriting:
    """Draws what stands on no piece; in place of Glyphs."""

    def __init__(self, split):
        self.masks = [self._cut(ink) for face in fonts.faces(split)
                      for ink in fonts.glyphs_of(face, CHARACTERS).values()]

    @staticmethod
    def _cut(ink):
        x, y, width, height = cv2.boundingRect(ink)
        return ink[y:y + height, x:x + width]

    def draw(self, _kind, rng):
        mask = self.masks[rng.integers(len(self.masks))]
        if rng.random() < 0.4:
            second = self.masks[rng.integers(len(self.masks))]
            mask = np.vstack([cv2.resize(part, (110, 80)) for part in (mask, second)])
            return Inscription(mask, 2, "other", False)
        return Inscription(mask, 1, "other", False)


def read_pictures(folder, split):
    """The pictures below a folder, small, as BGRA, a list for each of its folders.

    Every 8th is held out. What can not be read, or is tiny, is left out.
    """
    paths = sorted(path for path in Path(folder).rglob("*") if path.suffix.lower() in ENDINGS)
    found = defaultdict(list)
    for i, path in enumerate(paths):
        if split != "all" and (i % HELD_OUT == HELD_OUT - 1) != (split == "held-out"):
            continue
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if picture is None or picture.dtype != np.uint8 or min(picture.shape[:2]) < 16:
            continue
        found[path.parent].append(_small(picture))
    return list(found.values())


def _small(picture):
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGRA)
    elif picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    scale = min(KEPT_PX / min(picture.shape[:2]), 1)
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def _cut(picture, rng):
    """The whole picture or a part of it, seldom turned or mirrored."""
    height, width = picture.shape[:2]
    if rng.random() < 0.65:
        area, aspect = rng.uniform(0.12, 1), np.exp(rng.normal(0, 0.2))
        tall = min(int(np.sqrt(area / aspect) * min(height, width)), height)
        broad = min(int(np.sqrt(area * aspect) * min(height, width)), width)
        top, left = rng.integers(0, height - tall + 1), rng.integers(0, width - broad + 1)
        picture = picture[top:top + tall, left:left + broad]
    if rng.random() < 0.5:
        picture = picture[:, ::-1]
    return np.rot90(picture, int(rng.integers(4))) if rng.random() < 0.25 else picture


def _with_detail(make):
    while True:
        picture = make()
        if cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).std() >= LEAST_DETAIL:
            return picture


class Foreign:
    """Draws from what one split has; `renderer` draws the pieces that are no answer."""

    def __init__(self, split, renderer, folder=None):
        self.renderer = renderer
        self.pictures = read_pictures(folder, split) if folder else []
        other = OtherWriting(split)
        self.characters = other.masks
        self.other = copy.copy(renderer)
        self.other.glyphs = other
        self.ways = (self._drawn(made.noise), self._drawn(made.pattern), self._drawn(made.shapes),
                     self._page, self._across, self._otherwise_written, self._several)

    def picture(self, rng, size):
        """One of either: uint8 (size, size, 3), RGB."""
        is_file = self.pictures and rng.random() < FILES_SHARE
        return self.of_a_file(rng, size) if is_file else self.made(rng, size)

    def made(self, rng, size):
        """One that is made."""
        way = self.ways[int(rng.choice(len(self.ways), p=SHARES))]
        return _with_detail(lambda: way(rng, size))

    def of_a_file(self, rng, size):
        """A part of one of the folder's pictures, or the whole."""
        return _with_detail(lambda: self._of_a_file(rng, size))

    def _photographed(self, picture, rng, size):
        pixels = resolution(rng, size)
        picture = taken(lit(picture.astype(np.float32), rng), rng, pixels, size)
        return spoilt(picture, rng) if rng.random() < 0.3 else picture

    def _of_a_file(self, rng, size):
        folder = self.pictures[rng.integers(len(self.pictures))]
        picture = _cut(folder[rng.integers(len(folder))], rng)
        picture = cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)
        share = picture[..., 3:].astype(np.float32) / 255
        below = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.full(3, 255.0)
        picture = share * picture[..., 2::-1] + (1 - share) * below
        # As it is, as a file would be, or as a camera would take it.
        if rng.random() < 0.4:
            return picture.astype(np.uint8)
        return self._photographed(picture, rng, size)

    def _drawn(self, make):
        return lambda rng, size: self._photographed(make(rng, size), rng, size)

    def _page(self, rng, size):
        return self._photographed(made.page(rng, size, self.characters), rng, size)

    def _piece(self, rng, size):
        return self.renderer.picture(KINDS[rng.integers(len(KINDS))], rng, size)

    def _across(self, rng, size):
        return np.rot90(self._piece(rng, size), 1 + 2 * int(rng.integers(2))).copy()

    def _otherwise_written(self, rng, size):
        picture = self.other.picture(KINDS[rng.integers(len(KINDS))], rng, size)
        return picture[::-1, ::-1].copy() if rng.random() < 0.5 else picture

    def _several(self, rng, size):
        rows, columns = rng.integers(2, 4, 2)
        small = [[self._piece(rng, size // 2) for _ in range(columns)] for _ in range(rows)]
        turned = [[one[::-1, ::-1] if rng.random() < 0.5 else one for one in row]
                  for row in small]
        whole = np.vstack([np.hstack(row) for row in turned])
        return cv2.resize(whole, (size, size), interpolation=cv2.INTER_AREA)
