#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma.data: arrays, generators, tables and folders of pictures, and threads that make samples ahead."""
import itertools
import os
import pathlib
import tempfile
import threading
import unittest

from gi.repository import Koma

N = 24


def count_threads():
    """Those that make samples or decode."""
    names = [read_name(path) for path in pathlib.Path("/proc/self/task").iterdir()]
    return sum(name.startswith("koma-picture") for name in names) + threading.active_count() - 1


def read_name(thread):
    """Nothing of one that ends just now."""
    try:
        return (thread / "comm").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def write_picture(path, red, side=4):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"P6 %d %d 255\n" % (side, side) + bytes([red, 0, 40]) * side * side)


class Folder(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8", newline="")
        return path

    def write_pictures(self):
        for i in range(N):
            write_picture(self.folder / "ab"[i % 2] / f"{i:02}.ppm", i, 200 if i % 5 == 0 else 4)


class Chains(unittest.TestCase):
    numbers = Koma.data.arrays(list(range(20)))

    def test_arrays(self):
        pairs = Koma.data.arrays([[1, 2], [3, 4], [5, 6]], [7, 8, 9])
        self.assertEqual(list(pairs), [([1, 2], 7), ([3, 4], 8), ([5, 6], 9)])
        self.assertEqual(list(pairs), list(pairs))
        self.assertEqual([pairs.class_names, pairs.damaged], [[], []])
        batches = [(x.tolist(), y.tolist()) for x, y in pairs.batch(2)]
        self.assertEqual(batches, [([[1, 2], [3, 4]], [7, 8]), ([[5, 6]], [9])])
        self.assertEqual([len(pairs), len(pairs.batch(2)), len(pairs.batch(2, True))], [3, 2, 1])
        self.assertEqual(len(list(pairs.batch(2, drop_remainder=True))), 1)
        tensors = Koma.data.arrays(Koma.tensor([[1.0], [2.0]]))
        self.assertEqual([one.tolist() for one in tensors.batch(2)], [[[1], [2]]])
        named = Koma.data.generator(lambda: iter([{"a": 1, "b": [2]}, {"a": 3, "b": [4]}]))
        [found] = named.batch(5)
        self.assertEqual({key: one.tolist() for key, one in found.items()}, {"a": [1, 3], "b": [[2], [4]]})

    def test_steps(self):
        self.assertEqual(list(self.numbers.take(3)), [0, 1, 2])
        self.assertEqual(list(self.numbers.skip(18)), [18, 19])
        self.assertEqual(list(self.numbers.take(2).repeat(2)), [0, 1, 0, 1])
        self.assertEqual(list(self.numbers.take(2).repeat().take(5)), [0, 1, 0, 1, 0])
        self.assertEqual(list(self.numbers.take(1).concatenate(self.numbers.skip(19))), [0, 19])
        self.assertEqual(list(self.numbers.filter(lambda x: x % 9 == 0)), [0, 9, 18])
        self.assertEqual(list(self.numbers.map(lambda x: x + 1).take(2)), [1, 2])
        pairs = Koma.data.zip(self.numbers, self.numbers.skip(5))
        self.assertEqual([len(pairs), list(pairs.take(1)), list(pairs.map(lambda a, b: b - a).skip(14))],
                         [15, [(0, 5)], [5]])
        sizes = [self.numbers.take(30), self.numbers.skip(30), self.numbers.repeat(3),
                 self.numbers.concatenate(self.numbers), self.numbers.shuffle(4).prefetch(2)]
        self.assertEqual([len(one) for one in sizes], [20, 0, 60, 40, 20])
        for unknown in self.numbers.filter(bool), self.numbers.repeat():
            with self.assertRaises(TypeError):
                len(unknown)

    def test_shuffle(self):
        mixed = self.numbers.shuffle(20, seed=3)
        first, second = list(mixed), list(mixed)
        self.assertEqual(sorted(first), list(self.numbers))
        self.assertNotEqual(first, list(self.numbers))
        self.assertNotEqual(first, second)
        self.assertEqual(list(self.numbers.shuffle(20, seed=3)), first)
        same = self.numbers.shuffle(20, seed=3, reshuffle_each_iteration=False)
        self.assertEqual([list(same), list(same)], [first, first])
        # Of two in memory none comes out before the one in front of its neighbour.
        self.assertTrue(all(one <= at + 2 for at, one in enumerate(self.numbers.shuffle(2))))

    def test_refusals(self):
        for make in (lambda: self.numbers.batch(0), lambda: self.numbers.take(-1), lambda: self.numbers.prefetch(0),
                     lambda: self.numbers.shuffle(0.5), lambda: Koma.data.arrays([1], [2, 3]), Koma.data.arrays):
            with self.assertRaises(Koma.ArgumentError):
                make()
        with self.assertRaisesRegex(TypeError, "is no function"):
            Koma.data.generator([1])


class Ahead(unittest.TestCase):
    def tearDown(self):
        self.assertEqual(count_threads(), 0)

    def test_order(self):
        """Tensors arrive as such, in their order."""
        made = Koma.data.generator(lambda: ((Koma.tensor([i, 1]) * 2, [i], {"flag": Koma.tensor([i > 3])})
                                            for i in range(N))).prefetch(5)
        found = [(x.tolist(), y, more["flag"].tolist()) for x, y, more in made]
        self.assertEqual(found, [([2 * i, 2], [i], [i > 3]) for i in range(N)])
        [(first, _, _)] = made.take(1)
        self.assertEqual((first + 1).tolist(), [1, 3])

    def test_is_ahead(self):
        """The source runs on another thread, until as many as are allowed wait."""
        made = threading.Semaphore(0)
        ids = set()

        def generate():
            for i in itertools.count():
                ids.add(threading.get_ident())
                yield i
                made.release()

        samples = iter(Koma.data.generator(generate).prefetch(3))
        self.assertEqual(next(samples), 0)
        for _ in range(3):  # nobody asks for these
            self.assertTrue(made.acquire(timeout=60))
        self.assertEqual([next(samples), next(samples)], [1, 2])
        self.assertEqual(len(ids - {threading.get_ident()}), 1)
        samples.close()

    def test_errors(self):
        def generate():
            yield 1
            yield 2
            raise RuntimeError("no third")

        samples = iter(Koma.data.generator(generate).prefetch(4))
        self.assertEqual([next(samples), next(samples)], [1, 2])
        with self.assertRaisesRegex(RuntimeError, "no third"):
            next(samples)
        self.assertEqual(count_threads(), 0)

    def test_early_end(self):
        """What the source holds is given back before the iteration has ended."""
        closed = []

        def generate():
            try:
                yield from itertools.count()
            finally:
                closed.append(threading.current_thread().name)

        for n in range(1, 6):
            for n_taken in range(1, 4):
                self.assertEqual(list(Koma.data.generator(generate).prefetch(n).take(n_taken)), list(range(n_taken)))
        self.assertEqual(closed, ["koma-ahead"] * 15)


class Tables(Folder):
    def test_rows(self):
        path = self.write("good.csv", 'a,"b, ""c""",kind\r\n1,2.5,x\n\n-3,"4\n",y\n')
        table = Koma.data.csv(path, labels="kind", converters={"kind": ["x", "y"].index})
        self.assertEqual(list(table), [([1, 2.5], [0]), ([-3, 4], [1])])
        self.assertEqual(list(Koma.data.csv(path, columns="a")), [[1], [-3]])
        plain = self.write("plain.csv", "\ufeff1;2\n3;4")
        named = Koma.data.csv(str(plain), column_names=["p", "q"], has_header=False, delimiter=";", columns=["q", "p"])
        self.assertEqual(list(named), [[2, 1], [4, 3]])
        [(x, y)] = table.batch(2)
        self.assertEqual([x.tolist(), y.tolist()], [[[1, 2.5], [-3, 4]], [[0], [1]]])

    def test_bad_rows(self):
        path = self.write("bad.csv", 'a,b\n1,2\n3\n4,five\n"6\n",\n7,8\n"9,1\n')
        errors = {2: "bad.csv:3: the row has 1 fields, expected 2", 3: "bad.csv:4: column “b”: “five” is no number"}
        with self.assertRaisesRegex(Koma.ArgumentError, errors[2]):
            list(Koma.data.csv(path))
        skipping = Koma.data.csv(path, on_bad_row="skip")
        for _ in range(2):
            self.assertEqual(list(skipping.batch(1).map(lambda x: x.tolist())), [[[1, 2]], [[7, 8]]])
            self.assertEqual([one.split("/")[-1][:9] for one in skipping.damaged],
                             ["bad.csv:3", "bad.csv:4", "bad.csv:5", "bad.csv:8"])
        self.assertIn(errors[3], skipping.map(abs).damaged[1])

    def test_refusals(self):
        path = self.write("good.csv", "a,b\n1,2\n")
        for settings, text in (({"columns": "c"}, "no column “c”; it has a, b"), ({"on_bad_row": "weep"}, "weep"),
                               ({"labels": ["a", "d"]}, "“d”")):
            with self.assertRaisesRegex(Koma.ArgumentError, text):
                list(Koma.data.csv(path, **settings))
        with self.assertRaisesRegex(Koma.ArgumentError, "has no header"):
            list(Koma.data.csv(self.write("empty.csv", "")))
        with self.assertRaises(FileNotFoundError):
            list(Koma.data.csv(self.folder / "none.csv"))


class Pictures(Folder):
    def tearDown(self):
        self.assertEqual(count_threads(), 0)
        super().tearDown()

    def read(self, samples):
        return [(int(x.tolist()[0][0][0]), y) for x, y in samples]

    def test_samples(self):
        self.write_pictures()
        pictures = Koma.data.pictures(self.folder, size=(2, 3), labels="index", n_ahead=3, n_threads=4)
        self.assertEqual([pictures.class_names, len(pictures)], [["a", "b"], N])
        wanted = [(i, 0) for i in range(0, N, 2)] + [(i, 1) for i in range(1, N, 2)]
        for _ in range(2):
            self.assertEqual(self.read(pictures), wanted)
        [(x, y)] = pictures.take(1)
        self.assertEqual([list(x.shape), x.tolist()[1][2]], [[2, 3, 3], [0, 0, 40]])
        chosen = Koma.data.pictures(str(self.folder), size=(2, 3), channels="grey", range="0,1", indices=[N - 1, 0])
        (x, y), (_, other) = chosen
        self.assertEqual([list(x.shape), y, other, len(chosen)], [[2, 3, 1], [0, 1], [1, 0], 2])
        self.assertAlmostEqual(x.tolist()[0][0][0], 11 / 255, places=6)
        self.assertEqual(chosen.batch(2).class_names, ["a", "b"])
        [(x, _)] = Koma.data.pictures(self.folder, size=(2, 2), range="0,0,0/1,1,0.5", indices=[0])
        self.assertAlmostEqual(x.tolist()[0][0][2], 2 * 40 / 255, places=6)

    def test_shuffle(self):
        self.write_pictures()
        settings = {"size": (2, 2), "labels": "index", "shuffle": True}
        mixed = Koma.data.pictures(self.folder, seed=1, **settings)
        first, second = self.read(mixed), self.read(mixed)
        self.assertEqual(sorted(first), [(i, i % 2) for i in range(N)])
        self.assertNotEqual(first, second)
        self.assertEqual(self.read(Koma.data.pictures(self.folder, seed=1, **settings)), first)

    def test_damaged(self):
        self.write_pictures()
        (self.folder / "a" / "04.ppm").write_bytes(b"P6 9 9 255\n")
        (self.folder / "b" / "03.ppm").write_bytes(b"")
        pictures = Koma.data.pictures(self.folder, size=(2, 2)).prefetch(2)
        with self.assertRaisesRegex(Koma.DecodeError, "/a/04.ppm: "):
            list(pictures)
        self.assertEqual(count_threads(), 0)
        skipping = Koma.data.pictures(self.folder, size=(2, 2), on_damaged="skip")
        for _ in range(2):
            self.assertEqual([x for x, _ in self.read(skipping.batch(1).prefetch(2).map(lambda x, y: (x[0], y)))],
                             [0, 2, *range(6, N, 2), 1, *range(5, N, 2)])
            self.assertEqual([os.path.relpath(one.split(": ")[0], self.folder) for one in skipping.damaged],
                             ["a/04.ppm", "b/03.ppm"])

    def test_early_end(self):
        self.write_pictures()
        for n in range(5):
            self.assertEqual(len(list(Koma.data.pictures(self.folder, size=(2, 2)).prefetch(2).take(n))), n)
            self.assertEqual(count_threads(), 0)

    def test_refusals(self):
        self.write_pictures()
        for settings, text in (({"labels": "names"}, "names"), ({"on_damaged": "weep"}, "weep"),
                               ({"indices": [99]}, "index 99"), ({"fit": "tight"}, "tight")):
            with self.assertRaisesRegex(Koma.Error, text):
                list(Koma.data.pictures(self.folder, **settings))
        with self.assertRaisesRegex(Koma.ArgumentError, "expected a folder for each class"):
            Koma.data.pictures(self.folder / "a")
        with self.assertRaises(FileNotFoundError):
            Koma.data.pictures(self.folder / "none")

    def test_fit(self):
        """Bright or dark: what a model learns, validated and evaluated with datasets."""
        for i in range(16):
            write_picture(self.folder / ("dark" if i < 8 else "light") / f"{i}.ppm", i * 3 if i < 8 else 255 - i)
        pictures = Koma.data.pictures(self.folder, size=(2, 2), range="-1,1", shuffle=True, seed=2)
        layers = [Koma.layers.flatten(input_shape=[2, 2, 3]), Koma.layers.dense(2, activation="softmax")]
        model = Koma.sequential(layers, seed=1)
        model.compile("adam", "categoricalCrossentropy", metrics="accuracy")
        model.set_option("learningRate", 0.1)
        batches = pictures.batch(4).prefetch(2)
        found = model.fit(batches, epochs=12, validation_data=pictures.batch(16), verbose=False)
        self.assertEqual(sorted(found), ["acc", "loss", "val_acc", "val_loss"])
        self.assertEqual([len(found["val_loss"]), found["val_acc"][-1]], [12, 1])
        loss, accuracy = model.evaluate(batches)
        self.assertEqual(accuracy, 1)
        self.assertAlmostEqual(loss, found["val_loss"][-1], places=5)
        [(x, y)] = pictures.batch(16)
        self.assertAlmostEqual(model.evaluate(x, y)[0], loss, places=5)
        pair = model.fit(batches, validation_data=(x, y), verbose=False)
        self.assertAlmostEqual(pair["val_loss"][0], model.evaluate(x, y)[0], places=5)
        with self.assertRaisesRegex(Koma.ArgumentError, "no samples"):
            model.evaluate(batches.take(0))

    def test_memory(self):
        """Samples that were read leave no tensor behind."""
        self.write_pictures()
        counts = []
        for _ in range(4):
            for _batch in Koma.data.pictures(self.folder, size=(8, 8)).batch(5).prefetch(2):
                pass
            counts.append(Koma.Environment.get().get_memory().n_tensors)
        self.assertEqual(len(set(counts[1:])), 1, counts)


if __name__ == "__main__":
    unittest.main()
