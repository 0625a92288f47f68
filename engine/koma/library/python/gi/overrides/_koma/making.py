# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tensors of what Python has: numbers, nested lists, arrays, buffers, iterators."""
import array
import itertools
import numbers

from .dtypes import (BOOL, BY_FORMAT, BY_NAME, FLOAT32, FORMATS, INT32, LITTLE, NAMES, RANGES, TYPES, WIDER, DType,
                     Koma, find_dtype, to_dtype)
from .errors import ArgumentError, ShapeError
from .memory import from_memory

new_scalar = Koma.Tensor.new_scalar  # as PyGObject calls it


def shorten(value):
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"


def from_buffer(view, dtype):
    """A tensor of a memoryview: of array.array, of what else has a buffer."""
    letter = view.format[-1]
    found = BY_FORMAT.get(letter)
    if len(view.format.lstrip("@=" + LITTLE)) != 1 or (found is None and letter not in WIDER):
        raise TypeError(f"A tensor is not made of a buffer with elements of “{view.format}”")
    if found is None or not view.c_contiguous:
        return from_flat(flatten_buffer(view), view.shape, WIDER.get(letter, found) if dtype is None else dtype)
    tensor = from_memory(view, found, view.shape)
    return tensor if dtype in (None, found) else tensor.cast(dtype)


def flatten_buffer(view):
    found = view.tolist()
    for _ in range(view.ndim - 1):
        found = list(itertools.chain.from_iterable(found))
    return found if view.ndim > 0 else [found]


def from_numpy(value, dtype):
    """An array of NumPy, of any layout and type that numbers have."""
    if value.dtype.kind not in "biuf":
        raise TypeError(f"A tensor is not made of an array of {value.dtype}")
    found = BY_NAME.get(value.dtype.name)
    wanted = found if dtype is None else dtype
    if wanted is None:
        wanted = FLOAT32 if value.dtype.kind == "f" else INT32
    if found is None or not value.dtype.isnative or (wanted != found and wanted in RANGES):
        check_range(value, wanted)
        value = value.astype(NAMES[wanted])
        found = wanted
    shape = value.shape
    if not value.flags.c_contiguous:
        value = value.copy(order="C")
    tensor = Koma.Tensor.new_from_memory(found, value.ctypes.data if value.size else None, value.nbytes, list(shape))
    return tensor if wanted == found else tensor.cast(wanted)


def check_range(value, dtype):
    if dtype not in RANGES or value.size == 0:
        return
    low, high = RANGES[dtype]
    least, most = value.min(), value.max()
    if not (least > low - 1 and most < high + 1):
        worst = least if not least > low - 1 else most
        raise ArgumentError(f"{worst:g} is no {NAMES[dtype]}")


PLAIN = {int, float, bool}
FLOATS = {FLOAT32, DType.FLOAT16}
ROWS = {list, tuple, range}


def from_flat(values, shape, dtype, kinds=None):
    """Of numbers in a list, the last dimension running fastest; kinds are their types, where known."""
    kinds = set(map(type, values)) if kinds is None else kinds
    if dtype is None:
        dtype = find_dtype(kinds) if values else FLOAT32
    letter = {BOOL: "b", DType.FLOAT16: "f"}.get(dtype, FORMATS[dtype])
    try:
        if dtype == BOOL:
            values = list(map(bool, values))
        elif dtype in RANGES and not kinds <= {int, bool}:
            values = list(map(int, values))
        data = array.array(letter, values)
    except (OverflowError, ValueError, TypeError) as error:
        raise explain(error, values, dtype) from None
    tensor = from_memory(memoryview(data), FLOAT32 if letter == "f" else dtype, shape)
    return tensor.cast(dtype) if dtype == DType.FLOAT16 else tensor


def explain(error, values, dtype):
    """Which value it was."""
    low, high = RANGES.get(dtype, (0, 0))
    for i, value in enumerate(values):
        try:
            number = int(value) if dtype in RANGES else float(value)
        except (OverflowError, ValueError, TypeError):
            kind = TypeError if isinstance(error, TypeError) else ArgumentError
            return kind(f"{shorten(value)} at {i} is no {NAMES[dtype]}")
        if dtype in RANGES and not low <= number <= high:
            return ArgumentError(f"{shorten(value)} at {i} is no {NAMES[dtype]}")
    return error


class Nested:
    """The numbers of nested lists, whose rows are as long as the first ones."""

    def __init__(self, values):
        self.shape = []
        self.kinds = set()
        self.has_tensors = False
        first = values
        while type(first) in ROWS:
            self.shape.append(len(first))
            first = first[0] if first else None
        self.values = self.gather(values, 0, "")

    def gather(self, values, depth, place):
        if len(values) != self.shape[depth]:
            raise ShapeError(f"The list at {place or '[]'} has {len(values)} elements, expected {self.shape[depth]} "
                             "as in the first")
        if depth == len(self.shape) - 1:
            return self.check_row(values, place)
        found = []
        for i, row in enumerate(values):
            if type(row) not in ROWS:
                raise ShapeError(f"{shorten(row)} at {place}[{i}] is no list, expected one with "
                                 f"{self.shape[depth + 1]} elements")
            found.extend(self.gather(row, depth + 1, f"{place}[{i}]"))
        return found

    def check_row(self, values, place):
        kinds = set(map(type, values))
        if not kinds <= PLAIN:
            if kinds & ROWS:
                raise ShapeError(f"The list at {place or '[]'} has numbers beside lists")
            self.has_tensors = self.has_tensors or any(map(is_array, values))
        self.kinds |= kinds
        return values


def is_array(value):
    return isinstance(value, Koma.Tensor) or (hasattr(value, "__array__") and getattr(value, "ndim", 0) > 0)


def from_lists(values, dtype):
    if any(map(is_array, values[:1])):
        return Koma.Tensor.stack([make(value, dtype) for value in values], 0)
    nested = Nested(values)
    if nested.has_tensors:
        return Koma.Tensor.stack([make(value, dtype) for value in values], 0)
    return from_flat(nested.values, nested.shape, dtype, nested.kinds)


def from_number(value, dtype):
    if dtype is None:
        dtype = TYPES[type(value)] if type(value) in TYPES else find_dtype({type(value)})
    if dtype == FLOAT32:
        return Koma.Tensor.new_scalar(value)
    if dtype == INT32 and type(value) is int and -2 ** 31 <= value < 2 ** 31:
        return Koma.Tensor.new_ints([value], None)
    return from_flat([value], [], dtype)


def make(data, dtype=None):
    """A tensor of a number, nested lists, an array, a buffer, an iterator, or another tensor."""
    dtype = to_dtype(dtype)
    if isinstance(data, Koma.Tensor):
        return data if dtype in (None, data.get_dtype()) else data.cast(dtype)
    if type(data) in TYPES:
        return from_number(data, dtype)
    if type(data) in ROWS:
        return from_lists(data, dtype)
    if hasattr(data, "__array__"):
        return from_numpy(data if hasattr(data, "ctypes") else data.__array__(), dtype)
    if isinstance(data, numbers.Real):
        return from_number(data, dtype)
    if isinstance(data, (bytes, bytearray, memoryview, array.array)):
        return from_buffer(memoryview(data), dtype)
    if hasattr(data, "__iter__") and not isinstance(data, (str, dict)):
        return from_lists(list(data), dtype)
    raise TypeError(f"A tensor is not made of {shorten(data)}")


def make_like(data, like):
    """An operand beside a tensor: a number takes its dtype, unless that can not hold it."""
    if isinstance(data, Koma.Tensor):
        return data
    if type(data) not in TYPES:
        return make(data)
    if type(data) is float or (isinstance(like, Koma.Tensor) and like.get_dtype() in FLOATS):
        return new_scalar(data)
    return from_number(data, TYPES[type(data)])
