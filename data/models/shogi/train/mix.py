# SPDX-License-Identifier: GPL-3.0-or-later
"""Averages a network and what it was trained on to: the one knows old pictures, the other new ones.

    mix.py OLD NEW SHARE OUT.pt [--parts FOLDER] [--foreign FOLDER]

OLD and NEW are model.pt or folders of exported models; SHARE is that of NEW, from 0 to 1.
"""
import argparse
import pathlib

import torch

from average import measure_norms
from batches import Batches
from foreign import Foreign
from network import SIZE, to_input
from render import Renderer
from train import read_init

NORM_BATCHES, NORM_SEED, BATCH = 40, 14_000_001, 64


def mixed(old, new, share):
    """NEW with its weights moved towards OLD's. Its norms are to be measured again."""
    with torch.no_grad():
        for mine, theirs in zip(new.parameters(), old.parameters()):
            mine.lerp_(theirs, 1 - share)
    return new


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("old", "new"):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("share", type=float)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--parts", type=pathlib.Path)
    parser.add_argument("--foreign", type=pathlib.Path)
    args = parser.parse_args()
    renderer = Renderer("train", args.parts, 0.4)
    network = mixed(read_init(args.old, renderer), read_init(args.new, renderer), args.share)
    with Batches(renderer, [SIZE] * NORM_BATCHES, BATCH, NORM_SEED,
                 foreign=Foreign("train", renderer, args.foreign)) as batches:
        measure_norms(network, (to_input(pictures) for pictures, _ in batches))
    torch.save({"network": network.state_dict()}, args.out)


if __name__ == "__main__":
    main()
