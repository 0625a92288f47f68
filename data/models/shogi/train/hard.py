# SPDX-License-Identifier: GPL-3.0-or-later
"""What makes a picture hard: a low view, in which pieces lean out of their squares; bad files."""

import cv2
import numpy as np

from board import ASPECT
from camera import View, looking


def slanting(rng):
    """Tilts of a low view, radians: 14 to 50 degrees from a player's side."""
    return np.array((rng.normal(0, 0.18), rng.uniform(0.25, 0.87)))


def leaning(rng, side, unit, tilt):
    """A view of one square, `unit` high, cut out not quite along its lines.

    The face of a piece lies above the board, so a low view shows it further up than its square.
    """
    zoom = side / unit * rng.uniform(0.8, 1.15) / np.cos(tilt[1])
    middle = side * (0.5 + np.clip(rng.normal(0, 0.05, 2), -0.14, 0.14))
    view = looking(rng, zoom * np.sqrt(ASPECT), middle, rng.normal(0, 4), tilt, ASPECT)
    return View(view.matrix, -np.tan(tilt))


def mirroring(light, rng):
    """The light with a window or a lamp that lacquered or carved writing mirrors: what was black is
    grey or blue, now and then paler than the wood."""
    light.mirrored = rng.uniform(0.3, 0.85)
    light.sky = rng.uniform(150, 225) + np.array((-1, 0, 1)) * rng.uniform(-5, 22)
    return light


def _glare(picture, rng):
    """A bright spot or streak, which washes out what is written there."""
    side = picture.shape[0]
    y, x = np.mgrid[:side, :side] / side - rng.uniform(0, 1, 2)[:, None, None]
    angle = rng.uniform(0, np.pi)
    along, across = np.cos(angle) * x + np.sin(angle) * y, np.cos(angle) * y - np.sin(angle) * x
    spot = np.exp(-(along ** 2 / rng.uniform(0.05, 2) + across ** 2 / rng.uniform(0.01, 0.1)))
    amount = (rng.uniform(0.3, 0.85) * spot)[..., None]
    return (picture * (1 - amount) + 255 * amount).astype(np.uint8)


def _moved(picture, rng):
    length = picture.shape[0] * rng.uniform(0.03, 0.09)
    side = int(length) | 1
    kernel = np.zeros((side, side), np.float32)
    angle = rng.uniform(0, np.pi)
    end = side / 2 * np.array((np.cos(angle), np.sin(angle)))
    middle = np.array((side // 2,) * 2)
    cv2.line(kernel, np.round(middle - end).astype(int).tolist(),
             np.round(middle + end).astype(int).tolist(), 1.0)
    return cv2.filter2D(picture, -1, kernel / max(kernel.sum(), 1))


def _coarse(picture, rng):
    """From few pixels: how a square of a whole board in one small picture is."""
    side, few = picture.shape[0], int(picture.shape[0] * rng.uniform(0.2, 0.45))
    small = cv2.resize(picture, (few, few), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC)


def _squeezed(picture, rng):
    data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(8, 40))))[1]
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def _dimmed(picture, rng):
    """Much too dark or too bright."""
    low, high = sorted(rng.uniform(0, 1, 2) * 255)
    if high - low < 70:
        low, high = 0, 110
    return np.clip(low + picture.astype(np.float32) * ((high - low) / 255), 0, 255).astype(np.uint8)


WAYS = ((0.3, _glare), (0.2, _moved), (0.3, _coarse), (0.3, _squeezed), (0.15, _dimmed))


def spoilt(picture, rng):
    """The uint8 picture with some of the faults that bad photographs have."""
    for share, way in WAYS:
        if rng.random() < share:
            picture = way(picture, rng)
    return picture
