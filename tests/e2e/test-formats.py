# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models of each format, dropped on the window alone and together with pictures."""
import shutil
import tarfile
import zipfile

from koma_gui import COLOURS, SCRATCH, SOURCE, Koma, drag, key, choose_file, run, write_png

DATA = SOURCE / "tests" / "data"


def zip_colours(path):
    with zipfile.ZipFile(path, "w") as archive:
        for part in sorted(COLOURS.iterdir()):
            archive.write(part, f"model/{part.name}")
    return path


def tar_frozen(path):
    with tarfile.open(path, "w:gz") as archive:
        archive.add(DATA / "colours-frozen" / "colours.pb", "frozen/colours.pb")
    return path


def models():
    """A file of each format, and what its model is called."""
    return [
        (DATA / "colours-frozen" / "colours.pb", "colours"),
        (DATA / "colours-2018" / "tensorflowjs_model.pb", "colours-2018"),
        (zip_colours(SCRATCH / "zipped.zip"), "zipped"),
        (tar_frozen(SCRATCH / "packed.tar.gz"), "packed"),
    ]


def test_dropped_alone():
    """One after the other; each classifies what is there again."""
    picture = write_png(SCRATCH / "green.png", "green")
    with Koma(picture) as koma:
        koma.wait_rows(["green.png: green "])
        for path, name in models():
            drag(path)
            koma.wait_name(name)
            koma.wait_rows(["green.png: green "])


def test_dropped_with_pictures():
    """In one go, the model last: the pictures are answered by it."""
    pictures = [write_png(SCRATCH / f"{colour}.png", colour) for colour in ("red", "blue")]
    for path, name in models():
        with Koma(model=None) as koma:
            koma.wait_label("Open a Model")
            drag(*pictures, path)
            koma.wait_rows(["red.png: red ", "blue.png: blue "])
            koma.wait_name(name)


def test_opened():
    """The dialog offers the files of all formats."""
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        koma.focus()
        key("ctrl+shift+m")
        choose_file("Open Model", DATA / "colours-frozen" / "colours.pb")
        koma.wait_label("Drop Pictures Here")


def test_no_model_in_archive():
    """Says so; the model before serves on."""
    path = SCRATCH / "holidays.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("beach.txt", "sun")
    picture = write_png(SCRATCH / "red.png", "red")
    with Koma() as koma:
        drag(path)
        koma.wait_label("Not a model, or a damaged one")
        drag(picture)
        koma.wait_rows(["red.png: red "])


run()
