# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma.Tensor as Python has arrays: operators, indices, shape and dtype, NumPy's view of its memory.

Operators follow NumPy but for: integers are int32 and numbers float32, so that two int32 divide to
float32; bool is added as int32; there is nothing in place: `a += b` names a new tensor.
"""
from collections.abc import Iterator

from gi.repository import GLib

from ...overrides import override
from . import indexing
from .dtypes import BOOL, FLOAT32, NAMES, DType, Koma, to_dtype
from .errors import ArgumentError, Error, translate
from .making import make, make_like
from .memory import View, from_bytes, to_list

WHOLE = (DType.INT32, DType.BOOL, DType.UINT8, DType.INT8)


def can_be_operand(value):
    """What others may know how to compute with is left to them."""
    return isinstance(value, (int, float, list, tuple)) or hasattr(value, "__array__")


def call_op(name):
    """A function of two tensors, as PyGObject calls it: there is nothing to convert."""
    function = getattr(Koma.Tensor, name)

    def compute(a, b):
        try:
            return function(a, b)
        except GLib.Error as error:
            raise translate(error) from None

    return compute


def operator(compute):
    """The operator and its reflection, of a function of two tensors or of the name of an operation."""
    if isinstance(compute, str):
        compute = call_op(compute)

    def forward(self, other):
        if not isinstance(other, Koma.Tensor):
            if not can_be_operand(other):
                return NotImplemented
            other = make_like(other, self)
        return compute(self, other)

    def reflected(self, other):
        if not can_be_operand(other):
            return NotImplemented
        return compute(make_like(other, self), self)

    return forward, reflected


def divide(a, b):
    """True division: whole numbers become float32."""
    if a.get_dtype() in WHOLE and b.get_dtype() in WHOLE:
        a = a.cast(FLOAT32)
    return a.div(b)


def divide_down(a, b):
    """NumPy's and Python's: what is left by %, which is exact, is taken off before."""
    if a.get_dtype() in WHOLE and b.get_dtype() in WHOLE:
        return a.floor_div(b)
    whole = a.sub(a.mod(b)).div(b).round()
    return b.equal(Koma.Tensor.new_scalar(0)).where(a.div(b), whole)


def is_bool(tensor):
    return tensor.get_dtype() == BOOL


def logical(name, sign):
    def compute(a, b):
        for one in (a, b):
            if not is_bool(one):
                raise TypeError(f"“{sign}” is for bool, not {one.dtype}")
        return getattr(a, name)(b)

    return compute


def multiply_matrices(a, b):
    """A vector is a row at the left of @, and a column at its right."""
    rank_a, rank_b = a.get_rank(), b.get_rank()
    if rank_a == 0 or rank_b == 0:
        raise ArgumentError("“@” is not for scalars")
    left = a.expand_dims(0) if rank_a == 1 else a
    right = b.expand_dims(1) if rank_b == 1 else b
    product = left.mat_mul(right, False, False)
    gone = [-2] * (rank_a == 1) + [-1] * (rank_b == 1)
    return product.squeeze([product.get_rank() + axis for axis in gone]) if gone else product


def shape_of(shape):
    return list(shape[0]) if len(shape) == 1 and not hasattr(shape[0], "__index__") else list(shape)


class Tensor(Koma.Tensor):
    """Numbers in up to six dimensions, which do not change.

    `a == b` compares elements, as NumPy has it, and hash (a) is that of the object: a tensor may be a
    key, and `a in [b]` finds a tensor by comparing elements, so look for one with `is`.
    """

    __module__ = "gi.overrides.Koma"
    __array_ufunc__ = None  # NumPy leaves array + tensor to the tensor
    __hash__ = Koma.Tensor.__hash__

    def __init__(self, *_args, **_settings):
        raise TypeError(f"Koma.{type(self).__name__.lower()} (data) makes a {type(self).__name__}")

    __add__, __radd__ = operator("add")
    __sub__, __rsub__ = operator("sub")
    __mul__, __rmul__ = operator("mul")
    __truediv__, __rtruediv__ = operator(divide)
    __floordiv__, __rfloordiv__ = operator(divide_down)
    __mod__, __rmod__ = operator("mod")
    __pow__, __rpow__ = operator("pow")
    __matmul__, __rmatmul__ = operator(multiply_matrices)
    __and__, __rand__ = operator(logical("logical_and", "&"))
    __or__, __ror__ = operator(logical("logical_or", "|"))
    __xor__, __rxor__ = operator(logical("logical_xor", "^"))
    __eq__, _ = operator("equal")
    __ne__, _ = operator("not_equal")
    __lt__, _ = operator("less")
    __le__, _ = operator("less_equal")
    __gt__, _ = operator("greater")
    __ge__, _ = operator("greater_equal")
    del _

    def __neg__(self) -> "Tensor":
        return self.neg()

    def __pos__(self) -> "Tensor":
        return self

    def __abs__(self) -> "Tensor":
        return self.abs()

    def __invert__(self) -> "Tensor":
        if not is_bool(self):
            raise TypeError(f"“~” is for bool, not {self.dtype}")
        return self.logical_not()

    def __len__(self) -> "int":
        if self.get_rank() == 0:
            raise TypeError("A scalar has no length")
        return self.get_shape()[0]

    def __iter__(self) -> "Iterator[Tensor]":
        return indexing.iterate(self)

    def __getitem__(self, key) -> "Tensor":
        return indexing.get(self, key)

    def __contains__(self, value) -> "bool":
        return bool((self == value).any())

    @property
    def shape(self) -> "tuple[int, ...]":
        return tuple(self.get_shape())

    @property
    def dtype(self) -> "str":
        """"float32", "int32", "bool", "uint8", "int8", "float16" or "complex64"."""
        return NAMES[self.get_dtype()]

    @property
    def ndim(self) -> "int":
        return self.get_rank()

    @property
    def size(self) -> "int":
        return self.get_size()

    @property
    def T(self) -> "Tensor":
        return self.transpose()

    def reshape(self, *shape) -> "Tensor":
        """Takes the sizes one by one, or in a list; −1 is what is left."""
        return Koma.Tensor.reshape(self, shape_of(shape))

    def argmax(self, axis=None) -> "Tensor":
        """Where the greatest is: along an axis, or in all elements row by row."""
        return self.flatten().arg_max(0) if axis is None else self.arg_max(axis)

    def argmin(self, axis=None) -> "Tensor":
        return self.flatten().arg_min(0) if axis is None else self.arg_min(axis)

    def item(self):
        """The only element, as a number of Python."""
        if self.get_size() != 1:
            raise ArgumentError(f"A tensor of {self.get_size()} elements is no single number")
        value = to_list(self)
        while isinstance(value, list):
            value = value[0]
        return value

    def tolist(self):
        """Nested lists of numbers; of a scalar the number."""
        return to_list(self)

    def tobytes(self) -> "bytes":
        """The elements as they lie in memory, copied."""
        return bytes(View(self).to_memoryview())

    from_bytes = staticmethod(from_bytes)

    def memoryview(self) -> "memoryview":
        """The elements in memory, read only, without a copy; it keeps the memory.

        memoryview (tensor) is not possible: only types written in C have buffers, until Python 3.12.
        """
        return View(self).to_memoryview()

    def numpy(self):
        """An array over the tensor's memory: read only, without a copy; it keeps the memory."""
        import numpy

        return numpy.asarray(View(self))

    @property
    def __array_interface__(self):
        """For NumPy. The memory is an object here, which NumPy keeps: the tensor may be disposed of."""
        view = View(self)
        return {**view.get_interface(), "data": view.to_memoryview()}

    def __array__(self, dtype=None, copy=None):
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError(f"A tensor of {self.dtype} is no array of {dtype} without a copy")
            return array.astype(dtype)
        return array.copy() if copy else array

    def __float__(self) -> "float":
        return float(self.item())

    def __int__(self) -> "int":
        return int(self.item())

    def __index__(self) -> "int":
        if self.get_dtype() not in WHOLE or is_bool(self) or self.get_rank() > 0:
            raise TypeError("Only a scalar of whole numbers is an index")
        return self.item()

    def __bool__(self) -> "bool":
        if self.get_size() != 1:
            raise ArgumentError(f"Whether {self.get_size()} elements are true is not one answer: "
                                "use any () or all ()")
        return bool(self.item())

    def __format__(self, spec) -> "str":
        return format(self.item(), spec) if spec else str(self)

    def __str__(self) -> "str":
        return self.to_string(False)

    def __repr__(self) -> "str":
        facts = f"shape={self.shape}, dtype={self.dtype}"
        kind = type(self).__name__
        try:
            text = self.to_string(False)
        except (GLib.Error, Error) as error:
            return f"Koma.{kind}(<{error}>, {facts})"
        lines = text.split("\n")[1:]
        values = "\n".join([lines[0].strip(), *(" " * len(kind) + "  " + line for line in lines[1:])])
        values = values.replace(",]", "]")  # which the library prints behind a single row
        return f"Koma.{kind}({values}, {facts})"

    def __copy__(self) -> "Tensor":
        return self.clone()

    def __deepcopy__(self, _memo):
        return self.clone()

    def print(self, verbose=False) -> "None":
        self.print_(verbose)

    def to(self, dtype) -> "Tensor":
        return self if to_dtype(dtype) == self.get_dtype() else self.cast(dtype)


override(Tensor)


def tensor(data, dtype=None) -> "Tensor":
    """A tensor of numbers, nested lists, arrays, buffers, iterators, tensors in lists.

    The elements are copied once. Without a dtype whole numbers are int32, others float32, and True
    and False bool; those of an array keep theirs, but for int64 and float64, which become int32,
    where each fits, and float32.
    """
    return make(data, dtype)


def ones(*shape, dtype="float32") -> "Tensor":
    return Koma.Tensor.new_ones(dtype, shape_of(shape))


def zeros(*shape, dtype="float32") -> "Tensor":
    return Koma.Tensor.new_zeros(dtype, shape_of(shape))


def eye(rows, columns=None, dtype="float32") -> "Tensor":
    return Koma.Tensor.new_eye(dtype, rows, rows if columns is None else columns)


def full(shape, value, dtype=None) -> "Tensor":
    return make(value, dtype).broadcast_to(shape)


def arange(start, stop=None, step=1, dtype=None) -> "Tensor":
    """Numbers from start to before stop; of one argument it is stop."""
    if stop is None:
        start, stop = 0, start
    if dtype is None:
        dtype = "int32" if all(isinstance(one, int) for one in (start, stop, step)) else "float32"
    return Koma.Tensor.new_range(dtype, start, stop, step)


EXPORTS = (tensor, ones, zeros, eye, full, arange)
