# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Classes of one's own are fine-tuned in a window: curves, cancelled, kept, undone; settings."""
import os
import pathlib

from koma_gui import (RGB, SCRATCH, Atspi, Koma, Role, drag, encode_png, find_window, key, run, wait,
                      walk)
from koma_teach import TeachPage

N_PICTURES = 6
N_MANY = 60  # take so long that it can be cancelled
BUNDLED = pathlib.Path(os.environ["KOMA_SOURCE"]) / "data" / "models" / "shogi" / "model.json"


def write_classes(name, n_pictures):
    folder = SCRATCH / name
    for colour in RGB:
        (folder / colour).mkdir(parents=True, exist_ok=True)
        for i in range(n_pictures):
            (folder / colour / f"{i}.png").write_bytes(
                encode_png([min(value + 42 * i // n_pictures, 255) for value in RGB[colour]]))
    return folder


def teach(koma, name, n_pictures=N_PICTURES):
    page = TeachPage(koma)
    page.enter()
    drag(*sorted(write_classes(name, n_pictures).iterdir()))
    page.wait_counts(dict.fromkeys(RGB, f"{n_pictures} pictures"))
    koma.wait_label("right on pictures it had not seen")
    return page


def open_window(koma, item, title):
    koma.click("More About Teaching")
    koma.choose(item)
    find_window(title)


def has_label(koma, *parts):
    return any(part in text for text in koma.labels() for part in parts)


def test_kept():
    """From the start over the curves to what is kept, which can be undone."""
    with Koma(model=BUNDLED) as koma:
        teach(koma, "kept")
        open_window(koma, "Fine-Tune…", "Fine-Tune")
        koma.wait_label("A fifth of the pictures is held out")
        assert not has_label(koma, "right before")
        koma.click("Start Fine-Tuning")
        koma.wait_label("After 10 rounds:")
        koma.wait_label("of 3 pictures that it had not seen.")
        koma.click("Keep the Result")
        koma.wait_label("The model is fine-tuned to your pictures.")
        koma.wait_label("right on pictures it had not seen")
        koma.focus()
        key("ctrl+z")
        wait("the model as it was", lambda: not has_label(koma, "The model is fine-tuned"))
        koma.wait_label("right on pictures it had not seen")


def test_cancelled():
    """At once, and what answered goes on to."""
    with Koma(model=BUNDLED) as koma:
        teach(koma, "cancelled", N_MANY)
        open_window(koma, "Fine-Tune…", "Fine-Tune")
        busy = "Looking at all pictures once more", "Learning to look at your pictures"
        wait("it begins", lambda: has_label(koma, *busy) or koma.click("Start Fine-Tuning"))
        koma.click("Cancel Fine-Tuning")
        wait("its end", lambda: not has_label(koma, *busy))
        assert not has_label(koma, "right before")
        koma.wait_label("right on pictures it had not seen")


def test_settings():
    """The models there are, and which of them is in use."""
    with Koma() as koma:
        koma.wait_label("colours")
        teach(koma, "settings")
        open_window(koma, "How Koma Learns…", "How Koma Learns")
        boxes = wait("the models", lambda: [node for node in walk(koma.node) if node.get_role() in
                                            (Role.CHECK_BOX, Role.RADIO_BUTTON) and "colours" in node.get_name()])
        assert any(node.get_state_set().contains(Atspi.StateType.CHECKED) for node in boxes)
        koma.wait_label("Hidden Layer")


run(test_kept, test_cancelled, test_settings)
