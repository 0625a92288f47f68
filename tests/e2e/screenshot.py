# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""screenshot.py OUTPUT: a picture of the window at work; see screenshot.sh."""
import pathlib
import shutil
import subprocess
import sys
import time

from koma_gui import SCRATCH, SHARED, Koma, find_window, wait, xdotool

# Of scikit-image, whose documentation says that these are CC0 or in the public domain.
PHOTOS = "chelsea.png", "coffee.png", "rocket.jpg", "astronaut.png"
WIDTH, HEIGHT = 760, 470
# What GTK draws around a window where the window manager leaves no room for shadows.
FRAME = 5


def make_model():
    """A folder with a name to be read, and the names of the classes."""
    folder = SCRATCH / "MobileNet V2"
    folder.mkdir()
    for path in (SHARED / "models" / "mobilenet_v2_1.0_224" / "tfjs_graph").iterdir():
        (folder / path.name).symlink_to(path)
    shutil.copy(SHARED / "labels" / "imagenet_1000.txt", folder / "labels.txt")
    return folder


def main():
    output = pathlib.Path(sys.argv[1])
    paths = [SHARED / "photos" / "scikit-image" / name for name in PHOTOS]
    with Koma(*paths, model=make_model()) as koma:
        wait("answers", lambda: sum("%" in row for row in koma.rows()) == len(paths), 60)
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
