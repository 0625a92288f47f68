# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The memory of tensors and of buffers: reached without a copy, copied once. NumPy is not needed."""
import ctypes

from .dtypes import FLOAT32, FORMATS, LITTLE, DType, Koma, memory_size, to_dtype


class View:
    """The memory of a tensor, for NumPy: read only, and there as long as this is."""

    def __init__(self, tensor):
        self.bytes = tensor.read_bytes()
        self.shape = tuple(tensor.get_shape())
        self.dtype = tensor.get_dtype()
        self.n_bytes = self.bytes.get_size()
        self.address = self.bytes.get_region(1, 0, self.n_bytes) or 0

    def get_interface(self):
        item = memory_size(self.dtype)
        kind = {"?": "b", "f": "f", "e": "f", "i": "i", "b": "i", "B": "u", None: "c"}[FORMATS.get(self.dtype)]
        typestr = f"{LITTLE if item > 1 else '|'}{kind}{item}"
        return {"version": 3, "shape": self.shape, "typestr": typestr, "data": (self.address, True)}

    @property
    def __array_interface__(self):
        return self.get_interface()

    def to_memoryview(self):
        block = (ctypes.c_char * self.n_bytes)
        if self.n_bytes == 0:
            return memoryview(b"")
        memory = block.from_address(self.address)
        memory.owner = self.bytes  # lives as long as the view of it
        return memoryview(memory).toreadonly().cast("B")


class PyBuffer(ctypes.Structure):
    """Py_buffer of Python's C API: the only way to where read only memory is."""

    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t),
                ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
                ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p)]


get_buffer = ctypes.pythonapi.PyObject_GetBuffer
get_buffer.argtypes = [ctypes.py_object, ctypes.c_void_p, ctypes.c_int]
release_buffer = ctypes.pythonapi.PyBuffer_Release
release_buffer.argtypes = [ctypes.c_void_p]
release_buffer.restype = None


def get_address(view):
    """Of a contiguous memoryview, which keeps the memory."""
    if view.nbytes == 0:
        return None
    buffer = PyBuffer()
    get_buffer(view, ctypes.byref(buffer), 0)
    try:
        return buffer.buf
    finally:
        release_buffer(ctypes.byref(buffer))


def from_memory(view, dtype, shape):
    """Copies the elements once."""
    return Koma.Tensor.new_from_memory(dtype, get_address(view), view.nbytes, list(shape))


def from_bytes(data, dtype, shape=None):
    """A tensor of the elements in bytes, in the machine's order; without a shape it has one dimension."""
    view = memoryview(data).cast("B")
    dtype = to_dtype(dtype)
    if shape is None:
        shape = [view.nbytes // memory_size(dtype)]
    return from_memory(view, dtype, shape)


def to_list(tensor):
    if tensor.get_dtype() == DType.FLOAT16:  # for which memoryview has no letter
        tensor = tensor.cast(FLOAT32)
    view = View(tensor)
    memory = view.to_memoryview()
    if view.dtype == DType.COMPLEX64:
        parts = memory.cast("f").tolist()
        return nest([complex(*pair) for pair in zip(parts[::2], parts[1::2])], view.shape)
    if not view.shape:
        return memory.cast(FORMATS[view.dtype])[0]
    if view.n_bytes == 0:
        return nest_nothing(view.shape)
    return memory.cast(FORMATS[view.dtype], view.shape).tolist()


def nest(values, shape):
    """A list in lists, one for each dimension; of a scalar the value."""
    if not shape:
        return values[0]
    step = len(values) // shape[0] if shape[0] else 0
    return [nest(values[at * step:(at + 1) * step], shape[1:]) for at in range(shape[0])]


def nest_nothing(shape):
    return [nest_nothing(shape[1:]) for _ in range(shape[0])] if shape else []
