# SPDX-License-Identifier: GPL-3.0-or-later
"""Foreign pictures have their shape and detail, and no file is in both splits."""
import tempfile
import unittest
from pathlib import Path

try:
    import cv2
    import numpy as np

    import made
    from foreign import LEAST_DETAIL, SHARES, Foreign, read_pictures
    from hard import spoilt
    from render import Renderer
except ImportError as error:
    raise unittest.SkipTest(str(error)) from error


class TestForeign(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            cls.foreign = Foreign("train", Renderer("train"))
        except FileNotFoundError as error:  # no fonts
            raise unittest.SkipTest(str(error)) from error

    def test_each_way_has_its_shape_and_detail(self):
        self.assertEqual(len(SHARES), len(self.foreign.ways))
        for size in (64, 96):
            for way in self.foreign.ways:
                picture = way(np.random.default_rng(2), size)
                self.assertEqual((picture.shape, picture.dtype), ((size, size, 3), np.uint8))
            picture = self.foreign.picture(np.random.default_rng(3), size)
            self.assertGreaterEqual(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).std(), LEAST_DETAIL)

    def test_a_picture_follows_from_the_generator(self):
        one, same, other = (self.foreign.picture(np.random.default_rng(seed), 96)
                            for seed in (3, 3, 4))
        np.testing.assert_array_equal(one, same)
        self.assertGreater(np.abs(one.astype(int) - other).mean(), 1)

    def test_files_are_divided_and_broken_ones_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            rng = np.random.default_rng(1)
            for number in range(16):
                path = Path(folder, "ab"[number % 2], f"{number:02}.png")
                path.parent.mkdir(exist_ok=True)
                cv2.imwrite(str(path), rng.integers(0, 256, (20, 30, 3 + number % 2), np.uint8))
            Path(folder, "a", "broken.jpg").write_text("no picture")
            count = {split: sum(map(len, read_pictures(folder, split)))
                     for split in ("train", "held-out", "all")}
            self.assertEqual(count["train"] + count["held-out"], 16)
            self.assertEqual(count, {"train": 14, "held-out": 2, "all": 16})
            foreign = Foreign("train", self.foreign.renderer, folder)
            self.assertEqual(foreign.of_a_file(rng, 64).shape, (64, 64, 3))

    def test_bad_files_keep_their_size(self):
        picture = made.noise(np.random.default_rng(1), 64)
        for seed in range(20):
            bad = spoilt(picture, np.random.default_rng(seed))
            self.assertEqual((bad.shape, bad.dtype), (picture.shape, np.uint8))


if __name__ == "__main__":
    unittest.main()
