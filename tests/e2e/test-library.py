# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window of all models: to look for one, use, download and remove it."""
import time

from koma_gui import COLOURS, SCRATCH, Koma, answer, equal, key, list_windows, press, run, type_text, wait
from koma_library import (LICENCE, Hold, Server, count_stored, find_row_button, find_rows, focus_library, make_data,
                          make_model, open_library, serve_colours, wait_row)

N_MODELS = 200


def type_search(text):
    key("ctrl+f", "ctrl+a")
    type_text(text)


def wait_used(koma):
    """Looked for by its name: screen readers of GTK 4.18 are told of the rows that are seen."""
    type_search("made 137")
    wait_row(koma, "Made 137", "In Use")


def test_two_hundred():
    """Are listed, found by a word, used with Enter; what is in use says so, after a restart too."""
    home = SCRATCH / "many"
    for i in range(N_MODELS):
        make_model(home / "koma" / "models" / f"made-{i:03}", f"Made {i:03}")
    with Koma(XDG_DATA_HOME=str(home)) as koma:
        koma.wait_label("colours")
        begin = time.monotonic()
        open_library(koma)
        wait_row(koma, "Made 000", "Ready")
        print(f"    {N_MODELS} models: {time.monotonic() - begin:.1f} s till the list is there")
        type_search("made 137")
        wait("one row", lambda: len(find_rows(koma)) == 1)
        wait_row(koma, "Made 137")
        key("Return", "Down", "Return")
        wait_row(koma, "Made 137", "In Use")
        type_search("no such model")
        koma.wait_label("No Models Found")
        key("Escape")
        wait_row(koma, "Made 000", "Ready")
        wait_used(koma)
        key("ctrl+w")
        state = koma.home
    with Koma(model=None, XDG_DATA_HOME=str(home), XDG_STATE_HOME=str(state)) as koma:
        koma.wait_label("Made 137")
        open_library(koma)
        wait_used(koma)
        key("ctrl+w")


def test_download_and_remove():
    """From the catalogue to the store, with progress; removed after a question, and only that."""
    files = serve_colours()
    data = make_data(SCRATCH / "data", files)
    kept = make_model(SCRATCH / "kept", "Kept")
    with Server(files) as server, Koma(model=kept, KOMA_DATA_DIR=str(data),
                                       KOMA_MIRROR=server.address("")) as koma:
        koma.wait_label("Kept")
        open_library(koma)
        row = wait_row(koma, "Everyday Colours", "To Download", "CC0-1.0")
        server.modes[LICENCE] = held = Hold()
        press(find_row_button(row, "Download: Everyday Colours"))
        wait_row(koma, "Everyday Colours", " of ")
        held.go.set()
        wait_row(koma, "Everyday Colours", "Ready")
        equal(count_stored(koma.home), 1)

        wait_row(koma, "Kept", "Ready", "In Use")
        type_search("everyday")
        wait("one row", lambda: len(find_rows(koma)) == 1)
        key("Return", "Down", "Delete")
        koma.wait_label("Remove “Everyday Colours”?")
        koma.wait_label("Koma deletes the files")
        answer("Escape")
        equal(count_stored(koma.home), 1)
        focus_library()
        key("Delete")
        koma.wait_label("Remove “Everyday Colours”?")
        answer("alt+r")
        wait_row(koma, "Everyday Colours", "To Download")
        equal(count_stored(koma.home), 0)
        key("ctrl+w")


def test_damaged_catalogue():
    """It is said; the models that are here are there."""
    data = SCRATCH / "damaged"
    data.mkdir()
    (data / "catalogue.json").write_text('{"models": [')
    with Koma(KOMA_DATA_DIR=str(data)) as koma:
        koma.wait_toast("The list of models to download is damaged")
        koma.wait_label("colours")


def test_forget():
    """A model of the user's leaves the list; its files stay."""
    first, second = make_model(SCRATCH / "first", "First"), make_model(SCRATCH / "second", "Second")
    with Koma(model=first) as koma:
        koma.wait_label("First")
        koma.open("--model", second)
        koma.wait_label("Second")
        open_library(koma)
        wait_row(koma, "First", "Ready")
        type_search("first")
        wait("one row", lambda: len(find_rows(koma)) == 1)
        key("Return", "Down", "Delete")
        koma.wait_label("Its file stays where it is")
        answer("alt+r")
        wait("no row", lambda: not find_rows(koma))
        focus_library()
        key("Escape")
        wait_row(koma, "Second")
        equal(sorted(path.name for path in first.iterdir()),
              sorted([*(path.name for path in COLOURS.iterdir()), "koma.json"]))
        key("ctrl+w")


def test_details():
    with Koma(model=make_model(SCRATCH / "detailed", "Detailed")) as koma:
        koma.wait_label("Detailed")
        open_library(koma)
        wait_row(koma, "Detailed")
        key("ctrl+f", "Return", "Down", "alt+Return")
        koma.wait_label("File:", str(SCRATCH / "detailed"))
        answer("Escape")
        focus_library()
        key("Escape")
        wait("the window to close", lambda: not list_windows("Models"))


run(test_two_hundred, test_download_and_remove, test_damaged_catalogue, test_forget, test_details)
