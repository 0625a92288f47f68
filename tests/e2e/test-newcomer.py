# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the first start to the right name of a photograph: a model for everyday things."""
import shutil
import time

from koma_gui import (SCRATCH, SHARED, Koma, Role, drag, equal, find_button, has_focus, key, run, type_text, wait,
                      walk, write_png)
from koma_listener import listen_to_alerts
from koma_library import (LICENCE, Hold, Server, activate, break_down, count_stored, go_on, make_data,
                          serve_colours, serve_shared)


def start(name, server, files, *words, **about):
    """A newcomer's Koma: nothing was chosen, nothing downloaded."""
    data = make_data(SCRATCH / name, files, **about)
    return Koma(*words, model=None, KOMA_DATA_DIR=str(data), KOMA_MIRROR=server.address(""))


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


ANYWAY = "Show the Answers Anyway"


def wait_card(koma, sentence="This does not look like “Own Colours”"):
    """In place of the answers, with the focus on what is suggested."""
    koma.wait_label(sentence)
    wait("the focus", lambda: has_focus(find_button(koma.node, "Use “Everyday Colours”")))
    equal(koma.rows(), [])


def wait_no_card(koma):
    wait("the card to go", lambda: find_button(koma.node, ANYWAY) is None)


def test_guesses():
    """They are not shown before somebody asks for them; then they are, and so are later ones."""
    files, picture = serve_colours(), write_png(SCRATCH / "n.png", "green")
    with Server(files) as server, start("not-sure", server, files, sureFrom=1.0) as koma:
        koma.wait_label("Own Colours")
        with listen_to_alerts(koma) as listener:
            koma.open(picture)
            wait_card(koma)
            listener.wait("This does not look like “Own Colours”")
        koma.wait_label("Red, green and blue.", "to download")
        key("Tab", "space")
        koma.wait_rows(["n.png: green "])
        wait_no_card(koma)
        wait("the focus in the list", lambda: any(has_focus(node) for node in walk(koma.find(
            {Role.LIST, Role.LIST_BOX}, "Pictures"))))
        koma.open(write_png(SCRATCH / "m.png", "blue"))
        koma.wait_rows(["n.png: green ", "m.png: blue "])
        koma.wait_idle()
        assert find_button(koma.node, ANYWAY) is None
        equal(server.asked, [])


def test_guesses_end():
    """With the list, and with pictures that the model knows."""
    files = serve_colours()
    unsure, sure = write_png(SCRATCH / "u.png", "red", other="green"), write_png(SCRATCH / "s.png", "red")
    with Server(files) as server, start("end", server, files, unsure, sureFrom=0.99) as koma:
        wait_card(koma)
        key("ctrl+Delete")
        koma.wait_label("Drop Pictures Here")
        wait_no_card(koma)
        koma.open(unsure)
        wait_card(koma)
        koma.open(write_png(SCRATCH / "v.png", "blue", other="green"))
        koma.wait_idle()
        wait_card(koma)
        koma.open(sure)
        wait_no_card(koma)
        koma.wait_rows(["u.png: ", "v.png: ", "s.png: red "])


def test_guesses_while_typing():
    """What somebody types stays where it is."""
    files, picture = serve_colours(), write_png(SCRATCH / "t.png", "green")
    with Server(files) as server, start("typing", server, files, picture, sureFrom=1.0) as koma:
        wait_card(koma)
        key("ctrl+f")
        koma.wait_rows(["t.png: green "])
        wait_no_card(koma)
        type_text("t")
        koma.open(write_png(SCRATCH / "t2.png", "blue"))
        koma.wait_rows(["t.png: green ", "t2.png: blue "])
        koma.wait_idle()
        type_text("2")
        koma.wait_rows(["t2.png: blue "])
        assert find_button(koma.node, ANYWAY) is None


def test_suggested():
    """The other model is fetched, and asked the same pictures."""
    files, pictures = serve_colours(), [write_png(SCRATCH / f"o-{name}.png", name) for name in ("green", "blue")]
    with Server(files) as server, start("notice", server, files, *pictures, sureFrom=1.0) as koma:
        wait_card(koma, "These do not look like “Own Colours”")
        key("Return")
        wait("answers of the other model", lambda: [row.split(" ")[1] for row in koma.rows()] == ["green", "blue"] and
             not any("not sure" in row for row in koma.rows()))
        wait_no_card(koma)


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


def test_photographs():
    """The real models: photographs of other things than shogi pieces, and one press to their names."""
    files = serve_shared(SHARED)
    photos = SHARED / "photos" / "coral"
    with Server(files) as server, Koma(model=None, KOMA_DATA_DIR="", KOMA_MIRROR=server.address("")) as koma:
        koma.wait_label("Shogi pieces")
        koma.open(photos / "cat_720p.jpg", photos / "hot_dog.jpg")
        koma.wait_label("These do not look like “Shogi pieces”")
        equal(koma.rows(), [])
        koma.click("Use “Everyday things: 1,000 kinds”")
        rows = wait("answers", lambda: (rows := koma.rows()) and all("%" in row for row in rows) and rows)
        best = [row.split(": ", 1)[1].split("%")[0] for row in rows]
        assert ("cat" in best[0] or "tabby" in best[0]) and "hot" in best[1], rows


tests = [test_one_click, test_cancel, test_failure, test_guesses, test_guesses_end, test_guesses_while_typing,
         test_suggested, test_without_model]
if serve_shared(SHARED):
    tests += [test_cat, test_photographs]
else:
    print("skipped: there are no real models in", SHARED)
run(*tests)
