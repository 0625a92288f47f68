# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Five classes from the camera, while a key is held; then it answers what the camera shows."""
from koma_camera import VirtualCamera, skip_without
from koma_gui import BUTTONS, Koma, equal, find_window, focus_window, minimize, press, run, wait
from koma_teach import SHADES, record, show_shade, start_classes

skip_without()


def test_five():
    with VirtualCamera() as camera, Koma() as koma:
        page = start_classes(koma, len(SHADES))
        for i, colour in enumerate(SHADES):
            record(page, f"Class {i + 1}", camera, colour)
        for i, colour in enumerate(SHADES):
            show_shade(camera, colour)
            page.wait_answer(f"Class {i + 1}")
        koma.click("Turn the Camera Off")
        page.wait_answer("Waiting for a picture")
        page.leave()


def test_single():
    """A screen reader presses the button, and gets one picture; it is one step to undo."""
    with VirtualCamera(), Koma() as koma:
        page = start_classes(koma, 2)
        press(page.focus_record("Class 1"))
        page.wait_counts({"Class 1": "1 picture"})
        koma.wait_toast("1 picture recorded for “Class 1”")
        koma.click("Undo")
        page.wait_counts({"Class 1": "0 pictures"})
        equal(page.count("Class 2"), "0 pictures")


def test_minimised():
    """The camera goes off with the window, and stays off."""
    with VirtualCamera(), Koma() as koma:
        page = start_classes(koma, 2)
        press(page.focus_record("Class 1"))
        page.wait_counts({"Class 1": "1 picture"})
        assert koma.find(BUTTONS, "Turn the Camera Off")
        window = find_window("Koma")
        minimize(window)
        wait("the camera to go off", lambda: not koma.find(BUTTONS, "Turn the Camera Off"))
        focus_window(window)
        equal(koma.find(BUTTONS, "Turn the Camera Off"), None)


run(test_five, test_single, test_minimised)
