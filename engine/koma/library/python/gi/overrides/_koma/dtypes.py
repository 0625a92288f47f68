# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Types of elements: their names, their letters in buffers, and what numbers of Python are."""
import array
import numbers

from ...module import get_introspection_module
from .errors import ArgumentError

Koma = get_introspection_module("Koma")
DType = Koma.DType
FLOAT32, INT32, BOOL = DType.FLOAT32, DType.INT32, DType.BOOL

NAMES = {FLOAT32: "float32", INT32: "int32", BOOL: "bool", DType.UINT8: "uint8", DType.INT8: "int8",
         DType.FLOAT16: "float16", DType.COMPLEX64: "complex64"}
BY_NAME = {name: dtype for dtype, name in NAMES.items() if dtype != DType.COMPLEX64} | {"int": INT32, "float": FLOAT32}
# Letters of struct and of buffers: those that are elements as they lie there …
FORMATS = {FLOAT32: "f", INT32: "i", BOOL: "?", DType.UINT8: "B", DType.INT8: "b", DType.FLOAT16: "e"}
BY_FORMAT = {letter: dtype for dtype, letter in FORMATS.items()}
if array.array("l").itemsize == 4:
    BY_FORMAT["l"] = INT32
# … and those that are converted.
WIDER = {"d": FLOAT32} | {letter: INT32 for letter in "hHIlLqQnN" if letter not in BY_FORMAT}
TYPES = {bool: BOOL, int: INT32, float: FLOAT32}
RANGES = {INT32: (-2 ** 31, 2 ** 31 - 1), DType.UINT8: (0, 255), DType.INT8: (-128, 127)}
LITTLE = "<" if array.array("H", [1]).tobytes()[0] else ">"


def memory_size(dtype):
    return {FLOAT32: 4, INT32: 4, DType.FLOAT16: 2, DType.COMPLEX64: 8}.get(dtype, 1)


def to_dtype(value):
    """Of a dtype, its name, a type of Python or a dtype of NumPy."""
    if value is None or isinstance(value, DType):
        return value
    name = value if isinstance(value, str) else getattr(value, "name", None) or getattr(value, "__name__", None)
    if name == "bool_":
        name = "bool"
    if name not in BY_NAME:
        if name == "complex64":
            raise ArgumentError("A tensor of complex64 is made by Koma.complex ()")
        known = ", ".join(sorted(set(BY_NAME) - {"int", "float"}))
        raise ArgumentError(f"There is no dtype {value!r}; there are {known}")
    return BY_NAME[name]


def find_dtype(kinds):
    """The least of bool, int32 and float32 that holds numbers of these types."""
    found = BOOL
    for kind in kinds:
        dtype = TYPES[kind] if kind in TYPES else kind_to_dtype(kind)
        if dtype == FLOAT32 or found == BOOL:
            found = dtype
    return found


def kind_to_dtype(kind):
    if kind.__name__ in ("bool_", "bool"):
        return BOOL
    if issubclass(kind, numbers.Integral):
        return INT32
    if issubclass(kind, numbers.Real) or hasattr(kind, "__float__"):
        return FLOAT32
    raise TypeError(f"A tensor is not made of values of the type {kind.__name__}")
