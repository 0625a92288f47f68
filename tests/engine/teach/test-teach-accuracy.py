#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A taught head answers as well as logistic regression on the same features, computed by NumPy.

Usage: test-teach-accuracy.py TEACH-TRIAL SHARED BUNDLED-MODEL

Pieces of shogi and of photographs are the classes; 1, 5 and 20 pictures of each are learned, 20 others answered. It is
never more than 3 points worse than the better of two simple ones: the nearest mean, and regression of the features as
they are.
Without the shared data, NumPy or Pillow the test is skipped. Prints a table."""
import pathlib
import subprocess
import sys
import tempfile

N_LEARNED = (1, 5, 20)
N_TRIED = 20
POINT = 0.01


def regress(numpy, x, y, n_classes):
    """Weights and bias of the least mean cross-entropy + 0.5 / n · |weights|², by Newton's method with conjugate
    gradients: nothing in common with what Koma does but the function."""
    n, d = x.shape
    truth = numpy.eye(n_classes)[y]
    x = numpy.hstack([x, numpy.ones((n, 1))])
    penalty = numpy.full((d + 1, 1), 1.0 / n)
    penalty[d] = 0
    w = numpy.zeros((d + 1, n_classes))

    def scores(weights):
        logits = x @ weights
        logits -= logits.max(1, keepdims=True)
        p = numpy.exp(logits)
        return p / p.sum(1, keepdims=True)

    def cost(weights):
        p = scores(weights)
        return -(truth * numpy.log(p + 1e-300)).sum() / n + 0.5 * (penalty * weights ** 2).sum()

    for _ in range(30):
        p = scores(w)
        gradient = x.T @ (p - truth) / n + penalty * w
        size = numpy.abs(gradient).max()
        if size < 1e-6:
            break
        step, r = numpy.zeros_like(w), -gradient
        direction, rr = r.copy(), (r * r).sum()
        first = rr
        for _ in range(100):
            t = x @ direction
            curved = x.T @ (p * (t - (p * t).sum(1, keepdims=True))) / n + penalty * direction
            alpha = rr / max((direction * curved).sum(), 1e-300)
            step += alpha * direction
            r -= alpha * curved
            before, rr = rr, (r * r).sum()
            if rr < 1e-4 * first:
                break
            direction = r + rr / before * direction
        length, slope, start = 1.0, (gradient * step).sum(), cost(w)
        while cost(w + length * step) > start + 1e-4 * length * slope and length > 1e-6:
            length /= 2
        w += length * step
    return w[:d], w[d]


def run(program, *arguments):
    command = [program, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")


class Trial:
    def __init__(self, numpy, program, folder, features, classes, n_features):
        self.numpy, self.program, self.folder = numpy, program, folder
        self.path, self.n_features, self.classes = features, n_features, classes
        self.features = numpy.fromfile(features, "f4").reshape(len(classes), n_features)
        self.n_classes = int(classes.max()) + 1
        self.n_each = len(classes) // self.n_classes
        self.is_tried = numpy.arange(len(classes)) % self.n_each >= self.n_each - N_TRIED

    def answer(self, is_learned):
        learned = self.numpy.where(is_learned, self.classes, -1).astype("i4")
        learned.tofile(self.folder / "learned")
        run(self.program, "answer", self.path, self.n_features, self.folder / "learned", self.n_classes,
            self.folder / "out")
        return [self.measure(self.numpy.fromfile(self.folder / f"out.{kind}", "i4")) for kind in ("nearest", "dense")]

    def measure(self, answers):
        return float((answers == self.classes)[self.is_tried].mean())

    def scale(self, x):
        """What standard-score.c says, in other words."""
        numpy, n, variance = self.numpy, len(x), x.var(0)
        varies = variance > 0
        logs = numpy.log(numpy.where(varies, variance, 1))
        chance = sum(1 / ((n - 1) / 2 + k) ** 2 for k in range(100000))  # trigamma
        own = max(0, 1 - chance / logs[varies].var()) * (n - 2) / n
        return numpy.where(varies, numpy.exp(-(own * logs + (1 - own) * numpy.log(variance.mean())) / 2), 0)

    def regress(self, is_learned, is_plain=False):
        x = self.features[is_learned].astype("f8")
        mean, scale = x.mean(0), 1 if is_plain else self.scale(x)
        w, b = regress(self.numpy, (x - mean) * scale, self.classes[is_learned], self.n_classes)
        return self.measure((((self.features - mean) * scale) @ w + b).argmax(1))

    def nearest_mean(self, is_learned):
        means = self.numpy.stack([self.features[is_learned & (self.classes == c)].mean(0)
                                  for c in range(self.n_classes)])
        return self.measure((self.features @ means.T - (means ** 2).sum(1) / 2).argmax(1))


def main():
    program, shared, bundled = sys.argv[1:4]
    mobilenet = pathlib.Path(shared) / "models" / "mobilenet_v2_1.0_224" / "tfjs_layers"
    if not mobilenet.exists():
        print("without the shared data there are no pictures to try")
        return 77
    try:
        import numpy
        import teach_pictures
    except ImportError as error:
        print(f"{error}: it is needed for this test")
        return 77
    is_well = True
    print("pictures  base       N  regression  dense  nearest  simple  (% right)")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for pictures in (teach_pictures.shogi, teach_pictures.photos):
            sets = list(pictures(shared, max(N_LEARNED) + N_TRIED))
            classes = numpy.repeat(numpy.arange(len(sets)), len(sets[0]))
            numpy.array(sets, "u1").tofile(folder / "rgb")
            for base, path in (("mobilenet", mobilenet), ("bundled", bundled)):
                found = run(program, "features", path, teach_pictures.SIDE, folder / "rgb", folder / "features")
                trial = Trial(numpy, program, folder, folder / "features", classes, int(found[1]))
                for n in N_LEARNED:
                    is_learned = numpy.arange(len(classes)) % trial.n_each < n
                    expected = trial.regress(is_learned)
                    nearest, dense = trial.answer(is_learned)
                    simple = max(trial.regress(is_learned, True), trial.nearest_mean(is_learned))
                    is_same = abs(dense - expected) < POINT + 1e-9
                    is_good = dense > simple - 3 * POINT
                    is_well = is_well and is_same and is_good
                    print(f"{pictures.__name__:9} {base:9} {n:2}  {100 * expected:10.2f} {100 * dense:6.2f} "
                          f"{100 * nearest:8.2f} {100 * simple:7.2f}{'' if is_same else '  DIFFERS'}"
                          f"{'' if is_good else '  WORSE'}", flush=True)
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
