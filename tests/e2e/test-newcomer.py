# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the first start to the right name of a photograph: a model for everyday things."""
import shutil
import time

from koma_gui import (BUTTONS, SCRATCH, SHARED, Koma, Role, drag, equal, find_button, get_name,
                      press, run, wait, walk, write_png)
from koma_library import (LICENCE, Hold, Server, activate, break_down, count_stored, go_on, make_data,
                          serve_colours, serve_shared)


def start(name, server, files, *words, **about):
    """A newcomer's Koma: nothing was chosen, nothing downloaded."""
    data = make_data(SCRATCH / name, files, **about)
    return Koma(*words, model=None, KOMA_DATA_DIR=str(data), KOMA_MIRROR=server.address(""))


def get_top(koma):
    """Of the list of pictures: a notice moves it down."""
    pictures = koma.find({Role.LIST, Role.LIST_BOX}, "Pictures")
    return pictures.get_area().y


def test_one_click():
    """The empty window says what is known and what else there is; one click later that answers. It
    stays in use, and needs no server any more."""
    files = serve_colours()
    with Server(files) as server, start("click", server, files) as koma:
        koma.wait_label("Own Colours")
        koma.wait_label("In use · Knows 3 kinds")
        koma.wait_label("Red, green and blue.", "to download")
        activate(koma, "Everyday Colours")
        koma.wait_label("In use · Red, green and blue.")
        drag(write_png(SCRATCH / "c.png", "red"))
        koma.wait_rows(["c.png: red "])
        equal(count_stored(koma.home), 1)
        home, data = koma.home, koma.environment["KOMA_DATA_DIR"]
    with Koma(model=None, KOMA_DATA_DIR=data, XDG_STATE_HOME=str(home),
              XDG_DATA_HOME=str(home / "data")) as koma:
        koma.wait_label("In use · Red, green and blue.")
        activate(koma, "Own Colours")  # and back
        koma.wait_label("In use · Knows 3 kinds")
        activate(koma, "Everyday Colours")
        koma.wait_label("In use · Red, green and blue.")


def test_cancel():
    """In the middle of a file. The next time the rest of it is fetched."""
    files = serve_colours()
    with Server(files) as server, start("cancel", server, files) as koma:
        server.modes[LICENCE] = held = Hold()
        activate(koma, "Everyday Colours")
        koma.wait_label("Downloading “Everyday Colours”")
        koma.wait_label(" of ")
        koma.cancel()
        koma.wait_idle()
        koma.wait_label("Red, green and blue.", "to download")
        equal(count_stored(koma.home), 0)
        server.modes[LICENCE] = go_on
        held.go.set()
        activate(koma, "Everyday Colours")
        koma.wait_label("In use · Red, green and blue.")
        assert any(path == LICENCE and "range" in headers for path, headers, _ in server.asked), server.asked


def test_failure():
    """The reason is told, and a click tries again."""
    files = serve_colours()
    with Server(files) as server, start("failure", server, files) as koma:
        break_down(server)
        activate(koma, "Everyday Colours")
        wait("a way out", lambda: find_button(koma.node, "Try Again"))
        koma.wait_label("In use · Knows 3 kinds")
        server.modes = {}
        koma.click("Try Again")
        koma.wait_label("In use · Red, green and blue.")


def test_not_sure():
    """Answers that are not sure lead to the other model, which is asked the same pictures. That is
    said once."""
    files, picture = serve_colours(), write_png(SCRATCH / "n.png", "green")
    with Server(files) as server, start("not-sure", server, files, picture, sureFrom=1.0) as koma:
        koma.wait_rows(["n.png: green "])
        koma.wait_label("“Own Colours” is not sure of these pictures")
        below = wait("the notice", lambda: get_top(koma))
        koma.click("Close This Notice")
        wait("the list in its place", lambda: get_top(koma) < below)
        time.sleep(0.5)
        top = get_top(koma)
        koma.open(write_png(SCRATCH / "m.png", "blue"))
        koma.wait_rows(["n.png: green ", "m.png: blue "])
        koma.wait_idle()
        time.sleep(0.5)
        equal(get_top(koma), top)


def test_from_notice():
    files, picture = serve_colours(), write_png(SCRATCH / "o.png", "green")
    with Server(files) as server, start("notice", server, files, picture, sureFrom=1.0) as koma:
        koma.wait_label("“Own Colours” is not sure of these pictures")
        press(wait("its button", lambda: next(
            (node for node in walk(koma.node) if node.get_role() in BUTTONS and
             get_name(node).startswith("Download (")), None)))
        koma.wait_label("Everyday Colours")
        wait("an answer of the other model",
             lambda: koma.rows() and koma.rows()[0].startswith("o.png: green ") and
             "not sure" not in koma.rows()[0])


def test_without_model():
    """The page that stands there while there is no model offers one, too."""
    files = serve_colours()
    data = make_data(SCRATCH / "without", files)
    shutil.rmtree(data / "models")
    with Server(files) as server, Koma(model=None, KOMA_DATA_DIR=str(data),
                                       KOMA_MIRROR=server.address("")) as koma:
        koma.wait_label("No model")
        activate(koma, "Everyday Colours")
        koma.wait_label("In use · Red, green and blue.")


def test_cat():
    """What Koma comes with, the real model, and a photograph of a cat. The server is this computer:
    what the way to another adds is not in the seconds."""
    files = serve_shared(SHARED)
    start_time = time.monotonic()
    with Server(files) as server, Koma(model=None, KOMA_DATA_DIR="", KOMA_MIRROR=server.address("")) as koma:
        koma.wait_label("Shogi pieces")
        activate(koma, "Everyday things")
        n_clicks = 1
        koma.wait_label("In use · Things, animals, food")
        chosen = time.monotonic()
        drag(SHARED / "photos" / "coral" / "cat_720p.jpg")
        n_clicks += 1
        row = wait("an answer", lambda: next((row for row in koma.rows() if "%" in row), None))
        done = time.monotonic()
        print(f"    {n_clicks} acts, {done - start_time:.1f} s from the start to the name of a cat, "
              f"{done - chosen:.1f} s of them to drop it: {row}")
        assert "cat" in row.split(": ", 1)[1].split("%")[0] or "tabby" in row, row


tests = [test_one_click, test_cancel, test_failure, test_not_sure, test_from_notice, test_without_model]
if serve_shared(SHARED):
    tests.append(test_cat)
else:
    print("skipped: there are no real models in", SHARED)
run(*tests)
