# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the scores mean what they say: divides the logits by the temperature that fits best.

    calibrate.py MODEL.pt CALIBRATED.pt [--parts FOLDER] [--pictures N]

Training shows hard kinds more often than others. Of a picture that could be either, the network has
learnt to expect those; here each kind is made as likely as another again, by Bayes' theorem.
Both go into the last layer's weights, so whoever runs the model need not know of them.
"""
import argparse
import pathlib

import torch
from torch.nn import functional

from answers import logits_of
from batches import HARD, HARD_WEIGHT, renders
from classes import KINDS, class_of
from network import SIZE, MobileNetV2
from render import Renderer
from sets import CALIBRATION_SEED

LOWEST, HIGHEST = 0.1, 10.0
HARD_SHARE = 0.3  # people's pictures are neither all easy nor all hard


def best_temperature(logits, labels, rounds=60):
    """Least negative log-likelihood, which has one minimum in the logarithm: golden section."""
    golden = (5 ** 0.5 - 1) / 2
    low, high = (torch.tensor(end).log().item() for end in (LOWEST, HIGHEST))

    def cost(at):
        return functional.cross_entropy(logits / torch.tensor(at).exp(), labels).item()

    for _ in range(rounds):
        a, b = high - golden * (high - low), low + golden * (high - low)
        if cost(a) < cost(b):
            high = b
        else:
            low = a
    return torch.tensor((low + high) / 2).exp().item()


def more_often():
    """The logarithm of how much more often training drew each class than an easy one."""
    weights = torch.ones(1 + 2 * len(KINDS))
    for kind in HARD:
        weights[[class_of(kind, True), class_of(kind, False)]] = HARD_WEIGHT
    return weights.log()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--parts", type=pathlib.Path)
    parser.add_argument("--pictures", type=int, default=4000)
    args = parser.parse_args()
    torch.set_num_threads(2)
    state = torch.load(args.model)
    network = MobileNetV2().eval().to(memory_format=torch.channels_last)
    network.load_state_dict(state["network"])
    pictures, labels = renders(Renderer("held-out", args.parts, HARD_SHARE), args.pictures, SIZE,
                               CALIBRATION_SEED)
    logits = torch.from_numpy(logits_of(network, pictures))
    temperature = best_temperature(logits, torch.from_numpy(labels))
    print(f"temperature {temperature:.3f}")
    for name in ("classifier.weight", "classifier.bias"):
        state["network"][name] /= temperature
    state["network"]["classifier.bias"] -= more_often()
    torch.save({**state, "temperature": temperature}, args.out)


if __name__ == "__main__":
    main()
