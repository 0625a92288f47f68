# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-check of the written graph model: python3 -m unittest in this folder."""
import json
import pathlib
import tempfile
import unittest

try:
    import numpy
    import torch
    import graph_model
    from calibrate import best_temperature
    from classes import LABELS
    from folded import fold
    from network import MobileNetV2
except ImportError as error:
    raise unittest.SkipTest(str(error)) from error


class ExportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        torch.manual_seed(3)
        cls.folded = fold(MobileNetV2().eval())
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        graph_model.write(cls.folder, cls.folded)
        cls.model = json.loads((cls.folder / "model.json").read_text())

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def test_weights_come_back(self):
        found = graph_model.read_folded(self.folder)
        self.assertEqual(list(found), list(self.folded))
        for name, weight in self.folded.items():
            numpy.testing.assert_array_equal(found[name], weight, name)

    def test_labels_are_in_the_graph(self):
        characters = graph_model.read(self.folder)["labels"]
        self.assertEqual("".join(map(chr, characters)).split(","), list(LABELS))

    def test_every_input_is_a_node_before(self):
        seen = set()
        for node in self.model["modelTopology"]["node"]:
            self.assertLessEqual(set(node.get("input", ())), seen, node["name"])
            self.assertNotIn(node["name"], seen)
            seen.add(node["name"])
        self.assertIn("logits", seen)

    def test_shards_are_small_and_full(self):
        group = self.model["weightsManifest"][0]
        sizes = [(self.folder / path).stat().st_size for path in group["paths"]]
        self.assertLessEqual(max(sizes), 4 * 1024 * 1024)
        n_bytes = sum(numpy.prod(row["shape"]) * graph_model.stored_type(row).itemsize
                      for row in group["weights"])
        self.assertEqual(sum(sizes), n_bytes)

    def test_temperature_is_found(self):
        generator = torch.Generator().manual_seed(5)
        logits = 2 * torch.randn(4000, 5, generator=generator)
        labels = torch.multinomial(logits.softmax(1), 1, generator=generator)[:, 0]
        self.assertAlmostEqual(best_temperature(3 * logits, labels), 3, delta=0.25)


if __name__ == "__main__":
    unittest.main()
