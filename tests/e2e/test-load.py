# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loading for OpenGL ES, with none of its programs in any cache: the bar moves, and Cancel stops it."""
import json
import subprocess
import sys
import time

from koma_gui import BUILD, SCRATCH, SOURCE, Atspi, Koma, Role, equal, key, choose_file, run, wait, walk, write_png

MODEL = SOURCE / "data" / "models" / "shogi"


def start(name, *words, **environment):
    """With an empty cache of the driver's; Koma's own is empty each time."""
    cache = SCRATCH / f"driver-{name}"
    return Koma(*words, model=MODEL, KOMA_BACKEND="gles", MESA_SHADER_CACHE_DIR=str(cache), **environment)


def read_bar(koma):
    """How far the bar is, and what it says beside it."""
    said, fraction = [], None
    for node in walk(koma.node):
        if node.get_role() == Role.LABEL:
            said.append(node.get_name())
        elif node.get_role() == Role.PROGRESS_BAR:
            fraction = Atspi.Value.get_current_value(node)
    return fraction, said


def test_bar_moves():
    picture = write_png(SCRATCH / "p.png", "red")
    fractions = []

    def is_answered():
        fraction, said = read_bar(koma)
        if any("Warming up" in text for text in said) and fraction not in fractions:
            fractions.append(fraction)
        return koma.rows() and "%" in koma.rows()[0]

    with start("moves", picture) as koma:
        wait("an answer", is_answered, 120, step=0.01)
        print("    while warming up:", *(f"{fraction:.2f}" for fraction in fractions))
        equal(fractions, sorted(fractions))
        assert len(fractions) >= 4, fractions


def test_cancel():
    """Stops at the next program; the model can be had again."""
    with start("cancel", LP_NUM_THREADS="1") as koma:
        koma.wait_label("Warming up")
        koma.click("Cancel")
        koma.wait_label("Open a Model")

        def is_quiet():
            before = koma.get_cpu_seconds()
            time.sleep(0.5)
            return koma.get_cpu_seconds() - before < 0.1
        wait("it to do nothing any more", is_quiet)
        koma.wait_label("Open a Model")
        koma.focus()
        key("ctrl+shift+m")
        choose_file("Open Model", MODEL / "model.json")
        koma.wait_label("Drop Pictures Here")


done = subprocess.run([BUILD / "app" / "koma", "backends", "--format", "json"], capture_output=True, text=True,
                      check=True)
if not any(one["name"] == "gles" and one["available"] for one in json.loads(done.stdout)["backends"]):
    print("skipped: there is no OpenGL ES")
    sys.exit(77)
run(test_bar_moves, test_cancel)
