# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-check of what is drawn: python3 -m unittest in this folder."""
import unittest

try:
    import numpy as np
    from captions import FACTS, caption, facts_of, fits, table_of
    from colours import COLOURS
    from drawing import draw
    from scene import GROUNDS, NAMES, Item, Scene, is_new, is_new_colour, is_new_place, random_scene
    from things import THINGS, plural_of
except ImportError as error:
    raise unittest.SkipTest(str(error)) from error


class SceneTest(unittest.TestCase):
    def test_held_out_combinations_stay_out(self):
        rng = np.random.default_rng(1)
        for split, expected in (("train", False), ("new", True)):
            self.assertEqual({is_new(random_scene(rng, split)) for _ in range(300)}, {expected})

    def test_every_colour_and_place_loses_some_and_keeps_most(self):
        for colour in COLOURS:
            n = sum(is_new_colour(name, colour) for name in NAMES)
            self.assertTrue(0 < n < len(NAMES) / 5, colour)
        for ground in GROUNDS:
            n = sum(is_new_place(name, ground) for name in NAMES)
            self.assertTrue(0 < n < len(NAMES) / 5, ground)

    def test_natural_colours_are_colours_and_are_taught(self):
        for name, drawn in THINGS.items():
            for colour in drawn.natural:
                self.assertIn(colour, COLOURS)
                self.assertFalse(is_new_colour(name, colour))

    def test_plurals(self):
        for word, expected in (("car", "cars"), ("box", "boxes"), ("cherry", "cherries"), ("toy", "toys"),
                               ("fish", "fish"), ("sailing boat", "sailing boats"), ("torch", "torches")):
            self.assertEqual(plural_of(word), expected)


class DrawingTest(unittest.TestCase):
    def test_every_thing_is_seen(self):
        for name in NAMES:
            for seed in range(3):
                colour, ground = ("red", "white") if seed else ("green", "night")
                scene = Scene([Item(name, colour)], ground, "flat")
                picture = draw(scene, 32, np.random.default_rng(seed))
                empty = draw(Scene([], ground, "flat"), 32, np.random.default_rng(seed))
                self.assertEqual((picture.shape, picture.dtype), ((32, 32, 3), np.uint8))
                self.assertGreater((np.abs(picture.astype(int) - empty).sum(2) > 60).mean(), 0.02, name)

    def test_sides(self):
        for side, axis, is_first in (("left", 1, True), ("right", 1, False), ("top", 0, True), ("bottom", 0, False)):
            scene = Scene([Item("circle", "black", side=side)], "white", "flat")
            picture = draw(scene, 64, np.random.default_rng(3))
            middle = np.argwhere(picture.sum(2) < 250).mean(0)[axis]
            self.assertEqual(middle < 32, is_first, side)

    def test_the_same_seed_is_the_same_picture(self):
        scene = Scene([Item("cat", "grey", 3)], "grass", "engraved")
        one, other, third = (draw(scene, 64, np.random.default_rng(seed)) for seed in (4, 4, 5))
        np.testing.assert_array_equal(one, other)
        self.assertTrue((one != third).any())


class CaptionTest(unittest.TestCase):
    def test_sentences_claim_what_is_true(self):
        rng = np.random.default_rng(2)
        for _ in range(2000):
            scene = random_scene(rng, "new" if rng.random() < .3 else "train")
            text, facts = caption(scene, rng)
            self.assertLessEqual(set(facts), set(facts_of(scene)), text)
            self.assertLessEqual(set(facts), set(FACTS))
            self.assertTrue(facts)

    def test_words_are_said(self):
        rng = np.random.default_rng(5)
        scene = Scene([Item("car", "purple", 2)], "night", "flat")
        said = " ".join(caption(scene, rng)[0] for _ in range(200))
        for word in ("car", "cars", "automobiles", "vehicle", "purple", "violet", "two", "night", "a photo of a"):
            self.assertIn(word, said)

    def test_fits(self):
        red_car = Scene([Item("car", "red")], "night", "flat")
        cat_and_car = Scene([Item("cat", "red", side="left"), Item("car", "blue", side="right")], "snow", "sketch")
        truths = table_of([facts_of(red_car), facts_of(cat_and_car)])
        claims = table_of([["car"], ["car", "red car"], ["cat", "left cat", "on snow"], ["red thing"],
                           ["vehicle", "on night"]])
        expected = [[1, 1], [1, 0], [0, 1], [1, 1], [1, 0]]
        np.testing.assert_array_equal(fits(claims, truths), np.array(expected, bool))


if __name__ == "__main__":
    unittest.main()
