# SPDX-License-Identifier: GPL-3.0-or-later
# A model is loaded and run on a picture: classify.py [MODEL PICTURE]
import pathlib
import sys

import gi

gi.require_version("Koma", "1.0")
from gi.repository import GLib, Koma  # noqa: E402

# Koma's own: a model of shogi pieces, and one of its samples.
DATA = pathlib.Path(__file__).parents[2]
path, picture = sys.argv[1:] or (DATA / "models/shogi", DATA / "samples/07-rook.jpg")

try:
    model = Koma.GraphModel.load(str(path))
    print(f"{model.get_name()}, {model.get_format()}")
    info = model.get_input(0)
    print(f"takes {info.get_name()}: {info.get_shape()}")

    # What is in the picture, in one call …
    for best in model.classify(str(picture), 3):
        print(f"{100 * best.score:6.2f} %  {best.label:8} {best.name}")

    # … and by hand: the picture as the model gets it, and what the model makes of it.
    x = model.read_picture(str(picture))
    y = model.predict([x])
    print(f"{x.get_shape()} becomes {y.get_shape()}")
    best = y.arg_max(-1).read_ints()[0]
    print(f"the greatest is number {best}, {model.get_label(best)}")
except GLib.Error as error:
    sys.exit(error.message)
