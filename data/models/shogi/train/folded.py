# SPDX-License-Identifier: GPL-3.0-or-later
"""The network as it is shipped: batch norms folded into the convolutions, weights in float16.

A folded model is a dict from TensorFlow's names to float32 arrays in TensorFlow's layouts:
"stem/weights" [3, 3, in, out], "block_1_depthwise/depthwise_weights" [3, 3, c, 1], "…/bias" [c],
"classifier/weights" [1280, 29].
"""
import numpy
import torch
from torch.nn import functional

from network import MobileNetV2, blocks, conv_3x3


def scale_of(norm):
    return norm.weight / torch.sqrt(norm.running_var + norm.eps)


def fold_one(folded, name, conv, norm, is_depthwise=False):
    scale = scale_of(norm)
    weight = conv.weight * scale[:, None, None, None]
    order = (2, 3, 0, 1) if is_depthwise else (2, 3, 1, 0)
    kind = "depthwise_weights" if is_depthwise else "weights"
    folded[f"{name}/{kind}"] = weight.permute(order)
    folded[f"{name}/bias"] = norm.bias - norm.running_mean * scale


def rounded(name, weight):
    """As the files hold it: float16, biases float32, which cost nothing and carry the sums."""
    array = numpy.ascontiguousarray(weight.detach().numpy(), numpy.float32)
    return array if name.endswith("/bias") else array.astype(numpy.float16).astype(numpy.float32)


def fold(network):
    """The folded model of a trained network."""
    folded = {}
    for name, conv, norm, is_depthwise in layers_of(network):
        fold_one(folded, name, conv, norm, is_depthwise)
    folded["classifier/weights"] = network.classifier.weight.T
    folded["classifier/bias"] = network.classifier.bias
    return {name: rounded(name, weight) for name, weight in folded.items()}


def layers_of(network):
    """(name, convolution, its norm, whether it is depthwise) in order."""
    yield "stem", network.stem, network.stem_norm, False
    for layer in network.blocks:
        name = layer.block.name
        if layer.expand is not None:
            yield f"{name}_expand", layer.expand, layer.expand_norm, False
        yield f"{name}_depthwise", layer.depthwise, layer.depthwise_norm, True
        yield f"{name}_project", layer.project, layer.project_norm, False
    yield "head", network.head, network.head_norm, False


@torch.no_grad()
def unfold(folded, inputs):
    """A network to train on: the folded weights, and norms that fit what the inputs give.

    Until it is trained, it answers as the folded model.
    """
    network = MobileNetV2()
    for name, conv, norm, is_depthwise in layers_of(network):
        order = (2, 3, 0, 1) if is_depthwise else (3, 2, 0, 1)
        kind = "depthwise_weights" if is_depthwise else "weights"
        conv.weight.copy_(torch.from_numpy(folded[f"{name}/{kind}"]).permute(order))
        norm.bias.copy_(torch.from_numpy(folded[f"{name}/bias"]))
        # With what was measured so far: nothing is moved or scaled.
        norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
    network.classifier.weight.copy_(torch.from_numpy(folded["classifier/weights"]).T)
    network.classifier.bias.copy_(torch.from_numpy(folded["classifier/bias"]))
    for _, _, norm, _ in layers_of(network):
        norm.register_forward_pre_hook(_note)
        norm.seen = []
    network.eval()
    for x in inputs:
        network(x)
    for _, _, norm, _ in layers_of(network):
        _fit(norm)
    return network


def _note(norm, inputs):
    norm.seen.append(torch.var_mean(inputs[0], (0, 2, 3), unbiased=False))


def _fit(norm):
    """Statistics that were measured, with a scale and a shift that undo them."""
    variances, means = map(torch.stack, zip(*norm.seen))
    norm.running_mean.copy_(means.mean(0))
    norm.running_var.copy_(variances.mean(0) + means.var(0, unbiased=False))
    norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
    norm.bias.add_(norm.running_mean)
    norm._forward_pre_hooks.clear()
    del norm.seen


class Folded:
    """Runs a folded model: pictures [n, 3, 96, 96] in [0, 1] to logits [n, 29]."""

    def __init__(self, folded):
        self.weights = {name: self.to_torch(name, torch.from_numpy(weight))
                        for name, weight in folded.items()}

    @staticmethod
    def to_torch(name, weight):
        if name.endswith("/depthwise_weights"):
            return weight.permute(2, 3, 0, 1).contiguous()
        if name.endswith("/weights") and weight.ndim == 4:
            return weight.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
        return weight

    def conv_1x1(self, name, x):
        return functional.conv2d(x, self.weights[f"{name}/weights"], self.weights[f"{name}/bias"])

    def block(self, block, x):
        y = x
        if block.expanded_c != block.in_c:
            y = functional.relu6(self.conv_1x1(f"{block.name}_expand", y))
        name = f"{block.name}_depthwise"
        y = functional.relu6(conv_3x3(y, self.weights[f"{name}/depthwise_weights"],
                                      self.weights[f"{name}/bias"], block.stride,
                                      block.expanded_c))
        y = self.conv_1x1(f"{block.name}_project", y)
        return x + y if block.is_residual else y

    @torch.no_grad()
    def __call__(self, x):
        x = functional.relu6(conv_3x3(x, self.weights["stem/weights"],
                                      self.weights["stem/bias"], 2))
        for block in blocks():
            x = self.block(block, x)
        x = functional.relu6(self.conv_1x1("head", x)).mean((2, 3))
        return x @ self.weights["classifier/weights"] + self.weights["classifier/bias"]
