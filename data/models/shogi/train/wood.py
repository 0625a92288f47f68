# SPDX-License-Identifier: GPL-3.0-or-later
"""Procedural wood: a bank of grain pictures made once, coloured and warped for each picture.

A grain is one channel around 128, its fibres upright; a tone is the table that gives it colours.
"""

import cv2
import numpy as np

SIDE = 512

# Family names repeat in proportion to how often such wood is met. "wavy" and "coarse" are seen
# in no training picture, "birdseye" and "torafu" in no held-out one.
FAMILIES = {
    "train": ("masame", "masame", "itame", "itame", "torafu", "birdseye", "plain", "fine"),
    "held-out": ("masame", "itame", "wavy", "coarse", "plain"),
}

# Light colours of what pieces and boards are made of, and how dark the grain is against them.
PIECE_TONES = (
    ((236, 200, 132), 0.80), ((228, 188, 118), 0.78), ((240, 214, 160), 0.84),
    ((222, 176, 110), 0.72), ((205, 150, 88), 0.70), ((236, 222, 190), 0.86),
    ((200, 136, 84), 0.72), ((184, 124, 74), 0.72), ((242, 238, 224), 0.93),
    ((232, 196, 148), 0.80), ((246, 220, 150), 0.86), ((214, 182, 140), 0.76),
)
BOARD_TONES = (
    ((230, 184, 112), 0.80), ((220, 168, 98), 0.76), ((204, 148, 84), 0.74),
    ((238, 204, 140), 0.84), ((216, 178, 124), 0.80), ((186, 132, 80), 0.72),
    ((240, 216, 166), 0.88), ((226, 160, 86), 0.78), ((160, 112, 70), 0.68),
)


def smooth_noise(rng, rows, columns, width=SIDE, height=SIDE):
    """Normal noise of rows x columns values spread over width x height pixels."""
    seed = rng.standard_normal((rows, columns), dtype=np.float32)
    return cv2.resize(seed, (width, height), interpolation=cv2.INTER_CUBIC)


def _fibres(rng):
    short = smooth_noise(rng, SIDE // 24, SIDE)
    return short + 0.6 * smooth_noise(rng, SIDE // 60, SIDE // 2)


def _masame(rng, lines=(20, 70), bend=14.0):
    count = int(rng.integers(*lines))
    row = smooth_noise(rng, 1, count, SIDE, 1) + 0.6 * smooth_noise(rng, 1, 3 * count, SIDE, 1)
    across = np.arange(SIDE, dtype=np.float32)[None, :] + bend * smooth_noise(rng, 3, 3)
    tall = np.repeat(row, 4, axis=0)
    straight = cv2.remap(tall, across, np.ones_like(across), cv2.INTER_LINEAR,
                         borderMode=cv2.BORDER_REFLECT)
    return straight + 0.35 * _fibres(rng)


def _itame(rng):
    grid = np.linspace(-1, 1, SIDE, dtype=np.float32)
    x, y = grid[None, :] - rng.uniform(-0.5, 0.5), grid[:, None]
    field = rng.uniform(1.5, 4.0) * np.sqrt(x * x + rng.uniform(0.02, 0.2)) \
        + rng.uniform(-0.8, 0.8) * y + rng.uniform(0.1, 0.3) * smooth_noise(rng, 4, 6)
    rings = np.mod(field * rng.uniform(3.0, 7.0), 1.0)
    rings = cv2.GaussianBlur(rings * rings, (0, 0), 2.0)
    return rings * 3.0 + 0.35 * _fibres(rng) + 0.4 * smooth_noise(rng, 5, 5)


def _torafu(rng):
    grid = np.linspace(0, 1, SIDE, dtype=np.float32)
    slope, count = rng.uniform(-0.9, 0.9), rng.uniform(9, 22)
    phase = count * (grid[:, None] + slope * grid[None, :]) + 0.8 * smooth_noise(rng, 8, 6)
    stripes = np.sin(6.283 * phase) * np.clip(0.6 + 0.7 * smooth_noise(rng, 6, 6), 0, 1.5)
    return 0.6 * _masame(rng) + 0.9 * stripes


def _birdseye(rng):
    spots = np.zeros((SIDE, SIDE), np.float32)
    for x, y in rng.integers(0, SIDE, (int(rng.integers(60, 160)), 2)):
        size = (int(rng.integers(2, 5)), int(rng.integers(4, 10)))
        cv2.ellipse(spots, (int(x), int(y)), size, 0, 0, 360, 1.0, -1, cv2.LINE_AA)
    around = cv2.GaussianBlur(spots, (0, 0), 6.0)
    return 0.6 * _masame(rng) - 1.6 * cv2.GaussianBlur(spots, (0, 0), 1.2) + 3.0 * around


def _wavy(rng):
    field = smooth_noise(rng, 7, 5) + 0.3 * smooth_noise(rng, 16, 12)
    return np.sin(rng.uniform(9, 18) * field) + 0.5 * _fibres(rng)


def _plain(rng):
    return 0.25 * smooth_noise(rng, 9, 9) + 0.12 * smooth_noise(rng, SIDE // 3, SIDE // 3)


def _grain(family, rng):
    make = {
        "masame": _masame, "itame": _itame, "torafu": _torafu, "birdseye": _birdseye,
        "wavy": _wavy, "plain": _plain, "fine": lambda r: 0.5 * _masame(r, (90, 170), 6.0),
        "coarse": lambda r: 1.3 * _masame(r, (9, 18), 30.0),
    }[family]
    grain = make(rng).astype(np.float32)
    grain -= grain.mean()
    if family not in ("plain", "fine"):
        grain /= grain.std() + 1e-6
    # The grain of a real piece is uneven: broad lighter and darker parts lie over the lines.
    grain += 0.35 * smooth_noise(rng, 4, 4)
    return np.clip(150 + 42 * grain, 0, 255).astype(np.uint8)


class Woods:
    """The grains of one split, or of "all": `count` pictures of SIDE x SIDE."""

    def __init__(self, split, count=64):
        rng = np.random.default_rng({"train": 11, "held-out": 7919, "all": 104729}[split])
        both = FAMILIES["train"] + FAMILIES["held-out"]
        families = both if split == "all" else FAMILIES[split]
        self.grains = [_grain(families[i % len(families)], rng) for i in range(count)]

    def any(self, rng):
        return self.grains[int(rng.integers(len(self.grains)))]


def tone(rng, tones):
    """A 256x1x3 table of colours for a grain, one of the tones with its own jitter."""
    light, dark = tones[int(rng.integers(len(tones)))]
    # Darker wood is redder too.
    fade = rng.uniform(0.84, 1.06)
    light = np.array(light) * fade ** np.array((0.7, 1.0, 1.15))
    light = np.clip(light + rng.normal((0, 0, -4), (3, 2.5, 7)), 0, 255)
    dark = 1 - (1 - dark) * rng.uniform(0.3, 1.5)
    # Dark grain is redder than the wood between.
    low = light * dark * np.array((1.0, 1 - 0.25 * (1 - dark), 1 - 0.5 * (1 - dark)))
    part = np.linspace(0, 1, 256)[:, None]
    return np.clip(low + (light - low) * part, 0, 255).astype(np.uint8)[:, None, :]


def coloured(grain, table, matrix, width, height):
    """The grain warped by `matrix` (grain pixels to picture), in colours, float32."""
    warped = cv2.warpPerspective(grain, matrix, (width, height), flags=cv2.INTER_LINEAR,
                                 borderMode=cv2.BORDER_REFLECT)
    return warped, cv2.applyColorMap(warped, table).astype(np.float32)
