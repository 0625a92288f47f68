# SPDX-License-Identifier: GPL-3.0-or-later
"""Rendered pictures have their shape, follow from the generator, and differ between the splits."""

import tempfile
import unittest
from pathlib import Path

try:
    import cv2
    import numpy as np

    from board import read_surfaces
    from classes import KINDS
    from render import Renderer
    from wood import Woods
except ImportError as error:
    raise unittest.SkipTest(str(error)) from error


class TestRender(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            cls.renderer = Renderer("train")
        except FileNotFoundError as error:  # no fonts
            raise unittest.SkipTest(str(error)) from error

    def test_every_kind_has_its_shape(self):
        for number, kind in enumerate((*KINDS, None)):
            for size in (64, 96):
                picture = self.renderer.picture(kind, np.random.default_rng(number), size)
                self.assertEqual((picture.shape, picture.dtype), ((size, size, 3), np.uint8))
                self.assertGreater(picture.std(), 0)

    def test_a_picture_follows_from_the_generator(self):
        one, same, other = (self.renderer.picture("KI", np.random.default_rng(seed), 96)
                            for seed in (3, 3, 4))
        np.testing.assert_array_equal(one, same)
        self.assertGreater(np.abs(one.astype(int) - other).mean(), 1)

    def test_pieces_stand_in_the_squares_of_a_board(self):
        empty = [[None] * 9 for _ in range(9)]
        one = [list(line) for line in empty]
        one[2][6] = ("HI", False)
        picture, quads = self.renderer.board(one, np.random.default_rng(5), 48)
        self.assertEqual(quads.shape, (9, 9, 4, 2))
        low, high = quads[2, 6].min(axis=0).astype(int), quads[2, 6].max(axis=0).astype(int)
        self.assertTrue((quads >= 0).all() and (quads < picture.shape[1::-1]).all())
        inside = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)[low[1]:high[1], low[0]:high[0]]
        beside = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)[
            low[1]:high[1], 2 * low[0] - high[0]:low[0]]
        self.assertGreater(inside.std(), 1.2 * beside.std())

    def test_splits_share_no_grain_and_no_surface(self):
        grains = [{grain.tobytes() for grain in Woods(split).grains}
                  for split in ("train", "held-out")]
        self.assertFalse(grains[0] & grains[1])
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "ban").mkdir()
            for number in range(8):
                cv2.imwrite(f"{folder}/ban/{number}.png", np.full((4, 4, 3), number, np.uint8))
            seen = [{int(s[0, 0, 0]) for s in read_surfaces(split, folder)}
                    for split in ("train", "held-out", "all")]
        self.assertFalse(seen[0] & seen[1])
        self.assertEqual(seen[0] | seen[1], seen[2])


if __name__ == "__main__":
    unittest.main()
