# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes files of ONNX, with nothing but Python."""
import struct

FLOAT, UINT8, INT8, INT32, INT64, BOOL, FLOAT16, DOUBLE, BFLOAT16 = 1, 2, 3, 6, 7, 9, 10, 11, 16


def varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def field(number, value):
    """A field of a protocol buffer: a number, a text, bytes, or a message as bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


class Graph(bytes):
    """A graph as an attribute: a branch of If."""


class Reference(str):
    """The attribute of a function that an attribute of a node in it stands for."""


def attribute(name, value):
    if isinstance(value, Graph):
        return field(1, name) + field(6, value) + field(20, 5)
    if isinstance(value, Reference):
        return field(1, name) + field(21, value)
    if isinstance(value, float):
        return field(1, name) + field(2, value) + field(20, 1)
    if isinstance(value, int):
        return field(1, name) + field(3, value) + field(20, 2)
    if isinstance(value, str):
        return field(1, name) + field(4, value) + field(20, 3)
    if value and isinstance(value[0], float):
        return field(1, name) + b"".join(field(7, number) for number in value) + field(20, 6)
    return field(1, name) + b"".join(field(8, number) for number in value) + field(20, 7)


def branch(nodes, outputs, constants=()):
    """A graph in a node: it has no inputs of its own."""
    return Graph(b"".join(field(1, one) for one in nodes) + field(2, "branch")
                 + b"".join(field(5, one) for one in constants)
                 + b"".join(field(12, field(1, name)) for name in outputs))


def function(name, inputs, outputs, nodes, opset=13, **defaults):
    """Of the domain "local"; it may call others there."""
    imports = (field(2, opset), field(1, "local") + field(2, 1))
    return (field(1, name) + b"".join(field(4, one) for one in inputs) + b"".join(field(5, one) for one in outputs)
            + b"".join(field(7, one) for one in nodes) + b"".join(field(9, one) for one in imports)
            + field(10, "local") + b"".join(field(11, attribute(*pair)) for pair in defaults.items()))


def call(name, inputs, outputs, **attributes):
    """A node that stands for a function of function ()."""
    return node(name, inputs, outputs, **attributes) + field(7, "local")


def node(op, inputs, outputs, **attributes):
    """The domain, if it is not ONNX' own, stands before the operator: com.microsoft.Gelu."""
    domain, _, op = op.rpartition(".")
    return (b"".join(field(1, name) for name in inputs) + b"".join(field(2, name) for name in outputs)
            + field(4, op) + b"".join(field(5, attribute(*pair)) for pair in attributes.items())
            + (field(7, domain) if domain else b""))


def pack(kind, numbers):
    if kind == BFLOAT16:
        return b"".join(struct.pack("<f", number)[2:] for number in numbers)
    code = {FLOAT: "f", UINT8: "B", INT8: "b", INT32: "i", INT64: "q", BOOL: "?", FLOAT16: "e", DOUBLE: "d"}[kind]
    return struct.pack(f"<{len(numbers)}{code}", *numbers)


def tensor(name, dims, numbers, kind=FLOAT):
    return (b"".join(field(1, dim) for dim in dims) + field(2, kind) + field(8, name)
            + field(9, pack(kind, numbers)))


def external(name, dims, offset, length):
    entries = {"location": "external.bin", "offset": str(offset), "length": str(length)}
    return (b"".join(field(1, dim) for dim in dims) + field(2, FLOAT) + field(8, name)
            + b"".join(field(13, field(1, key) + field(2, value)) for key, value in entries.items())
            + field(14, 1))


def value(name, dims, kind=FLOAT):
    shape = b"".join(field(1, field(2, dim) if isinstance(dim, str) else field(1, dim)) for dim in dims)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def model(nodes, constants, inputs, outputs, opset=13, metadata=None, functions=(), domain=None):
    graph = (b"".join(field(1, one) for one in nodes) + field(2, "graph")
             + b"".join(field(5, one) for one in constants)
             + b"".join(field(11, one) for one in inputs)
             + b"".join(field(12, one) for one in outputs))
    entries = b"".join(field(14, field(1, key) + field(2, text)) for key, text in (metadata or {}).items())
    other = field(8, field(1, domain) + field(2, 1)) if domain else b""
    return (field(1, 8) + field(7, graph) + field(8, field(2, opset)) + other + entries
            + b"".join(field(25, one) for one in functions))


def wave(count, step, offset=0):
    """Numbers that float32 holds exactly."""
    return [((i * step + offset) % 17 - 8) / 16 for i in range(count)]
