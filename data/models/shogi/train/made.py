# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of things that are no pieces, drawn: patterns, shapes and pages of writing.

Each function takes a generator and the width of the picture, and returns uint8 (side, side, 3).
"""

import cv2
import numpy as np

STROKED = ("line", "rectangle", "ellipse", "polygon")


def _colour(rng):
    return rng.uniform(0, 255, 3) if rng.random() < 0.6 else np.full(3, rng.uniform(0, 255))


def noise(rng, side):
    """Cloudy or fine noise in colours: the spectrum falls by a power of the frequency."""
    across, down = np.fft.rfftfreq(side)[None, :], np.fft.fftfreq(side)[:, None]
    stretch = np.exp(rng.normal(0, 0.7))
    far = np.hypot(across * stretch, down / stretch)
    far[0, 0] = 1
    layers = [np.fft.irfft2(np.fft.rfft2(rng.standard_normal((side, side)))
                            * far ** -rng.uniform(0, 1.8), s=(side, side)) for _ in range(3)]
    grey = layers[0] / layers[0].std()
    share = rng.uniform(0, 1)
    mixed = np.dstack([share * layer / layer.std() + (1 - share) * grey for layer in layers])
    return np.clip(_colour(rng) + rng.uniform(25, 90) * mixed, 0, 255).astype(np.uint8)


def pattern(rng, side):
    """Stripes, checks or rings in two colours."""
    y, x = np.mgrid[:side, :side] / side - rng.uniform(0.2, 0.8)
    angle, count = rng.uniform(0, np.pi), rng.uniform(2, 14)
    along = np.cos(angle) * x + np.sin(angle) * y
    across = np.cos(angle) * y - np.sin(angle) * x
    waves = (np.sin(6.283 * count * along),
             np.sin(6.283 * count * along) * np.sin(6.283 * rng.uniform(2, 14) * across),
             np.sin(6.283 * count * np.hypot(x, y)))
    share = 1 / (1 + np.exp(-rng.uniform(1, 20) * waves[rng.integers(3)][..., None]))
    return (share * _colour(rng) + (1 - share) * _colour(rng)).astype(np.uint8)


def _shape(picture, rng, side):
    colour, how = _colour(rng).tolist(), STROKED[rng.integers(len(STROKED))]
    points = rng.integers(0, side, (int(rng.integers(3, 8)), 2)).astype(np.int32)
    thick = int(rng.integers(1, max(2, side // 12)))
    if how == "line":
        cv2.polylines(picture, [points], rng.random() < 0.5, colour, thick, cv2.LINE_AA)
    elif how == "polygon":
        cv2.fillPoly(picture, [points], colour, cv2.LINE_AA)
    else:
        size = rng.integers(side // 20 + 1, side // 2, 2)
        fill = -1 if rng.random() < 0.6 else thick
        if how == "ellipse":
            cv2.ellipse(picture, points[0].tolist(), size.tolist(), float(rng.uniform(0, 180)),
                        0, 360, colour, fill, cv2.LINE_AA)
        else:
            cv2.rectangle(picture, points[0].tolist(), (points[0] + size).tolist(), colour, fill)


def shapes(rng, side):
    """Lines, discs, boxes and polygons of any colours, over a ground that may be uneven."""
    ground = rng.random()
    picture = np.empty((side, side, 3), np.uint8)
    picture[:] = _colour(rng)
    if ground < 0.3:
        picture = noise(rng, side)
    elif ground < 0.6:
        corners = np.stack([_colour(rng) for _ in range(4)]).reshape(2, 2, 3).astype(np.float32)
        picture = cv2.resize(corners, (side, side)).astype(np.uint8)
    for _ in range(int(rng.integers(2, 14))):
        _shape(picture, rng, side)
    return picture


def page(rng, side, characters):
    """Rows of writing as on a page or a sign; characters: masks of ink."""
    paper, ink = (_colour(rng), _colour(rng)) if rng.random() < 0.4 else \
        (np.full(3, rng.uniform(190, 255)), np.full(3, rng.uniform(0, 70)))
    rows = int(rng.integers(2, 9))
    tall = side // rows
    mask = np.zeros((side + tall, side + tall), np.uint8)
    for top in range(0, side, tall):
        for left in range(int(rng.integers(0, tall)), side, max(int(tall * 0.9), 1)):
            if rng.random() < 0.9:
                one = characters[rng.integers(len(characters))]
                high = max(int(tall * 0.8), 2)
                mask[top:top + high, left:left + high] = \
                    cv2.resize(one, (high, high), interpolation=cv2.INTER_AREA)
    share = mask[:side, :side, None] / 255
    return (share * ink + (1 - share) * paper).astype(np.uint8)
