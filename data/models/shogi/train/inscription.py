# SPDX-License-Identifier: GPL-3.0-or-later
"""The writing on a piece: where it stands on the face, and the ink, carving or lacquer of it."""

from dataclasses import dataclass

import cv2
import numpy as np

from camera import moved, turn

# printed: even ink. stamped: ink missing in places. written: brush, a little see-through.
# carved: cut in and lacquered. filled: cut, filled up and smooth. raised: lacquer standing out.
# bare: cut with little or no colour. double: the two edges of a cut darker than its bottom.
WAYS = ("printed", "stamped", "written", "carved", "filled", "raised", "bare", "double")
SHARES = (0.24, 0.13, 0.12, 0.24, 0.09, 0.13, 0.01, 0.04)
INKS = ((22, 20, 20), (34, 30, 28), (14, 14, 18), (52, 34, 24), (46, 44, 44), (70, 48, 34),
        (30, 34, 44))
REDS = ((178, 34, 30), (200, 48, 36), (150, 30, 32), (212, 62, 50), (184, 60, 40), (196, 30, 60))
GOLDS = ("TO", "NY", "NK", "NG")
PROMOTED = (*GOLDS, "UM", "RY")
HAZE = 0.25  # how much of what shining writing mirrors the wood around it does


@dataclass
class Writing:
    """What the writing of the pieces of one set has in common."""

    way: str
    ink: np.ndarray
    red: np.ndarray
    is_promoted_red: bool
    opacity: float
    wear: float  # how much ink has gone with the grain: 0 to 1
    bleed: float  # how far ink spread, against the height of the piece
    size: float
    relief: float

    @staticmethod
    def any(rng):
        ink = np.array(INKS[int(rng.integers(len(INKS)))]) + rng.normal(0, 4)
        red = np.array(REDS[int(rng.integers(len(REDS)))]) + rng.normal(0, 10, 3)
        faded = rng.random() < 0.12
        return Writing(
            WAYS[int(rng.choice(len(WAYS), p=SHARES))], np.clip(ink, 0, 255),
            np.clip(red, 0, 255), rng.random() < 0.35,
            rng.uniform(0.6, 0.85) if faded else rng.uniform(0.82, 1.0),
            rng.uniform(0.2, 0.8) if rng.random() < 0.2 else rng.uniform(0, 0.15),
            rng.uniform(0.006, 0.014) if rng.random() < 0.2 else rng.uniform(0, 0.005),
            rng.uniform(0.88, 1.16), rng.uniform(0.4, 1.0))

    def colour_of(self, kind):
        return self.red if self.is_promoted_red and kind in PROMOTED else self.ink


def placed(drawn, kind, corners, size, rng):
    """The matrix that lays the mask of an inscription on the face with these corners."""
    if drawn.n_characters == 1 and kind in GOLDS:  # brushed small; a gold of its own is large
        size *= rng.uniform(0.70, 1.0)
    elif drawn.n_characters == 1:
        size *= rng.uniform(0.92, 1.12)
    rows, columns = drawn.mask.shape
    base, shoulder = np.ptp(corners[2:4, 0]), np.ptp(corners[[1, 4], 0])
    if drawn.n_characters == 2:
        height, width = 0.70 * size, 0.66 * shoulder * size
    else:
        height, width = 0.56 * size, 0.72 * shoulder * size
    height, width = height * rng.uniform(0.94, 1.05), width * rng.uniform(0.94, 1.05)
    scale = min(height / rows, width / columns)
    # Glyphs are stretched a little towards the room there is for them.
    tall = min(height / (rows * scale), 1.18)
    broad = min(width / (columns * scale), 1.18)
    middle = 0.055 if drawn.n_characters == 2 else 0.07
    down = moved(rng.normal(0, 0.012) * base, middle + rng.normal(0, 0.014))
    flat = np.diag((scale * broad, scale * tall, 1.0))
    return down @ turn(rng.normal(0, 1.3)) @ flat @ moved(-columns / 2, -rows / 2)


def warped(mask, matrix, width, height):
    """The mask through `matrix`, float32 0 to 1; made small first where it would be much so."""
    scale = np.sqrt(abs(np.linalg.det(matrix[:2, :2]))) / max(matrix[2, 2], 1e-6)
    if scale < 0.6:
        small = cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        back = np.diag((mask.shape[1] / small.shape[1], mask.shape[0] / small.shape[0], 1.0))
        mask, matrix = small, matrix @ back
    return cv2.warpPerspective(mask, matrix, (width, height)).astype(np.float32) / 255


def _slopes(mask, soft, light):
    """How much the surface of the mask, taken as a height, faces away from the light."""
    height = cv2.GaussianBlur(mask, (5, 5), max(soft, 0.5))
    x = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=0.25)
    y = cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=0.25)
    return x * -light.direction[0] + y * -light.direction[1]


def _coverage(mask, writing, grain):
    """How much ink lies where: the mask less what has worn off along the grain."""
    keep = 1 - writing.wear * np.clip((grain.astype(np.float32) - 135) / 45, 0, 1)
    if writing.way == "stamped":
        keep *= np.clip(1.25 - (grain.astype(np.float32) - 90) / 160, 0.35, 1)
    if writing.way == "bare":
        keep *= 0.35
    if writing.way == "double":
        edge = cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        mask = np.clip(edge * 0.9 + mask * 0.35, 0, 1)
    return mask * keep * writing.opacity


def _mirrored(colour, light, grain):
    """The colour of writing that shines: the more of what is above, the further to one side."""
    rows, columns = grain.shape
    y, x = np.linspace(-1, 1, rows)[:, None], np.linspace(-1, 1, columns)[None, :]
    across = 0.5 + 0.35 * (light.direction[0] * x + light.direction[1] * y)
    rough = (grain.astype(np.float32) - 128) / 160
    share = np.clip(light.mirrored * (across + 0.5 + rough), 0, 0.95).astype(np.float32)
    above = np.empty_like(colour)
    above[:] = light.sky
    return cv2.blendLinear(above, colour, share, 1 - share)


def inked(face, mask, writing, kind, grain, light, pixels):
    """The face with the writing: float32 pictures; `pixels` is the height of the piece."""
    if writing.bleed * pixels > 0.35:
        soft = cv2.GaussianBlur(mask, (0, 0), writing.bleed * pixels)
        mask = np.maximum(soft, 0.75 * mask) if writing.way == "written" else soft
    amount = _coverage(mask, writing, grain)
    colour = np.empty_like(face)
    colour[:] = writing.colour_of(kind)
    if light.mirrored:
        haze = np.float32(HAZE * light.mirrored)
        face = face * (1 - haze) + haze * light.sky.astype(np.float32)
        colour = _mirrored(colour, light, grain)
    face = cv2.blendLinear(colour, face, amount, 1 - amount)
    strength = writing.relief * light.contrast
    relief = None
    if writing.way in ("carved", "bare", "double"):
        # Walls of a cut: the one towards the light is dark, the other catches it.
        relief = np.minimum(_slopes(mask, 0.008 * pixels, light) * (-230 * strength), 45)
    elif writing.way == "raised":
        slopes = _slopes(mask, 0.012 * pixels, light) * strength
        relief = slopes * 110 + np.maximum(slopes * mask - 0.10, 0) * 500
    if relief is not None:
        face = cv2.add(face, cv2.merge((relief, relief, relief)))
    return face
