# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""F1 opens the page of the help about what is shown; where there is no viewer, a sentence says what else to read."""
import os
import pathlib

from koma_gui import (BUTTONS, SCRATCH, Koma, equal, find_window, focus_window, key, list_windows, run, wait,
                      write_png)

VIEWER = """[Desktop Entry]
Type=Application
Name=Help
Exec={script} %u
MimeType=x-scheme-handler/help;
"""


def install_viewer():
    """A program for help: that writes down what it is given."""
    asked, script = SCRATCH / "asked", SCRATCH / "viewer.sh"
    script.write_text(f'#!/bin/sh\necho "$1" >>{asked}\n')
    script.chmod(0o755)
    data = SCRATCH / "viewer-data"
    (data / "applications").mkdir(parents=True)
    (data / "applications" / "viewer.desktop").write_text(VIEWER.format(script=script))
    for folder in (data / "applications", pathlib.Path(os.environ["XDG_CONFIG_HOME"])):
        (folder / "mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/help=viewer.desktop\n")
    return asked, data


def press_f1(asked, topic):
    before = asked.read_text() if asked.exists() else ""
    key("F1")
    wait(f"the page “{topic}”", lambda: asked.exists() and asked.read_text() == f"{before}help:koma/{topic}\n")


def test_topics():
    asked, data = install_viewer()
    with Koma(XDG_DATA_HOME=str(data)) as koma:
        koma.wait_label("colours")
        koma.focus()
        press_f1(asked, "first-steps")
        koma.open(write_png(SCRATCH / "red.png", "red"))
        koma.wait_rows(["red.png: red "])
        press_f1(asked, "finding")
        key("ctrl+shift+c")
        wait("the camera", lambda: koma.find(BUTTONS, "Back to the Pictures"))
        press_f1(asked, "camera")
        key("Escape")
        koma.focus()
        key("ctrl+comma")
        focus_window(find_window("Preferences"))
        press_f1(asked, "backends")
        key("Escape")
        wait("the preferences to close", lambda: not list_windows("Preferences"))
        koma.focus()
        koma.click("Main Menu")
        koma.choose("Help")
        wait("the help", lambda: asked.read_text().endswith("help:koma/finding\n"))
        equal(len(asked.read_text().splitlines()), 5)


def test_no_viewer():
    """All of the system's data, but no programs."""
    data = SCRATCH / "no-programs"
    data.mkdir()
    for path in pathlib.Path("/usr/share").iterdir():
        if path.name != "applications":
            (data / path.name).symlink_to(path)
    with Koma(XDG_CONFIG_HOME=str(SCRATCH / "none"), XDG_DATA_DIRS=str(data)) as koma:
        koma.wait_label("colours")
        koma.focus()
        key("F1")
        koma.wait_label("Yelp", "man koma")
        key("Escape")


run(test_topics, test_no_viewer)
