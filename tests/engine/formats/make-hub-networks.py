#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what small classifiers compute whose architectures the shared data does not have.

    tests/engine/formats/make-hub-networks.py tests/engine/formats/hub-networks [NAME…]

Needs PyTorch (Debian: python3-torch). The networks are in hub_networks/, written after the papers with the names of
weights that people's files have. A case is a file of JSON: config.json, or none for a file of torchvision, names and
shapes of weights, and the scores, computed in double precision. Weights and the picture are numbers made of their names
(hub_numbers.py).
"""
import json
import pathlib
import sys

import torch
from hub_networks.ghostnet import GhostNet
from hub_networks.hgnet import HGNet
from hub_networks.inception import InceptionV3
from hub_networks.pvt import PvtV2
from hub_networks.xception import Xception
from hub_numbers import fill, make_picture


def make_case(model, side, config=None):
    stored = fill(model.eval())
    with torch.no_grad():
        logits = model.double()(make_picture(side).double())
    return {**({"config": config} if config else {}), "side": side, "weights": stored,
            "logits": [[round(n, 7) for n in row] for row in logits.tolist()]}


def timm(name, n_classes, side):
    return {"architecture": name, "num_classes": n_classes, "pretrained_cfg": {"input_size": [3, side, side]}}


def hugging_face(model_type, side, **settings):
    return {"model_type": model_type, "image_size": side, **settings}


HGNET_STAGES = [(4, 8, 1, False, False, 3, 2), (4, 12, 2, True, True, 5, 3)]
GHOSTNET_STAGES = [[(3, 8, 8, 0, 1)], [(3, 12, 10, 0, 2)], [(5, 12, 12, 4, 2), (3, 16, 12, 4, 1)]]
CASES = {
    "ghostnet": lambda: make_case(GhostNet(5, 8, GHOSTNET_STAGES, 20, 24), 64, timm("ghostnet_100", 5, 64)),
    "hgnet": lambda: make_case(HGNet(4, [6, 6, 10], HGNET_STAGES, 14, False), 64, timm("hgnet_tiny", 4, 64)),
    "hgnetv2": lambda: make_case(HGNet(4, [6, 10], HGNET_STAGES, 14), 64, timm("hgnetv2_b4", 4, 64)),
    "hgnetv2-lab": lambda: make_case(HGNet(4, [6, 10], HGNET_STAGES, 14, has_lab=True), 64, timm("hgnetv2_b0", 4, 64)),
    "inception-timm": lambda: make_case(InceptionV3(5, 16), 107, timm("inception_v3", 5, 107)),
    "inception-torchvision": lambda: make_case(InceptionV3(4, 32, has_auxiliary=True), 299),
    "pvt-v2": lambda: make_case(PvtV2(4, [8, 16, 20, 16], [1, 2, 1, 1], [1, 2, 5, 8], [8, 4, 2, 1], [2, 2, 3, 2]), 64,
                                hugging_face("pvt_v2", 64)),
    "pvt-v2-linear": lambda: make_case(PvtV2(3, [8, 16], [2, 1], [2, 4], [2, 1], [2, 2], True), 56,
                                       hugging_face("pvt_v2", 56, num_attention_heads=[2, 4], linear_attention=True)),
    "inception-published": lambda: make_case(InceptionV3(1000, 64, 32, True, True), 299),
    "xception": lambda: make_case(Xception(6, [4, 6, 8, 10, 12, 16, 20, 24], 2), 71, timm("legacy_xception", 6, 71)),
}

if __name__ == "__main__":
    for case in sys.argv[2:] or CASES:
        text = json.dumps(CASES[case](), separators=(",", ":"))
        (pathlib.Path(sys.argv[1]) / f"{case}.json").write_text(text + "\n")
