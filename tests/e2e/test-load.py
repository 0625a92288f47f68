# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loading for OpenGL ES, with none of its programs in any cache: the bar moves, and Cancel stops it."""
import json
import subprocess
import sys

from koma_gui import (BUILD, SCRATCH, SOURCE, Gate, Koma, Role, are_idle_for, choose_file, key,
                      name_gles, run, show_details, wait, walk)

MODEL = SOURCE / "data" / "models" / "shogi"
N_STEPS = 4


class Loading:
    """Into empty caches. Programs are built one after the other, and a gate holds Koma's cache: each
    program opens a file there twice, to look whether it is there and to write it."""

    def __init__(self, name):
        self.cache = SCRATCH / name
        self.gate = Gate(f"{self.cache}/koma/gles/")
        self.koma = Koma(model=MODEL, KOMA_BACKEND="gles", KOMA_FLAGS="MEASURE:0,GLES_PARALLEL_COMPILE:0,GLES_SIZES:0",
                         XDG_CACHE_HOME=str(self.cache), MESA_SHADER_CACHE_DIR=str(SCRATCH / f"driver-{name}"),
                         **show_details(), **self.gate.environment)

    def let(self, n_programs):
        self.gate.let(2 * n_programs)

    def count_programs(self):
        return len(list(self.cache.glob("koma/gles/*/*")))

    def wait_bar(self, above):
        """Till it has moved; returns how far it is."""
        def get_fraction():
            fraction = next((node.get_value() for node in walk(self.koma.node)
                             if node.get_role() == Role.PROGRESS_BAR), 0)
            return fraction > above and fraction
        self.koma.wait_label("Preparing the network")
        return wait(f"the bar beyond {above:.2f}", get_fraction)


def test_bar_moves():
    """With each program."""
    loading = Loading("moves")
    with loading.koma as koma:
        fractions = [loading.wait_bar(0)]
        for n_programs in range(1, N_STEPS + 1):
            loading.let(n_programs)
            fractions.append(loading.wait_bar(fractions[-1]))
        print("    while programs are built:", *(f"{fraction:.2f}" for fraction in fractions))
        loading.gate.open()
        koma.wait_label(f"{name_gles()} · KOMA_BACKEND")
        assert loading.count_programs() > N_STEPS, loading.count_programs()


def test_cancel():
    """Stops at the next program; the model can be had again."""
    loading = Loading("cancel")
    with loading.koma as koma:
        loading.let(1)
        wait("a program", lambda: loading.count_programs() == 1)
        koma.click("Cancel")
        wait("the end of loading", lambda: "No model" in koma.labels())
        loading.gate.open()
        wait("it to do nothing any more", lambda: are_idle_for(1))
        assert loading.count_programs() <= 2, loading.count_programs()
        assert "No model" in koma.labels()
        koma.focus()
        key("ctrl+shift+m")
        choose_file("Open Model", MODEL / "model.json")
        koma.wait_label(f"{name_gles()} · KOMA_BACKEND")


done = subprocess.run([BUILD / "app" / "koma", "backends", "--format", "json"], capture_output=True, text=True,
                      check=True)
if not any(one["name"] == "gles" and one["available"] for one in json.loads(done.stdout)["backends"]):
    print("skipped: there is no OpenGL ES")
    sys.exit(77)
run(test_bar_moves, test_cancel)
