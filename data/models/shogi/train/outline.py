# SPDX-License-Identifier: GPL-3.0-or-later
"""The outline of a piece: a pentagon of height 1 around (0, 0), its point up (y grows down)."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

# How high the piece of a kind is against the king, and how wide against its height. A promoted
# piece is the other face of the same body.
BODY = {"FU": "TO", "KY": "NY", "KE": "NK", "GI": "NG", "KA": "UM", "HI": "RY"}
HEIGHT = {"OU": 1.0, "HI": 0.97, "KA": 0.97, "KI": 0.93, "GI": 0.93, "KE": 0.90, "KY": 0.89,
          "FU": 0.84}
WIDTH = {"OU": 1.0, "HI": 1.0, "KA": 1.0, "KI": 0.99, "GI": 0.99, "KE": 0.95, "KY": 0.90,
         "FU": 0.93}
for _kind, _promoted in BODY.items():
    HEIGHT[_promoted], WIDTH[_promoted] = HEIGHT[_kind], WIDTH[_kind]


@dataclass
class Proportions:
    """What the pieces of one set have in common; lengths against the height of the piece."""

    width: float  # base of the king
    apex: float  # angle at the point, degrees
    taper: float  # width at the shoulders against the base
    rounding: float
    spread: float  # how much the heights of the kinds differ: 0 not at all, 1 as in HEIGHT

    @staticmethod
    def any(rng):
        return Proportions(rng.uniform(0.80, 1.0), rng.uniform(117, 150), rng.uniform(0.70, 0.88),
                           rng.choice((0.01, 0.03, 0.06)), rng.uniform(0.3, 1.3))

    def height_of(self, kind):
        return 1 - self.spread * (1 - HEIGHT[kind])


def pentagon(kind, proportions, rng):
    """The corners, (5, 2): point, right shoulder, right foot, left foot, left shoulder."""
    base = min(max(proportions.width * WIDTH[kind] * rng.uniform(0.98, 1.02), 0.74), 1.0)
    shoulder = base * proportions.taper
    drop = 0.5 * shoulder / np.tan(np.radians(proportions.apex / 2))
    corners = np.array(((0, -0.5), (shoulder / 2, drop - 0.5), (base / 2, 0.5),
                        (-base / 2, 0.5), (-shoulder / 2, drop - 0.5)))
    return corners + rng.normal(0, 0.004, (5, 2))


def rounded(corners, rounding):
    """The corners cut into short curves, (5 * 4, 2)."""
    return _curves(float(rounding)) @ corners


@lru_cache
def _curves(rounding):
    """The weights, (20, 5), that the corners have in the points of their curves."""
    here = np.eye(5)
    start = here + (np.roll(here, -1, axis=0).T - here) * rounding * 1.2
    end = here + (np.roll(here, 1, axis=0).T - here) * rounding * 1.2
    steps = np.linspace(0, 1, 4)[None, :, None]
    curve = (1 - steps) ** 2 * start[:, None] + 2 * steps * (1 - steps) * here[:, None] \
        + steps ** 2 * end[:, None]
    return curve.reshape(-1, 5)
