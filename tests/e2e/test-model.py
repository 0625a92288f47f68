# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""No model, a first one, another one, and one that is broken."""
import shutil

from koma_gui import (COLOURS, SCRATCH, SOURCE, Koma, copy, drag, equal, key, run, choose_file,
                      wait, write_png)


def open_model(koma, path):
    koma.focus()
    key("ctrl+shift+m")
    choose_file("Open Model", path)


def test_first_model():
    """Pictures may come before it; they wait."""
    picture = write_png(SCRATCH / "early.png", "blue")
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        drag(picture)
        koma.wait_rows(["early.png: Waiting"])
        koma.wait_label("1 picture waits for a model")
        open_model(koma, COLOURS / "model.json")
        koma.wait_rows(["early.png: blue "])


def test_dropped_model():
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        drag(COLOURS)
        koma.wait_label("Drop Pictures Here")


def test_model_with_picture():
    """A folder may hold both: the model is opened, and the picture classified with it."""
    both = SCRATCH / "both"
    shutil.copytree(COLOURS, both)
    write_png(both / "preview.png", "green")
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        drag(both)
        koma.wait_rows(["preview.png: green "])


def test_foreign():
    """Models of other kinds are named, not shown as broken pictures."""
    torch, red = SCRATCH / "x.pt", write_png(SCRATCH / "red.png", "red")
    torch.write_bytes(b"\x08\x07")
    with Koma() as koma:
        drag(torch, red)
        koma.wait_label("x.pt is a PyTorch model")
        koma.wait_rows(["red.png: red "])
        koma.click("Details")
        koma.wait_label("torch.onnx.export")
        key("Escape")
        koma.focus()
    with Koma(model=torch) as koma:
        koma.wait_label("x.pt is a PyTorch model")


def test_saved_model():
    """A folder that is a model as a whole, with a picture in it."""
    folder = shutil.copytree(SOURCE / "tests" / "engine" / "formats" / "saved-models" / "colours", SCRATCH / "exported")
    write_png(folder / "plot.png", "red")
    with Koma(model=None) as koma:
        drag(folder)
        koma.wait_label("exported")
        koma.wait_rows(["plot.png: red "])


def test_broken_model():
    """Is told of plainly; the one before stays."""
    broken = SCRATCH / "broken"
    shutil.copytree(COLOURS, broken)
    (broken / "weights.bin").write_bytes(b"short")
    first, second = write_png(SCRATCH / "1.png", "red"), write_png(SCRATCH / "2.png", "green")
    with Koma(first) as koma:
        koma.wait_rows(["1.png: red "])
        open_model(koma, broken / "model.json")
        koma.wait_label("Not a model, or a damaged one")
        koma.click("Details")
        koma.wait_label("weights.bin")
        key("Escape")
        koma.focus()
        copy("text/uri-list", f"{second.as_uri()}\r\n".encode())
        key("ctrl+v")
        koma.wait_rows(["1.png: red ", "2.png: green "])


def test_no_model_at_all():
    nothing = SCRATCH / "nothing.json"
    nothing.write_text("{}")
    with Koma(model=nothing) as koma:
        koma.wait_label("Koma can not run this model yet")
        koma.wait_label("Open a Model")


def make_data(folder):
    """Another model in place of the one that Koma brings along."""
    model = folder / "models" / "shogi"
    shutil.copytree(COLOURS, model)
    (model / "koma.json").write_text('{"name": "Own Colours"}')
    return folder


def test_bundled():
    """Is there from the start, gives way to one that is opened, and can be had again."""
    data, picture = make_data(SCRATCH / "own"), write_png(SCRATCH / "b.png", "red")
    other = SOURCE / "tests" / "data" / "colours-2018"
    with Koma(picture, model=None, KOMA_DATA_DIR=str(data)) as koma:
        koma.wait_rows(["b.png: red "])
        koma.wait_label("Own Colours")
        open_model(koma, other / "tensorflowjs_model.pb")
        koma.wait_label("colours-2018")
        koma.wait_idle()
        home = koma.home
    with Koma(model=None, KOMA_DATA_DIR=str(data), XDG_STATE_HOME=str(home)) as koma:
        koma.wait_label("colours-2018")  # remembered
        koma.focus()
        key("ctrl+m")
        koma.choose("Own Colours")
        koma.wait_label("Own Colours")
    with Koma(model=None, KOMA_DATA_DIR=str(data), XDG_STATE_HOME=str(home)) as koma:
        koma.wait_label("Own Colours")
        koma.wait_label("Drop Pictures Here")


def test_bundled_instead():
    """Of a remembered one that has gone."""
    data, gone = make_data(SCRATCH / "own-2"), SCRATCH / "gone"
    shutil.copytree(COLOURS, gone)
    with Koma(model=gone, KOMA_DATA_DIR=str(data)) as koma:
        koma.wait_label("gone")
        home = koma.home
    shutil.rmtree(gone)
    with Koma(model=None, KOMA_DATA_DIR=str(data), XDG_STATE_HOME=str(home)) as koma:
        koma.wait_label("Own Colours")


def test_other_format():
    """The same network in the first TensorFlow.js format answers the same."""
    picture = write_png(SCRATCH / "o.png", "green")
    with Koma(picture) as koma:
        koma.wait_rows(["o.png: green "])
        before = koma.rows()
        open_model(koma, SOURCE / "tests" / "data" / "colours-2018" / "tensorflowjs_model.pb")
        koma.wait_label("colours-2018")
        wait("an answer", lambda: koma.rows() and "%" in koma.rows()[0])
        equal(koma.rows(), before)


run(test_first_model, test_dropped_model, test_model_with_picture, test_foreign, test_saved_model,
    test_broken_model, test_no_model_at_all, test_bundled, test_bundled_instead, test_other_format)
