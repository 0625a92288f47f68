# SPDX-License-Identifier: GPL-3.0-or-later
"""Light: where it comes from, what it does to the picture as a whole, and how it is exposed."""

from dataclasses import dataclass

import cv2
import numpy as np


@dataclass
class Light:
    """`direction` is where shadows fall, a unit vector in the picture (y grows down)."""

    direction: np.ndarray
    reach: float  # length of a shadow against the thickness of what throws it
    softness: float  # blur of a shadow against the height of a piece
    depth: float  # darkness of a shadow, 0 to 1
    contrast: float  # strength of highlights and dark edges
    mirrored: float = 0  # how much writing that shines mirrors of what is bright above, 0 to 1
    sky: np.ndarray | None = None  # the colour of that

    @staticmethod
    def any(rng):
        angle = rng.uniform(0, 2 * np.pi)
        return Light(np.array((np.cos(angle), np.sin(angle))), rng.uniform(0.1, 1.3),
                     rng.uniform(0.01, 0.07), rng.uniform(0.05, 0.65), rng.uniform(0.25, 1.0))


def _field(rng, side=24):
    """How bright the light is over the picture, side x side values around 1."""
    grid = np.linspace(-1, 1, side, dtype=np.float32)
    x, y = grid[None, :], grid[:, None]
    angle, slope = rng.uniform(0, 2 * np.pi), abs(rng.normal(0, 0.12))
    field = 1 + slope * (np.cos(angle) * x + np.sin(angle) * y)
    if rng.random() < 0.25:  # the dark of a lens towards the corners
        field -= rng.uniform(0.03, 0.18) * (x * x + y * y)
    if rng.random() < 0.16:  # the shadow of a hand or a head across
        angle, at, soft = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.6), rng.uniform(0.05, 0.4)
        edge = (np.cos(angle) * x + np.sin(angle) * y - at) / soft
        field *= 1 - rng.uniform(0.1, 0.42) / (1 + np.exp(np.clip(-4 * edge, -30, 30)))
    return field.astype(np.float32)


def _glare(rng, side=24):
    grid = np.linspace(-1, 1, side, dtype=np.float32)
    x, y = grid[None, :] - rng.uniform(-1, 1), grid[:, None] - rng.uniform(-1, 1)
    stretch = rng.uniform(0.5, 2.0)
    spot = np.exp(-(x * x * stretch + y * y / stretch) / rng.uniform(0.05, 0.6))
    return spot.astype(np.float32) * rng.uniform(15, 70)


def lit(picture, rng):
    """The float32 picture, 0 to 255, under uneven light, exposed and white balanced; uint8."""
    height, width = picture.shape[:2]
    # White balance errs between blue and orange, little between green and purple.
    warm, green = rng.normal(0, 0.06), rng.normal(-0.01, 0.015)
    gain = rng.uniform(0.92, 1.22) * np.array((1 + 0.7 * warm, 1 + green, 1 - warm))
    field = cv2.resize(_field(rng), (width, height))
    picture = cv2.multiply(picture, cv2.merge((field, field, field)))
    if rng.random() < 0.08:
        picture += cv2.resize(_glare(rng), (width, height))[..., None]
    exposed = np.clip(picture, 0, 255).astype(np.uint8)
    values = np.arange(256, dtype=np.float32)[:, None] / 255 * gain[None, :]
    gamma = np.exp(min(max(rng.normal(0, 0.16), -0.43), 0.5))
    contrast = min(max(rng.normal(1.0, 0.13), 0.7), 1.3)
    values = np.clip(values, 0, 1.2) ** gamma
    values = (values - 0.55) * contrast + 0.55 + rng.normal(0, 0.03)
    table = np.clip(values * 255, 0, 255).astype(np.uint8)
    return cv2.LUT(exposed, table.reshape(1, 256, 3))
