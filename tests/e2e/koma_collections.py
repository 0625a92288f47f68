# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collections that the command line made, with answers of one model or several."""
import os
import subprocess

from koma_gui import BUILD, COLOURS, SCRATCH, write_png


def make_collection(name):
    """A folder of four pictures, and where their collection is to be."""
    folder = SCRATCH / name
    folder.mkdir()
    for number, colour in enumerate(["red", "green", "blue", "red"]):
        write_png(folder / f"{number}.png", colour)
    return folder / f"{name}.koma"


def classify(path, *args):
    """With the model of colours; one that takes pictures in another way is another model."""
    subprocess.run([BUILD / "app" / "koma", "classify", "--model", COLOURS, "--collection", path, *args, path.parent],
                   env={**os.environ, "KOMA_DATA_DIR": str(SCRATCH)}, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
