# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing for pieces: random masks of what stands on a piece of a kind.

All shapes are loaded once; a draw picks a writing, sets its characters on a canvas, bends it, makes
its strokes bolder or thinner, wears it, and cuts the ink out.
"""

import copy
from collections import defaultdict, namedtuple

import cv2
import numpy as np

import fonts
import parts
import strokes
import wear
from distance import EDGE, UNITS_PER_PX, shape_of
from inscriptions import CHARACTERS, CURSIVE_KINDS, RUNNING, STYLE_WEIGHTS, WRITINGS

# mask: uint8, 255 = ink, cropped to the ink, longest side about 128 px.
Inscription = namedtuple("Inscription", "mask n_characters style is_cursive")

WIDTH_PX, HEIGHT_PX, LONG_PX = 168, 168, 128
SPLITS = ("train", "held-out", "all")
RAMP = np.arange(256, dtype=np.float32) - EDGE


class Glyphs:
    """The writing of a split ("train", "held-out", "all"); parts_dir holds the MIT piece sets."""

    def __init__(self, split, parts_dir=None):
        if split not in SPLITS:
            raise ValueError(f"split {split!r} is none of {SPLITS}")
        rng = np.random.default_rng(SPLITS.index(split))
        self._drawn = defaultdict(list)         # token -> shapes from sets and strokes
        self._faces = defaultdict(list)         # style -> {character: shape} of each face
        self._load_faces(split)
        for token, shape in (*parts.shapes(split, parts_dir), *strokes.shapes(rng)):
            if shape:
                self._drawn[token].append(shape)
        self._writings = {kind: self._usable(kind) for kind in WRITINGS}
        self._rough = wear.noise_bank(rng, ((1.2, 1.2), (2, 2), (4, 4), (1, 4)))
        self._uneven = wear.noise_bank(rng, ((9, 9), (16, 16), (25, 25)))
        self._worn = wear.worn_bank(rng)
        self._bends = wear.bend_maps(rng, HEIGHT_PX, WIDTH_PX)
        self._stretches = wear.stretch_maps(rng, HEIGHT_PX, WIDTH_PX)

    def _load_faces(self, split):
        for face in fonts.faces(split):
            pictures = fonts.glyphs_of(face, CHARACTERS)
            shapes = {c: shape_of(picture, face.style) for c, picture in pictures.items()}
            self._faces[face.style].append(shapes)
            for character in set(RUNNING.get(face.style, "")) & set(shapes):
                self._drawn[character + "~"].append(shapes[character])

    def _usable(self, kind):
        """Ends of the shares and writings of a kind, without what nothing was loaded for."""
        rows = [row for row in WRITINGS[kind] if self._is_usable(row[1])]
        if not rows:
            raise FileNotFoundError(f"no installed font has the characters of {kind}")
        shares = np.cumsum([row[0] for row in rows])
        return shares / shares[-1], [row[1] for row in rows]

    def _is_usable(self, writing):
        plain = {token for token in writing if len(token) == 1}
        has_face = any(plain <= set(face) for faces in self._faces.values() for face in faces)
        return has_face and all(token in plain or self._drawn[token] for token in writing)

    def of_one_hand(self, rng):
        """The same, but all pieces written by one hand, with one character or with two."""
        n_tokens = 1 if rng.random() < 0.3 else 2
        every = set(CHARACTERS) if n_tokens == 2 else set("歩香桂銀金角飛王と竜馬")
        mine = copy.copy(self)
        while True:
            style = _weighted(STYLE_WEIGHTS[n_tokens], rng)
            whole = [face for face in self._faces[style] if every <= set(face)]
            if whole:
                break
        mine._faces = defaultdict(list, {style: [whole[rng.integers(len(whole))]]})
        mine._writings = {kind: _of_length(writings, n_tokens)
                          for kind, writings in self._writings.items()}
        return mine

    def draw(self, kind, rng):
        """A random inscription of that kind; the same state of rng gives the same."""
        ends, writings = self._writings[kind]
        writing = writings[np.searchsorted(ends, rng.random(), side="right")]
        shapes = self._shapes(writing, rng)
        field = _set(shapes, rng)
        n_characters = max(len(writing), shapes[0].n_characters)
        if shapes[0].is_cursive and rng.random() < 0.6:     # few hands wrote these: vary them more
            field = _moved(field, self._stretches, rng)
        mask = self._ink(_moved(field, self._bends, rng), shapes, n_characters, rng)
        x, y, width, height = cv2.boundingRect(mask)
        if min(width, height) < 8:          # worn away: start again from the next random numbers
            return self.draw(kind, rng)
        is_cursive = kind in CURSIVE_KINDS and len(writing) == 1 and len(writing[0]) == 2
        return Inscription(mask[y:y + height, x:x + width], n_characters, shapes[0].style,
                           is_cursive)

    def _shapes(self, writing, rng):
        """A shape for each token; plain characters of one writing come from one face if it can."""
        plain = "".join(token for token in writing if len(token) == 1)
        face = self._face(plain, len(writing), rng) if plain else {}
        return [face[token] if len(token) == 1 else
                self._drawn[token][rng.integers(len(self._drawn[token]))] for token in writing]

    def _face(self, characters, n_tokens, rng):
        weights = STYLE_WEIGHTS[n_tokens]
        while True:
            style = _weighted(weights, rng)
            fitting = [f for f in self._faces[style] if all(c in f for c in characters)]
            if fitting:
                return fitting[rng.integers(len(fitting))]

    def _ink(self, field, shapes, n_characters, rng):
        """The mask of a field: stroke weight, rough and worn places, sharp or bled edges."""
        size = field.shape
        fineness = 1.0 if n_characters == 1 else 0.65
        if rng.random() < 0.2:      # cut by a machine: the tool rounds corners and ends
            side = int(rng.integers(3, 7 if n_characters == 1 else 5)) | 1
            field = cv2.blur(cv2.blur(field, (side, side)), (side, side))
        if rng.random() < 0.75:
            amount = fineness * rng.uniform(0.02, 0.22)
            field = cv2.addWeighted(field, 1, wear.window(self._rough, rng, size), amount,
                                    -128 * amount)
        if rng.random() < 0.5:
            amount = fineness * rng.uniform(0.05, 0.35)
            field = cv2.addWeighted(field, 1, wear.window(self._uneven, rng, size), amount,
                                    -128 * amount)
        if rng.random() < 0.11:
            field = cv2.subtract(field, wear.window(self._worn, rng, size))
        thinnest = -0.4 * min(shape.half_px for shape in shapes)
        boldest = 0.9 * min(shape.bolder_px for shape in shapes)
        grown_px = rng.triangular(thinnest, 0.35 * boldest, boldest + 0.1)
        sharpness = rng.uniform(6, 14) if rng.random() < 0.88 else rng.uniform(3, 6)
        ramp = (RAMP + grown_px * UNITS_PER_PX) * sharpness + 128
        return cv2.LUT(field, np.clip(ramp, 0, 255).astype(np.uint8))


def _moved(field, maps, rng):
    return cv2.remap(field, *maps[rng.integers(len(maps))], cv2.INTER_LINEAR)


def _of_length(usable, n_tokens):
    """Of the writings of a kind those with so many plain characters, or all where none has."""
    ends, writings = usable
    shares = np.diff(ends, prepend=0)
    kept = [(share, writing) for share, writing in zip(shares, writings)
            if len(writing) == n_tokens and all(len(token) == 1 for token in writing)]
    if not kept:
        return usable
    total = np.cumsum([share for share, _ in kept])
    return total / total[-1], [writing for _, writing in kept]


def _weighted(weights, rng):
    place = rng.random() * sum(weights.values())
    for name, weight in weights.items():
        place -= weight
        if place < 0:
            break
    return name


def _set(shapes, rng):
    """The field of the canvas with one shape, or one above the other."""
    if len(shapes) == 1:
        shape = shapes[0]
        narrow = rng.uniform(0.84, 1.14)
        width, height = shape.width * narrow, shape.height
        shrink = LONG_PX / max(width, height)
        return _placed(shape, width * shrink, height * shrink, 0, rng)
    upper, lower = shapes
    share = rng.uniform(0.42, 0.56)         # of the height, for the upper character
    gap = rng.normal(2, 4)                  # negative: the characters touch
    width = LONG_PX * rng.uniform(0.46, 0.92)
    heights = (LONG_PX - gap) * share, (LONG_PX - gap) * (1 - share)
    fields = []
    for shape, tall, middle in ((upper, heights[0], (heights[0] - LONG_PX) / 2),
                                (lower, heights[1], (LONG_PX - heights[1]) / 2)):
        own = width * min(1, shape.width / shape.height / 0.85) * rng.uniform(0.74, 1.06)
        flat = min(1, shape.height / shape.width / 0.6)     # low characters stay low
        fields.append(_placed(shape, own, tall * flat, middle, rng))
    return cv2.max(*fields)


def _placed(shape, width, height, middle, rng):
    """The shape scaled to width and height, its centre `middle` below that of the canvas."""
    lean, turn = rng.normal(0, 0.035, 2)
    across, down = width / shape.width, height / shape.height
    matrix = np.array([[across, down * (lean - turn), 0], [across * turn, down, 0]])
    rows, columns = shape.field.shape
    centre = matrix[:, :2] @ (columns / 2, rows / 2)
    matrix[:, 2] = (WIDTH_PX / 2 + rng.normal(0, 1.5), HEIGHT_PX / 2 + middle) - centre
    return cv2.warpAffine(shape.field, matrix, (WIDTH_PX, HEIGHT_PX), flags=cv2.INTER_LINEAR)
