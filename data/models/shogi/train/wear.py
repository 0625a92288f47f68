# SPDX-License-Identifier: GPL-3.0-or-later
"""What time and tools do to writing: rough edges, uneven strokes, worn places, bent shapes.

All is prepared once as large textures and maps, of which a draw takes a random window.
"""

import cv2
import numpy as np

BANK_PX = 640
NOISE_STD = 32.0
N_MAPS = 192


def noise_bank(rng, sigmas):
    """One uint8 texture of smooth noise about 128 for each (sigma_x, sigma_y)."""
    bank = []
    for sigma_x, sigma_y in sigmas:
        noise = cv2.GaussianBlur(rng.standard_normal((BANK_PX, BANK_PX)).astype(np.float32),
                                 (0, 0), sigma_x, sigmaY=sigma_y)
        noise *= NOISE_STD / noise.std()
        bank.append(np.clip(noise + 128, 0, 255).astype(np.uint8))
    return bank


def worn_bank(rng):
    """Textures of what is taken off a field: 0 nearly everywhere, up to 255 in worn places."""
    bank = []
    for sigmas, share in (((4, 4), .10), ((2, 9), .12), ((9, 2), .08), ((7, 7), .14)):
        noise = noise_bank(rng, (sigmas,))[0].astype(np.float32)
        limit = np.quantile(noise, 1 - share)
        bank.append(np.clip((noise - limit) * 9 + 60 * (noise > limit), 0, 255).astype(np.uint8))
    return bank


def window(bank, rng, shape):
    """A random window of a random texture."""
    texture = bank[rng.integers(len(bank))]
    top, left = rng.integers(0, BANK_PX - max(shape), 2)
    return texture[top:top + shape[0], left:left + shape[1]]


def stretch_maps(rng, height, width):
    """Maps for cv2.remap that widen one end and shift what is upper and what is lower."""
    ys, xs = np.mgrid[:height, :width].astype(np.float32)
    maps = []
    for _ in range(N_MAPS // 2):
        wider, power = rng.normal(0, 0.16), np.exp(rng.normal(0, 0.11))
        from_x = width / 2 + (xs - width / 2) * (1 + wider * (ys / height - 0.5))
        from_y = height * (ys / height) ** power
        maps.append(cv2.convertMaps(from_x, from_y.astype(np.float32), cv2.CV_16SC2))
    return maps


def bend_maps(rng, height, width):
    """Maps for cv2.remap that bend a little: a leaning trapezium and a coarse elastic grid."""
    corners = np.float32([(0, 0), (width, 0), (width, height), (0, height)])
    ys, xs = np.mgrid[:height, :width].astype(np.float32)
    grid = np.stack([xs.ravel(), ys.ravel()], 1)[:, None]
    maps = []
    for _ in range(N_MAPS):
        moved = corners + rng.normal(0, width * 0.022, (4, 2)).astype(np.float32)
        lean = cv2.getPerspectiveTransform(corners, moved)
        places = cv2.perspectiveTransform(grid, lean).reshape(height, width, 2)
        push = rng.normal(0, rng.uniform(0.2, 2.6), (6, 5, 2)).astype(np.float32)
        places = places + cv2.resize(push, (width, height), interpolation=cv2.INTER_CUBIC)
        maps.append(cv2.convertMaps(places.astype(np.float32), None, cv2.CV_16SC2))
    return maps
