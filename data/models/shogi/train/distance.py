# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing kept as a field of distances to the edge of the ink.

A field can be scaled, bent, made bolder or thinner, roughened and worn by arithmetic on its values,
which keeps strokes round, and thresholding it gives the mask.
"""

from collections import namedtuple

import cv2
import numpy as np

LONG_PX = 128       # longest side of the ink in a field
PAD_PX = 14         # room around the ink, for what bolder strokes need
EDGE = 128          # value of the field at the edge of the ink; more is inside
UNITS_PER_PX = 8
# Strokes grow at most until this share of the box is ink; cursive ones touch the sooner.
MOST_INK, MOST_CURSIVE_INK = 0.56, 0.47

# field: uint8; half_px: usual half width of a stroke; bolder_px: how much each side may grow.
Shape = namedtuple("Shape", "field width height half_px bolder_px style n_characters is_cursive")


def _signed(ink):
    inside = cv2.distanceTransform(ink, cv2.DIST_L2, 3)
    outside = cv2.distanceTransform(255 - ink, cv2.DIST_L2, 3)
    return inside - outside


def _half_width(signed):
    ridge = (signed >= cv2.dilate(signed, np.ones((3, 3), np.uint8))) & (signed > 0.8)
    return float(np.quantile(signed[ridge], 0.4)) if ridge.any() else 1.0


def shape_of(ink, style, n_characters=1, is_cursive=False):
    """The shape of a picture of ink (0 to 255, any size), or None where there is too little ink."""
    x, y, width, height = cv2.boundingRect((ink > 127).astype(np.uint8))
    if max(width, height) < 8:
        return None
    scale = LONG_PX / max(width, height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    cut = cv2.resize(ink[y:y + height, x:x + width], size,
                     interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    cut = cv2.copyMakeBorder(cut, PAD_PX, PAD_PX, PAD_PX, PAD_PX, cv2.BORDER_CONSTANT)
    signed = cv2.GaussianBlur(_signed(np.where(cut > 127, 255, 0).astype(np.uint8)), (0, 0), 0.8)
    field = np.clip(EDGE + signed * UNITS_PER_PX, 0, 255).astype(np.uint8)
    box = signed[PAD_PX:-PAD_PX, PAD_PX:-PAD_PX]
    most_ink = MOST_CURSIVE_INK if is_cursive else MOST_INK
    bolder = float(np.clip(-np.quantile(box, 1 - most_ink), 0, 5))
    return Shape(field, size[0], size[1], _half_width(signed), bolder, style, n_characters,
                 is_cursive)
