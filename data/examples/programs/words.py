# SPDX-License-Identifier: GPL-3.0-or-later
# A classifier of words of one's own: words.py [MODEL PICTURE WORD…]
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

# A model that knows the words for eight colours, and what is beside it.
OWN = pathlib.Path(__file__).with_name("colour-words")
path, picture, *words = sys.argv[1:] or (OWN, OWN / "rose.png", "red", "green", "blue")

try:
    model = Koma.GraphModel.load(path)

    # What the model takes of a text, and the vector that it makes of it.
    encoder = Koma.TextEncoder.new(model)
    ids = encoder.tokenize(words)
    vectors = encoder.encode(words)
    print(f"{len(words)} words: tokens {ids.get_shape()}, vectors {vectors.get_shape()}")

    # The words become classes, each as the mean of two sentences.
    classifier = model.make_classifier(words, ["a photo of a {}", "{}"])
    for best in classifier.classify(picture, 3):
        print(f"{100 * best.score:6.2f} %  {best.label}")
except GLib.Error as error:
    sys.exit(error.message)
