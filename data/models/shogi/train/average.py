# SPDX-License-Identifier: GPL-3.0-or-later
"""The running average of the weights, which generalises better than the last ones."""
import copy

import torch
from torch import nn


class Average:
    def __init__(self, network, decay=0.998):
        self.network = copy.deepcopy(network).requires_grad_(False)
        self.decay, self.n_updates = decay, 0

    @torch.no_grad()
    def update(self, network):
        self.n_updates += 1
        # The first thousand steps count for little: the average is as young as the training.
        decay = min(self.decay, self.n_updates / (self.n_updates + 10))
        mine, theirs = list(self.network.parameters()), list(network.parameters())
        torch._foreach_mul_(mine, decay)
        torch._foreach_add_(mine, theirs, alpha=1 - decay)


@torch.no_grad()
def measure_norms(network, inputs):
    """Batch-norm statistics that fit averaged weights: plain means over some batches of inputs."""
    layers = [layer for layer in network.modules() if isinstance(layer, nn.BatchNorm2d)]
    momenta = [layer.momentum for layer in layers]
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None
    network.train()
    for x in inputs:
        network(x)
    for layer, momentum in zip(layers, momenta):
        layer.momentum = momentum
    network.eval()
