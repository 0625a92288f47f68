# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models of each format, dropped on the window alone and together with pictures."""
import shutil
import tarfile
import zipfile

from koma_gui import COLOURS, SCRATCH, SHARED, SOURCE, Koma, choose_file, drag, key, run, write_png

FROZEN = SOURCE / "tests" / "data" / "colours-frozen" / "colours.pb"
ONNX = SOURCE / "tests" / "engine" / "formats" / "onnx-models" / "colours.onnx"
TFLITE = SHARED / "models" / "tflite" / "mobilenet_v1_0.25_224_1_metadata_1.tflite"
CAT = SHARED / "photos" / "coral" / "cat_720p.jpg"


def zip_colours(path):
    with zipfile.ZipFile(path, "w") as archive:
        for part in sorted(COLOURS.iterdir()):
            archive.write(part, f"model/{part.name}")
    return path


def tar_frozen(path):
    with tarfile.open(path, "w:gz") as archive:
        archive.add(FROZEN, "frozen/colours.pb")
    return path


def models():
    """A file of each format, with a name of its own."""
    return [
        shutil.copy(FROZEN, SCRATCH / "ice.pb"),
        shutil.copy(ONNX, SCRATCH / "open.onnx"),
        zip_colours(SCRATCH / "zipped.zip"),
        tar_frozen(SCRATCH / "packed.tar.gz"),
    ]


def test_dropped_alone():
    """One after the other; each classifies what is there again."""
    picture = write_png(SCRATCH / "green.png", "green")
    with Koma(picture) as koma:
        koma.wait_rows(["green.png: green "])
        for path in models():
            drag(path)
            koma.wait_label(path.name.split(".")[0])
            koma.wait_rows(["green.png: green "])


def test_dropped_with_pictures():
    """In one go, the model last: the pictures are answered by it."""
    pictures = [write_png(SCRATCH / f"{colour}.png", colour) for colour in ("red", "blue")]
    for path in models():
        with Koma(model=None) as koma:
            koma.wait_label("Open a Model")
            drag(*pictures, path)
            koma.wait_rows(["red.png: red ", "blue.png: blue "])
            koma.wait_label(path.name.split(".")[0])


def test_tflite():
    """With the labels and the range of its metadata."""
    if not (TFLITE.is_file() and CAT.is_file()):
        print("# skipped: there is no shared data")
        return
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        drag(TFLITE, CAT)
        koma.wait_rows(["cat_720p.jpg: "])
        koma.wait_label("mobilenet_v1")


def test_opened():
    """The dialog offers the files of all formats."""
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        koma.focus()
        key("ctrl+shift+m")
        choose_file("Open Model", FROZEN)
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


run(test_dropped_alone, test_dropped_with_pictures, test_tflite, test_opened, test_no_model_in_archive)
