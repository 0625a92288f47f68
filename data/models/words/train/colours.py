# SPDX-License-Identifier: GPL-3.0-or-later
"""Colours that have a name, each as a range rather than a point."""
import colorsys

# hue, saturation and value, each from … to; hues in degrees
RANGES = {
    "red": ((-8, 8), (.75, 1), (.65, .95)),
    "orange": ((22, 34), (.8, 1), (.9, 1)),
    "yellow": ((48, 58), (.65, 1), (.9, 1)),
    "green": ((95, 150), (.45, .95), (.4, .8)),
    "blue": ((200, 232), (.55, 1), (.55, .95)),
    "purple": ((265, 290), (.45, .85), (.45, .75)),
    "pink": ((318, 345), (.3, .55), (.92, 1)),
    "brown": ((18, 32), (.5, .75), (.35, .58)),
    "black": ((0, 360), (0, .25), (.04, .16)),
    "white": ((0, 360), (0, .05), (.93, 1)),
    "grey": ((0, 360), (0, .08), (.42, .68)),
}
COLOURS = tuple(RANGES)
SYNONYMS = {"grey": ("grey", "gray"), "purple": ("purple", "violet")}


def some(name, rng):
    """One of the colours that are called so: RGB from 0 to 255."""
    hue, saturation, value = (rng.uniform(*ends) for ends in RANGES[name])
    return tuple(255 * part for part in colorsys.hsv_to_rgb(hue % 360 / 360, saturation, value))
