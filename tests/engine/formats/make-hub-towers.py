#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what open_clip and timm compute with small models of two towers.

    tests/engine/formats/make-hub-towers.py tests/engine/formats/hub-towers [NAME…]

Needs open_clip (open_clip_torch) and timm; for the cases of Apple's own names, mobileclip of
github.com/apple/ml-mobileclip. A case is a file of JSON: the configuration as open_clip writes it, names
and shapes of weights, ids of words, and the vectors and scores that come out. Weights and the picture are numbers made
of their names (hub_numbers.py).
"""
import json
import pathlib
import sys
from functools import partial

import torch
from hub_numbers import fill, make_picture
from open_clip.model import CLIP, CustomTextCLIP
from timm.utils.model import reparameterize_model

N_TEXTS = 2


def make_ids(n_rows, n_ids):
    """Words, the end token, which has the largest id, and zeros."""
    texts = []
    for text in range(N_TEXTS):
        n_words = 2 + text
        words = [(7 * text + 3 * i + 1) % (n_ids - 1) for i in range(n_words)]
        texts.append(words + [n_ids - 1] + [0] * (n_rows - n_words - 1))
    return texts


def make_model(config):
    settings = dict(config)
    make = CustomTextCLIP if settings.pop("custom_text", False) else CLIP
    return make(**settings).eval()


def make_case(config, is_reparameterized=False):
    model = make_model(config)
    if is_reparameterized:
        model.visual.trunk = reparameterize_model(model.visual.trunk)
    text = config["text_cfg"]
    return {"config": {"model_cfg": config, "preprocess_cfg": {}},
            **compute(model, config["vision_cfg"]["image_size"], make_ids(text["context_length"], text["vocab_size"]))}


def compute(model, side, ids, dtype=torch.float64):
    stored = fill(model)
    picture = make_picture(side)
    with torch.no_grad():
        model.to(dtype)
        pictures = model.encode_image(picture.to(dtype), normalize=True)
        texts = model.encode_text(torch.tensor(ids), normalize=True)
        logits = pictures @ texts.T * model.logit_scale.exp()
        if getattr(model, "logit_bias", None) is not None:
            logits += model.logit_bias
    lists = {"image_embeds": pictures, "text_embeds": texts, "logits": logits}
    return {"side": side, "weights": stored, "input_ids": ids,
            **{name: [[round(n, 7) for n in row] for row in value.tolist()] for name, value in lists.items()}}


def words(width, **settings):
    return {"context_length": 6, "vocab_size": 11, "width": width, "heads": 2, "layers": 2, **settings}


def siglip(name, **act):
    return {"embed_dim": 24, "init_logit_bias": -10, "custom_text": True,
            "vision_cfg": {"image_size": 32, "timm_model_name": name, "timm_pool": "map", "timm_proj": "none",
                           "timm_model_pretrained": False,
                           "timm_model_kwargs": {"embed_dim": 24, "depth": 2, "num_heads": 2, "img_size": 32}},
            "text_cfg": words(24, hf_tokenizer_name=f"timm/{name}", tokenizer_kwargs={"clean": "canonicalize"},
                              no_causal_mask=True, proj_bias=True, pool_type="last", norm_kwargs={"eps": 1e-6}, **act)}


def timm(name, pool, projection, side=64, text=None, **kwargs):
    return {"embed_dim": 16,
            "vision_cfg": {"image_size": side, "timm_model_name": name, "timm_model_pretrained": False,
                           "timm_pool": pool, "timm_proj": projection, "timm_drop": 0.0, "timm_drop_path": 0.1,
                           "timm_model_kwargs": kwargs},
            "text_cfg": words(16, **(text or {}))}


def convnext(size, projection):
    return timm(f"convnext_{size}", "", projection, depths=[1, 1, 2, 1], dims=[8, 16, 24, 32])


def fastvit(size, layers, dims):
    case = timm(f"fastvit_{size}", "avg", None, 128, {"no_causal_mask": True}, layers=layers, embed_dims=dims)
    return {**case, "custom_text": True}


def apple_pictures():
    from mobileclip.models.mci import FastViT, RepCPE
    from mobileclip.modules.image.image_projection import GlobalPool2D
    pictures = FastViT([1, 1, 1, 1], ["repmixer"] * 3 + ["attention"], [8, 8, 16, 32], [3] * 4, [True] * 4,
                       [False, False, True, True], pos_embs=[None] * 3 + [partial(RepCPE, spatial_shape=(7, 7))])
    pictures.head = GlobalPool2D(64, 16)
    return pictures


def apple_vit():
    from mobileclip.models.vit import VisionTransformer
    return VisionTransformer({"norm_layer": "layer_norm_fp32", "embed_dim": 24, "n_transformer_layers": 1,
                              "n_attn_heads": 12}, projection_dim=16)


def make_apple_case(pictures, side, variant, is_reparameterized=False):
    from mobileclip.clip import CLIP as AppleCLIP
    from mobileclip.image_encoder import MCi
    from mobileclip.modules.common.mobileone import reparameterize_model as reparameterize_apple
    from mobileclip.text_encoder import TextTransformer
    model = AppleCLIP.__new__(AppleCLIP)
    torch.nn.Module.__init__(model)
    model.image_encoder = MCi.__new__(MCi)
    torch.nn.Module.__init__(model.image_encoder)
    model.image_encoder.model = pictures
    model.text_encoder = TextTransformer({
        "context_length": 6, "vocab_size": 11, "dim": 16, "ffn_multiplier_per_layer": 4.0, "n_heads_per_layer": 8,
        "n_transformer_layers": 2, "norm_layer": "layer_norm_fp32", "causal_masking": variant == "causal",
        "model_name": "mct" if variant == "mct" else "base"}, 16)
    model.logit_scale = torch.nn.Parameter(torch.ones([]))
    if is_reparameterized:
        model = reparameterize_apple(model)
    return compute(model.eval(), side, make_ids(6, 11), torch.float32)  # as its norms want it


CASES = {
    "apple-b": lambda: make_apple_case(apple_vit(), 224, "causal"),
    "apple-s0": lambda: make_apple_case(apple_pictures(), 256, "mct"),
    "apple-s0-whole": lambda: make_apple_case(apple_pictures(), 256, "mct", is_reparameterized=True),
    "apple-s1": lambda: make_apple_case(apple_pictures(), 256, "base"),
    "convnext": lambda: make_case(convnext("base", "linear")),
    "convnext-mlp": lambda: make_case(convnext("large", "mlp")),
    "convnext-xxlarge": lambda: make_case(convnext("xxlarge", "linear")),
    "fastvit": lambda: make_case(fastvit("mci1", [1, 1, 1, 1], [8, 8, 16, 32])),
    "fastvit-mci3": lambda: make_case(fastvit("mci3", [1, 1, 1, 1, 1], [4, 8, 16, 32, 64])),
    "fastvit-plain": lambda: make_case(fastvit("sa12", [1, 1, 1, 1], [8, 8, 16, 32])),
    "fastvit-whole": lambda: make_case(fastvit("mci0", [1, 1, 1, 1], [8, 8, 16, 32]), is_reparameterized=True),
    "resnet": lambda: make_case(timm("resnet18", "", "linear", channels=[8, 8, 16, 16])),
    "swin": lambda: make_case(timm("swin_tiny_patch4_window7_224", "avg", "linear", 56, img_size=56, embed_dim=12,
                                   depths=[2, 2], num_heads=[2, 4])),
    "mobileclip-b": lambda: make_case({**timm("vit_base_mci_224", "token", None, 32, {"no_causal_mask": False}, depth=1,
                                              mlp_ratio=0.25, img_size=32), "custom_text": True}),
    "vit-clip": lambda: make_case(timm("vit_large_patch14_clip_224", "token", None, 28, {"no_causal_mask": True},
                                       embed_dim=24, depth=2, num_heads=2, img_size=28)),
    "vit-gigantic": lambda: make_case(timm("vit_gigantic_patch14_clip_224", "token", None, 28, embed_dim=32, depth=1,
                                           img_size=28)),
    "vit-plus": lambda: make_case(timm("vit_base_patch16_plus_clip_240", "token", "linear", 32, embed_dim=28, depth=1,
                                       img_size=32)),
    "vit-gap": lambda: make_case(timm("vit_medium_patch16_gap_256", "", "linear", 32, embed_dim=24, depth=2,
                                      num_heads=2, img_size=32)),
    "siglip": lambda: make_case(siglip("vit_base_patch16_siglip_224")),
    "siglip2": lambda: make_case(siglip("vit_so400m_patch16_siglip_256", act_kwargs={"approximate": "tanh"})),
}

if __name__ == "__main__":
    for case in sys.argv[2:] or CASES:
        text = json.dumps(CASES[case](), separators=(",", ":"))
        (pathlib.Path(sys.argv[1]) / f"{case}.json").write_text(text + "\n")
