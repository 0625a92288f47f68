# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the trained model as the folder that the program reads, with answers to check it.

    export.py MODEL.pt FOLDER GOLDEN

GOLDEN/N.png are pictures of 64×64 pixels, golden.json says what they show, has texts, and the unit vectors
that PyTorch computes for both with the weights that are in the files.
"""
import argparse
import json
import pathlib

import cv2
import torch

import stored
from model import Model, use_threads
from pool import held_out
from words import Words

N_GOLDEN, SEED = 4, 11
TEXTS = ("a photo of a cat", "red car at night", "Two GREEN  apples on snow", "a zeppelin's garage, 12 km away", "日本",
         "a small striped umbrella to the left of a very big yellow house with a blue door, in front of a brick wall, "
         "by day and in the rain")


def rounded(vectors):
    return [[round(float(number), 6) for number in vector] for vector in vectors]


def write_golden(folder, model):
    folder.mkdir(parents=True, exist_ok=True)
    pictures, scenes = held_out("train", N_GOLDEN, SEED)
    for i, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{i}.png"), picture[:, :, ::-1])
    about = {"tolerance": 1e-4,
             "pictures": [{"file": f"{i}.png", "shows": [f"{item.colour} {item.thing}" for item in scene.items],
                           "vector": vector}
                          for i, (scene, vector) in enumerate(zip(scenes, rounded(model.pictures(pictures))))],
             "texts": [{"text": text, "vector": vector} for text, vector in zip(TEXTS, rounded(model.texts(TEXTS)))]}
    (folder / "golden.json").write_text(json.dumps(about, ensure_ascii=False, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("golden", type=pathlib.Path)
    args = parser.parse_args()
    use_threads(2)
    trained = torch.load(args.model)
    stored.write(args.folder, trained["network"], Words(trained["merges"]))
    write_golden(args.golden, Model(*stored.read(args.folder)))


if __name__ == "__main__":
    main()
