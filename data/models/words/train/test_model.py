# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-check of the network, its files and its training: python3 -m unittest in this folder."""
import argparse
import json
import pathlib
import tempfile
import unittest

try:
    import numpy as np
    import torch
    import card
    import stored
    from torch.nn import functional
    from captions import facts_of, fits, table_of
    from evaluate import ranks_of, scenes_to_find
    from model import Model, exact, new_network
    from network import SIZE, WIDTH, AttentionPool, Pointwise
    from pool import drawn, held_out, scenes_of
    from scene import is_new, is_new_colour
    from train import Training, fitting, rate_at, soft_loss, words_of
    from words import END, Words, learn_merges
except ImportError as error:
    raise unittest.SkipTest(str(error)) from error

CARD = pathlib.Path(__file__).resolve().parent / "card.md"


def make(seed=1):
    torch.manual_seed(seed)
    words = Words(learn_merges({"red": 1, "car": 2, "a": 3, "photo": 3, "of": 3}))
    return new_network(words), words


class FilesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.network, cls.words = make()
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        stored.write(cls.folder, cls.network.state_dict(), cls.words)

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def test_weights_come_back(self):
        found, words = stored.read(self.folder)
        self.assertEqual(words.ids, self.words.ids)
        for name, weight in self.network.state_dict().items():
            if weight.is_floating_point():
                torch.testing.assert_close(found.state_dict()[name], weight.half().float(), rtol=0, atol=0)

    def test_names_are_those_of_open_clip(self):
        names = set(stored.read_tensors(self.folder / stored.WEIGHTS))
        for name in ("logit_scale", "text_projection", "token_embedding.weight", "positional_embedding",
                     "visual.conv3.weight", "visual.bn1.running_var", "visual.layer2.0.downsample.1.bias",
                     "visual.layer4.1.conv2.weight", "visual.attnpool.positional_embedding",
                     "visual.attnpool.c_proj.bias", "ln_final.bias", "transformer.resblocks.1.attn.in_proj_weight",
                     "transformer.resblocks.0.mlp.c_fc.weight"):
            self.assertIn(name, names)

    def test_the_end_has_the_highest_id(self):
        config = json.loads((self.folder / "open_clip_config.json").read_text())["model_cfg"]["text_cfg"]
        self.assertEqual(self.words.ids[END], config["vocab_size"] - 1)


class TowersTest(unittest.TestCase):
    def setUp(self):
        self.network, self.words = make()
        self.model = Model(self.network, self.words, batch=3)

    def test_vectors_have_length_one(self):
        pictures = np.random.default_rng(1).integers(0, 256, (5, SIZE, SIZE, 3), np.uint8)
        for vectors in (self.model.pictures(pictures), self.model.texts(["red car", ""])):
            self.assertEqual(vectors.shape[1], WIDTH)
            np.testing.assert_allclose((vectors ** 2).sum(1), 1, rtol=1e-5)

    def test_nothing_behind_the_end_matters(self):
        ids = torch.from_numpy(self.words.encode("red car"))[None]
        changed = ids.clone()
        changed[0, -1] = self.words.ids["a</w>"]
        with torch.no_grad():
            torch.testing.assert_close(self.network.texts(ids), self.network.texts(changed))
            torch.testing.assert_close(self.network.texts(ids), self.network.texts(ids[:, :5]))

    def test_a_pointwise_convolution_is_one(self):
        layer, x = Pointwise(4, 6), torch.randn(2, 4, 3, 5)
        with torch.no_grad():
            torch.testing.assert_close(layer(x), functional.conv2d(x, layer.weight))

    def test_pooling_is_attention(self):
        """PyTorch's own attention, of the mean to all pixels."""
        pool, x = AttentionPool(2, 8, 2, 3), torch.randn(2, 8, 2, 2)
        attention = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        with torch.no_grad():
            for part in ("weight", "bias"):
                parts = [getattr(layer, part) for layer in (pool.q_proj, pool.k_proj, pool.v_proj)]
                getattr(attention, f"in_proj_{part}").copy_(torch.cat(parts))
            attention.out_proj.load_state_dict({"weight": torch.eye(8), "bias": torch.zeros(8)})
            rows = x.flatten(2).transpose(1, 2)
            rows = torch.cat((rows.mean(1, keepdim=True), rows), 1) + pool.positional_embedding
            torch.testing.assert_close(pool.features(x), attention(rows[:, :1], rows, rows)[0][:, 0])


class TrainingTest(unittest.TestCase):
    def test_fitting_is_fits(self):
        scenes = scenes_of(40, 3)
        truths = table_of([facts_of(scene) for scene in scenes])
        claims = table_of([facts_of(scene)[:2] for scene in scenes])
        np.testing.assert_array_equal(fitting(claims, truths).numpy(), fits(claims, truths))

    def test_soft_loss_is_least_for_what_fits(self):
        fit = torch.tensor([[1., 1, 0], [0, 1, 0]])
        right, wrong = torch.tensor([[9., 9, 0], [0, 9, 0]]), torch.tensor([[0., 9, 9], [9, 0, 0]])
        self.assertLess(soft_loss(right, fit), soft_loss(wrong, fit))
        self.assertAlmostEqual(soft_loss(right, fit).item(), np.log(2) / 2, delta=1e-2)

    def test_rate(self):
        rates = [rate_at(done, 1) for done in (0, 1 / 60, 1 / 30, .5, 1)]
        self.assertTrue(rates[0] < rates[1] < rates[2] and rates[2] > rates[3] > rates[4])
        self.assertAlmostEqual(rates[2], 1, places=6)

    def test_a_few_pictures_are_learned(self):
        """The network can learn by heart what it sees again and again."""
        scenes = scenes_of(12, 5)
        pictures = drawn(scenes, 5)
        _, words = make()
        args = argparse.Namespace(seed=1, batch=12, pictures=12 * 60, minutes=np.inf, rate=1e-3, exact=True, pool=12,
                                  init=None)
        training = Training(args, words)
        losses = [sum(training.learn(pictures, scenes)[:2]) for _ in range(25)]
        self.assertLess(np.mean(losses[-5:]), .85 * np.mean(losses[:5]))

    def test_going_on(self):
        network, words = make(3)
        with tempfile.TemporaryDirectory() as folder:
            args = argparse.Namespace(seed=1, batch=4, pictures=8, minutes=np.inf, rate=1e-3, exact=True, pool=4,
                                      init=None, out=pathlib.Path(folder))
            first = Training(args, words)
            first.network = first.average = network
            first.step = 2
            first.save(n=2)
            args.init = args.out / "model.pt"
            second = Training(args, words_of(args))
        self.assertEqual(second.words.ids, words.ids)
        self.assertEqual(second.before, 8)
        for name, weight in network.state_dict().items():
            torch.testing.assert_close(second.network.state_dict()[name], weight)


class EvaluationTest(unittest.TestCase):
    def test_what_is_looked_for(self):
        rng = np.random.default_rng(1)
        self.assertFalse(any(is_new(scene) for scene in scenes_to_find(rng, "seen", 30)))
        self.assertTrue(all(is_new_colour(scene.items[0].thing, scene.items[0].colour)
                            for scene in scenes_to_find(rng, "new colour", 30)))

    def test_ranks(self):
        pictures = np.eye(3, dtype=np.float32)
        texts = np.array([[1, 0, 0], [1, .5, 0], [.3, .2, .1]], np.float32)
        self.assertEqual(list(ranks_of(texts, pictures)), [0, 1, 2])

    def test_held_out_pictures_have_the_size_of_the_input(self):
        pictures, scenes = held_out("new", 3, 1)
        self.assertEqual(pictures.shape, (3, SIZE, SIZE, 3))
        self.assertTrue(all(map(is_new, scenes)))


class CardTest(unittest.TestCase):
    def test_tables_are_filled(self):
        row = {"about": "like them", "n": 10, "first": .5, "five": .9, "colour": .25, "ground": .75, "kind": 1,
               "wrong": [["cup", "teapot", 3]]}
        results = {"things": 129, "sets": {"as taught": row},
                   "searches": [{"about": "seen", "n": 100, "first": .125, "five": .5}]}
        text = card.filled(CARD.read_text(), results)
        for expected in ("| as taught | 10 | 50.0 % | 90.0 % | 25.0 % |", "| cup | teapot | 3 |", "| 100 | 12.5 % |"):
            self.assertIn(expected, text)
        self.assertEqual(card.filled(text, results), text)
        with self.assertRaises(SystemExit):
            card.filled(text.replace("<!-- /words -->", ""), results)


if __name__ == "__main__":
    unittest.main()
