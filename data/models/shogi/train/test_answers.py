# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-check of batches and figures: python3 -m unittest in this folder."""
import unittest

try:
    import numpy
    from answers import as_shown, calibration_error, judge, marked
    from batches import FOREIGN_SHARE, NONE, Batches, draw, mix
    from classes import LABELS, TURNED, class_of
    from train import SMOOTHING, targets_of
    import torch
except ImportError as error:
    raise unittest.SkipTest(str(error)) from error


class Marker:
    """A renderer whose pictures tell what was asked: the class above, a random number below."""

    def picture(self, kind, rng, size):
        picture = numpy.zeros((size, size, 3), numpy.uint8)
        picture[0], picture[-1] = class_of(kind), 100 + rng.integers(0, 100)
        return picture


class BatchesTest(unittest.TestCase):
    def test_every_second_picture_is_turned_with_its_label(self):
        pictures, labels = draw(Marker(), numpy.random.default_rng(1), 64, 8)
        for i, (picture, label) in enumerate(zip(pictures, labels)):
            upright = picture[::-1] if i % 2 else picture
            self.assertEqual(upright[0, 0, 0], TURNED[label] if i % 2 else label)

    def test_the_same_whatever_the_number_of_workers(self):
        runs = []
        for workers in (1, 3):
            with Batches(Marker(), [8, 8, 16, 16, 16], 10, 7, workers=workers) as batches:
                runs.append([(p.copy(), l.copy()) for p, l in batches])
        for (one, first), (other, second) in zip(*runs):
            numpy.testing.assert_array_equal(one, other)
            numpy.testing.assert_array_equal(first, second)

    def test_resumed_in_the_middle(self):
        with Batches(Marker(), [8] * 6, 10, 7) as batches:
            whole = [labels.copy() for _, labels in batches]
        with Batches(Marker(), [8] * 6, 10, 7, start=4) as batches:
            rest = [labels.copy() for _, labels in batches]
        numpy.testing.assert_array_equal(whole[4:], rest)

    def test_a_share_is_foreign(self):
        class Grey:
            def picture(self, _rng, size):
                return numpy.full((size, size, 3), 128, numpy.uint8)

        pictures, labels = draw(Marker(), numpy.random.default_rng(1), 50, 8, Grey())
        self.assertEqual((labels == NONE).sum(), round(50 * FOREIGN_SHARE))
        numpy.testing.assert_array_equal((pictures == 128).all((1, 2, 3)), labels == NONE)

    def test_shares_sum_to_one(self):
        self.assertAlmostEqual(mix()[1].sum(), 1)


class AnswersTest(unittest.TestCase):
    def test_figures_of_known_scores(self):
        labels = numpy.array([1, 1, 15, 0])
        scores = numpy.full((4, len(LABELS)), 0.2 / (len(LABELS) - 1))
        for row, answer in enumerate((1, 15, 15, 0)):
            scores[row, answer] = 0.8
        figures = judge(scores, labels)
        self.assertEqual((figures["accuracy"], figures["kind_accuracy"]), (0.75, 1.0))
        self.assertEqual(figures["confusions"], [["FU_up", "FU_down", 1]])
        self.assertAlmostEqual(figures["calibration_error"], 0.05)
        self.assertEqual((figures["near_0.8"]["n"], figures["near_0.8"]["accuracy"]), (4, 0.75))

    def test_foreign_pictures_are_to_be_unsure_of(self):
        targets = targets_of(torch.tensor([3, NONE]))
        self.assertAlmostEqual(targets[0, 3].item(), 1 - SMOOTHING * (1 - 1 / len(LABELS)), 5)
        numpy.testing.assert_allclose(targets[1], 1 / len(LABELS), rtol=1e-6)
        numpy.testing.assert_allclose(targets.sum(1), 1, rtol=1e-6)

    def test_low_answers_are_looked_at_twice_and_marked(self):
        # Sure of the first picture; of the second only after half a turn.
        straight = numpy.full((2, len(LABELS)), 0.001)
        straight[:, 4] = 0.95, 0.6
        after = torch.full((1, len(LABELS)), -20.0)
        after[0, TURNED[4]] = 20
        shown = as_shown(lambda x: after.expand(len(x), -1),
                         numpy.zeros((2, 8, 8, 3), numpy.uint8), straight, 0.9)
        self.assertEqual((shown[0, 4], round(shown[1, 4], 3)), (0.95, 0.8))
        self.assertEqual(marked(shown, 0.9), {"n": 2, "marked": 0.5})
        self.assertEqual(marked(shown, 0.9, numpy.array([4, 4]))["right"], 1)

    def test_calibration_error_is_weighted(self):
        scores = numpy.array([0.9, 0.9, 0.9, 0.5])
        is_right = numpy.array([True, True, True, False])
        self.assertAlmostEqual(calibration_error(scores, is_right), 0.75 * 0.1 + 0.25 * 0.5)


if __name__ == "__main__":
    unittest.main()
