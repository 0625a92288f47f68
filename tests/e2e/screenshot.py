# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""screenshot.py OUTPUT: a picture of the window at work; see screenshot.sh."""
import pathlib
import subprocess
import sys
import time

from koma_gui import SCRATCH, SOURCE, Koma, find_window, wait, xdotool

SAMPLES = "01-pawn.jpg", "03-knight.jpg", "08-king.jpg", "11-dragon.jpg"
WIDTH, HEIGHT = 760, 510
# What GTK draws around a window where the window manager leaves no room for shadows.
FRAME = 5


def main():
    output = pathlib.Path(sys.argv[1])
    paths = [SOURCE / "data" / "samples" / name for name in SAMPLES]
    with Koma(*paths, model=None, KOMA_DATA_DIR="") as koma:
        wait("answers", lambda: sum("%" in row for row in koma.rows()) == len(paths))
        window = find_window("Koma")
        xdotool("windowsize", "--sync", window, WIDTH, HEIGHT)
        xdotool("mousemove", 1279, 799)
        time.sleep(1)
        whole = SCRATCH / "whole.png"
        subprocess.run(["import", "-window", window, whole], check=True)
    subprocess.run(["convert", whole, "-shave", f"{FRAME}x{FRAME}", "-bordercolor", "#cfcfcf",
                    "-border", "1", "-strip", output], check=True)
    print(f"{output}: {output.stat().st_size // 1000} kB")


main()
