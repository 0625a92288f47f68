# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of a folder as samples, by the library's reader."""
import os
import random

from .dtypes import Koma
from .errors import ArgumentError


class Source:
    def __init__(self, path, settings, labels, shuffle, seed, indices, on_damaged):
        if labels not in ("one_hot", "index"):
            raise ArgumentError(f"labels is {labels!r}, expected 'one_hot' or 'index'")
        if on_damaged not in ("error", "skip"):
            raise ArgumentError(f"on_damaged is {on_damaged!r}, expected 'error' or 'skip'")
        self.folder = path if isinstance(path, Koma.PictureFolder) else Koma.PictureFolder.new(os.fspath(path))
        self.class_names = self.folder.get_class_names()
        self.settings = {**settings, "folder": self.folder, "skips_damaged": on_damaged == "skip"}
        self.is_one_hot = labels == "one_hot"
        self.shuffle, self.draws = shuffle, random.Random(seed)
        self.indices = list(range(self.folder.get_n_pictures()) if indices is None else indices)

    def get_label(self, index):
        found = self.folder.get_class_index(index)
        return [float(i == found) for i in range(len(self.class_names))] if self.is_one_hot else found

    def begin(self):
        reader = Koma.PictureReader(**self.settings)
        order = list(self.indices)
        if self.shuffle:
            self.draws.shuffle(order)
        reader.set_order(order)
        return reader

    def read(self, damaged):
        """What is left out goes into damaged."""
        reader = self.begin()
        try:
            while True:
                x, index = reader.next()
                if x is None:
                    return
                yield x, self.get_label(index)
        finally:
            damaged[:] = reader.list_damaged()
            reader.stop()
