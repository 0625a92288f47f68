# SPDX-License-Identifier: GPL-3.0-or-later
"""The camera: from where it looks at the scene, and what it and the file do to the picture."""

from dataclasses import dataclass

import cv2
import numpy as np


@dataclass
class View:
    """`matrix` takes the plane of the scene to pixels; `lean` is where a point one unit above
    that plane is seen, in units of the plane."""

    matrix: np.ndarray
    lean: np.ndarray


def turn(degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array(((c, -s, 0), (s, c, 0), (0, 0, 1.0)))


def moved(x, y):
    return np.array(((1, 0, x), (0, 1, y), (0, 0, 1.0)))


def apply(matrix, points):
    """Points, (n, 2), taken through a homography."""
    flat = points @ matrix[:, :2].T + matrix[:, 2]
    return flat[:, :2] / flat[:, 2:]


def looking(rng, pixels_per_unit, centre, angle, tilt, stretch=1.0):
    """A view whose middle is the origin of the scene; tilt (two values, radians) leans it over.

    `stretch` makes the picture that much wider for its height, as cutting a square out does.
    """
    lean = -np.sin(tilt)
    squeeze = np.diag((np.cos(tilt[0]), np.cos(tilt[1]), 1.0))
    aspect = np.sqrt(stretch) * np.exp(rng.normal(0, 0.03))
    zoom = np.diag((pixels_per_unit * aspect, pixels_per_unit / aspect, 1.0))
    # What is nearer is larger: with the tilt, by some strength of perspective.
    near = rng.uniform(0.1, 0.5) * np.sin(tilt) / (2 * max(centre))
    perspective = np.array(((1, 0, 0), (0, 1, 0), (-near[0], -near[1], 1.0)))
    return View(moved(*centre) @ perspective @ zoom @ squeeze @ turn(angle), lean)


def tilted(rng, most=0.5):
    """Tilts as people hold a phone: most from above, some from the player's side."""
    if rng.random() < 0.35:
        return rng.normal(0, 0.06, 2)
    return np.array((rng.normal(0, 0.12), np.clip(rng.normal(0.22, 0.2), -0.3, most)))


def _motion(picture, rng):
    length = int(rng.integers(3, 7))
    kernel = np.zeros((length, length), np.float32)
    end = rng.integers(0, length, 2)
    cv2.line(kernel, (int(end[0]), int(end[1])),
             (length - 1 - int(end[0]), length - 1 - int(end[1])), 1.0)
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def _blurred(picture, rng, side):
    """Out of focus or moved; side: how many pixels one square of a board is wide."""
    choice = rng.random()
    if choice < 0.40:
        sigma = (0.4 + 1.3 * rng.beta(1.2, 2.0)) * side / 144
        return cv2.GaussianBlur(picture, (0, 0), max(sigma, 0.3))
    if choice < 0.46:
        return _motion(picture, rng) if side > 100 else cv2.blur(picture, (3, 3))
    return picture


def _noisy(picture, rng, pool=np.random.default_rng(5).standard_normal((1 << 18,))):
    """Noise from a pool made once: drawing it anew would cost more than the whole scene."""
    height, width = picture.shape[:2]
    count = height * width * (1 if rng.random() < 0.5 else 3)
    if count > pool.size:
        pool = rng.standard_normal(count)
    start = int(rng.integers(0, pool.size - count + 1))
    noise = (pool[start:start + count].astype(np.float32) * (1 + 7 * rng.beta(1, 2.5)))
    noise = noise.reshape(height, width, -1)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def _sharpened(picture, rng):
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.7, 1.8))
    amount = rng.uniform(0.4, 1.6)
    return cv2.addWeighted(picture, 1 + amount, soft, -amount, 0)


def _compressed(picture, rng):
    quality = int(rng.integers(28, 96))
    data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))[1]
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


ENLARGED = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_AREA, cv2.INTER_LANCZOS4)


def _finished(picture, rng):
    if rng.random() < 0.45:
        picture = _noisy(picture, rng)
    if rng.random() < 0.2:
        picture = _sharpened(picture, rng)
    if rng.random() < 0.6:
        picture = _compressed(picture, rng)
    if rng.random() < 0.03:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    return picture


def resolution(rng, size):
    """In how many pixels a picture of `size` was photographed: often fewer."""
    return int(25 + 60 * rng.beta(1.4, 1.2)) * size // 96 if rng.random() < 0.5 else size


def taken(picture, rng, pixels, size):
    """The square uint8 picture as a file of `pixels`, enlarged to `size` where that is more."""
    picture = _blurred(picture, rng, picture.shape[0])
    picture = cv2.resize(picture, (pixels, pixels), interpolation=cv2.INTER_AREA)
    picture = _finished(picture, rng)
    if pixels == size:
        return picture
    how = ENLARGED[int(rng.integers(len(ENLARGED)))]
    return cv2.resize(picture, (size, size), interpolation=how)


def taken_whole(picture, rng, side):
    """The uint8 picture of a whole board, with what a camera adds but in its own size."""
    return _finished(_blurred(picture, rng, side) if rng.random() < 0.5 else picture, rng)
