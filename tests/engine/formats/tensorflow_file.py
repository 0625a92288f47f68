# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes graphs and checkpoints of TensorFlow with nothing but Python, after the published formats:
graph.proto, function.proto, saved_model.proto, tensor_bundle.proto, LevelDB's table_format.md."""
import struct

FLOAT, INT32, STRING, RESOURCE = 1, 3, 7, 20


def varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def field(number, value):
    """A field of a protocol buffer: a number, a text, or bytes, which may be a message."""
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def entry(key, value):
    return field(1, key) + field(2, value)


def shape(dims):
    return b"".join(field(2, field(1, dim)) for dim in dims)


class Type(int):
    """An attribute that is a type, and no number."""


class Function(str):
    """An attribute that is the name of a function."""


class Shape(list):
    """An attribute that is a shape, and no list."""


class Types(list):
    """An attribute that is a list of types."""


class Shapes(list):
    """An attribute that is a list of shapes."""


def attribute(value):
    if isinstance(value, Type):
        return field(6, int(value))
    if isinstance(value, Function):
        return field(10, field(1, str(value)))
    if isinstance(value, Shape):
        return field(7, shape(value))
    if isinstance(value, Types):
        return field(1, field(6, b"".join(varint(one) for one in value)))
    if isinstance(value, Shapes):
        return field(1, b"".join(field(7, shape(one)) for one in value))
    if isinstance(value, bool):
        return field(5, int(value))
    if isinstance(value, float):
        return field(4, value)
    if isinstance(value, int):
        return field(3, value)
    if isinstance(value, str):
        return field(2, value)
    if isinstance(value, bytes):
        return field(8, value)
    return field(1, field(3, b"".join(varint(one) for one in value)))


def node(name, op, inputs=(), **attributes):
    return (field(1, name) + field(2, op) + b"".join(field(3, one) for one in inputs)
            + b"".join(field(5, entry(key, attribute(value))) for key, value in attributes.items()))


def constant(name, dims, numbers, kind=INT32):
    if kind == STRING:
        contents = b"".join(field(8, one) for one in numbers)
    else:
        contents = field(4, struct.pack(f"<{len(numbers)}{'f' if kind == FLOAT else 'i'}", *numbers))
    return node(name, "Const", dtype=Type(kind), value=field(1, kind) + field(2, shape(dims)) + contents)


def function(name, arguments, results, nodes, returned):
    signature = (field(1, name) + b"".join(field(2, field(1, one)) for one in arguments)
                 + b"".join(field(3, field(1, one)) for one in results))
    return (field(1, signature) + b"".join(field(3, one) for one in nodes)
            + b"".join(field(4, entry(*pair)) for pair in zip(results, returned)))


def signature(inputs, outputs):
    def infos(number, tensors):
        return b"".join(field(number, entry(key, field(1, name))) for key, name in tensors.items())
    return infos(1, inputs) + infos(2, outputs) + field(3, "tensorflow/serving/predict")


def saved_model(nodes, signatures, functions=(), restore=""):
    graph = (b"".join(field(1, one) for one in nodes)
             + field(2, b"".join(field(1, one) for one in functions)))
    meta_graph = (field(1, field(4, "serve")) + field(2, graph) + field(3, field(3, restore))
                  + b"".join(field(5, entry(*pair)) for pair in signatures.items()))
    return field(1, 1) + field(2, meta_graph)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def block(pairs, kind=0):
    """A block of a table: each second key is written in full, and is a restart point."""
    out, restarts, last = bytearray(), [], b""
    for i, (key, value) in enumerate(pairs):
        shared = 0
        if i % 2 == 0:
            restarts.append(len(out))
        else:
            while shared < min(len(key), len(last)) and key[shared] == last[shared]:
                shared += 1
        out += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        last = key
    restarts = restarts or [0]
    out += struct.pack(f"<{len(restarts)}I", *restarts) + struct.pack("<I", len(restarts))
    return bytes(out), bytes([kind]) + struct.pack("<I", crc32c(bytes(out) + bytes([kind])))


def table(pairs, kind=0):
    """Three entries to a block."""
    out, index = bytearray(), []
    pairs = sorted(pairs)

    def add(contents):
        start = len(out)
        data, trailer = block(contents, kind)
        out.extend(data + trailer)
        return varint(start) + varint(len(data))

    for i in range(0, len(pairs), 3):
        part = pairs[i:i + 3]
        index.append((part[-1][0], add(part)))
    handles = add([]) + add(index)
    return bytes(out) + handles.ljust(40, b"\0") + struct.pack("<Q", 0xDB4775248B80FB57)


def number_key(number):
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return bytes([len(data)]) + data


def signed_key(number):
    """Of small numbers, which take one byte, and those that take two."""
    if -64 <= number < 64:
        return bytes([number & 255 ^ 0x80])
    return struct.pack(">h", number ^ ~0x3FFF if number < 0 else number ^ 0xC000 - 0x10000)


def slice_key(name, extents):
    return (number_key(0) + name.encode() + b"\0\1" + number_key(len(extents))
            + b"".join(signed_key(start) + signed_key(length) for start, length in extents))


def extents_message(extents):
    return b"".join(field(1, (field(1, start) if start else b"") + (field(2, length) if length > 0 else b""))
                    for start, length in extents)


def bundle(tensors, n_shards=1, order="<", kind=0, change=None, prefix="variables/variables"):
    """The files of a checkpoint: {key: (dims, numbers)}, or {key: [(dims, extents, numbers), …]} of a
    variable in parts, whose shape comes first. @change changes an entry."""
    shards = [bytearray() for _ in range(n_shards)]
    pairs = [(b"", field(1, n_shards) + (field(2, 1) if order == ">" else b"") + field(3, field(1, 1)))]

    def add(key, dims, numbers):
        shard = len(pairs) % n_shards
        data = struct.pack(f"{order}{len(numbers)}f", *numbers)
        values = {"shape": shape(dims), "shard": shard, "offset": len(shards[shard]), "size": len(data),
                  "crc": crc32c(data)}
        values.update(change or {})
        shards[shard].extend(data)
        pairs.append((key, field(1, FLOAT) + field(2, values["shape"]) + field(3, values["shard"])
                      + field(4, values["offset"]) + field(5, values["size"])
                      + varint(6 << 3 | 5) + struct.pack("<I", values["crc"])))

    for key, contents in tensors.items():
        if isinstance(contents, tuple):
            add(key.encode(), *contents)
            continue
        dims, *parts = contents
        pairs.append((key.encode(), field(1, FLOAT) + field(2, shape(dims))
                      + b"".join(field(7, extents_message(extents)) for _, extents, _ in parts)))
        for part_dims, extents, numbers in parts:
            add(slice_key(key, extents), part_dims, numbers)
    files = {f"{prefix}.data-{i:05}-of-{n_shards:05}": bytes(data) for i, data in enumerate(shards)}
    files[f"{prefix}.index"] = table(pairs, kind)
    files["block"] = block(sorted(pairs))[0]
    return files


def wave(count, step):
    """Numbers that float32 holds exactly."""
    return [((i * step) % 17 - 8) / 16 for i in range(count)]


def variable(name, op, dims, shared_name=""):
    return node(name, op, dtype=Type(FLOAT), shape=Shape(dims), shared_name=shared_name)
