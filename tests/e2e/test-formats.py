# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models of each format, dropped on the window alone and together with pictures."""
import shutil
import sys
import tarfile
import zipfile

from koma_gui import (COLOURS, SCRATCH, SHARED, SOURCE, Koma, choose_file, drag, equal, get_name, key, run, wait, walk,
                      write_png)

sys.path.insert(0, str(SOURCE / "tests" / "engine" / "formats"))
import onnx_file  # noqa: E402

FROZEN = SOURCE / "tests" / "data" / "colours-frozen" / "colours.pb"
ONNX = SOURCE / "tests" / "engine" / "formats" / "onnx-models" / "colours.onnx"
TFLITE = SHARED / "models" / "tflite" / "mobilenet_v1_0.25_224_1_metadata_1.tflite"
HUB = SHARED / "models" / "hub"
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


def test_hub():
    """A folder of Hugging Face, weights beside their config.json, and weights of torchvision alone; one that compares
    pictures with words has everyday ones. One whose architecture is unknown says so, and the model before serves on."""
    if not HUB.is_dir():
        print("# skipped: there is no shared data")
        return
    with Koma(write_png(SCRATCH / "hub.png", "green")) as koma:
        koma.wait_rows(["hub.png: green "])
        for what, name, best in (("hf_vit", "hf_vit", "jellyfish"), ("hf_swin/model.safetensors", "hf_swin", "bicycle"),
                                 ("pt_vit/vit_b_32-8544fe66.pth", "vit_b_32-8544fe66", "notebook")):
            drag(HUB / what)
            koma.wait_label(name)
            koma.wait_rows([f"hub.png: {best}"])
        drag(HUB / "hf_clip")
        koma.wait_label("hf_clip")
        wait("a field for words", lambda: any(get_name(node) == "Classes to Look For" for node in walk(koma.node)))
        koma.wait_rows(["hub.png: night sky"])
        before = koma.rows()
        other = shutil.copytree(HUB / "hf_vit", SCRATCH / "other", copy_function=shutil.copyfile)
        (other / "config.json").write_text('{"model_type": "perceiver"}', encoding="utf-8")
        drag(other)
        koma.click("Details")
        koma.wait_label("The Model Could Not Be Opened")
        koma.wait_label("the architecture is perceiver of Hugging Face")
        key("Escape")
        koma.focus()
        equal(koma.rows(), before)


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
        koma.wait_label("There is no model in it")
        drag(picture)
        koma.wait_rows(["red.png: red "])


# ---- Files of one model, dropped as single files from several folders ----

def move(path, folder):
    """Into a folder of its own."""
    (SCRATCH / folder).mkdir(parents=True, exist_ok=True)
    return shutil.copy(path, SCRATCH / folder / path.name)


def check_set(koma, *files):
    """With a picture among them, which the model answers."""
    picture = write_png(SCRATCH / "set.png", "green")
    drag(files[0], picture, *files[1:])
    koma.wait_rows(["set.png: green "])


def test_shards_elsewhere():
    """The model stays in use when the backend changes, and the menu does not keep it."""
    topology, weights = move(COLOURS / "model.json", "topology"), move(COLOURS / "weights.bin", "weights")
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        check_set(koma, weights, topology)
        koma.wait_label("topology")
        home = koma.home
    with Koma(model=None, XDG_STATE_HOME=str(home)) as koma:
        koma.wait_label("Open a Model")


def test_external_data():
    """An ONNX file, and its weights in another folder."""
    (SCRATCH / "onnx").mkdir()
    model, data = SCRATCH / "onnx" / "far.onnx", move(write_external(), "data")
    model.write_bytes(make_means(onnx_file.external("versus", [3, 3], 0, 36)))
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        drag(model)
        koma.click("Details")
        koma.wait_label("The Model Could Not Be Opened")
        key("Escape")
        koma.focus()
        picture = write_png(SCRATCH / "far.png", "red")
        drag(model, data, picture)
        koma.wait_rows(["far.png: #0 "])


VERSUS = [8 if i == o else -4 for o in range(3) for i in range(3)]


def make_means(versus):
    """The mean of each channel, times 8 of itself and -4 of the others: as the model of colours."""
    nodes = [
        onnx_file.node("GlobalAveragePool", ["x"], ["mean"]),
        onnx_file.node("Flatten", ["mean"], ["flat"], axis=1),
        onnx_file.node("Gemm", ["flat", "versus"], ["logits"], transB=1),
        onnx_file.node("Softmax", ["logits"], ["scores"], axis=1),
    ]
    return onnx_file.model(nodes, [versus], [onnx_file.value("x", ["N", 3, 32, 32])],
                           [onnx_file.value("scores", ["N", 3])])


def write_external():
    path = SCRATCH / "external.bin"
    path.write_bytes(onnx_file.pack(onnx_file.FLOAT, VERSUS))
    return path


def test_labels_elsewhere():
    """A model that has no names of its classes, and a list of them."""
    names = SCRATCH / "names" / "labels.txt"
    names.parent.mkdir()
    names.write_text("rot\ngrün\nblau\n")
    picture, model = write_png(SCRATCH / "ice.png", "blue"), SCRATCH / "nameless.onnx"
    model.write_bytes(make_means(onnx_file.tensor("versus", [3, 3], VERSUS)))
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        drag(names, picture, model)
        koma.wait_rows(["ice.png: blau "])


def test_ambiguous():
    """Says what to do; nothing is opened."""
    topology, weights = move(COLOURS / "model.json", "t"), move(COLOURS / "weights.bin", "w1")
    other = move(COLOURS / "weights.bin", "w2")
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        drag(topology, weights, other)
        koma.wait_toast("Two files are called “weights.bin”")
        drag(shutil.copy(ONNX, SCRATCH / "a.onnx"), shutil.copy(ONNX, SCRATCH / "b.onnx"))
        koma.wait_toast("These are several models: a.onnx, b.onnx")


run(test_dropped_alone, test_dropped_with_pictures, test_tflite, test_hub, test_opened, test_no_model_in_archive,
    test_shards_elsewhere, test_external_data, test_labels_elsewhere, test_ambiguous)
