# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A model by its address: typed, pasted, dropped; one that fails, and again."""
from koma_gui import (SCRATCH, Koma, copy, drag, equal, find_button, find_window, focus_window, key, list_windows,
                      run, type_text, wait, write_png)
from koma_library import Hold, Server, count_stored, koma_hub, serve_colours


def open_dialog(koma):
    koma.focus()
    key("ctrl+l")
    focus_window(find_window("Open Address"))


def wait_closed():
    wait("the dialog to close", lambda: not list_windows("Open Address"))


def test_typed():
    """What is no address is refused while one types."""
    with Server(serve_colours("typed")) as server, Koma() as koma:
        koma.wait_label("colours")
        copy("UTF8_STRING", b"nothing of the kind")
        open_dialog(koma)
        type_text("cats")
        wait("a complaint", lambda: any("no address of a model" in text for text in koma.labels()))
        key("Return")
        assert list_windows("Open Address")
        key("ctrl+a")
        type_text(server.address("typed/model.json"))
        key("Return")
        koma.wait_label("typed")
        wait_closed()
        wait("the model in the store", lambda: count_stored(koma.home) == 1)


def test_clipboard():
    """An address that was copied is suggested; Escape leaves all as it is."""
    with Server(serve_colours("copied")) as server, Koma() as koma:
        koma.wait_label("colours")
        copy("UTF8_STRING", server.address("copied/model.json").encode())
        open_dialog(koma)
        koma.wait_label("From the clipboard")
        key("Escape")
        wait_closed()
        equal(server.asked, [])
        open_dialog(koma)
        koma.wait_label("From the clipboard")
        key("Return")
        koma.wait_label("copied")


def test_hub():
    """A model of Hugging Face, by its name there; a page of it that was copied means the same."""
    picture = write_png(SCRATCH / "leaf.png", "green")
    with Server(koma_hub.FILES) as server, Koma(picture, HF_ENDPOINT=server.address("")) as koma:
        koma.wait_rows(["leaf.png: green "])
        copy("UTF8_STRING", b"nothing of the kind")
        open_dialog(koma)
        type_text("hf:plant-lab/leaves.v2 ?")
        wait("a complaint", lambda: any("no model of Hugging Face" in text for text in koma.labels()))
        key("Return")
        equal(server.asked, [])
        key("BackSpace", "BackSpace", "Return")
        koma.wait_label("plant-lab/leaves.v2")
        koma.wait_rows(["leaf.png: elm "])
        equal(count_stored(koma.home), 1)
        asked = len(server.asked)
        copy("UTF8_STRING", b"https://huggingface.co/plant-lab/leaves.v2")
        open_dialog(koma)
        koma.wait_label("From the clipboard")
        key("Return")
        wait_closed()
        koma.wait_rows(["leaf.png: elm "])
        equal(len(server.asked), asked)


def test_pasted_and_dropped():
    """On the window; the user is asked. Pictures of the web are refused."""
    with Server(serve_colours("pasted")) as server, Koma() as koma:
        koma.wait_label("colours")
        copy("text/plain", server.address("pasted/model.json").encode())
        koma.focus()
        key("ctrl+v")
        focus_window(find_window("Open Address"))
        equal(server.asked, [])
        key("Escape")
        wait_closed()
        drag("--raw", "text/uri-list", server.address("pasted/cat.jpg") + "\\r\\n")
        koma.wait_label("Koma fetches no pictures from the web")
        drag("--raw", "text/uri-list", server.address("pasted/model.json") + "\\r\\n")
        focus_window(find_window("Open Address"))
        key("Return")
        koma.wait_label("pasted")


def test_failure():
    """No such file, then no server; the notice tries again. The model before stays in use."""
    picture = write_png(SCRATCH / "f.png", "red")
    with Server({}) as server, Koma(picture) as koma:
        koma.wait_rows(["f.png: red "])
        copy("UTF8_STRING", server.address("late/model.json").encode())
        open_dialog(koma)
        koma.wait_label("From the clipboard")
        key("Return")
        wait("a way out", lambda: find_button(koma.node, "Try Again"))
        koma.wait_rows(["f.png: red "])
        server.files.update(serve_colours("late"))
        koma.click("Try Again")
        koma.wait_label("late")
        koma.wait_rows(["f.png: red "])


def test_cancel():
    with Server(serve_colours("slow")) as server, Koma() as koma:
        koma.wait_label("colours")
        server.modes["slow/model.json"] = Hold()
        copy("UTF8_STRING", server.address("slow/model.json").encode())
        open_dialog(koma)
        koma.wait_label("From the clipboard")
        key("Return")
        koma.wait_label("Downloading “slow”")
        koma.cancel()
        koma.wait_idle()
        koma.wait_label("colours")
        equal(count_stored(koma.home), 0)


run(test_typed, test_clipboard, test_hub, test_pasted_and_dropped, test_failure, test_cancel)
