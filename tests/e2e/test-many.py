# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many pictures: stopped in the middle, and broken ones among good ones."""
import time

from koma_gui import (RGB, SCRATCH, Koma, encode_png, equal, key, press, run, wait, write_many,
                      write_png)

N_PICTURES = 3000
# Large enough that they take some seconds.
SIDE = 1000


def test_cancel():
    folder = write_many(SCRATCH / "many", N_PICTURES, SIDE, SIDE)
    with Koma(folder) as koma:
        koma.wait_label(" of 3", "pictures", seconds=30)
        wait("the first answers", lambda: any(": red " in row for row in koma.rows()), 30)
        cancel = koma.find_cancel()
        asked = time.monotonic()
        press(cancel)
        wait("the end of work", lambda: not koma.is_sensitive(cancel), 5)
        print(f"    quiet after {time.monotonic() - asked:.2f} s")

        rows = koma.rows()
        n_done = sum("%" in row for row in rows)
        assert 0 < n_done, rows[:10]
        before = koma.get_cpu_seconds()
        time.sleep(1)
        equal(koma.rows(), rows)
        assert koma.get_cpu_seconds() - before < 0.5, "it goes on working"


def test_cancelled_is_tried_again():
    folder = write_many(SCRATCH / "again", 900, SIDE, SIDE)
    with Koma(folder) as koma:
        # Stopped before, the search finds no more, and all that it found may have been answered.
        koma.wait_label(" of 900", "pictures", seconds=30)
        wait("the first answers", lambda: any(": red " in row for row in koma.rows()), 30)
        cancel = koma.find_cancel()
        press(cancel)
        wait("the end of work", lambda: not koma.is_sensitive(cancel), 5)
        koma.focus()
        key("End")
        wait("stopped rows", lambda: any(row.endswith(": Stopped") for row in koma.rows()))
        key("ctrl+r")
        wait("all answers", lambda: all("%" in row for row in koma.rows()), 180)


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
        koma.wait_rows(["a-good.png: red ", f"b-empty.png: {bad}", f"c-cut.png: {bad}",
                        "d-good.png: green ", f"e-text.jpg: {bad}",
                        "f-lost.png: The file is not there any more", "g-good.png: blue "])


run(test_cancel, test_cancelled_is_tried_again, test_broken_among_good)
