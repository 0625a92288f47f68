# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""F1 opens the page of the help about what is shown: in a viewer of help, else in a browser; where there is neither, a
sentence says what else to read."""
import pathlib

from koma_gui import (BUILD, BUTTONS, SCRATCH, Koma, equal, find_window, focus_window, key, list_windows, run, wait,
                      write_png)

VIEWER = """[Desktop Entry]
Type=Application
Name=Help
Exec={script} %u
MimeType={kind};
"""
HELP_URIS, PAGES_OF_HTML = "x-scheme-handler/help", "text/html"


def install_viewer(name, kind):
    """A program for what is of that kind, which writes down what it is given. Returns what it wrote, and the
    environment."""
    asked, script = SCRATCH / f"{name}-asked", SCRATCH / f"{name}.sh"
    script.write_text(f'#!/bin/sh\necho "$1" >>{asked}\n')
    script.chmod(0o755)
    data, config = SCRATCH / f"{name}-data", SCRATCH / f"{name}-config"
    (data / "applications").mkdir(parents=True)
    config.mkdir()
    (data / "applications" / "viewer.desktop").write_text(VIEWER.format(script=script, kind=kind))
    for folder in (data / "applications", config):
        (folder / "mimeapps.list").write_text(f"[Default Applications]\n{kind}=viewer.desktop\n")
    return asked, {"XDG_DATA_HOME": str(data), "XDG_CONFIG_HOME": str(config)}


def make_bare():
    """All of the system's data, but no programs."""
    data = SCRATCH / "no-programs"
    if not data.exists():
        data.mkdir()
        for path in pathlib.Path("/usr/share").iterdir():
            if path.name != "applications":
                (data / path.name).symlink_to(path)
    return {"XDG_CONFIG_HOME": str(SCRATCH / "none"), "XDG_DATA_DIRS": str(data)}


def press_f1(asked, topic):
    before = asked.read_text() if asked.exists() else ""
    key("F1")
    wait(f"the page “{topic}”", lambda: asked.exists() and asked.read_text() == f"{before}help:koma/{topic}\n")


def test_topics():
    asked, environment = install_viewer("help", HELP_URIS)
    with Koma(**environment) as koma:
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


def test_browser():
    """The same pages, in the user's language."""
    if not (BUILD / "data" / "help" / "html-C").exists():
        print("    skipped: there was no yelp-build")
        return
    asked, environment = install_viewer("browser", PAGES_OF_HTML)
    for language, folder in (("en", "C"), ("ja", "ja")):
        with Koma(LANGUAGE=language, KOMA_DATA_DIR="", **{**make_bare(), **environment}) as koma:
            koma.wait_label("colours")
            koma.focus()
            key("F1")
            page = BUILD / "data" / "help" / f"html-{folder}" / "first-steps.html"
            wait("the page", lambda page=page: asked.exists() and asked.read_text() == f"{page}\n")
            asked.unlink()
            assert folder == "C" or f'lang="{folder}"' in page.read_text(encoding="utf-8")


def test_no_viewer():
    with Koma(**make_bare()) as koma:
        koma.wait_label("colours")
        koma.focus()
        key("F1")
        koma.wait_label("Yelp", "man koma")
        key("Escape")


run(test_topics, test_browser, test_no_viewer)
