# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A project of 20 classes with 500 pictures each opens, is taught and saved, and the window answers meanwhile."""
import colorsys
import hashlib
import json
import shutil
import time

from koma_gui import BUTTONS, SCRATCH, Koma, OtherPrograms, answer, encode_png, key, run, type_text, wait
from koma_gui.waiting import PATIENCE_FOR_MANY
from koma_stall import check_smooth, find_worst, read_log
from koma_teach import TeachPage

N_CLASSES = 20
N_PICTURES = 500  # of each


def write_project(folder):
    """As Koma keeps it, without features."""
    (folder / "pictures").mkdir(parents=True)
    lines = [{"koma-teach": 1},
             {"classes": [{"id": i + 1, "name": f"Colour {i + 1}", "colour": i % 8} for i in range(N_CLASSES)]}]
    for i in range(N_CLASSES * N_PICTURES):
        klass, number = divmod(i, N_PICTURES)
        shade = colorsys.hsv_to_rgb(klass / N_CLASSES, 0.5 + number / N_PICTURES / 2, 1 - number % 50 / 200)
        picture = encode_png([round(255 * value) for value in shade], 24 + number % 25, 24 + number // 25)
        name = hashlib.sha256(picture).hexdigest() + ".png"
        (folder / "pictures" / name).write_bytes(picture)
        lines.append({"example": {"key": i + 1, "class": klass + 1, "picture": name}})
    (folder / "journal.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def save(koma):
    koma.click("Save…")
    koma.wait_label("Save As a Model")
    key("ctrl+a")
    type_text("Many")
    answer("Return")
    koma.wait_toast("“Many” is one of your models now")


def measure(name):
    log, others, data = SCRATCH / f"{name}.log", OtherPrograms(), SCRATCH / f"{name}-data"
    shutil.copytree(SCRATCH / "project", data / "koma" / "teach" / "default")
    with Koma(KOMA_STALL_LOG=str(log), XDG_DATA_HOME=str(data)) as koma:
        koma.wait_label("colours")
        page, before = TeachPage(koma), koma.get_memory()
        start = time.monotonic()
        page.enter()
        wait("all pictures", lambda: page.count(f"Colour {N_CLASSES}") == f"{N_PICTURES} pictures", PATIENCE_FOR_MANY)
        opened = time.monotonic()
        wait("all to be learned", lambda: any("right on pictures it had not seen" in label for label in koma.labels()),
             PATIENCE_FOR_MANY, step=1)
        learned = time.monotonic()
        wait("something to save", lambda: koma.is_sensitive(koma.find(BUTTONS, "Save…")), PATIENCE_FOR_MANY)
        save(koma)
        print(f"    opened in {opened - start:.1f} s, learned and tried in {learned - opened:.1f} s; "
              f"{before:.0f} MiB before, {koma.get_memory('VmHWM'):.0f} MiB at most")
    print("    " + log.read_text().replace("\n", "\n    ").rstrip())
    return find_worst(read_log(log), others)


def test_many():
    write_project(SCRATCH / "project")
    check_smooth(measure)


run(test_many)
