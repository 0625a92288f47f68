# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains both towers on drawn pictures, each time with another sentence about them.

    train.py OUT [--pool N] [--pictures N] [--minutes N] [--seed N] …

draws OUT/pool-… first, and writes OUT/model.pt: the averaged weights, and the merges of the words.
"""
import argparse
import collections
import copy
import math
import os
import pathlib
import time

# Before PyTorch loads OpenMP: threads that wait do not take the core from others.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from captions import LOOSE, caption, facts_of, table_of
from model import Model, exact, fast, new_network, use_threads
from network import SIZE, to_input
from pool import MARGIN, held_out, make_pool
from scene import NAMES, random_scene
from words import Words, learn_merges, split

N_CAPTIONS = 12_000  # that the merges are learned from
SKIP = 0.03  # of the words in pieces
SECOND_WEIGHT = 1.0
MAX_SCALE = math.log(100)
DECAY = 0.997
PRINT_EVERY, SAVE_EVERY_S = 25, 240


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--pool", type=int, default=100_000, help="pictures to draw, in parts of 500")
    parser.add_argument("--pictures", type=int, default=1_000_000, help="to learn from, each several times")
    parser.add_argument("--minutes", type=float, default=math.inf, help="end by then, with a shorter schedule")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--init", type=pathlib.Path, help="go on from this model.pt")
    parser.add_argument("--exact", action="store_true", help="all numbers in 32 bits")
    return parser.parse_args()


def count_words(n, seed):
    rng, counts = np.random.default_rng((seed, 3)), collections.Counter()
    for _ in range(n):
        counts.update(split(caption(random_scene(rng, "new" if rng.random() < .1 else "train"), rng)[0]))
    return counts


def words_of(args):
    """Those of the model to go on from, else such as the captions need."""
    if args.init:
        return Words(torch.load(args.init)["merges"])
    return Words(learn_merges(count_words(N_CAPTIONS if args.pool >= 10_000 else N_CAPTIONS // 4, args.seed)))


def rate_at(done, peak):
    """Warm-up over a thirtieth, then half a cosine down to a hundredth."""
    if done < 1 / 30:
        return peak * (done * 30 + 0.01)
    return peak * (0.01 + 0.99 * (1 + math.cos(math.pi * (done - 1 / 30) / (29 / 30))) / 2)


def cut(pictures, rng):
    """Cuts [n, SIDE, SIDE, 3] somewhere, and changes light and colours a little: float32 input."""
    top, left = rng.integers(0, MARGIN + 1, (2, len(pictures)))
    parts = np.stack([picture[y:y + SIZE, x:x + SIZE] for picture, y, x in zip(pictures, top, left)])
    x = to_input(parts)
    light = torch.from_numpy(rng.normal(1, .08, (len(x), 3, 1, 1)).astype(np.float32))
    shift = torch.from_numpy(rng.normal(0, .1, (len(x), 1, 1, 1)).astype(np.float32))
    return x * light + shift


def fitting(claims, truths):
    """[sentences, pictures]: which fits which, as captions.fits() has it."""
    claims, truths = (torch.from_numpy(table).bfloat16() for table in (claims, truths))
    return ((claims @ truths.T).float() >= claims.float().sum(1, keepdim=True) - .5).float()


def soft_loss(logits, fit):
    """Cross-entropy of rows, whose targets share what there is."""
    targets = fit / fit.sum(1, keepdim=True)
    return -(targets * logits.log_softmax(1)).sum(1).mean()


def second_loss(logits, facts):
    """Which things are there, and what else is true, each as one choice."""
    n = len(NAMES)
    return soft_loss(logits[:, :n], facts[:, :n]) + soft_loss(logits[:, n:], facts[:, n:]) / 2


def optimizer_of(modules):
    """AdamW; norms and biases are not pulled to zero."""
    weights = [weight for module in modules for weight in module.parameters()]
    return torch.optim.AdamW([{"params": [w for w in weights if w.ndim > 1], "weight_decay": 0.05},
                              {"params": [w for w in weights if w.ndim <= 1], "weight_decay": 0.0}],
                             betas=(0.9, 0.98), foreach=True)


class Training:
    def __init__(self, args, words):
        torch.manual_seed(args.seed)
        self.args, self.words = args, words
        self.precision = exact if args.exact else fast
        self.network = new_network(words)
        self.head = nn.Linear(self.network.visual.attnpool.c_proj.in_features, len(LOOSE))
        self.before = 0  # pictures that the model has learned from in an earlier training
        if args.init:
            self.load(torch.load(args.init))
        self.average = copy.deepcopy(self.network)
        self.optimizer = optimizer_of((self.network, self.head))
        self.rng = np.random.default_rng((args.seed, 4))
        self.steps, self.step = max(args.pictures // args.batch, 1), 0
        self.started = time.monotonic()

    def load(self, trained):
        """All but the second output, which is learned anew soon."""
        self.network.load_state_dict(trained["network"])
        self.before = trained["pictures"]

    def done(self):
        """How much of the training is over, by steps or by the clock."""
        minutes = (time.monotonic() - self.started) / 60
        return min(max(self.step / self.steps, minutes / self.args.minutes), 1)

    def losses(self, pictures, scenes):
        said = [caption(scene, self.rng) for scene in scenes]
        ids = np.stack([self.words.encode(text, SKIP, self.rng) for text, _ in said])
        # A row behind the first end token is of no use to those before it.
        ids = torch.from_numpy(ids[:, :ids.argmax(1).max() + 1])
        truths = table_of([facts_of(scene) for scene in scenes])
        fit = fitting(table_of([facts for _, facts in said]), truths)
        with self.precision():
            features = self.network.visual.features(cut(pictures, self.rng))
            seen = self.network.visual.attnpool.c_proj(features)
            read = self.network.read(ids)
            second = self.head(features)
        seen, read = (functional.normalize(x.float(), dim=1) for x in (seen, read))
        with self.precision():
            logits = read @ seen.T
        logits = self.network.logit_scale.exp() * logits.float()
        right = fit.gather(1, logits.argmax(1, keepdim=True)).mean().item()
        loss = (soft_loss(logits, fit) + soft_loss(logits.T, fit.T)) / 2
        return loss, second_loss(second.float(), torch.from_numpy(truths[:, :len(LOOSE)])), right

    def learn(self, pictures, scenes):
        done = self.done()
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(done, self.args.rate)
        loss, second, right = self.losses(pictures, scenes)
        self.optimizer.zero_grad(set_to_none=True)
        (loss + SECOND_WEIGHT * second).backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        with torch.no_grad():
            self.network.logit_scale.clamp_(max=MAX_SCALE)
            decay = min(DECAY, (1 + self.step) / (10 + self.step))
            for mean, weight in zip(self.average.state_dict().values(), self.network.state_dict().values()):
                if weight.is_floating_point():
                    mean.lerp_(weight, 1 - decay)
        self.step += 1
        return loss.item(), second.item(), right

    def run(self, pool, scenes):
        told = saved = time.monotonic()
        figures = []
        while self.done() < 1:
            at = np.sort(self.rng.choice(len(scenes), min(self.args.batch, len(scenes)), replace=False))
            figures.append(self.learn(pool[at], [scenes[i] for i in at]))
            now = time.monotonic()
            if len(figures) == PRINT_EVERY or self.done() >= 1:
                self.tell(np.mean(figures, 0), len(figures) * len(at) / (now - told))
                figures, told = [], now
            if now - saved > SAVE_EVERY_S:
                self.save()
                saved = now

    def tell(self, figures, speed):
        loss, second, right = figures
        print(f"step {self.step}/{self.steps}  done {self.done():.3f}  loss {loss:.3f}  second {second:.3f}  "
              f"right {right:.3f}  scale {self.network.logit_scale.exp().item():.1f}  {speed:.0f} pictures/s",
              flush=True)

    def save(self, n=300):
        """The averaged weights as model.pt; says how many of n new pictures they name rightly."""
        seen = self.before + self.step * self.args.batch
        torch.save({"network": self.average.state_dict(), "merges": self.words.merges, "pictures": seen},
                   self.args.out / "model.pt")
        pictures, scenes = held_out("train", n, 77)
        model = Model(copy.deepcopy(self.average), self.words, self.precision)
        answers = (model.pictures(pictures) @ model.classes(NAMES).T).argmax(1)
        right = np.mean([any(item.thing == NAMES[answer] for item in scene.items)
                         for answer, scene in zip(answers, scenes)])
        print(f"saved; of {n} new pictures, {right:.3f} are named rightly", flush=True)


def main():
    args = parse()
    args.out.mkdir(parents=True, exist_ok=True)
    use_threads(args.threads)
    words = words_of(args)
    print(f"{len(words)} tokens", flush=True)
    pool, scenes = make_pool(args.out, args.pool, args.seed, args.threads)
    training = Training(args, words)
    training.run(pool, scenes)
    training.save()


if __name__ == "__main__":
    main()
