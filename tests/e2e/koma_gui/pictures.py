# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of one colour, and the answers to them."""
import os
import struct
import zlib

RGB = {"red": (200, 20, 30), "green": (10, 180, 40), "blue": (30, 20, 220)}


def encode_exif(camera, time):
    """An EXIF block: the model of a camera, and DateTimeOriginal as “2026:11:29 18:03:05”."""
    model, taken = camera.encode() + b"\0", time.encode() + b"\0"
    at_exif = 8 + 2 + 2 * 12 + 4
    at_taken = at_exif + 2 + 12 + 4
    return (b"MM\0*" + struct.pack(">IH", 8, 2) +
            struct.pack(">HHII", 0x0110, 2, len(model), at_taken + len(taken)) +
            struct.pack(">HHII", 0x8769, 4, 1, at_exif) + bytes(4) + struct.pack(">H", 1) +
            struct.pack(">HHII", 0x9003, 2, len(taken), at_taken) + bytes(4) + taken + model)


def encode_png(colour, width=40, height=30, other=None, exif=None):
    """One colour all over, or another one on the right half."""
    row = b"\0" + bytes(colour) * (width - width // 2) + bytes(other or colour) * (width // 2)

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + (chunk(b"eXIf", exif) if exif else b"") +
            chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def write_png(path, colour, width=40, height=30, other=None):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode_png(RGB[colour], width, height, other and RGB[other]))
    return path


def write_many(folder, count, width=40, height=30):
    """Many names for three pictures: hard links, so that they cost no space."""
    folder.mkdir(parents=True)
    first = [write_png(folder / f"0-{colour}.png", colour, width, height) for colour in RGB]
    for i in range(count - len(first)):
        os.link(first[i % len(first)], folder / f"picture-{i:05}.png")
    return folder


def get_last_name(count):
    """Of write_many()."""
    return f"picture-{count - len(RGB) - 1:05}.png"


def check_right(rows):
    """Of write_many(): all are answered, each by its own colour."""
    for row in rows:
        name, said = row.split(": ", 1)
        wanted = (name[2:].removesuffix(".png") if name.startswith("0-") else
                  list(RGB)[int(name.removeprefix("picture-").removesuffix(".png")) % len(RGB)])
        assert said.startswith(f"{wanted} ") and "%" in said, row
