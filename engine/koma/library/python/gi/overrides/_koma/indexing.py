# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""tensor[…] as NumPy has it: numbers, slices with steps, …, None; lists of numbers and masks by rows.

A part is computed by strided_slice () and reshape (), so that gradients go through. Where a single
number picks a row it is an input of gather (), so that a loop over rows compiles one program.
"""
from .dtypes import BOOL, INT32, Koma
from .errors import ArgumentError, OutOfRangeError, ShapeError
from .making import make, shorten
from .memory import to_list

TYPE_TEXT = "An index is a number, a slice, “…”, None, or numbers or a mask for rows, not "
MAX_RANK = 6
BLOCK = 256


def check_number(index, size, dimension):
    if not -size <= index < size:
        raise OutOfRangeError(f"Index {index} is out of dimension {dimension}, which has {size} elements")
    return index + size if index < 0 else index


def expand(items, rank):
    """One item for each dimension, and None where there is a new one."""
    n_used = sum(item is not None and item is not Ellipsis for item in items)
    n_gaps = sum(item is Ellipsis for item in items)
    if n_gaps > 1:
        raise ArgumentError("There is more than one “…” in an index")
    if n_used > rank:
        raise OutOfRangeError(f"There are {n_used} indices for {rank} dimensions")
    found = []
    for item in items if n_gaps else [*items, Ellipsis]:
        found.extend([slice(None)] * (rank - n_used) if item is Ellipsis else [item])
    return found


class Part:
    """Which elements strided_slice () takes, and the shape that becomes of them."""

    def __init__(self, shape):
        self.sizes = shape
        self.begin, self.end, self.steps = [], [], []
        self.end_mask = 0
        self.shape = []
        self.is_whole = True

    def add(self, item):
        if item is None:
            self.shape.append(1)
            return
        size = self.sizes[len(self.begin)]
        if isinstance(item, slice):
            self.add_slice(item, size)
        else:
            index = check_number(item.__index__(), size, len(self.begin))
            self.add_range(index, index + 1, 1, size)

    def add_slice(self, item, size):
        try:
            begin, end, step = item.indices(size)
        except ValueError:
            raise ArgumentError("The step of a slice is 0") from None
        n = len(range(begin, end, step))
        self.add_range(begin, end, step, size) if n > 0 else self.add_range(0, 0, 1, size)
        self.shape.append(n)

    def add_range(self, begin, end, step, size):
        if end < 0:  # before the first one, which is none that counts from the end
            self.end_mask |= 1 << len(self.begin)
            end = 0
        self.is_whole = self.is_whole and (begin, end, step) == (0, size, 1)
        self.begin.append(begin)
        self.end.append(end)
        self.steps.append(step)

    def take(self, tensor):
        if len(self.shape) > MAX_RANK:
            raise ShapeError(f"A tensor has 0 to {MAX_RANK} dimensions, not {len(self.shape)}")
        if 0 in self.shape:
            return Koma.Tensor.new_zeros(tensor.get_dtype(), self.shape)
        if not self.is_whole:
            tensor = tensor.strided_slice(self.begin, self.end, self.steps, 0, self.end_mask, 0, 0, 0)
        return tensor if tensor.get_shape() == self.shape else tensor.reshape(self.shape)


def is_number(item):
    """A whole number, a scalar of them, too."""
    if isinstance(item, Koma.Tensor):
        return item.get_rank() == 0 and item.get_dtype() == INT32
    return hasattr(item, "__index__") and not isinstance(item, bool) and getattr(item, "ndim", 0) == 0


def take_row(tensor, item):
    shape = tensor.get_shape()
    if not shape:
        raise OutOfRangeError("A scalar has no index")
    index = check_number(item.__index__(), shape[0], 0)
    return tensor.gather(Koma.Tensor.new_ints([index], None), 0)


def take_rows(tensor, item):
    """Numbers of rows, or a mask for the first dimensions."""
    rows = make(item)
    if rows.get_dtype() == BOOL:
        return take_masked(tensor, rows)
    shape = tensor.get_shape()
    if not shape:
        raise OutOfRangeError("A scalar has no index")
    if rows.get_size() == 0:
        return Koma.Tensor.new_zeros(tensor.get_dtype(), rows.get_shape() + shape[1:])
    if rows.get_dtype() != INT32:
        raise ArgumentError(TYPE_TEXT + f"numbers of {rows.dtype}")
    numbers = [check_number(row, shape[0], 0) for row in rows.read_ints()]
    return tensor.gather(Koma.Tensor.new_ints(numbers, rows.get_shape()), 0)


def take_masked(tensor, mask):
    shape, own = tensor.get_shape(), mask.get_shape()
    if shape[:len(own)] != own:
        raise ShapeError(f"The mask has the shape {own}, the tensor {shape}")
    places = [i for i, is_set in enumerate(to_list(mask.flatten())) if is_set]
    rest = shape[len(own):]
    if not places:
        return Koma.Tensor.new_zeros(tensor.get_dtype(), [0, *rest])
    return tensor.reshape([mask.get_size(), *rest]).gather(Koma.Tensor.new_ints(places, [len(places)]), 0)


def get(tensor, key):
    if is_number(key):
        return take_row(tensor, key)
    if isinstance(key, list) or hasattr(key, "__array__"):
        return take_rows(tensor, key)
    items = key if isinstance(key, tuple) else (key,)
    part = Part(tensor.get_shape())
    for item in items:
        if not (item is None or item is Ellipsis or isinstance(item, slice) or is_number(item)):
            raise TypeError(TYPE_TEXT + shorten(item))
    for item in expand(items, len(part.sizes)):
        part.add(item)
    return part.take(tensor)


def list_blocks(tensor, n):
    """Rows in blocks: each is computed by one program, whichever rows it has."""
    if n <= BLOCK:
        yield tensor
        return
    for first in range(0, n, BLOCK):
        rows = list(range(first, min(first + BLOCK, n)))
        yield tensor.gather(Koma.Tensor.new_ints(rows, [len(rows)]), 0)


def iterate(tensor):
    shape = tensor.get_shape()
    if not shape:
        raise TypeError("A scalar has no elements to go over")
    return (row for block in list_blocks(tensor, shape[0]) for row in (block.unstack(0) if shape[0] > 0 else ()))
