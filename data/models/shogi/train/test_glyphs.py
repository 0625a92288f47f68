# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-check of the writing: python3 -m unittest in this folder. Skipped without its libraries."""

import unittest

try:
    import cv2
    import numpy as np
    import fonts
    from classes import KINDS
    from glyphs import Glyphs
except ImportError as error:
    raise unittest.SkipTest(str(error)) from error

try:
    TRAIN, HELD_OUT = Glyphs("train"), Glyphs("held-out")
except FileNotFoundError as error:
    raise unittest.SkipTest(str(error)) from error


class GlyphsTest(unittest.TestCase):
    def test_same_rng_same_mask(self):
        for kind in KINDS:
            one, two = (TRAIN.draw(kind, np.random.default_rng(5)) for _ in range(2))
            np.testing.assert_array_equal(one.mask, two.mask)
            self.assertEqual(one[1:], two[1:])

    def test_masks_are_tight_and_full_of_ink(self):
        for glyphs in (TRAIN, HELD_OUT):
            rng = np.random.default_rng(1)
            for kind in KINDS * 20:
                mask = glyphs.draw(kind, rng).mask
                self.assertEqual(mask.dtype, np.uint8)
                self.assertTrue(90 <= max(mask.shape) <= 168, (kind, mask.shape))
                self.assertEqual(cv2.boundingRect(mask)[2:], mask.shape[::-1])
                self.assertGreater(mask.mean(), 8, kind)

    def test_one_and_two_characters(self):
        rng = np.random.default_rng(2)
        for kind in ("FU", "KI", "OU", "UM", "RY", "NG"):
            counts = [TRAIN.draw(kind, rng).n_characters for _ in range(200)]
            self.assertEqual(set(counts), {1, 2}, kind)
            self.assertGreater(counts.count(1), 70, kind)

    def test_splits_share_no_font(self):
        train, held_out = ({f.path for f in fonts.faces(s)} for s in ("train", "held-out"))
        self.assertFalse(train & held_out)

    def test_a_missing_glyph_is_no_glyph(self):
        face = fonts.faces("train")[0]
        self.assertEqual(list(fonts.glyphs_of(face, "金\ue123 ")), ["金"])


if __name__ == "__main__":
    unittest.main()
