# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the exported model: the weights as they lie in the files.

    evaluate.py FOLDER OUT.json [--parts FOLDER] [--pictures N] [--boards N]
"""
import argparse
import json
import pathlib

import torch

import graph_model
from answers import both_ways, judge, logits_of, softmax
from folded import Folded
from render import Renderer
from sets import evaluation_sets


def measure(network, name, about, pictures, labels):
    scores = softmax(logits_of(network, pictures))
    row = {"about": about, "n": len(labels), "straight": judge(scores, labels),
           "both_ways": judge(both_ways(network, pictures, scores), labels)}
    straight, both = row["straight"], row["both_ways"]
    print(f"{name}: {len(labels)} pictures, accuracy {straight['accuracy']:.4f}"
          f" (kind {straight['kind_accuracy']:.4f}, both ways {both['accuracy']:.4f}),"
          f" calibration error {straight['calibration_error']:.3f}", flush=True)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--parts", type=pathlib.Path)
    parser.add_argument("--pictures", type=int, default=6000)
    parser.add_argument("--boards", type=int, default=20)
    args = parser.parse_args()
    torch.set_num_threads(2)
    network = Folded(graph_model.read_folded(args.folder))
    sets = evaluation_sets(Renderer("held-out", args.parts), args.parts, args.pictures, args.boards)
    results = {name: measure(network, name, *rest) for name, *rest in sets}
    args.out.write_text(json.dumps(results) + "\n")


if __name__ == "__main__":
    main()
