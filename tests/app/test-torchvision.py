#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Weights of torchvision's models against torchvision, where the interpreter has it (Debian:
python3-torchvision). Weights are random; statistics and biases are so, too, that each counts. With
KOMA_SLOW_TESTS=1 also the large ones."""
import array
import os

from koma_cli import Skip, check, koma, load_json, run_all

TOLERANCE = 1e-4  # of the largest score
SMALL = {"googlenet": {"aux_logits": False, "init_weights": False},
         "inception_v3": {"init_weights": False}, "mnasnet0_5": {}, "mobilenet_v3_small": {}, "regnet_x_400mf": {},
         "resnet18": {}, "shufflenet_v2_x0_5": {}, "squeezenet1_1": {}, "swin_t": {}}
LARGE = {"alexnet": {}, "convnext_tiny": {}, "densenet161": {}, "efficientnet_b0": {}, "efficientnet_b5": {},
         "efficientnet_v2_s": {}, "mobilenet_v2": {"width_mult": 1.4}, "mobilenet_v3_large": {},
         "regnet_y_3_2gf": {}, "resnext50_32x4d": {}, "squeezenet1_0": {}, "swin_b": {}, "vgg13": {}, "vgg19_bn": {},
         "vit_b_16": {}, "wide_resnet50_2": {}}


def randomize(torch, model):
    with torch.no_grad():
        for name, buffer in model.named_buffers():
            if name.endswith("running_mean"):
                buffer.uniform_(-0.3, 0.3)
            elif name.endswith("running_var"):
                buffer.uniform_(0.5, 1.5)
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(torch.rand_like(parameter) * 0.2 - 0.1)


def compare(name, settings, folder):
    try:
        import torch
        import torchvision
    except ImportError as missing:
        raise Skip(f"{missing.name} is not there") from missing
    torch.manual_seed(1)
    model = getattr(torchvision.models, name)(weights=None, num_classes=7, **settings)
    randomize(torch, model.eval())
    side = 299 if name == "inception_v3" else 224
    picture = torch.rand(1, 3, side, side) * 4 - 2
    torch.save(model.state_dict(), folder / "model.pth")
    (folder / "x.f32").write_bytes(picture.numpy().tobytes())
    with torch.no_grad():
        expected = model(picture).flatten().tolist()
    outputs = load_json(check(koma("run", folder / "model.pth", "--backend", "cpu", "--input", folder / "x.f32",
                                   "--output", folder), 0))["outputs"]
    found = array.array("f", (folder / outputs[0]["file"]).read_bytes())
    difference = max(abs(a - b) for a, b in zip(found, expected, strict=True))
    relative = difference / max(map(abs, expected))
    print(f"# {name}: {relative:.1e}")
    if not relative < TOLERANCE:
        raise AssertionError(f"{name} differs by {relative:.1e}")


def make(name, settings, is_large):
    def test(folder):
        if is_large and os.environ.get("KOMA_SLOW_TESTS") != "1":
            raise Skip("KOMA_SLOW_TESTS is not 1")
        compare(name, settings, folder)
    test.__name__ = name
    return test


if __name__ == "__main__":
    run_all([make(*item, False) for item in SMALL.items()] + [make(*item, True) for item in LARGE.items()])
