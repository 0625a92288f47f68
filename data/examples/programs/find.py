# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures that go best with words: find.py [MODEL WORDS PICTURE…]
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

N_BEST = 3

# A model that knows the words for eight colours, and what is beside it.
OWN = pathlib.Path(__file__).with_name("colour-words")
path, words, *pictures = sys.argv[1:] or (
    str(OWN), "yellow and green", *(str(OWN / name) for name in ("meadow.png", "sky.png", "sun.png")))

try:
    model = Koma.GraphModel.load(path)
    vectors = model.embed_image(pictures)
    text = model.embed_text(words)

    # The product of two vectors of length 1 is the cosine of the angle between them.
    cosines = (vectors @ text[0]).tolist()
    best = sorted(zip(cosines, pictures), key=lambda pair: pair[0], reverse=True)
    for cosine, picture in best[:N_BEST]:
        print(f"{cosine:.3f}  {pathlib.Path(picture).name}")
except GLib.Error as error:
    sys.exit(error.message)
