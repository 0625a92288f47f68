# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-check of the network and its folding: python3 -m unittest in this folder."""
import unittest

try:
    import numpy
    import torch
    from average import Average, measure_norms
    from classes import KINDS, LABELS, TURNED, class_of
    from folded import Folded, fold, unfold
    from mix import mixed
    from network import SIZE, MobileNetV2, same_padding, to_input
except ImportError as error:
    raise unittest.SkipTest(str(error)) from error


def pictures(n, seed=0):
    return numpy.random.default_rng(seed).integers(0, 256, (n, SIZE, SIZE, 3), numpy.uint8)


def trained():
    """A network whose norms have seen something, so that folding has something to do."""
    torch.manual_seed(1)
    network = MobileNetV2(dropout=0.0)
    with torch.no_grad():
        for name, weight in network.named_parameters():
            if "norm" in name:
                weight.add_(0.1 * torch.randn_like(weight))
            elif name == "classifier.weight":
                weight.mul_(20)
    measure_norms(network, [to_input(pictures(16))])
    return network


class NetworkTest(unittest.TestCase):
    def test_turning_twice_changes_nothing(self):
        self.assertEqual([TURNED[TURNED[label]] for label in range(len(LABELS))],
                         list(range(len(LABELS))))
        self.assertEqual(TURNED[class_of("NG")], class_of("NG", False))
        self.assertEqual(len(LABELS), 2 * len(KINDS) + 1)

    def test_padding_is_that_of_tensorflow(self):
        self.assertEqual(same_padding(96, 2), (0, 1))
        self.assertEqual(same_padding(97, 2), (1, 1))
        self.assertEqual(same_padding(12, 1), (1, 1))

    def test_has_the_weights_of_mobilenet_v2(self):
        n = sum(weight.numel() for weight in MobileNetV2().parameters())
        # 3,504,872 is the published network with its 1000 classes.
        self.assertEqual(n, 3_504_872 - (1280 + 1) * (1000 - len(LABELS)))

    def test_folded_answers_as_unfolded(self):
        network, x = trained(), to_input(pictures(4, 2))
        with torch.no_grad():
            wanted = network(x)
        found = Folded(fold(network))(x)
        # float16 weights are good to three digits.
        self.assertLess((wanted - found).abs().max(), 0.01 * wanted.abs().max())
        self.assertGreater(wanted.std(), 0.01)

    def test_mixed_lies_between(self):
        old, new = MobileNetV2(), MobileNetV2()
        wanted = 0.75 * old.stem.weight + 0.25 * new.stem.weight
        self.assertLess((mixed(old, new, 0.25).stem.weight - wanted).abs().max(), 1e-6)

    def test_unfolded_answers_as_folded_and_its_norms_fit(self):
        folded, x = fold(trained()), to_input(pictures(4, 2))
        network = unfold(folded, [to_input(pictures(8, seed)) for seed in (3, 4)])
        with torch.no_grad():
            found, stem = network.eval()(x), network.stem(to_input(pictures(16, 5)))
        self.assertLess((Folded(folded)(x) - found).abs().max(), 1e-3 * found.abs().max())
        ratio = stem.var((0, 2, 3)) / network.stem_norm.running_var
        self.assertLess(ratio.log().abs().max(), 0.2)

    def test_average_lies_between(self):
        network = MobileNetV2()
        average = Average(network)
        before = average.network.classifier.bias.clone()
        torch.nn.init.ones_(network.classifier.bias)
        for _ in range(3):
            average.update(network)
        after = average.network.classifier.bias
        self.assertTrue(((after > before) & (after < 1.0)).all())


if __name__ == "__main__":
    unittest.main()
