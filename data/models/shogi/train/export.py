# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the trained network as the graph model that the program reads, with answers to check it.

    export.py MODEL.pt FOLDER GOLDEN

GOLDEN/inputs.u8 holds pictures [8, 96, 96, 3] in bytes, and logits.f32 (little-endian) [8, 29] what
PyTorch computes for them, divided by 255, with the weights that are in the files.
"""
import argparse
import json
import pathlib

import torch

import graph_model
from batches import renders
from classes import LABELS
from folded import Folded, fold
from network import SIZE, MobileNetV2, to_input
from render import Renderer

N_GOLDEN, SEED = 8, 11_000_001


def write_golden(folder, folded, renderer):
    folder.mkdir(parents=True, exist_ok=True)
    pictures, labels = renders(renderer, N_GOLDEN, SIZE, SEED, workers=1)
    logits = Folded(folded)(to_input(pictures)).numpy().astype("<f4")
    (folder / "inputs.u8").write_bytes(pictures.tobytes())
    (folder / "logits.f32").write_bytes(logits.tobytes())
    about = {"inputs": list(pictures.shape), "range": [0, 1], "logits": list(logits.shape),
             "tolerance": 1e-3, "labels": [LABELS[label] for label in labels]}
    (folder / "golden.json").write_text(json.dumps(about, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("golden", type=pathlib.Path)
    parser.add_argument("--parts", type=pathlib.Path)
    args = parser.parse_args()
    torch.set_num_threads(2)
    network = MobileNetV2().eval()
    network.load_state_dict(torch.load(args.model)["network"])
    folded = fold(network)
    graph_model.write(args.folder, folded)
    write_golden(args.golden, folded, Renderer("held-out", args.parts))


if __name__ == "__main__":
    main()
