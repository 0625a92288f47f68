# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A graphics card that is lost while pictures are classified."""
import subprocess
import sys

from koma_gui import (BUILD, SCRATCH, XNNPACK_FIRST, Koma, check_right, name_gles, run, show_details, write_many,
                      write_png)

LOST = ("“Simulated Graphics Card” stopped working" if name_gles() == "OpenGL in software" else
        "The graphics card stopped answering") + ". Koma goes on with “Processor, Another Way”."
# So few that no batch is measured for them: what fails there is only not chosen.
N_PICTURES = 20


def has_gles():
    said = subprocess.run([BUILD / "app" / "koma", "backends"], capture_output=True, text=True)
    return any(line.startswith("gles ") and "not available" not in line
               for line in said.stdout.splitlines())


def test_lost():
    """In the fifth run; each picture is one."""
    folder = write_many(SCRATCH / "many", N_PICTURES)
    with Koma("--backend", "gles", folder, KOMA_FLAGS=f"{XNNPACK_FIRST},GLES_LOSE_AT_RUN:5",
              **show_details()) as koma:
        koma.wait_label(LOST)
        koma.wait_label("XNNPACK · “")
        check_right(koma.wait_all(N_PICTURES))
        koma.click("Try Again")
        koma.wait_label(f"{name_gles()} · --backend")
        koma.open(write_png(SCRATCH / "after.png", "green"))
        assert koma.wait_all(N_PICTURES + 1)[-1].startswith("after.png: green ")


if not has_gles():
    print("there is no OpenGL ES")
    sys.exit(77)
run(test_lost)
