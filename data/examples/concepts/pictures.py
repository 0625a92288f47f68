# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures of a folder with a folder for each class; one of them is damaged.
import pathlib

from gi.repository import Koma


def write(name, grey):
    """A picture of one pixel, as PPM."""
    path = pathlib.Path("pictures", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"P6 1 1 255\n" + bytes([grey] * 3))


write("dark/1.ppm", 10)
write("dark/2.ppm", 20)
write("light/1.ppm", 250)
pathlib.Path("pictures/light/2.ppm").write_bytes(b"")

pictures = Koma.data.pictures("pictures", size=(2, 2), labels="index", on_damaged="skip")
for x, y in pictures:
    print(pictures.class_names[y], x.max().item())
print("left out:", len(pictures.damaged))
