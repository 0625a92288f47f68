# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where Koma has its own model alone, the page of classes offers one that has seen more, and learns with it."""
from koma_gui import SCRATCH, Koma, choose_file, equal, key, run, wait
from koma_library import Server, break_down, count_stored, make_data, serve_colours
from koma_teach import teach_colours, write_shade

OFFER = "With “Everyday Colours” it tells other things apart much better."


def start(name, server, files):
    data = make_data(SCRATCH / name, files)
    return Koma(model=None, KOMA_DATA_DIR=str(data), KOMA_MIRROR=server.address(""))


def read_journal(koma):
    return (koma.home / "data" / "koma" / "teach" / "default" / "journal.jsonl").read_text()


def find_offer(koma):
    """The name of its button: the size is in it."""
    return wait("the button", lambda: next(
        (label for label in koma.labels() if label.startswith("Download (")), None))


def test_taken():
    """Downloaded with one click, also after classes were taught with the other; they answer by it then."""
    files = serve_colours()
    with Server(files) as server, start("taken", server, files) as koma:
        koma.wait_label("Own Colours")
        page = teach_colours(koma, "taken-pictures")
        koma.wait_label(OFFER)
        assert '"base-name":"Own Colours"' in read_journal(koma)
        koma.click(find_offer(koma))
        wait("the other model", lambda: '"base-name":"Everyday Colours"' in read_journal(koma))
        equal(count_stored(koma.home), 1)
        koma.wait_label("100% right on pictures it had not seen")
        koma.click("Try With a Picture")
        choose_file("Open Picture", write_shade(SCRATCH / "asked.png", "green", 2))
        page.wait_answer("green")
        koma.focus()
        key("ctrl+z")  # the last that was done: another model
        wait("the model before", lambda: read_journal(koma).rpartition('"base-name":')[2].startswith('"Own Colours"'))
        key("ctrl+z")
        page.wait_counts({"red": None, "green": None, "blue": None})


def test_server_down():
    """It is said, and tried again when the server answers; the classes are taught with what there is meanwhile."""
    files = serve_colours()
    with Server(files) as server, start("down", server, files) as koma:
        koma.wait_label("Own Colours")
        break_down(server)
        teach_colours(koma, "down-pictures")
        koma.wait_label(OFFER)
        koma.click(find_offer(koma))
        koma.wait_label("“Everyday Colours”: ")
        koma.wait_label("100% right on pictures it had not seen")
        server.modes.clear()
        koma.click("Try Again")
        wait("the other model", lambda: '"base-name":"Everyday Colours"' in read_journal(koma))
        koma.wait_label("100% right on pictures it had not seen")


run(test_taken, test_server_down)
