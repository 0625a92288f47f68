# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a camera shows is read in the window, and the camera is off when nobody looks.

Times are printed and not judged: how soon is the machine's affair as well.
"""
import itertools
import os
import pathlib
import statistics
import time

from koma_camera import Page, PipeWire, Portal, VirtualCamera, skip_without
from koma_gui import (BUTTONS, RGB, SCRATCH, Gate, Koma, Role, activate_row, equal, find_drop_down, find_window,
                      focus_window, has_focus, key, minimize, press, run, show_details, wait, walk,
                      write_many)
from koma_listener import Listener, listen_to_alerts
from koma_preferences import Preferences
from koma_speech import Speech

N_CHANGES = 12
N_VISITS = 20
MAX_GROWTH_MIB = 5

skip_without()


def start_page(koma):
    page = Page(koma)
    page.enter()
    page.start()
    return page


def test_label_follows():
    with VirtualCamera() as camera, Koma() as koma:
        page = start_page(koma)
        page.wait_title("red")
        times = []
        for i in range(N_CHANGES):
            colour = ("green", "blue", "red")[i % 3]
            start = time.monotonic()
            camera.show(colour)
            page.wait_title(colour)
            times.append(1000 * (time.monotonic() - start))
        print(f"    the right label after {statistics.median(times):.0f} ms (median), "
              f"{max(times):.0f} ms at worst, of {N_CHANGES} changes")
        page.leave()


def test_announced():
    """Each class once, and one in two seconds at most, however late it is heard."""
    with VirtualCamera() as camera, Koma() as koma, Listener(koma, Role.IMAGE) as listener:
        page = start_page(koma)
        page.wait_title("red")
        wait("the first class", lambda: listener.listen_for(0.1) or "red" in listener.heard)
        listener.heard.clear()
        start = time.monotonic()
        colours = itertools.cycle(("green", "blue"))
        wait("some classes", lambda: camera.show(next(colours)) or listener.listen_for(0.6) or
             len(listener.heard) > 3)
        camera.show("red")
        page.wait_title("red")
        wait("the last class", lambda: listener.listen_for(0.1) or listener.heard[-1:] == ["red"])
        seconds = time.monotonic() - start
    heard = [text for text in listener.heard if text in RGB]
    print(f"    heard in {seconds:.1f} s:", *heard)
    assert len(heard) <= seconds / 2 + 1, len(heard)
    assert all(before != after for before, after in zip(heard, heard[1:]))


def test_spoken():
    """With its score, when the answer changes and not otherwise."""
    with VirtualCamera() as camera, Speech() as speech, Koma(**speech.environment, **show_details()) as koma:
        koma.wait_label("Drop Pictures Here")
        preferences = Preferences(koma, is_computing=False)
        activate_row(preferences.window, "Speak Results")
        speech.wait(("en", "New results are spoken"))
        preferences.close()
        page = start_page(koma)
        page.wait_title("red")
        speech.wait(("en", "red, 100 percent"))
        speed = page.speed()
        wait("more frames", lambda: page.speed() != speed)
        equal([item for item in speech.heard if isinstance(item, tuple)], [])
        camera.show("green")
        speech.wait(("en", "green, 100 percent"))
        camera.show("blue")
        speech.wait(("en", "blue, 100 percent"))
        page.leave()


def test_newcomer():
    """What computes, and how long it takes, is said to those alone who ask for it in the preferences."""
    with VirtualCamera(), Koma() as koma:
        page = start_page(koma)
        page.wait_title("red")
        time.sleep(1.5)  # long enough for it to be said, were it said
        said = [text for node in walk(koma.node) for text in (node.get_name(), node.get_description()) if text]
        equal([text for text in said if any(word in text for word in
                                            (" ms", "per second", "XNNPACK", "Plain C", "Processor"))], [])
        preferences = Preferences(koma, is_computing=False)
        activate_row(preferences.window, "Show Technical Details")
        preferences.close()
        page.speed()
        page.leave()


def test_kept():
    """It is said, and the picture is still called what is seen in it."""
    with VirtualCamera() as camera, Koma() as koma, listen_to_alerts(koma) as listener:
        page = start_page(koma)
        page.wait_title("red")
        key("ctrl+d")
        listener.wait("Kept in the list of pictures")
        assert koma.find({Role.IMAGE}, "Kept in the list of pictures") is None
        page.leave()


def test_freeze_and_keep():
    with VirtualCamera(colour="green") as camera, Koma() as koma:
        page = start_page(koma)
        page.wait_title("green")
        key("space")
        camera.show("blue")
        time.sleep(2)  # long enough for it to be seen, were it not frozen
        equal(page.title(), "green")
        key("ctrl+d")
        key("space")
        page.wait_title("blue")
        key("ctrl+d")
        key("Escape")
        wait("two rows", lambda: len(koma.rows()) == 2 and all("%" in row for row in koma.rows()))
        for row, colour in zip(koma.rows(), ("green", "blue")):
            assert row.startswith("Camera, ") and f": {colour} " in row, row


def test_cancel_beside():
    """The bar at the bottom ends what it shows, and leaves the camera alone."""
    many = write_many(SCRATCH / "many", 200)
    gate = Gate(many / "picture-00010.png")
    with VirtualCamera() as camera, Koma(**gate.environment) as koma:
        page = Page(koma)
        page.enter()
        start = koma.find(BUTTONS, "Start Camera")
        press(start)
        page.wait_title("red")
        koma.open(many)  # which leaves the camera
        wait("work", koma.is_busy)
        koma.focus()
        key("ctrl+shift+c")
        wait("the camera", lambda: press(start) or True)
        koma.cancel()
        koma.wait_idle()
        gate.open()
        camera.show("green")
        page.wait_title("green")


def test_regions():
    with VirtualCamera(), Koma() as koma:
        page = start_page(koma)
        page.wait_title("red")
        for name in ("Whole Picture", "Square to Move"):
            page.open_menu()
            koma.choose(name)
            page.wait_title("red")
        key("Right", "Down", "minus", "Left", "Up", "plus")
        page.wait_title("red")
        page.leave()
    equal(read_state(koma)["Region"], "square")


def read_state(koma):
    lines = (koma.home / "koma" / "state.ini").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def test_unplugged():
    with Koma() as koma:
        with VirtualCamera(colour="red"):
            page = start_page(koma)
            page.wait_title("red")
        page.wait_status("The Camera Has Gone")
        start = time.monotonic()
        with VirtualCamera(colour="blue"):
            page.wait_title("blue")
            print(f"    pictures again {time.monotonic() - start:.1f} s after it was plugged in")
            page.leave()


def test_none_at_first():
    with Koma() as koma:
        page = start_page(koma)
        page.wait_status("No Camera")
        with VirtualCamera(colour="green"):
            page.wait_title("green")
            page.leave()


def list_items(node):
    return [item for item in walk(node) if item.get_role() == Role.LIST_ITEM]


def test_two_cameras():
    with VirtualCamera("First Eye", "red"), VirtualCamera("Second Eye", "blue"), Koma() as koma:
        page = start_page(koma)
        wait("a picture", lambda: page.title() in ("red", "blue"))
        first = page.title()
        for step, colour in (("Down", {"red": "blue", "blue": "red"}[first]), ("Up", first)):
            drop_down = wait("the choice of cameras", lambda: find_drop_down(koma.node, "Camera"))
            press(next(node for node in walk(drop_down) if node.get_n_actions() > 0))
            wait("the focus in it", lambda: any(map(has_focus, list_items(koma.node))))
            key(step, "Return")
            page.wait_title(colour)
        page.leave()


def test_other_is_offered():
    with VirtualCamera("First Eye", "red") as first, Koma() as koma:
        page = start_page(koma)
        page.wait_title("red")
        with VirtualCamera("Second Eye", "blue"):
            wait("the choice of cameras", lambda: find_drop_down(koma.node, "Camera"))
            first.unplug()
            page.wait_status("The Camera Has Gone")
            koma.click("Use “Second Eye”")
            page.wait_title("blue")
            page.leave()


def test_pipewire_restarts():
    """The last test, because no camera of the others would outlive it."""
    with PipeWire() as pipewire, Portal("allow") as portal, Koma() as koma:
        page = start_page(koma)
        page.wait_status("No Camera")
        for colour in ("red", "green"):
            pipewire.start()
            with VirtualCamera(colour=colour):
                page.wait_title(colour)
                equal([portal.read(), portal.read()], ["asked", "opened"])
                pipewire.stop()
                page.wait_status("The Camera Has Gone")
        page.leave()


def test_refused():
    with VirtualCamera(colour="red"), Koma() as koma:
        with Portal("refuse") as portal:
            page = start_page(koma)
            page.wait_status("The Camera Is Not Allowed")
            equal(portal.read(), "asked")
        with Portal("allow"):
            koma.click("Try Again")
            page.wait_title("red")
            page.leave()


def test_minimised():
    with VirtualCamera(colour="red"), Koma() as koma:
        page = start_page(koma)
        page.wait_title("red")
        window = find_window("Koma")
        minimize(window)
        page.wait_status("Live Camera")
        focus_window(window)
        assert page.has_status("Live Camera")
        page.start()
        page.wait_title("red")


def count(koma, what):
    return len(os.listdir(pathlib.Path("/proc") / str(koma.process.pid) / what))


def test_many_visits():
    with VirtualCamera(colour="red"), Koma() as koma:
        page = Page(koma)
        page.enter()
        for i in range(N_VISITS):
            if i > 0:
                key("ctrl+shift+c")
            page.start()
            page.wait_title("red")
            page.leave()
            if i == 4:  # all is loaded, all caches are warm
                time.sleep(1)
                before = count(koma, "task"), count(koma, "fd"), koma.get_memory()
        wait("threads to end", lambda: count(koma, "task") <= before[0] and
             count(koma, "fd") <= before[1])
        growth = koma.get_memory() - before[2]
        print(f"    {N_VISITS} visits: {before[0]} threads and {before[1]} files as before, "
              f"{growth:.1f} MiB more than {before[2]:.0f}")
        assert growth < MAX_GROWTH_MIB, growth


run(test_label_follows, test_announced, test_spoken, test_newcomer, test_kept, test_freeze_and_keep, test_cancel_beside,
    test_regions,
    test_unplugged, test_none_at_first, test_two_cameras, test_other_is_offered, test_refused,
    test_minimised, test_many_visits, test_pipewire_restarts)
