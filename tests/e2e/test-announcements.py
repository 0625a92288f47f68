# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens by itself is said to screen readers."""
from koma_gui import COLOURS, SCRATCH, Koma, key, run, write_many, write_png
from koma_listener import listen_to_alerts


def test_results_done():
    many = write_many(SCRATCH / "many", 20)
    one = write_png(SCRATCH / "one.png", "red")
    with Koma() as koma, listen_to_alerts(koma) as listener:
        koma.wait_label("Drop Pictures Here")
        koma.open(many)
        listener.wait("20 pictures classified")
        koma.open(one)
        listener.wait("1 picture classified")
        koma.open(one)  # the same words once more
        listener.wait("1 picture classified")


def test_failures():
    folder = write_many(SCRATCH / "damaged", 5)
    for name in ("a.png", "b.png"):
        (folder / name).write_bytes(b"no picture")
    with Koma() as koma, listen_to_alerts(koma) as listener:
        koma.wait_label("Drop Pictures Here")
        koma.open(folder / "a.png")
        listener.wait("1 of 1 picture could not be classified")
        koma.open(folder)
        listener.wait("2 of 7 pictures could not be classified")


def test_toasts():
    with Koma(write_png(SCRATCH / "one.png", "red")) as koma, listen_to_alerts(koma) as listener:
        koma.wait_rows(["one.png: red "])
        koma.focus()
        key("ctrl+a", "ctrl+c")
        listener.wait("Copied")
        key("Delete")
        listener.wait("1 picture removed")


def test_errors():
    (SCRATCH / "damaged-model").mkdir()
    damaged = SCRATCH / "damaged-model" / "model.json"
    damaged.write_text("{")
    with Koma() as koma, listen_to_alerts(koma) as listener:
        koma.wait_label("Drop Pictures Here")
        koma.open("--model", damaged)
        listener.wait("Not a model, or a damaged one")
        koma.open("--model", COLOURS)


run(test_results_done, test_failures, test_toasts, test_errors)
