# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The preferences: what computes is chosen, fails, is kept, and is changed in the middle of work."""
import os
import re

from koma_gui import (BUTTONS, SCRATCH, XNNPACK_FIRST, Gate, Koma, Role, activate_row, equal, key,
                      list_inside, name_gles, press, read_clipboard, run, show_details, wait, walk, write_many,
                      write_png)
from koma_places import BUNDLED, SAMPLES
from koma_preferences import Preferences, switch

NO_GPU = {"KOMA_GLES_DEVICE": "/nonexistent", **show_details()}
# What as many switches again may add; a session that was left behind on each would be more.
MAX_GROWTH_MIB = 30
N_SWITCHES = int(os.environ.get("KOMA_SWITCHES", "20"))
# So many may be read at most between two switches; the rest waits at a gate.
N_BETWEEN = 50


def describe_row(koma, start):
    """What is said of a row beside its name: the tooltip too, which names the backend."""
    return "\n".join(node.get_description() or "" for node in walk(koma.list or koma.node)
                     if (node.get_name() or "").startswith(start))


def test_each():
    """Status line and next result follow."""
    first = write_png(SCRATCH / "first.png", "red")
    with Koma(first, KOMA_FLAGS=XNNPACK_FIRST, **show_details()) as koma:
        koma.wait_rows(["first.png: red "])
        koma.wait_label("XNNPACK · automatic")
        preferences = Preferences(koma)
        equal(preferences.get_chosen(), ["The Fastest One"])
        for i, words in enumerate(["Processor", preferences.gles, "Processor, Another Way"]):
            title = preferences.technical[words]
            koma.wait_label(f"{title} · ")  # below the words
            preferences.choose(words)
            koma.wait_label(f"{title} · preferences")
            koma.open(write_png(SCRATCH / f"{i}.png", "green"))
            wait("a result", lambda i=i: any(row.startswith(f"{i}.png: green ") for row in koma.rows()))
            wait(f"a result by {title}", lambda i=i, title=title: title in describe_row(koma, f"{i}.png"))
        preferences.choose("The Fastest One")
        koma.wait_label("XNNPACK · automatic")
        assert "Plain C" in describe_row(koma, "0.png"), "an answer was made anew"
        preferences.close()


def test_not_there():
    """The reason stands in place, the one before goes on, and the fastest is offered."""
    with Koma(write_png(SCRATCH / "n1.png", "red"), KOMA_FLAGS=XNNPACK_FIRST, **NO_GPU) as koma:
        koma.wait_rows(["n1.png: red "])
        preferences = Preferences(koma)
        koma.wait_label("KOMA_GLES_DEVICE")
        preferences.choose("Graphics Card")
        koma.wait_label("“Graphics Card” does not work here")
        koma.wait_label("XNNPACK · “Graphics Card” does not work")
        koma.open(write_png(SCRATCH / "n2.png", "blue"))
        koma.wait_rows(["n1.png: red ", "n2.png: blue "])
        koma.click("Use the Fastest")
        koma.wait_label("XNNPACK · automatic")
        wait("it to be chosen", lambda: preferences.get_chosen() == ["The Fastest One"])
        equal([text for text in koma.labels() if "does not work" in text], [])
        preferences.close()


def describe_model(koma):
    """What is said of the model beside its name: the tooltip of the button."""
    return next((text for text in (node.get_description() for node in walk(koma.node))
                 if text and (" · preferences" in text or " · automatic" in text)), "")


def test_precision():
    """float16 is told; float32 where the device has it not is refused when the model is prepared."""
    flags = f"{XNNPACK_FIRST},GLES_RENDER_FLOAT32_CAPABLE:0"
    with Koma(write_png(SCRATCH / "p1.png", "red"), KOMA_FLAGS=flags, **show_details()) as koma:
        koma.wait_rows(["p1.png: red "])
        assert "float" not in describe_model(koma), describe_model(koma)
        preferences = Preferences(koma)
        preferences.choose_precision("float32")
        preferences.close()
        preferences = Preferences(koma)
        preferences.choose(preferences.gles)
        koma.wait_label(f"“{preferences.gles}” does not work here")
        koma.wait_label("stores no float32")
        koma.wait_label(f"XNNPACK · “{preferences.gles}” does not work")
        koma.open(write_png(SCRATCH / "p2.png", "blue"))
        koma.wait_rows(["p1.png: red ", "p2.png: blue "])
        assert "XNNPACK" in describe_row(koma, "p2.png")
        koma.click("Use the Fastest")
        koma.wait_label("XNNPACK · automatic")
        preferences.choose_precision("float16")
        koma.wait_label("XNNPACK · automatic")
        preferences.close()
        preferences = Preferences(koma)
        preferences.choose("Processor")
        koma.wait_label("Plain C · preferences")
        preferences.choose(preferences.gles)
        koma.wait_label(f"{name_gles()} · preferences")
        wait("float16 to be told", lambda: "float16" in describe_model(koma))
        koma.open(write_png(SCRATCH / "p3.png", "green"))
        koma.wait_rows(["p1.png: red ", "p2.png: blue ", "p3.png: green "])
        preferences.close()


def test_named_at_start():
    """What the environment names and is not there: nothing else is taken, but offered."""
    picture = write_png(SCRATCH / "s.png", "blue")
    with Koma(picture, KOMA_BACKEND="gles", KOMA_FLAGS=XNNPACK_FIRST, **NO_GPU) as koma:
        koma.wait_label("“Graphics Card” does not work here")
        koma.wait_rows(["s.png: Waiting"])
        koma.click("Use the Fastest")
        koma.wait_rows(["s.png: blue "])
        koma.wait_label("XNNPACK · automatic")


def keep_settings(home):
    """A place of its own for settings, which the others forget."""
    home.mkdir(exist_ok=True)
    return {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(home), **show_details()}


def test_restart():
    """The choice is kept; option and environment are stronger, and not kept."""
    settings = keep_settings(SCRATCH / "settings")
    with Koma(**settings) as koma:
        preferences = Preferences(koma)
        preferences.choose("Processor")
        koma.wait_label("Plain C · preferences")
        preferences.close()
    with Koma(KOMA_BACKEND="auto", KOMA_FLAGS=XNNPACK_FIRST, **settings) as koma:
        koma.wait_label("XNNPACK · KOMA_BACKEND")
    with Koma("--backend", "xnnpack", KOMA_BACKEND="abacus", **settings) as koma:
        koma.wait_label("XNNPACK · --backend")
        koma.open("--backend", "cpu")
        koma.wait_label("Plain C · --backend")
    with Koma(**settings) as koma:
        koma.wait_label("Plain C · preferences")
        preferences = Preferences(koma)
        equal(preferences.get_chosen(), ["Processor"])
        preferences.close()


def set_number(koma, name, value):
    """In the spin button with this name."""
    button = wait(f"a spin button “{name}”", lambda: koma.find({Role.SPIN_BUTTON}, name))
    button.set_value(value)


def test_rows():
    """As many classes as wanted at once, and those that are not sure marked; copied scores are raw."""
    with Koma(write_png(SCRATCH / "r.png", "red")) as koma:
        koma.wait_rows(["r.png: red 100%, blue <1%, green <1%"])
        preferences = Preferences(koma, is_computing=False)
        set_number(koma, "Number of Results", 1)
        wait("one class", lambda: koma.rows() == ["r.png: red 100%"])
        set_number(koma, "Number of Results", 2)
        wait("two classes", lambda: koma.rows() == ["r.png: red 100%, blue <1%"])
        koma.toggle("Let the Model Say When It Is Not Sure")
        set_number(koma, "Not Sure Below", 100)
        wait("a mark", lambda: koma.rows() == ["r.png: red 100%, blue <1% (not sure)"])
        preferences.close()
        key("ctrl+a", "ctrl+c")
        wait("the copy", lambda: read_clipboard() == "r.png: red 100%, blue <1%")


def test_measured():
    """Automatic choice tries the backends while nothing is asked, says what came of it, and keeps it."""
    with Koma(KOMA_FLAGS="MEASURE:1,CPU_LEVEL:1", **NO_GPU) as koma:
        def find_results():
            return next((text for text in (node.get_description() for node in walk(koma.node))
                         if text and "ms for a picture" in text), None)

        results = wait("the results of autotuning", find_results)
        for part in ["Processor, Another Way: ", "Processor: ", " · automatic"]:
            assert part in results, (part, results)
        kept = koma.home / "koma" / "autotune.ini"
        assert "backends=xnnpack;cpu;" in kept.read_text(), kept.read_text()
        measure_again(koma, kept)


def measure_again(koma, kept):
    """In the preferences, where what is known stands."""
    preferences = Preferences(koma)
    button = koma.find(BUTTONS, "Measure Again")
    wait("autotuning to repeat", lambda: koma.is_sensitive(button))
    koma.wait_label("Koma measures what is here", "Processor, Another Way: ", "Processor: ", "ms for a picture")
    kept.write_text(re.sub(r"^cpu=1;[^;]*", "cpu=1;123456", kept.read_text(), flags=re.MULTILINE))
    press(button)
    wait("new ones to be kept", lambda: "\ncpu=1;" in kept.read_text() and
         "123456" not in kept.read_text())
    wait("the button", lambda: koma.is_sensitive(button))
    koma.wait_label("Koma measures what is here", "Processor: ", "ms for a picture")
    preferences.choose("Processor, Another Way")
    koma.wait_label("XNNPACK · preferences")
    assert not koma.is_sensitive(button), "nothing is measured where a backend is named"
    preferences.close()


def test_troubleshooting():
    """Backends, flags, memory and the choice, for who looks for a fault; a flag that makes all slow is shown."""
    with Koma("--backend", "cpu", KOMA_FLAGS="DEBUG:1", **NO_GPU) as koma:
        koma.wait_label("Plain C · DEBUG, slow")
        koma.focus()
        key("F10")
        koma.choose("About Koma")
        for title in ("Troubleshooting", "Debugging Information"):
            activate_row(koma.node, title)

        def find_text():
            texts = [node.get_text() for node in walk(koma.node) if node.get_role() == Role.TEXT]
            return next((text for text in texts if "not available" in text), None)

        text = wait("the text", find_text)
        for part in ["Drawn by: Gsk", "(GSK_RENDERER)\n", "Chosen: cpu (--backend)", "In use: cpu, ",
                     "gles (OpenGL ES): not available: ", "DEBUG:1 (KOMA_FLAGS)", "backend: \"auto\"",
                     "  cpu: 0 bytes in 0 objects"]:
            assert part in text, (part, text)
        assert int(re.search(r"tensors: (\d+) bytes", text)[1]) > 0, text
        wait("the window to close", lambda: (koma.node.get_child_count() == 1 and not list_inside()) or key("Escape"),
             step=0.3)


def test_switch_while_busy():
    """No result is lost or doubled; threads and memory come back."""
    n_pictures = N_BETWEEN * N_SWITCHES
    many = write_many(SCRATCH / "many", n_pictures)
    gate = Gate(many / "picture-00000.png")
    settings = {"KOMA_FLAGS": XNNPACK_FIRST, **show_details(), **gate.environment}
    with Koma(write_png(SCRATCH / "w.png", "red"), **settings) as koma:
        koma.wait_rows(["w.png: red "])
        status = koma.find({Role.LABEL}, "XNNPACK · automatic")
        preferences = Preferences(koma)
        switch(preferences, status, 6)
        threads, memory = koma.count_threads(), koma.get_memory()
        koma.open(many)
        wait("work", koma.is_busy)
        switch(preferences, status, N_SWITCHES, lambda i, title: gate.let((i + 1) * N_BETWEEN))
        assert koma.is_busy(), "there were too few pictures"
        gate.open()
        koma.wait_idle(step=0.5)
        settled = koma.get_memory()
        switch(preferences, status, N_SWITCHES)
        growth = koma.get_memory() - settled
        print(f"    {N_SWITCHES} switches, {n_pictures} pictures: {threads} threads before, "
              f"{koma.count_threads()} after, {settled - memory:.0f} MiB more; "
              f"as many switches again: {growth:.0f} MiB more")
        preferences.close()
        key("ctrl+a", "ctrl+c")
        wait("the copy", lambda: read_clipboard().count("\n") == n_pictures)
        lines = read_clipboard().splitlines()
        equal(len({line.split(":")[0] for line in lines}), n_pictures + 1)
        equal([line for line in lines if "%" not in line], [])
        assert koma.count_threads() <= threads + 2, "threads were left behind"
        assert growth < MAX_GROWTH_MIB, growth


LANGUAGES = ["Like the Desktop", "English", "Deutsch", "Español", "日本語", "한국어"]


def test_class_language():
    """Answers are called otherwise at once, and later ones, too."""
    with Koma(SAMPLES / "01-pawn.jpg", model=BUNDLED) as koma:
        wait("an answer", lambda: any("pawn, pointing up" in row for row in koma.rows()))
        koma.wait_idle()
        preferences = Preferences(koma, is_computing=False)
        for language, name in (("Deutsch", "Bauer"), ("한국어", "보병"), ("Like the Desktop", "pawn, pointing up")):
            preferences.choose_of("Language of Classes", LANGUAGES, language)
            wait(f"“{name}”", lambda name=name: any(name in row for row in koma.rows()))
        preferences.choose_of("Language of Classes", LANGUAGES, "Español")
        preferences.close()
        koma.open(SAMPLES / "02-lance.jpg")
        wait("a new answer", lambda: any(row.startswith("02-lance.jpg: ") and "lanza" in row.lower()
                                         for row in koma.rows()))


run(test_class_language, test_each, test_not_there, test_precision, test_named_at_start, test_restart, test_rows,
    test_measured, test_troubleshooting, test_switch_while_busy)
