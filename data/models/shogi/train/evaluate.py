# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the exported model: the weights as they lie in the files.

    evaluate.py FOLDER OUT.json [--parts FOLDER] [--foreign FOLDER] [--pictures N] [--boards N]
"""
import argparse
import json
import pathlib

import torch

import graph_model
from answers import as_shown, both_ways, judge, logits_of, marked, softmax
from folded import Folded
from foreign import Foreign
from render import Renderer
from sets import evaluation_sets, foreign_sets


def measure(network, about_model, name, about, pictures, labels):
    scores = softmax(logits_of(network, pictures))
    shown = as_shown(network, pictures, scores, about_model["halfTurn"]["below"])
    row = {"about": about, "n": len(labels), "straight": judge(scores, labels),
           "both_ways": judge(both_ways(network, pictures, scores), labels),
           "sure": marked(shown, about_model["sureFrom"], labels)}
    straight, both = row["straight"], row["both_ways"]
    print(f"{name}: {len(labels)} pictures, accuracy {straight['accuracy']:.4f}"
          f" (kind {straight['kind_accuracy']:.4f}, both ways {both['accuracy']:.4f}),"
          f" calibration error {straight['calibration_error']:.3f}", flush=True)
    return row


def measure_foreign(network, about_model, name, about, pictures):
    scores = softmax(logits_of(network, pictures))
    shown = as_shown(network, pictures, scores, about_model["halfTurn"]["below"])
    figures = marked(shown, about_model["sureFrom"])
    print(f"{name}: {len(pictures)} foreign pictures, {figures['marked']:.4f} marked", flush=True)
    return {"about": about, **figures}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--parts", type=pathlib.Path)
    parser.add_argument("--foreign", type=pathlib.Path, help="as train.py has it")
    parser.add_argument("--pictures", type=int, default=6000)
    parser.add_argument("--boards", type=int, default=20)
    args = parser.parse_args()
    torch.set_num_threads(2)
    network = Folded(graph_model.read_folded(args.folder))
    about_model = json.loads((args.folder / "koma.json").read_text())
    renderer = Renderer("held-out", args.parts)
    sets = evaluation_sets(renderer, args.parts, args.pictures, args.boards)
    foreign = foreign_sets(Foreign("held-out", renderer, args.foreign), args.pictures // 6)
    results = {
        "sureFrom": about_model["sureFrom"],
        "sets": {name: measure(network, about_model, name, *rest) for name, *rest in sets},
        "foreign": {name: measure_foreign(network, about_model, name, *rest)
                    for name, *rest in foreign}}
    args.out.write_text(json.dumps(results) + "\n")


if __name__ == "__main__":
    main()
