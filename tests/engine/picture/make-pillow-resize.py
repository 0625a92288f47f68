#!/usr/bin/python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes pillow-resize.inc: what Pillow (9.4 was used) makes of test patterns.

    /usr/bin/python3 make-pillow-resize.py > pillow-resize.inc

The pattern is that of test-resize.c: byte i is bits 24 to 31 of
i * 2654435761 (mod 2^32). A row is the sizes, the channels, and the SHA-256
of the resized bytes; small ones also carry the bytes; the filter is the last.
"""
import hashlib
from PIL import Image

CASES = [  # in width, in height, channels, out width, out height
    (1, 1, 3, 1, 1), (1, 1, 3, 3, 2), (2, 2, 3, 3, 3), (3, 3, 1, 2, 2),
    (13, 7, 3, 5, 3), (7, 5, 3, 16, 11), (5, 4, 1, 2, 9), (3, 127, 3, 3, 10),
    (127, 3, 1, 10, 3), (300, 2, 3, 1, 1), (64, 64, 3, 64, 64),
    (127, 63, 3, 13, 13), (375, 375, 3, 224, 224), (300, 300, 3, 224, 224),
    (100, 80, 1, 224, 224), (1000, 750, 3, 96, 96), (2999, 2001, 3, 224, 224),
    (65500, 1, 3, 7, 7),
]
FILTERS = {Image.BILINEAR: "BILINEAR", Image.BICUBIC: "BICUBIC", Image.LANCZOS: "LANCZOS", Image.BOX: "BOX",
           Image.HAMMING: "HAMMING"}
SMALL = 200


def pattern(count):
    return bytes((i * 2654435761 & 0xFFFFFFFF) >> 24 for i in range(count))


print("/* SPDX-License-Identifier: GPL-3.0-or-later */")
print("/* Made by make-pillow-resize.py; do not edit. */")
for filter, (in_w, in_h, channels, out_w, out_h) in [(filter, case) for filter in FILTERS
                                                     for case in CASES]:
    mode = "RGB" if channels == 3 else "L"
    image = Image.frombytes(mode, (in_w, in_h), pattern(in_w * in_h * channels))
    pixels = image.resize((out_w, out_h), filter).tobytes()
    digest = hashlib.sha256(pixels).hexdigest()
    data = pixels.hex() if len(pixels) <= SMALL else ""
    print(f"{{ {in_w}, {in_h}, {channels}, {out_w}, {out_h},")
    print(f'  "{digest}",')
    lines = [data[i:i + 90] for i in range(0, len(data), 90)] or [""]
    print("\n".join(f'  "{line}"' for line in lines) + f", KOMA_RESIZE_{FILTERS[filter]} }},")
