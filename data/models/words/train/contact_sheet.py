# SPDX-License-Identifier: GPL-3.0-or-later
"""A sheet of drawn pictures to look at: contact_sheet.py FILE.png [things|train|new|crayon]"""
import sys

import cv2
import numpy as np

from drawing import draw
from scene import NAMES, NEW_STYLE, Scene, pick, random_item, random_scene, STYLES

SIDE_PX, COLUMNS = 96, 14


def scenes(what, rng):
    for name in NAMES:
        if what == "things":
            yield Scene([random_item(rng, name)], pick(rng, ("sky", "wood")), pick(rng, STYLES))
        else:
            scene = random_scene(rng, "new" if what == "new" else "train")
            scene.style = NEW_STYLE if what == NEW_STYLE else scene.style
            yield scene


def main(path, what="train"):
    rng = np.random.default_rng(2)
    pictures = [draw(scene, SIDE_PX, rng) for scene in scenes(what, rng)]
    pictures += [np.zeros_like(pictures[0])] * (-len(pictures) % COLUMNS)
    rows = [np.hstack(pictures[i:i + COLUMNS]) for i in range(0, len(pictures), COLUMNS)]
    cv2.imwrite(path, np.vstack(rows)[:, :, ::-1])


if __name__ == "__main__":
    main(*sys.argv[1:])
