# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the samples, whose names say what they show: samples.py OUT"""
import argparse
import pathlib

import cv2
import numpy as np

from drawing import draw
from scene import Item, Scene

SIDE_PX = 256
# file name, items, what lies behind, style, seed of a picture that came out well
PICTURES = (
    ("red-car-at-night", [Item("car", "red")], "night", "outlined", 1),
    ("yellow-boat-on-the-sea", [Item("boat", "yellow")], "sea", "flat", 1),
    ("cat-on-the-grass", [Item("cat", "orange")], "grass", "cartoon", 1),
    ("house-in-the-snow", [Item("house", "blue", size="big")], "snow", "outlined", 1),
    ("receipt-on-a-desk", [Item("receipt", "white")], "wood", "shaded", 1),
    ("screenshot", [Item("screenshot", "grey", size="big")], "blue", "flat", 1),
    ("two-green-apples", [Item("apple", "green", 2)], "tiles", "shaded", 1),
    ("umbrella-in-the-rain", [Item("umbrella", "purple", pattern="spotted")], "rain", "outlined", 1),
    ("tree-and-dog", [Item("tree", "green", side="left"), Item("dog", "brown", side="right")], "sky", "cartoon", 1),
    ("moon-and-owl", [Item("moon", "yellow", side="top"), Item("owl", "grey", side="bottom")], "night", "flat", 1),
)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for name, items, ground, style, seed in PICTURES:
        picture = draw(Scene(items, ground, style), SIDE_PX, np.random.default_rng((seed, 6)))
        cv2.imwrite(str(args.out / f"{name}.jpg"), picture[:, :, ::-1], (cv2.IMWRITE_JPEG_QUALITY, 88))


if __name__ == "__main__":
    main()
