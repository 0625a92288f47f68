# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers that look like chance, and are the same in every language: so are the first steps of a training."""
import math

from start import Koma


class Chance:
    """Lehmer's generator, with the factor of Park and Miller (1988)."""

    def __init__(self, seed):
        self.state = seed

    def uniform(self, low=0.0, high=1.0):
        self.state = self.state * 16807 % 2147483647
        return low + (high - low) * self.state / 2147483647

    def below(self, n):
        return math.floor(self.uniform() * n)

    def normal(self):
        """Box and Muller (1958)."""
        radius = math.sqrt(-2 * math.log(self.uniform()))
        return radius * math.cos(2 * math.pi * self.uniform())

    def normals(self, n):
        return [self.normal() for _ in range(n)]

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def begin(self, model):
        """Gives the model first weights: as Glorot and Bengio (2010) for products, others stay."""
        for i in range(model.get_n_weights()):
            shape = model.get_weight(i).shape
            if len(shape) > 1:
                n = math.prod(shape)
                limit = math.sqrt(6 / (n / shape[-1] + n / shape[-2]))
                weights = Koma.tensor([self.uniform(-limit, limit) for _ in range(n)])
                model.set_weight(i, weights.reshape(shape))
