# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many pictures: stopped in the middle, and broken ones among good ones."""
import contextlib

from koma_gui import (RGB, SCRATCH, Gate, Koma, are_idle_for, check_right, encode_png, get_last_name, key,
                      read_clipboard, run, wait, write_many, write_png)

N_PICTURES = 900
FIRST_HELD = "picture-00100.png"


@contextlib.contextmanager
def hold(folder):
    """The first answers are there, all pictures are in the list, and most wait at a gate."""
    gate = Gate(write_many(folder, N_PICTURES) / FIRST_HELD)
    with Koma(folder, **gate.environment) as koma:
        koma.wait_label(f" of {N_PICTURES} pictures")
        wait("the first answers", lambda: koma.rows() and "%" in koma.rows()[0])
        koma.focus()
        wait_last(koma, "Waiting")
        yield koma, gate


def wait_last(koma, said):
    """Till the last row says so; it may have to come into the list first."""
    last = f"{get_last_name(N_PICTURES)}: "
    wait(f"{last}{said}", lambda: key("End") or any(
        row.startswith(last) and said in row for row in koma.rows()))


def test_cancel():
    """Nothing is done any more, not by a decoder that comes late either."""
    with hold(SCRATCH / "many") as (koma, gate):
        koma.cancel()
        koma.wait_idle()
        wait_last(koma, "Stopped")
        gate.open()
        wait("it to do nothing", lambda: are_idle_for(1))
        wait_last(koma, "Stopped")
        key("ctrl+a", "ctrl+c")
        rows = wait("the copy", lambda: read_clipboard().count("\n") == N_PICTURES - 1 and
                    read_clipboard().splitlines())
        assert rows[0].startswith("0-blue.png: blue "), rows[0]
        held = [row for row in rows if row >= FIRST_HELD]
        assert held and all(row.endswith(": Stopped") for row in held), held


def test_cancelled_is_tried_again():
    with hold(SCRATCH / "again") as (koma, gate):
        koma.cancel()
        wait_last(koma, "Stopped")
        gate.open()
        key("ctrl+r")
        check_right(koma.wait_all(N_PICTURES))


def test_broken_among_good():
    folder = SCRATCH / "mixed"
    png = encode_png(RGB["red"])
    write_png(folder / "a-good.png", "red")
    (folder / "b-empty.png").write_bytes(b"")
    (folder / "c-cut.png").write_bytes(png[:len(png) // 2])
    write_png(folder / "d-good.png", "green")
    (folder / "e-text.jpg").write_text("this is no picture")
    (folder / "f-lost.png").symlink_to(folder / "nowhere.png")
    write_png(folder / "g-good.png", "blue")
    paths = sorted(folder.iterdir())
    with Koma(*paths) as koma:
        bad = "Not a picture, or a damaged one"
        koma.focus()
        koma.wait_rows(["a-good.png: red ", f"b-empty.png: {bad}", f"c-cut.png: {bad}",
                        "d-good.png: green ", f"e-text.jpg: {bad}",
                        "f-lost.png: The file is not there any more", "g-good.png: blue "], koma.copy_rows)


def test_pause():
    """Nothing more is asked for until it is to go on; what was paused is done then."""
    with hold(SCRATCH / "paused") as (koma, gate):
        koma.click("Pause")
        koma.wait_label("Paused")
        gate.open()
        wait("it to do nothing", lambda: are_idle_for(1))
        wait_last(koma, "Waiting")
        koma.click("Resume")
        wait_last(koma, "%")
        koma.wait_idle()


run(test_cancel, test_pause, test_cancelled_is_tried_again, test_broken_among_good)
