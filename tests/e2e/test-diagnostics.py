# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Diagnostics window: backends are compared, a model is profiled; what came of it can be taken along."""
import csv
import json

from koma_gui import (SCRATCH, SOURCE, XNNPACK_FIRST, Gate, Koma, Role, choose_file, equal,
                      find_button, find_drop_down, find_window, focus_window, is_laid_out, key, list_windows,
                      name_gles, press, read_clipboard, run, show_details, wait, walk, write_many, write_png,
                      xdotool)

TITLES = ["XNNPACK", name_gles(), "Plain C"]
NO_GPU = {"KOMA_GLES_DEVICE": "/nonexistent"}
NARROW = 370, 650
MOST_OF_BAR = 100  # its height
OTHER_MODEL = SOURCE / "tests" / "data" / "colours-2018"


class Diagnostics:
    """The open window."""

    def __init__(self, koma):
        self.koma = koma
        koma.focus()
        key("ctrl+shift+p")
        self.focus()
        self.node = wait("the window", lambda: next(
            (node for node in walk(koma.node) if node.get_name() == "Diagnostics" and
             node.get_role() in {Role.FRAME, Role.WINDOW, Role.DIALOG}), None))

    def focus(self):
        focus_window(find_window("Diagnostics"))

    def rows(self):
        """What the rows of the comparison say, by backend."""
        names = [node.get_name() or "" for node in walk(self.node)
                 if node.get_role() == Role.LIST_ITEM]
        return {title: name for title in [*TITLES, "GPU (gles)"] for name in names
                if name.startswith(f"{title}, ")}

    def click(self, name):
        press(wait(f"a button “{name}”", lambda: find_button(self.node, name)))

    def compare(self):
        self.click("Compare")

    def wait_done(self):
        self.koma.wait_label("Done")

    def has_figures(self, title):
        return "Memory: " in self.rows().get(title, "")

    def wait_middle(self):
        """Till XNNPACK has figures, and OpenGL ES waits at the gate of hold_gpu()."""
        wait("its turn", lambda: "Measuring" in self.rows().get(name_gles(), ""))
        assert self.has_figures("XNNPACK"), self.rows()


def hold_gpu(name):
    """A gate before its first program, and what Koma has to be started with."""
    cache = SCRATCH / f"cache-{name}"
    gate = Gate(f"{cache}/koma/gles/")
    return gate, {"XDG_CACHE_HOME": str(cache), "KOMA_FLAGS": XNNPACK_FIRST, **gate.environment}


def get_chart(koma):
    return next((node.get_name() for node in walk(koma.node)
                 if node.get_role() == Role.IMAGE and "per second" in (node.get_name() or "")), None)


def test_compare():
    """Each backend has a row that agrees and answers; one of them is the fastest, or none clearly."""
    with Koma(write_png(SCRATCH / "red.png", "red")) as koma:
        koma.wait_rows(["red.png: red "])
        diagnostics = Diagnostics(koma)
        koma.wait_label("What Is Fastest Here?")
        key("Return")  # the focus is on “Compare”
        diagnostics.wait_done()
        koma.wait_label("red.png · ")
        rows = diagnostics.rows()
        equal(sorted(rows), sorted(TITLES))
        for title, row in rows.items():
            for part in ["First run: ", "Steady, median: ", "Memory: ", "Best class: red 100%",
                         "Against plain C: " + ("Reference" if title == "Plain C" else "Agrees")]:
                assert part in row, (part, row)
        n_fastest = len([row for row in rows.values() if ", Fastest, " in row])
        is_undecided = any("None is clearly the fastest" in text for text in koma.labels())
        equal(n_fastest, 0 if is_undecided else 1)
        if name_gles() == "OpenGL in software":
            koma.wait_label("The processor does the work of a graphics card")
            assert not any("GPU" in text for text in koma.labels()), koma.labels()
        chart = get_chart(koma)
        for part in [*(f"\n{title}: 1 at once: " for title in TITLES), "16 at once: "]:
            assert part in chart, (part, chart)


def test_reason():
    """Of a backend that is not there; made numbers where there is no picture."""
    with Koma(**NO_GPU) as koma:
        diagnostics = Diagnostics(koma)
        koma.wait_label("Made numbers")
        diagnostics.compare()
        diagnostics.wait_done()
        assert "Can not be used" in diagnostics.rows()["GPU (gles)"], diagnostics.rows()
        koma.wait_label("KOMA_GLES_DEVICE")
        assert "GPU" not in get_chart(koma)


def test_cancel():
    """In the middle, with the keyboard; what was found stays, and it can be done again."""
    gate, environment = hold_gpu("cancel")
    with Koma(**environment) as koma:
        diagnostics = Diagnostics(koma)
        diagnostics.compare()
        diagnostics.wait_middle()
        diagnostics.focus()
        key("Escape")
        gate.open()
        koma.wait_label("Stopped")
        rows = diagnostics.rows()
        equal([title for title in TITLES if diagnostics.has_figures(title)], ["XNNPACK"])
        assert "easuring" not in "".join(rows.values()), rows
        diagnostics.compare()
        diagnostics.wait_done()
        key("Escape")
        wait("the window to close", lambda: not list_windows("Diagnostics"))


def test_another_model():
    """One that is opened meanwhile ends it."""
    gate, environment = hold_gpu("another")
    with Koma(**environment) as koma:
        diagnostics = Diagnostics(koma)
        diagnostics.compare()
        diagnostics.wait_middle()
        koma.open("--model", OTHER_MODEL)
        gate.open()
        koma.wait_label("Stopped: another model was opened")


def test_closed():
    """The window takes with it what runs in it; the pictures go on."""
    gate, environment = hold_gpu("closed")
    with Koma(**environment) as koma:
        diagnostics = Diagnostics(koma)
        diagnostics.compare()
        diagnostics.wait_middle()
        diagnostics.focus()
        key("ctrl+w")
        wait("the window to close", lambda: not list_windows("Diagnostics"))
        gate.open()
        koma.open(write_png(SCRATCH / "closed.png", "green"))
        koma.wait_rows(["closed.png: "])
        wait("an answer", lambda: "%" in koma.rows()[0])
        Diagnostics(koma)
        koma.wait_label("What Is Fastest Here?")


def test_disturbed():
    """Pictures are classified meanwhile, and it is said that they were."""
    many = write_many(SCRATCH / "many", 100)
    gate = Gate(many / "picture-00020.png")
    with Koma(**NO_GPU, **gate.environment) as koma:
        koma.open(many)
        koma.wait_label(" of 100 pictures")
        koma.focus()
        key("Home")  # one before the gate, or the comparison itself would wait there
        diagnostics = Diagnostics(koma)
        diagnostics.compare()
        koma.wait_label("Pictures were classified meanwhile")
        gate.open()
        diagnostics.wait_done()


def choose_backend(koma, title):
    """In the list of the page; which one it shows is the name of its button's label."""
    combo = wait("the list of backends", lambda: find_drop_down(koma.node, "Backend"))
    for _ in TITLES:
        if any(node.get_name() == title for node in walk(combo) if node.get_role() == Role.LABEL):
            return
        press(wait("its button", lambda: next((node for node in walk(combo) if node.get_n_actions() > 0 and
                                               is_laid_out(node)), None)))
        key("Down", "Return")


def export(diagnostics, item, path):
    diagnostics.click("Save the Table")
    diagnostics.koma.choose(item)
    choose_file("Save As", path)
    return wait("the file", lambda: path.exists() and path.read_text())  # small: whole at once


def test_profile():
    """A step a row, sorted by the keyboard too; saved and copied."""
    with Koma(write_png(SCRATCH / "p.png", "red"), "--backend", "cpu", **NO_GPU, **show_details()) as koma:
        koma.wait_label("Plain C · --backend")
        diagnostics = Diagnostics(koma)
        key("alt+2")
        koma.wait_label("Where Does the Time Go?")
        choose_backend(koma, "Plain C")
        diagnostics.click("Profile")
        koma.wait_label(" on Plain C: ", " runs · ")

        table = export(diagnostics, "Save as CSV…", koma.home / "steps.csv")
        rows = list(csv.DictReader(table.splitlines()))
        steps = json.loads(export(diagnostics, "Save as JSON…", koma.home / "steps.json"))
        assert len(rows) > 1, rows
        assert {"name", "op", "backend"} <= set(rows[0]), rows[0]
        assert rows[0]["name"] in json.dumps(steps), steps
        for row in rows:
            koma.wait_label(row["name"])

        diagnostics.focus()
        key("ctrl+shift+c")
        report = wait("the report", lambda: "\nProfile: " in read_clipboard() and read_clipboard())
        for part in ["Koma ", "In use: cpu", rows[0]["name"], "not available: "]:
            assert part in report, (part, report)
        assert "Comparison" not in report, report


def test_no_model():
    """It is said what to do."""
    with Koma(model=None) as koma:
        Diagnostics(koma)
        koma.wait_label("There is no model to compare with yet")
        key("alt+2")
        koma.wait_label("A profile tells what each step of a model takes")


def lies_in(node, top, bottom):
    at = node.get_area()
    return at.width > 0 and at.height > 0 and at.y >= top and at.y + at.height <= bottom


def test_narrow():
    """The header bar has no room for both pages: they are chosen at the bottom."""
    with Koma() as koma:
        koma.wait_label("Drop Pictures Here")
        window = Diagnostics(koma)
        xdotool("windowsize", find_window("Diagnostics"), *NARROW)
        wait("both pages’ tabs at the bottom", lambda: {"Compare", "Profile"} <= {
            node.get_name() for node in walk(window.node)
            if node.get_role() == Role.PAGE_TAB and lies_in(node, NARROW[1] - MOST_OF_BAR, NARROW[1])})
        key("Escape")
        wait("the window to close", lambda: not list_windows("Diagnostics"))


run(test_compare, test_reason, test_cancel, test_another_model, test_closed, test_disturbed,
    test_profile, test_no_model, test_narrow)
