# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma.data: samples that are made as they are needed, for fit (), evaluate () and loops of one's own."""
import itertools
import random

from . import picture_folders, read_ahead, tables
from .dtypes import Koma
from .errors import ArgumentError
from .making import make


def stack(samples):
    """One tensor of each kind in all samples, whose first dimension is that of the samples."""
    first = samples[0]
    if isinstance(first, tuple):
        return tuple(stack(parts) for parts in zip(*samples))
    if isinstance(first, dict):
        return {key: stack([one[key] for one in samples]) for key in first}
    return Koma.Tensor.stack(samples, 0) if isinstance(first, Koma.Tensor) else make(samples)


def check_count(name, n, least):
    if not hasattr(n, "__index__") or n < least:
        raise ArgumentError(f"{name} is {n!r}, expected a whole number of {least} or more")
    return n


class Dataset:
    """Each iteration begins anew. `begin` is a function that gives an iterator; `size` tells how many samples it
    has, where that is known."""

    __module__ = "gi.overrides.Koma"

    def __init__(self, begin, size=None, origin=None):
        self._begin, self._size = begin, size
        self._origin = self if origin is None else origin
        self._class_names, self._damaged = [], []

    def __iter__(self):
        return iter(self._begin())

    def __len__(self) -> "int":
        if self._size is None:
            raise TypeError("How many samples there are is known when they have been read")
        return self._size

    def __bool__(self) -> "bool":
        return True

    @property
    def class_names(self) -> "list[str]":
        """Of a folder of pictures; of others there are none."""
        return list(self._origin._class_names)

    @property
    def damaged(self) -> "list[str]":
        """What was left out when it was last read: the file, and what is wrong with it."""
        return list(self._origin._damaged)

    def _derive(self, generate, size=None):
        return Dataset(lambda: generate(self), size, self._origin)

    def _count(self, change):
        return None if self._size is None else change(self._size)

    def batch(self, n, drop_remainder=False) -> "Dataset":
        """Of n samples each: one tensor of each part of a sample."""
        check_count("n", n, 1)

        def generate(source):
            samples = iter(source)
            while chosen := list(itertools.islice(samples, n)):
                if len(chosen) < n and drop_remainder:
                    return
                yield stack(chosen)

        return self._derive(generate, self._count(lambda size: size // n if drop_remainder else -(-size // n)))

    def map(self, function) -> "Dataset":
        """function is called with the parts of each sample, as they stand in a tuple."""
        def generate(source):
            for one in source:
                yield function(*one) if isinstance(one, tuple) else function(one)

        return self._derive(generate, self._size)

    def filter(self, function) -> "Dataset":
        """Samples of which function, called as that of map () is, says so."""
        def generate(source):
            for one in source:
                if function(*one) if isinstance(one, tuple) else function(one):
                    yield one

        return self._derive(generate)

    def take(self, n) -> "Dataset":
        check_count("n", n, 0)
        return self._derive(lambda source: itertools.islice(source, n), self._count(lambda size: min(size, n)))

    def skip(self, n) -> "Dataset":
        check_count("n", n, 0)
        return self._derive(lambda source: itertools.islice(source, n, None),
                            self._count(lambda size: max(size - n, 0)))

    def repeat(self, n=None) -> "Dataset":
        """n times, or without an end."""
        def generate(source):
            for _ in itertools.count() if n is None else range(n):
                yield from source

        return self._derive(generate, None if n is None else self._count(lambda size: size * n))

    def concatenate(self, other) -> "Dataset":
        size = None if getattr(other, "_size", None) is None else self._count(lambda size: size + len(other))
        return self._derive(lambda source: itertools.chain(source, other), size)

    def shuffle(self, n, seed=None, reshuffle_each_iteration=True) -> "Dataset":
        """Of n samples that are in memory at once. With a seed each run of the program has the same order."""
        check_count("n", n, 1)
        draws = random.Random(seed)

        def generate(source):
            draw = draws if reshuffle_each_iteration or seed is None else random.Random(seed)
            kept = []
            for one in source:
                kept.append(one)
                if len(kept) > n:
                    yield kept.pop(draw.randrange(len(kept)))
            while kept:
                yield kept.pop(draw.randrange(len(kept)))

        return self._derive(generate, self._size)

    def prefetch(self, n=1) -> "Dataset":
        """A thread makes up to n samples before they are asked for; what it raises is raised in their place."""
        check_count("n", n, 1)
        return self._derive(lambda source: read_ahead.iterate(source, n), self._size)


class data:
    """Koma.data: where samples come from."""

    __module__ = "gi.overrides.Koma"

    @staticmethod
    def arrays(*arrays) -> "Dataset":
        """A sample is a tuple with a row of each, or a row where there is one array."""
        if not arrays or len({len(one) for one in arrays}) != 1:
            raise ArgumentError(f"There are {[len(one) for one in arrays]} samples, expected as many in each array")
        return Dataset(lambda: iter(arrays[0]) if len(arrays) == 1 else zip(*arrays), len(arrays[0]))

    @staticmethod
    def generator(function) -> "Dataset":
        """function () gives an iterator, such as a generator, whose samples are tuples (x, y)."""
        if not callable(function):
            raise TypeError(f"{function!r} is no function that gives an iterator")
        return Dataset(function)

    @staticmethod
    def zip(*datasets) -> "Dataset":
        """Tuples of a sample of each, until one ends."""
        sizes = [getattr(one, "_size", None) for one in datasets]
        return Dataset(lambda: zip(*datasets), min(sizes) if sizes and None not in sizes else None)

    @staticmethod
    def csv(path, labels=(), columns=None, converters=None, has_header=True, column_names=None, delimiter=",",
            on_bad_row="error") -> "Dataset":
        """Rows of a table: tuples (x, y) of the numbers in columns and in labels, or lists of numbers.

        columns are the names of those that are read, all but labels where it is None. converters has functions of
        the text of a field, by columns. A row that is wrong is an error with its line, or with on_bad_row="skip"
        left out.
        """
        table = tables.Table(path, labels, columns, converters, has_header, column_names, delimiter, on_bad_row)
        found = Dataset(lambda: table.read(found._damaged))
        return found

    @staticmethod
    def pictures(path, size=(224, 224), *, channels="rgb", fit="stretch", range="0,255", labels="one_hot",
                 shuffle=False, seed=None, indices=None, on_damaged="error", n_ahead=16, n_threads=0) -> "Dataset":
        """Pictures of a folder with a folder for each class: tuples (x, y), decoded by threads before they are needed.

        x is float32 [height, width, channels], y the class: in a list with 1 at its index, or with labels="index"
        as a number. channels, fit and range are those of Koma.PictureReader. shuffle draws the order of the files
        anew each time. indices are those of pictures of a Koma.PictureFolder. A picture that is damaged is an
        error, or with on_damaged="skip" left out.
        """
        settings = {"height": size[0], "width": size[1], "channels": channels, "fit": fit, "range": range,
                    "n_ahead": n_ahead, "n_threads": n_threads}
        source = picture_folders.Source(path, settings, labels, shuffle, seed, indices, on_damaged)
        found = Dataset(lambda: source.read(found._damaged), None if on_damaged == "skip" else len(source.indices))
        found._class_names = source.class_names
        return found


EXPORTS = (Dataset, data)
