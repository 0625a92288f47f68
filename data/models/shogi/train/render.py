# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures to learn from: single pieces, empty squares and whole boards, as if photographed."""

import cv2
import numpy as np

from board import ASPECT, any_board, ground, plain, read_surfaces, ruled, stained, surface
from camera import apply, looking, moved, resolution, taken, taken_whole, tilted, turn
from classes import KINDS
from glyphs import Glyphs
from hard import leaning, mirroring, slanting, spoilt
from light import Light, lit
from piece import Set, draw
from wood import Woods

FINER = 1.35  # the scene is drawn this much larger than the picture asked for


class Renderer:
    """Draws from the woods, glyphs and surfaces of one split, "train", "held-out" or "all".

    `hard` is the share of pictures with a low view, bad light or a bad file; `mirroring` that of
    hard ones with writing that shines. Every picture follows from the state of the generator it is
    given.
    """

    def __init__(self, split, parts_dir=None, hard=0.0, mirroring=0.2):
        cv2.setNumThreads(1)
        self.hard = hard
        self.mirroring = mirroring
        self.woods = Woods(split)
        self.glyphs = Glyphs(split, parts_dir)
        self.surfaces = read_surfaces(split, parts_dir)

    def picture(self, kind, rng, size):
        """A piece that points up, or an empty square for None: uint8 (size, size, 3), RGB."""
        pixels = resolution(rng, size)
        side = int(pixels * FINER)
        is_hard = self.hard > 0 and rng.random() < self.hard
        light = Light.any(rng)
        if is_hard and rng.random() < self.mirroring:
            light = mirroring(light, rng)
        if kind is None:
            scene = self._empty(rng, side, light)
        elif is_hard and rng.random() < 0.6:
            scene = self._leaning(kind, rng, side, light)
        else:
            scene = self._piece(kind, rng, side, light)
        picture = taken(lit(scene, rng), rng, pixels, size)
        return spoilt(picture, rng) if is_hard else picture

    def _leaning(self, kind, rng, side, light):
        """A piece of a board seen from so low that it leans out of its square."""
        look = Set.any(rng, self.woods)
        unit = 1 / (look.proportions.height_of(kind) * rng.uniform(0.84, 0.98))
        view = leaning(rng, side, unit, slanting(rng))
        scene, squares = self._square(rng, view, unit, side)
        share, base = rng.uniform(0.2, 1.0), unit * 0.88
        self._neighbours(scene, rng, view, squares, (-1, 0), share, base, look, light)
        pose = moved(*rng.normal(0, 0.04, 2)) @ turn(rng.normal(0, 5))
        draw(scene, kind, pose, view, look, light, self.glyphs, rng)
        self._neighbours(scene, rng, view, squares, (1,), share, base, look, light)
        return scene

    def _piece(self, kind, rng, side, light):
        look = Set.any(rng, self.woods)
        height = look.proportions.height_of(kind)
        tilt, unit = tilted(rng), 1 / (height * rng.uniform(0.80, 0.96))
        if rng.random() < 0.25:  # the square of a board that was cut out along its lines
            view = _cut_out(rng, side, unit, tilt)
        else:
            view = looking(rng, _framing(rng) * side, _middle(rng, side), _turned(rng), tilt)
        if rng.random() < 0.55:
            scene = self._taken_square(rng, view, unit, side, look, light, rng.uniform(0.2, 1.0))
        else:
            scene = ground(rng, self.woods, view, side, side)
            if rng.random() < 0.4:
                self._lying_near(scene, rng, view, look, light)
        pose = turn(rng.normal(0, 2.0))
        draw(scene, kind, pose, view, look, light, self.glyphs, rng)
        return scene

    def _empty(self, rng, side, light):
        look = Set.any(rng, self.woods)
        zoom = rng.uniform(0.7, 1.25) * side
        middle = side * (0.5 + rng.normal(0, 0.06, 2))
        tilt = tilted(rng)
        if rng.random() < 0.12:  # somewhere that no square is
            view = looking(rng, zoom, middle, rng.uniform(0, 360), tilt)
            return plain(rng, self.woods, view, side, side)
        if rng.random() < 0.3:
            view = _cut_out(rng, side, 1.0, tilt)
        else:
            view = looking(rng, zoom, middle, _turned(rng), tilt)
        return self._taken_square(rng, view, 1.0, side, look, light, rng.uniform(0, 1.0))

    def _taken_square(self, rng, view, unit, side, look, light, share):
        """A square of a board around the origin, `unit` high, a share of its neighbours taken."""
        scene, squares = self._square(rng, view, unit, side)
        self._neighbours(scene, rng, view, squares, (-1, 0, 1), share, unit * 0.88, look, light)
        return scene

    def _square(self, rng, view, unit, side):
        """A bare square, and where it lies: its width, its height and the middle of it."""
        board = any_board(rng, self.woods, self.surfaces)
        width = unit / board.aspect
        off = rng.normal(0, 0.03, 2) * unit
        xs, ys = (np.arange(-1.5, 2) * width + off[0], np.arange(-1.5, 2) * unit + off[1])
        if rng.random() < 0.2:  # the rim of the board
            xs, ys = (xs[1:], ys) if rng.random() < 0.5 else (xs, ys[:-1])
        stars = np.array([(xs[1], ys[1])]) if rng.random() < 0.15 else ()
        pixels = unit * abs(view.matrix[1, 1])
        scene = ruled(surface(board, view, side, side, rng), board, view, xs, ys, stars, pixels)
        if rng.random() < 0.25:
            scene = stained(scene, rng)
        return scene, (width, unit, off)

    def _neighbours(self, scene, rng, view, squares, rows, share, base, look, light):
        width, height, off = squares
        for row in rows:
            for column in (-1, 0, 1):
                if (row or column) and rng.random() < 0.6 * share:
                    at = (column * width + off[0], row * height + off[1])
                    self._neighbour(scene, rng, view, at, base, look, light)

    def _neighbour(self, scene, rng, view, at, base, look, light):
        reach = 0.72 * base * abs(view.matrix[1, 1])  # of the piece and its shadow, pixels
        x, y = apply(view.matrix, np.array((at,)))[0]
        if min(x, y) < -reach or max(x - scene.shape[1], y - scene.shape[0]) > reach:
            return
        kind = KINDS[int(rng.integers(len(KINDS)))]
        size = base * look.proportions.height_of(kind)
        side = 180 if rng.random() < 0.5 else 0
        at = np.array(at) + rng.normal(0, 0.025, 2) * base
        pose = moved(*at) @ turn(side + rng.normal(0, 4)) @ np.diag((size, size, 1.0))
        draw(scene, kind, pose, view, look, light, self.glyphs, rng)

    def _lying_near(self, scene, rng, view, look, light):
        for _ in range(int(rng.integers(1, 4))):
            angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(1.02, 1.3)
            at = (far * np.cos(angle), far * np.sin(angle))
            self._neighbour(scene, rng, view, at, 1.0, look, light)

    def board(self, position, rng, square_px):
        """A whole board: uint8 RGB, and the corners of its squares, float32 (9, 9, 4, 2).

        `position` is 9 x 9 of (kind, is_up) or None, the top row first; corners go clockwise
        from the top left one as seen by the player below. One hand wrote all pieces.
        """
        board, look = any_board(rng, self.woods, self.surfaces), Set.any(rng, self.woods)
        light = Light.any(rng)
        board.density = rng.uniform(36, 50)  # one grain covers the board
        margin = rng.uniform(0.3, 0.9)
        width, height = 9 / board.aspect + 2 * margin, 9 + 2 * margin
        across, down = (int(square_px * n * 1.04) for n in (width, height))
        view = looking(rng, square_px, (across / 2, down / 2), rng.normal(0, 1.2),
                       np.array((rng.normal(0, 0.05), rng.uniform(0.0, 0.35))))
        scene = self._bare_board(rng, board, view, (across, down), (width, height), square_px)
        self._set_up(scene, position, rng, view, board, look, light)
        xs, ys = np.arange(10) / board.aspect - 4.5 / board.aspect, np.arange(10) - 4.5
        return taken_whole(lit(scene, rng), rng, square_px), _quads(view, xs, ys)

    def _bare_board(self, rng, board, view, shape, extent, square_px):
        table = ground(rng, self.woods, view, *shape)
        wood = surface(board, view, *shape, rng)
        half = np.array(extent) / 2
        rim = apply(view.matrix, np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * half)
        mask = np.zeros(shape[::-1], np.uint8)
        cv2.fillConvexPoly(mask, np.round(rim * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        amount = mask.astype(np.float32) / 255
        scene = cv2.blendLinear(wood, table, amount, 1 - amount)
        xs, ys = np.arange(10) / board.aspect - 4.5 / board.aspect, np.arange(10) - 4.5
        stars = np.array([(xs[i], ys[j]) for i in (3, 6) for j in (3, 6)])
        return ruled(scene, board, view, xs, ys, stars, square_px)

    def _set_up(self, scene, position, rng, view, board, look, light):
        glyphs = self.glyphs.of_one_hand(rng)
        for row, line in enumerate(position):
            for column, taken_by in enumerate(line):
                if taken_by is None:
                    continue
                kind, is_up = taken_by
                size = 0.9 * look.proportions.height_of(kind)
                at = ((column - 4) / board.aspect, row - 4.0) + rng.normal(0, 0.02, 2)
                pose = moved(*at) @ turn((0 if is_up else 180) + rng.normal(0, 2.5)) \
                    @ np.diag((size, size, 1.0))
                draw(scene, kind, pose, view, look, light, glyphs, rng)


def _quads(view, xs, ys):
    points = np.array([[(x, y) for x in xs] for y in ys]).reshape(-1, 2)
    grid = apply(view.matrix, points).reshape(10, 10, 2)
    corners = (grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1])
    return np.stack(corners, axis=2).astype(np.float32)


def _framing(rng):
    """The height of the piece against that of the picture."""
    if rng.random() < 0.5:
        return rng.uniform(0.60, 0.98)
    return 0.95 + 0.45 * rng.beta(1.1, 2.4)


def _cut_out(rng, side, unit, tilt):
    """A view of one square, `unit` high, that fills the picture and little more."""
    zoom = side / unit * rng.uniform(0.88, 1.04) / np.cos(tilt[1])
    middle = side * (0.5 + rng.normal(0, 0.02, 2))
    return looking(rng, zoom * np.sqrt(ASPECT), middle, rng.normal(0, 1.5), tilt, ASPECT)


def _middle(rng, side):
    return side * (0.5 + np.clip(rng.normal(0, 0.04, 2), -0.1, 0.1))


def _turned(rng):
    return rng.uniform(-20, 20) if rng.random() < 0.2 else rng.normal(0, 4)
