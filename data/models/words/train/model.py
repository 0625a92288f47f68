# SPDX-License-Identifier: GPL-3.0-or-later
"""The model in use: pictures and sentences to unit vectors."""
import contextlib

import numpy as np
import torch

from network import Towers, to_input
from words import LENGTH

PROMPT = "a photo of a {}"  # Koma's


def use_threads(n):
    torch.set_num_threads(n)
    torch.set_flush_denormal(True)


def fast():
    """Numbers of 16 bits within; several times as fast on processors that know them."""
    return torch.autocast("cpu", torch.bfloat16)


def exact():
    return contextlib.nullcontext()


class Model:
    def __init__(self, network, words, precision=exact, batch=128):
        self.network, self.words, self.precision, self.batch = network.eval(), words, precision, batch

    def vectors(self, rows, encode):
        with torch.no_grad(), self.precision():
            parts = [encode(rows[i:i + self.batch]) for i in range(0, len(rows), self.batch)]
        return torch.cat(parts).numpy()

    def pictures(self, pictures):
        """uint8 [n, 64, 64, 3] → float32 [n, WIDTH]."""
        return self.vectors(pictures, lambda part: self.network.pictures(to_input(part)))

    def texts(self, texts):
        ids = torch.from_numpy(np.stack([self.words.encode(text) for text in texts]))
        return self.vectors(ids, self.network.texts)

    def classes(self, names, prompt=PROMPT):
        return self.texts([prompt.format(name) for name in names])


def new_network(words):
    return Towers(len(words), LENGTH)
