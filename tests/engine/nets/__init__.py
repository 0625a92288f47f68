# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks of the field as files of ONNX, spelled as exporters spell them, with random weights.

The weights of a network are always the same. Each has its true size, and one that is quick.
"""
from . import convnext, densenet, efficientnet, mobilenet_v2, mobilenet_v3, resnet, swin, vit

# Name of a network: a function of (is_small), which returns the bytes of a file.
NETS = {
    "convnext-tiny": convnext.tiny,
    "deit-tiny": vit.deit_tiny,
    "densenet-121": densenet.densenet_121,
    "efficientnet-b0": efficientnet.b0,
    "efficientnet-lite0": efficientnet.lite0,
    "mobilenet-v2": mobilenet_v2.v2,
    "mobilenet-v3-large": mobilenet_v3.large,
    "resnet-50": resnet.resnet_50,
    "swin-tiny": swin.tiny,
    "vit-base-16": vit.vit_base,
}

