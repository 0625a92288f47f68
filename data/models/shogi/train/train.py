# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains the network on pictures that are rendered while it learns, none of them twice.

    train.py OUT [--pictures N] [--seed N] [--parts FOLDER] [--init CHECKPOINT] [--resume] …

writes OUT/model.pt (the averaged weights, which the next steps read) and, every few minutes,
OUT/checkpoint.pt, from which --resume goes on.
"""
import argparse
import math
import os
import pathlib
import time

# Before PyTorch loads OpenMP. Its threads otherwise spin at every barrier, and with the renderers
# on the same cores the one that spins keeps the other from arriving: a twentieth of the speed.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import torch
from torch.nn import functional

import graph_model
from average import Average, measure_norms
from batches import NONE, Batches
from calibrate import more_often
from classes import LABELS
from folded import unfold
from foreign import Foreign
from network import SIZE, MobileNetV2, to_input
from render import Renderer

SMALL = 64
SMOOTHING = 0.05
NORM_BATCHES, NORM_SEED = 150, 1_000_000
INIT_BATCHES, INIT_SEED = 10, 2_000_000
PRINT_EVERY = 200
SAVE_EVERY_S = 180


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--pictures", type=int, default=340_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", type=pathlib.Path, help="drawn pieces to take glyphs from")
    parser.add_argument("--split", default="train", choices=("train", "held-out", "all"))
    parser.add_argument("--foreign", type=pathlib.Path, help="pictures of other things")
    parser.add_argument("--hard", type=float, default=0.4, help="share of hard pictures")
    parser.add_argument("--init", type=pathlib.Path, help="go on from this model.pt, or from the"
                        " folder of an exported model")
    parser.add_argument("--resume", action="store_true", help="go on from OUT/checkpoint.pt")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop then, come what may")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=3e-3, help="the highest learning rate")
    parser.add_argument("--small", type=float, default=0.55, help="share of pictures at 64×64")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    return parser.parse_args()


def rate_at(step, steps, peak):
    """Warm-up over a thirtieth, then half a cosine down to a hundredth."""
    warm_up = max(steps // 30, 1)
    if step < warm_up:
        return peak * (step + 1) / warm_up
    done = (step - warm_up) / max(steps - warm_up, 1)
    return peak * (0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2)


def targets_of(labels):
    """The scores to learn, [n, 29]: nearly all for the label; all alike for a foreign picture."""
    n = len(LABELS)
    targets = torch.full((len(labels), n), 1 / n)
    known = labels != NONE
    targets[known] = SMOOTHING / n + (1 - SMOOTHING) * functional.one_hot(labels[known], n)
    return targets


def read_init(path, renderer):
    """The network of a model.pt, or of an exported model as it was before calibration."""
    if not path.is_dir():
        network = MobileNetV2()
        network.load_state_dict(torch.load(path)["network"])
        return network
    with Batches(renderer, [SIZE] * INIT_BATCHES, seed=INIT_SEED, workers=1) as batches:
        network = unfold(graph_model.read_folded(path), (to_input(x) for x, _ in batches))
    with torch.no_grad():
        network.classifier.bias += more_often()
    return network


def optimizer_of(network):
    """AdamW; norms and biases are not pulled to zero."""
    flat = [weight for weight in network.parameters() if weight.ndim == 1]
    other = [weight for weight in network.parameters() if weight.ndim > 1]
    return torch.optim.AdamW([{"params": other, "weight_decay": 0.03},
                              {"params": flat, "weight_decay": 0.0}], foreach=True)


class Training:
    def __init__(self, args, renderer):
        torch.manual_seed(args.seed)
        self.args, self.step = args, 0
        self.steps = -(-args.pictures // args.batch)
        n_small = round(self.steps * args.small)
        self.sizes = [SMALL] * n_small + [SIZE] * (self.steps - n_small)
        self.network = read_init(args.init, renderer) if args.init else MobileNetV2()
        self.network.to(memory_format=torch.channels_last)
        self.average = Average(self.network)
        self.optimizer = optimizer_of(self.network)
        self.checkpoint = args.out / "checkpoint.pt"
        if args.resume and self.checkpoint.exists():
            self.load()

    def save(self):
        state = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(),
                 "average": self.average.network.state_dict(),
                 "n_updates": self.average.n_updates,
                 "step": self.step, "steps": self.steps, "seed": self.args.seed}
        torch.save(state, self.checkpoint.with_suffix(".new"))
        self.checkpoint.with_suffix(".new").rename(self.checkpoint)

    def load(self):
        state = torch.load(self.checkpoint)
        if (state["steps"], state["seed"]) != (self.steps, self.args.seed):
            raise SystemExit("the checkpoint is of a run with other --pictures or --seed")
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.average.network.load_state_dict(state["average"])
        self.average.n_updates, self.step = state["n_updates"], state["step"]

    def learn(self, pictures, labels):
        """One step; returns the loss and the share of right answers of those that have one."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(self.step, self.steps, self.args.rate)
        labels = torch.from_numpy(labels)
        logits = self.network(to_input(pictures))
        loss = functional.cross_entropy(logits, targets_of(labels))
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self.average.update(self.network)
        self.step += 1
        known = labels != NONE
        return loss.item(), (logits.argmax(1) == labels)[known].float().mean().item()

    def run(self, batches):
        """All steps, or as many as the minutes allow."""
        started = saved = told = time.monotonic()
        losses, rights = [], []
        self.network.train()
        for pictures, labels in batches:
            loss, right = self.learn(pictures, labels)
            losses.append(loss)
            rights.append(right)
            now = time.monotonic()
            if len(losses) == PRINT_EVERY or self.step == self.steps:
                self.tell(losses, rights, now - told)
                losses, rights, told = [], [], now
            if now - saved > SAVE_EVERY_S:
                self.save()
                saved = now
            if self.step == self.steps or now - started > self.args.minutes * 60:
                return

    def tell(self, losses, rights, seconds):
        n = len(losses)
        todo = sum(size * size for size in self.sizes[self.step:self.steps])
        left = todo / self.sizes[self.step - 1] ** 2 * seconds / n
        print(f"step {self.step}/{self.steps}  {self.sizes[self.step - 1]} px  "
              f"loss {sum(losses) / n:.3f}  right {sum(rights) / n:.4f}  "
              f"{n * self.args.batch / seconds:.0f} pictures/s  "
              f"{left / 60:.1f} min left", flush=True)

    def finish(self, batches):
        """The averaged weights with statistics of their own, as model.pt."""
        measure_norms(self.average.network, (to_input(pictures) for pictures, _ in batches))
        torch.save({"network": self.average.network.state_dict(), "seed": self.args.seed,
                    "pictures": self.step * self.args.batch}, self.args.out / "model.pt")


def main():
    args = parse()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(args.threads)
    torch.set_flush_denormal(True)
    renderer = Renderer(args.split, args.parts, args.hard)
    foreign = Foreign(args.split, renderer, args.foreign)
    training = Training(args, renderer)
    with Batches(renderer, training.sizes, args.batch, args.seed, training.step,
                 args.workers, foreign) as batches:
        training.run(batches)
    training.save()
    with Batches(renderer, [SIZE] * NORM_BATCHES, args.batch, args.seed + NORM_SEED,
                 workers=args.workers, foreign=foreign) as batches:
        training.finish(batches)


if __name__ == "__main__":
    main()
