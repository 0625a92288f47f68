#!/usr/bin/python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One contender of compare.py, as koma.c there, with PyTorch: NET THREADS [float64]."""
import sys
import time

import numpy
import torch
from torch import nn

BATCH, SAMPLES, SIDE, CLASSES = 64, 10000, 28, 10


def mix(count, seed):
    h = numpy.arange(count, dtype=numpy.uint32) * numpy.uint32(2654435761)
    h += numpy.uint32(seed * 2246822519 & 0xffffffff)
    h = (h ^ h >> numpy.uint32(15)) * numpy.uint32(2246822519)
    h = (h ^ h >> numpy.uint32(13)) * numpy.uint32(3266489917)
    return ((h ^ h >> numpy.uint32(16)) >> numpy.uint32(8)) / 16777216.0


def kernel(shape, index):
    """As koma.c fills it."""
    count = int(numpy.prod(shape))
    limit = (6 / (count / shape[-1] + count / shape[-2])) ** 0.5
    return torch.tensor(((mix(count, 100 + index) * 2 - 1) * limit).reshape(shape), dtype=torch.float32)


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.dense = nn.LSTM(SIDE, 64, batch_first=True), nn.Linear(64, CLASSES)
        self.lstm.bias_hh_l0.requires_grad = False

    def forward(self, x):
        return self.dense(self.lstm(x)[0][:, -1])


def dense(inputs, outputs, index):
    layer = nn.Linear(inputs, outputs)
    layer.weight.data = kernel((inputs, outputs), index).T.contiguous()
    layer.bias.data.zero_()
    return layer


def conv(inputs, outputs, index):
    layer = nn.Conv2d(inputs, outputs, 3, padding=1)
    layer.weight.data = kernel((3, 3, inputs, outputs), index).permute(3, 2, 0, 1).contiguous()
    layer.bias.data.zero_()
    return layer


def make(name):
    if name == "dense":
        return nn.Sequential(dense(784, 256, 0), nn.ReLU(), dense(256, 128, 2), nn.ReLU(), dense(128, CLASSES, 4))
    if name == "conv":
        # Pictures are flattened with the channels first: the rows of the kernel go along.
        head = dense(7 * 7 * 32, 64, 4)
        head.weight.data = head.weight.data.reshape(64, 7, 7, 32).permute(0, 3, 1, 2).reshape(64, -1).contiguous()
        return nn.Sequential(conv(1, 16, 0), nn.ReLU(), nn.MaxPool2d(2), conv(16, 32, 2), nn.ReLU(), nn.MaxPool2d(2),
                             nn.Flatten(), head, nn.ReLU(), dense(64, CLASSES, 6))
    model = Lstm()
    model.lstm.weight_ih_l0.data = kernel((SIDE, 256), 0).T.contiguous()
    model.lstm.weight_hh_l0.data = kernel((64, 256), 1).T.contiguous()
    model.lstm.bias_ih_l0.data.zero_()
    model.lstm.bias_hh_l0.data.zero_()
    model.dense = dense(64, CLASSES, 3)
    return model


def main():
    name, threads, dtype = sys.argv[1], int(sys.argv[2]), getattr(torch, (sys.argv[3:] or ["float32"])[0])
    torch.set_num_threads(threads)
    shape = {"dense": (SAMPLES, SIDE * SIDE), "conv": (SAMPLES, 1, SIDE, SIDE), "lstm": (SAMPLES, SIDE, SIDE)}[name]
    x = torch.tensor(mix(SAMPLES * SIDE * SIDE, 1).reshape(shape), dtype=torch.float32).to(dtype)
    y = torch.tensor((CLASSES * mix(SAMPLES, 2)).astype(numpy.int64))
    model = make(name).to(dtype)
    optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=0.001, eps=1e-7)
    loss_of = nn.CrossEntropyLoss()
    for line in sys.stdin:
        wall, cpu = time.perf_counter(), time.process_time()
        for first in range(0, int(line), BATCH):
            last = min(first + BATCH, int(line))
            optimizer.zero_grad()
            loss = loss_of(model(x[first:last]), y[first:last])
            loss.backward()
            optimizer.step()
        print(f"{(time.perf_counter() - wall) * 1e3:.3f} {(time.process_time() - cpu) * 1e3:.3f} {loss.item():.6f}",
              flush=True)


main()
