# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One picture, large: its scores, why the model answers so, the next one, and back to its row."""
import re
import subprocess

from koma_gui import (RGB, SCRATCH, Koma, Role, choose_file, equal, find, find_button, find_window, has_focus,
                      is_laid_out, key, list_named, name_gles, run, show_details, wait, walk, write_png,
                      xdotool)
from koma_gui.tree import LISTS
from koma_places import BUNDLED, SAMPLES

ENTRIES = {Role.TEXT, Role.ENTRY}
ROWS = ["1.png: red ", "2.png: green ", "3.png: blue "]


def three_pictures():
    return [write_png(SCRATCH / f"{name}.png", colour)
            for name, colour in (("1", "red"), ("2", "green"), ("3", "blue"))]


def open_first(koma):
    koma.wait_rows(ROWS)
    koma.focus()
    key("Home", "Return")
    wait_shown(koma, "1.png")


def find_picture(koma, name):
    return next((node for node in walk(koma.node)
                 if node.get_role() == Role.IMAGE and node.get_name() == f"Picture “{name}”"), None)


def wait_shown(koma, name):
    wait(f"{name}, large", lambda: find_picture(koma, name))


def find_scores(koma):
    scores = find(koma.node, LISTS, "All Scores")
    return list_named(scores) if scores else []


def wait_scores(koma, *names):
    wait(f"scores of {names}",
         lambda: [row.get_name().split(",")[0] for row in find_scores(koma)] == list(names))


def test_way():
    """All of it by the keyboard and by names, as with a screen reader."""
    with Koma(*three_pictures()) as koma:
        open_first(koma)
        koma.wait_label("red, 100%")
        wait_scores(koma, "red", "blue", "green")
        koma.click("Why This Answer?")
        koma.wait_label("What speaks for “red”")
        # Another class of the same picture.
        scores = find_scores(koma)
        wait("the focus on a score", lambda: any(map(has_focus, scores)) or key("Tab"), step=0.2)
        key("Down")
        koma.wait_label("What speaks for “blue”")
        koma.click("Next Picture")
        wait_shown(koma, "2.png")
        wait_scores(koma, "green", "blue", "red")
        koma.wait_label("What speaks for “green”")
        saved = SCRATCH / "view.png"
        koma.click("Save View as PNG…")
        choose_file("Save As", saved)
        koma.wait_toast("Saved")
        equal(saved.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        koma.focus()
        key("Escape")
        wait("the focus on its row", lambda: (row := koma.get_focused_row()) is not None and
             row.get_name().startswith("2.png: "))


def test_all_classes():
    """The best five, and all where one asks for them: then nothing else is beside the picture."""
    with Koma(SAMPLES / "03-knight.jpg", model=BUNDLED) as koma:
        wait("an answer", lambda: any("%" in row for row in koma.rows()))
        koma.focus()
        key("Home", "Return")
        wait("the best", lambda: len(find_scores(koma)) == 5)
        best = [row.get_name() for row in find_scores(koma)]
        equal(is_laid_out(koma.find(ENTRIES, "Find a Class")), False)
        koma.click("All 29 Classes")
        wait("all", lambda: len(find_scores(koma)) > 5)
        equal([row.get_name() for row in find_scores(koma)][:5], best)
        equal((is_laid_out(koma.find(ENTRIES, "Find a Class")),
               is_laid_out(find_button(koma.node, "Why This Answer?"))), (True, False))
        koma.click("Best Classes")
        wait("the best", lambda: [row.get_name() for row in find_scores(koma)] == best)


def point_at(across):
    """At this part of the width of what shows the picture, with the pointer at rest."""
    window = find_window("Koma")
    geometry = dict(line.split("=") for line in xdotool("getwindowgeometry", "--shell", window).splitlines())
    x, y = int(across * 0.6 * int(geometry["WIDTH"])), int(geometry["HEIGHT"]) // 2 - 60
    xdotool("mousemove", "--window", window, x, y, "sleep", 0.2, "mousemove_relative", "--", 2, 2)


def test_why():
    """What counted is said in words, too; how it is drawn is remembered; methods are for those who look for them."""
    picture = write_png(SCRATCH / "halves.png", "red", 60, 40, other="green")
    with Koma(picture) as koma:
        koma.wait_rows(["halves.png: "])
        koma.focus()
        key("Home", "Return")
        wait_shown(koma, "halves.png")
        wait("its scores", lambda: find_scores(koma))
        equal(find_picture(koma, "halves.png").get_description() or "", "")
        koma.click("Why This Answer?")
        side = "left" if find_scores(koma)[0].get_name().startswith("red") else "right"
        said = koma.wait_label("Mostly", side)
        wait("the same of the picture", lambda: find_picture(koma, "halves.png").get_description() == said)
        koma.wait_label("Strength")
        # The model sees the middle of the picture alone.
        point_at(0.3)
        koma.wait_label("of what counted" if side == "left" else "of what spoke against it")
        point_at(0.03)
        koma.wait_label("The model did not see this part")
        equal("Against" in koma.labels(), False)
        koma.click("Colors")
        koma.wait_label("Against")
        koma.click("Why This Answer?")
        wait("no words", lambda: not find_picture(koma, "halves.png").get_description())
        equal(find_button(koma.node, "Method"), None)
        koma.click("Why This Answer?")
        koma.click("Advanced")
        koma.wait_label("Where covering the picture lowers the score")


def test_beside():
    """Two classes side by side: the chosen one, and the best of the others."""
    picture = write_png(SCRATCH / "both.png", "red", 60, 40, other="green")
    with Koma(picture) as koma:
        koma.wait_rows(["both.png: "])
        koma.focus()
        key("Home", "Return")
        wait_shown(koma, "both.png")
        wait("its scores", lambda: find_scores(koma))
        second = find_scores(koma)[1].get_name().split(",")[0].split()[0]
        koma.click("Why This Answer?")
        koma.wait_label("Mostly")
        equal(koma.find({Role.IMAGE}, second), None)
        koma.click("Compare Two Classes")
        wait("the second", lambda: is_laid_out(koma.find({Role.IMAGE}, second)))
        koma.click("Compare Two Classes")
        wait("one alone", lambda: not is_laid_out(koma.find({Role.IMAGE}, second)))


def test_keys():
    """Right and Left are the next and the previous picture, + zooms; then arrows move the picture."""
    with Koma(*three_pictures()) as koma:
        open_first(koma)
        key("Right")
        wait_shown(koma, "2.png")
        key("Left")
        wait_shown(koma, "1.png")
        wait("the picture", lambda: Koma.is_sensitive(find_button(koma.node, "Zoom In")))
        koma.wait_label("Fit")
        key("plus")
        wait("a size of its own", lambda: "Fit" not in koma.labels())
        key("Right", "0")
        koma.wait_label("Fit")
        equal(find_picture(koma, "1.png") is not None, True)
        equal(Koma.is_sensitive(find_button(koma.node, "Previous Picture")), False)
        key("F11", "Escape")  # which leaves the full screen alone
        wait_shown(koma, "1.png")
        key("Escape")
        wait("the list", koma.get_focused_row)


def count_pixels(code):
    """Those of that colour in the left half of the window, where the picture is."""
    found = subprocess.run(["import", "-window", find_window("Koma"), "-gravity", "West", "-crop", "50%x100%+0+0",
                            "-depth", "8", "-format", "%c", "histogram:info:-"], capture_output=True,
                           check=True).stdout.decode("latin-1")
    return sum(int(count) for count in re.findall(rf"^ *(\d+):.*#{code}", found, re.MULTILINE))


def get_zoom(koma):
    return next(node.get_name() for node in walk(find_button(koma.node, "Show All of It"))
                if node.get_role() == Role.LABEL)


def zoom_to_own_size(koma, sign):
    while (before := get_zoom(koma)) != "100%":
        key(sign)
        wait("another size", lambda before=before: get_zoom(koma) != before)


def test_own_size():
    """At 100% a pixel of the picture is one of the screen, whether all of it is then seen or not."""
    small, large = write_png(SCRATCH / "small.png", "red", 120, 80), write_png(SCRATCH / "large.png", "red", 3000, 2000)
    code = "".join(f"{value:02X}" for value in RGB["red"])
    for picture, sign in ((small, "minus"), (large, "plus")):
        with Koma(picture) as koma:
            koma.wait_rows([f"{picture.name}: red "])
            koma.focus()
            key("Home", "Return")
            wait("the picture", lambda: Koma.is_sensitive(find_button(koma.node, "Zoom In")))
            koma.wait_label("Fit")
            zoom_to_own_size(koma, sign)
            if picture == small:
                wait("each of its pixels once", lambda: count_pixels(code) == 120 * 80)
                equal(Koma.is_sensitive(find_button(koma.node, "Zoom Out")), False)
            else:
                wait("a part of it", lambda: count_pixels(code) > 100 * 1000)
            key("0")
            koma.wait_label("Fit")


def test_backends():
    """What is only shown to those who want technical details: not before."""
    with Koma(*three_pictures()) as koma:
        open_first(koma)
        koma.wait_label("Why This Answer?")
        equal([text for text in koma.labels() if " ms" in text or "Backend" in text or "How Long" in text], [])
    with Koma(*three_pictures(), **show_details()) as koma:
        open_first(koma)
        koma.click("Do All Backends Agree?")
        koma.wait_label("Plain C: red", f"{name_gles()}: ")


run(test_way, test_why, test_beside, test_all_classes, test_keys, test_own_size, test_backends)
