# SPDX-License-Identifier: GPL-3.0-or-later
"""What pieces lie on: boards with their lines, and tables, cloth, paper, hands and clutter."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from camera import apply, moved, turn
from wood import BOARD_TONES, coloured, smooth_noise, tone

CLOTH = ((40, 90, 60), (30, 60, 110), (120, 30, 40), (60, 60, 64), (150, 140, 120), (20, 24, 30),
         (90, 120, 90), (190, 180, 160), (70, 110, 150))
SKIN = ((224, 178, 150), (198, 144, 112), (238, 200, 176), (150, 100, 74))
PAPER = ((246, 246, 244), (236, 234, 228), (255, 255, 255), (226, 222, 210))
TABLE = BOARD_TONES + (((120, 76, 46), 0.7), ((84, 54, 38), 0.7), ((236, 232, 224), 0.95),
                       ((178, 176, 172), 0.92), ((60, 58, 58), 0.9))
ASPECT = 1.09  # height of a square against its width


@dataclass
class Board:
    """A board and its lines; lengths in heights of a square."""

    grain: np.ndarray
    table: np.ndarray
    photograph: np.ndarray  # of a real surface, uint8 RGB, or None
    ink: np.ndarray
    line: float
    opacity: float
    stars: float
    aspect: float
    density: float
    is_across: bool


def read_surfaces(split, parts_dir):
    """Pictures of board surfaces, each for one split only; "all" has both."""
    paths = sorted(Path(parts_dir, "ban").glob("*.png")) if parts_dir else []
    mine = [p for i, p in enumerate(paths)
            if split == "all" or (i % 4 == 3) == (split == "held-out")]
    return [cv2.cvtColor(cv2.imread(str(p)), cv2.COLOR_BGR2RGB) for p in mine]


def any_board(rng, woods, surfaces):
    kind = rng.random()
    tones = BOARD_TONES
    if kind < 0.08:
        tones = tuple((c, 0.96) for c in PAPER)
    elif kind < 0.12:
        tones = tuple((c, 0.9) for c in CLOTH)
    photograph = None
    if surfaces and kind > 0.85:
        photograph = surfaces[int(rng.integers(len(surfaces)))]
    ink = np.array((30, 24, 20)) + rng.uniform(0, 50) * np.array((1, 0.75, 0.6))
    return Board(woods.any(rng), tone(rng, tones), photograph, ink, rng.uniform(0.008, 0.034),
                 rng.uniform(0.55, 1.0), rng.uniform(0.025, 0.06),
                 ASPECT if rng.random() < 0.8 else rng.uniform(1.0, 1.14),
                 rng.uniform(50, 200), rng.random() < 0.12)


def stained(picture, rng):
    """The float32 picture with stains, specks and scratches, as an old surface has them."""
    height, width = picture.shape[:2]
    keep = 1 + rng.uniform(0.02, 0.08) * smooth_noise(rng, 6, 6, width, height)
    for _ in range(int(rng.integers(0, 4))):
        a = rng.integers(0, (width, height))
        b = a + (rng.normal(0, 0.3, 2) * width * (rng.random() < 0.6)).astype(int)
        cv2.line(keep, a.tolist(), b.tolist(), rng.uniform(0.5, 1.25), int(rng.integers(1, 4)))
    keep = cv2.blur(keep, (3, 3))
    return cv2.multiply(picture, cv2.merge((keep, keep, keep)))


def surface(board, view, width, height, rng):
    """The board without lines, as large as the picture; squares are one unit high."""
    start = moved(*rng.uniform(-4.5, -1.5, 2))
    if board.photograph is not None:
        step = 10.0 / board.photograph.shape[0]
        matrix = view.matrix @ start @ np.diag((step, step, 1.0))
        return cv2.warpPerspective(board.photograph, matrix, (width, height),
                                   borderMode=cv2.BORDER_REFLECT).astype(np.float32)
    turned = turn(90) if board.is_across else np.eye(3)
    fit = np.diag((1 / board.density, 1 / board.density, 1.0))
    return coloured(board.grain, board.table, view.matrix @ start @ turned @ fit,
                    width, height)[1]


def _lines(view, xs, ys, mask, thick):
    for x in xs:
        ends = apply(view.matrix, np.array(((x, ys[0]), (x, ys[-1]))))
        whole = np.round(ends * 16).astype(int)
        cv2.line(mask, whole[0].tolist(), whole[1].tolist(), 255, thick, cv2.LINE_AA, 4)
    for y in ys:
        ends = apply(view.matrix, np.array(((xs[0], y), (xs[-1], y))))
        whole = np.round(ends * 16).astype(int)
        cv2.line(mask, whole[0].tolist(), whole[1].tolist(), 255, thick, cv2.LINE_AA, 4)


def ruled(picture, board, view, xs, ys, stars, pixels):
    """The picture with lines at xs and ys (scene) and star points, (n, 2); pixels: a square's."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    width = board.line * pixels
    _lines(view, xs, ys, mask, max(1, int(round(width))))
    for x, y in apply(view.matrix, stars) if len(stars) else ():
        cv2.circle(mask, (int(x * 16), int(y * 16)), int(board.stars * pixels * 16), 255, -1,
                   cv2.LINE_AA, 4)
    amount = mask.astype(np.float32) * (board.opacity * min(1, 0.4 + 0.6 * width) / 255)
    colour = np.empty_like(picture)
    colour[:] = board.ink
    return cv2.blendLinear(colour, picture, amount, 1 - amount)


def _flat(rng, colours, width, height, roughness):
    colour = np.array(colours[int(rng.integers(len(colours)))]) * rng.uniform(0.8, 1.05)
    noise = smooth_noise(rng, 5, 5, width, height) * roughness
    noise += cv2.resize(rng.standard_normal((48, 48), dtype=np.float32), (width, height)) \
        * roughness * rng.uniform(0, 0.6)
    return np.clip(colour + noise[..., None], 0, 255).astype(np.float32)


def _clutter(rng, width, height):
    """Out of focus things of any colour."""
    patches = rng.uniform(20, 235, (4, 4, 1)) + rng.normal(0, 14, (4, 4, 3))
    picture = cv2.resize(patches.astype(np.float32), (width, height))
    for _ in range(int(rng.integers(2, 7))):
        colour = (rng.uniform(20, 230) + rng.normal(0, 32, 3)).tolist()
        middle = rng.integers(0, (width, height))
        size = rng.integers(max(2, width // 20), width // 3, 2)
        cv2.ellipse(picture, (middle.tolist(), (2 * size).tolist(), float(rng.uniform(0, 180))),
                    colour, -1)
    return cv2.GaussianBlur(picture, (0, 0), width * rng.uniform(0.01, 0.05))


def ground(rng, woods, view, width, height):
    """Anything but a board, for a single piece to lie on."""
    kind = rng.random()
    if kind < 0.08:
        return _flat(rng, SKIN, width, height, rng.uniform(4, 12))
    if kind < 0.22:
        return _clutter(rng, width, height)
    return plain(rng, woods, view, width, height)


def plain(rng, woods, view, width, height):
    """Paper, cloth or wood with nothing on it."""
    kind = rng.random()
    if kind < 0.33:
        return _flat(rng, PAPER, width, height, rng.uniform(0, 3))
    if kind < 0.51:
        return _flat(rng, CLOTH, width, height, rng.uniform(2, 9))
    density = rng.uniform(60, 260)
    fit = np.diag((1 / density, 1 / density, 1.0))
    matrix = view.matrix @ turn(rng.uniform(0, 180)) @ moved(-1, -1) @ fit
    return coloured(woods.any(rng), tone(rng, TABLE), matrix, width, height)[1]
