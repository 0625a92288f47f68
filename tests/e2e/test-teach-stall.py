# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window answers while classes are recorded, learned and told apart, with the camera on."""
import time

from koma_camera import VirtualCamera, skip_without
from koma_gui import SCRATCH, Koma, OtherPrograms, run
from koma_stall import check_smooth, find_worst, read_log
from koma_teach import SHADES, record, show_shade, start_classes

RATE = 30
N_CLASSES = 3
N_OF_A_SHADE = 4
ANSWER_SECONDS = 5

skip_without()


def measure(name):
    log, others = SCRATCH / f"{name}.log", OtherPrograms()
    with VirtualCamera(rate=RATE) as camera, Koma(KOMA_STALL_LOG=str(log)) as koma:
        page = start_classes(koma, N_CLASSES)
        for i, colour in enumerate(list(SHADES)[:N_CLASSES]):
            record(page, f"Class {i + 1}", camera, colour, N_OF_A_SHADE)
        # It learns, and is tried by cross-validation, and answers meanwhile.
        end = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < end:
            for colour in list(SHADES)[:N_CLASSES]:
                show_shade(camera, colour)
                time.sleep(0.5)
        n_pictures = sum(page.count_pictures(f"Class {i + 1}") for i in range(N_CLASSES))
    print(f"    {n_pictures} pictures of {N_CLASSES} classes")
    print("    " + log.read_text().replace("\n", "\n    ").rstrip())
    return find_worst(read_log(log), others)


def test_stall():
    check_smooth(measure)


run(test_stall)
