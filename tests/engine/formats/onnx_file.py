# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes files of ONNX, with nothing but Python."""
import struct

FLOAT, INT64, FLOAT16, DOUBLE, BFLOAT16 = 1, 7, 10, 11, 16


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


def attribute(name, value):
    if isinstance(value, float):
        return field(1, name) + field(2, value) + field(20, 1)
    if isinstance(value, int):
        return field(1, name) + field(3, value) + field(20, 2)
    if isinstance(value, str):
        return field(1, name) + field(4, value) + field(20, 3)
    return field(1, name) + b"".join(field(8, number) for number in value) + field(20, 7)


def node(op, inputs, outputs, **attributes):
    return (b"".join(field(1, name) for name in inputs) + b"".join(field(2, name) for name in outputs)
            + field(4, op) + b"".join(field(5, attribute(*pair)) for pair in attributes.items()))


def pack(kind, numbers):
    if kind == BFLOAT16:
        return b"".join(struct.pack("<f", number)[2:] for number in numbers)
    code = {FLOAT: "f", INT64: "q", FLOAT16: "e", DOUBLE: "d"}[kind]
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


def model(nodes, constants, inputs, outputs, opset=13, metadata=None):
    graph = (b"".join(field(1, one) for one in nodes) + field(2, "graph")
             + b"".join(field(5, one) for one in constants)
             + b"".join(field(11, one) for one in inputs)
             + b"".join(field(12, one) for one in outputs))
    entries = b"".join(field(14, field(1, key) + field(2, text)) for key, text in (metadata or {}).items())
    return field(1, 8) + field(7, graph) + field(8, field(2, opset)) + entries
