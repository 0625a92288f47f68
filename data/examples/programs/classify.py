# SPDX-License-Identifier: GPL-3.0-or-later
# A model is loaded and run on a picture: classify.py [MODEL PICTURE]
import pathlib
import sys

import gi

# Where it is built and not installed, Python must be told where it is.
try:
    gi.require_version("Koma", "1.0")
except ValueError:
    sys.exit("Koma is not found. Install it, or in the folder where it was built:\n"
             "export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library\n"
             "export PYTHONPATH=$PWD/engine/koma/library/python")
from gi.repository import GLib, Koma  # noqa: E402

# Koma's own: a model of shogi pieces, and one of its samples.
DATA = pathlib.Path(__file__).parents[2]
path, picture = sys.argv[1:] or (DATA / "models/shogi", DATA / "samples/07-rook.jpg")

try:
    model = Koma.GraphModel.load(path)
    print(f"{model.get_name()}, {model.get_format()}")
    info = model.get_input(0)
    print(f"takes {info.get_name()}: {info.get_shape()}")

    # What is in the picture, in one call …
    for best in model.classify(picture, 3):
        print(f"{100 * best.score:6.2f} %  {best.label:8} {best.name}")

    # … and by hand: the picture as the model gets it, and what the model makes of it.
    x = model.read_picture(picture)
    y = model.predict(x)
    print(f"{x.get_shape()} becomes {y.get_shape()}")
    greatest = int(y.argmax())
    print(f"the greatest is number {greatest}, {model.get_label(greatest)}")
except GLib.Error as error:
    sys.exit(error.message)
