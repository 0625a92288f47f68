# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Classes of one's own are fine-tuned in a window: curves, cancelled, kept, undone; settings."""
import os
import pathlib

from koma_gui import (RGB, SCRATCH, Atspi, Gate, Koma, Role, drag, encode_png, find_window, key, run,
                      wait, walk)
from koma_teach import TeachPage

N_PICTURES = 6
BUNDLED = pathlib.Path(os.environ["KOMA_SOURCE"]) / "data" / "models" / "shogi" / "model.json"


def write_classes(name):
    folder = SCRATCH / name
    for colour in RGB:
        (folder / colour).mkdir(parents=True, exist_ok=True)
        for i in range(N_PICTURES):
            (folder / colour / f"{i}.png").write_bytes(
                encode_png([min(value + 42 * i // N_PICTURES, 255) for value in RGB[colour]]))
    return folder


def teach(koma, name):
    page = TeachPage(koma)
    page.enter()
    drag(*sorted(write_classes(name).iterdir()))
    page.wait_counts(dict.fromkeys(RGB, f"{N_PICTURES} pictures"))
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
    """While it looks at the pictures, which stands still here; and what answered goes on to."""
    data = SCRATCH / "data-cancelled"
    gate = Gate(f"{data}/koma/teach/")
    gate.open()
    with Koma(model=BUNDLED, XDG_DATA_HOME=str(data), **gate.environment) as koma:
        teach(koma, "cancelled")
        open_window(koma, "Fine-Tune…", "Fine-Tune")
        gate.let(0)
        koma.click("Start Fine-Tuning")
        koma.wait_label("Looking at all pictures once more")
        koma.click("Cancel Fine-Tuning")
        wait("its end", lambda: not has_label(koma, "Looking at all pictures once more"))
        gate.open()
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
        assert any(node.has_state(Atspi.StateType.CHECKED) for node in boxes)
        key("Tab", "Tab", "Return")  # GTK 4.18 tells of what is below “Advanced” when it is open
        koma.wait_label("Hidden Layer")


run(test_kept, test_cancelled, test_settings)
