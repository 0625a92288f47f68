# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Five classes from the camera, while a key is held; then it answers what the camera shows."""
from koma_camera import VirtualCamera, skip_without
from koma_gui import RGB, Koma, equal, press, run, wait, xdotool
from koma_teach import TeachPage

COLOURS = {**RGB, "yellow": (220, 200, 20), "white": (220, 220, 220)}
N_PICTURES = 5

skip_without()


def show(camera, colour, shade=2):
    """A little lighter, for each shade: a class whose pictures are all the same knows no other."""
    camera.tell("colour %02x%02x%02x" % tuple(min(value + 7 * shade, 255) for value in COLOURS[colour]))


def count(page, name):
    return int((page.count(name) or "0 ").split(" ")[0])


def start(koma, n_classes):
    koma.wait_label("colours")
    page = TeachPage(koma)
    page.enter()
    koma.click("Start With Two Classes")
    page.wait_counts({"Class 2": "0 pictures"})
    for i in range(2, n_classes):
        koma.click("Add Class")
        page.wait_counts({f"Class {i + 1}": "0 pictures"})
    return page


def record(koma, camera, colour, page, name):
    """With Space held until there are some pictures, of several shades."""
    page.focus_record(name)
    show(camera, colour, 0)
    xdotool("keydown", "space")
    for shade in range(N_PICTURES):
        show(camera, colour, shade)
        before = count(page, name)
        wait("two more pictures", lambda: count(page, name) >= before + 2)
    xdotool("keyup", "space")
    koma.wait_toast(f"recorded for “{name}”")


def test_five():
    with VirtualCamera() as camera, Koma() as koma:
        page = start(koma, len(COLOURS))
        for i, colour in enumerate(COLOURS):
            record(koma, camera, colour, page, f"Class {i + 1}")
        for i, colour in enumerate(COLOURS):
            show(camera, colour)
            page.wait_answer(f"Class {i + 1}")
        koma.click("Turn the Camera Off")
        page.wait_answer("Waiting for a picture")
        page.leave()


def test_single():
    """A screen reader presses the button, and gets one picture; it is one step to undo."""
    with VirtualCamera(), Koma() as koma:
        page = start(koma, 2)
        press(page.focus_record("Class 1"))
        page.wait_counts({"Class 1": "1 picture"})
        koma.wait_toast("1 picture recorded for “Class 1”")
        koma.click("Undo")
        page.wait_counts({"Class 1": "0 pictures"})
        equal(page.count("Class 2"), "0 pictures")


run(test_five, test_single)
