# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window answers while it classifies photographs, on the processor or on OpenGL ES."""
import subprocess
import time

from koma_gui import BUILD, COLOURS, RGB, SCRATCH, SHARED, Koma, OtherPrograms, run, wait, write_png
from koma_stall import check_smooth, find_worst, read_log

N_PHOTOS = 500
N_ON_GLES = 200
MOBILENET = SHARED / "models" / "mobilenet_v2_1.0_224" / "tfjs_graph"


def list_photos():
    """Photographs where there are some, else pictures of such a size."""
    photos = [path for name in ("coral", "scikit-image", "tfjs-models")
              for path in sorted((SHARED / "photos" / name).glob("*.jpg"))
              if path.name != "truncated.jpg"]
    return photos or [write_png(SCRATCH / f"{colour}.png", colour, 1024, 768) for colour in RGB]


def make_folder(name, n_photos):
    folder = SCRATCH / name
    folder.mkdir()
    photos = list_photos()
    for i in range(n_photos):
        (folder / f"photo-{i:03}{photos[i % len(photos)].suffix}").symlink_to(photos[i % len(photos)])
    return folder


def measure(name, model, n_photos, *words):
    log = SCRATCH / f"{name}.log"
    others, start = OtherPrograms(), time.monotonic()
    with Koma(*words, make_folder(name, n_photos), model=model, KOMA_STALL_LOG=str(log)) as koma:
        # Asking takes time of the very thread that is measured: seldom.
        wait("the first answer", lambda: koma.rows() and "%" in koma.rows()[0], step=0.5)
        koma.wait_idle(step=1)
    print(f"    {n_photos} photographs, {time.monotonic() - start:.1f} s")
    print("    " + log.read_text().replace("\n", "\n    ").rstrip())
    return find_worst(read_log(log), others)


def test_stall():
    model = MOBILENET if MOBILENET.is_dir() else COLOURS
    check_smooth(lambda name: measure(name, model, N_PHOTOS))


def has_gles():
    said = subprocess.run([BUILD / "app" / "koma", "backends"], capture_output=True, text=True)
    return any(line.startswith("gles ") and "not available" not in line
               for line in said.stdout.splitlines())


def test_stall_on_gles():
    """Programs are compiled meanwhile; a rasteriser computes on all processors."""
    if not has_gles():
        print("    there is no OpenGL ES")
        return
    check_smooth(lambda name: measure(f"gles-{name}", COLOURS, N_ON_GLES, "--backend", "gles"))


run(test_stall, test_stall_on_gles)
