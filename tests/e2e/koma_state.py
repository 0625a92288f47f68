# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""All that Koma keeps for its user: where it lies, and a session that leaves each kind of it."""
import hashlib
import subprocess

from koma_gui import BUILD, BUTTONS, COLOURS, SCRATCH, Koma, answer, key, list_windows, type_text, wait, write_png
from koma_models import make_vague
from koma_preferences import Preferences
from koma_teach import teach_colours

KINDS = ("STATE", "CACHE", "DATA", "CONFIG")
# One file of each kind, as a pattern below the home.
FILES = (
    "cache/koma/autotune.ini",
    "config/glib-2.0/settings/keyfile",
    "data/koma/models/*/koma-record.ini",
    "data/koma/models/*/model.json",
    "data/koma/models/*/*.bin",
    "data/koma/teach/*/journal.jsonl",
    "data/koma/teach/*/pictures/*",
    "state/koma/known-models.ini",
    "state/koma/model-settings.ini",
    "state/koma/models",
    "state/koma/sorted/*.jsonl",
    "state/koma/state.ini",
)
# Where there is OpenGL ES that can keep its programs.
SHADERS = ("cache/koma/gles/*/*",)


def make_places(home):
    """The environment of a Koma that keeps all below this folder."""
    places = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in KINDS}
    return {**places, "GSETTINGS_BACKEND": "keyfile", "KOMA_FLAGS": "MEASURE:1"}


def list_files(home):
    """Each file with its content and its times."""
    return {str(path.relative_to(home)): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
            for path in home.rglob("*") if path.is_file()}


def _accept_range(picture, home, places):
    with Koma(picture, model=make_vague("vague"), **places) as koma:
        koma.wait_rows([f"{picture.name}: #0 "])
        koma.click("Close This Notice")
        wait("the choice to be kept", (home / "state" / "koma" / "model-settings.ini").exists)


def _sort(koma):
    koma.focus()
    koma.click("Take Along")
    koma.choose("Sort Into Folders…")
    wait("the dialog", lambda: list_windows("Sort Into Folders"))
    koma.wait_label("1 Picture")
    koma.click("Copy")
    wait("the dialog to close", lambda: not list_windows("Sort Into Folders"))
    koma.wait_toast("1 file copied")


def _choose_backend(koma):
    """Another one, and back."""
    preferences = Preferences(koma)
    preferences.choose("Processor")
    preferences.choose("The Fastest One")
    preferences.close()


def _teach(koma):
    teach_colours(koma, "taught")
    koma.wait_label("100% right on pictures it had not seen")
    wait("something to save", lambda: koma.is_sensitive(koma.find(BUTTONS, "Save…")))
    koma.click("Save…")
    koma.wait_label("Save As a Model")
    key("ctrl+a")
    type_text("Mine")
    answer("Return")
    koma.wait_label("“Mine” is one of your models now")


def use(home):
    """A day's work: each of the files is there afterwards. Returns a file of each kind."""
    picture, places = write_png(SCRATCH / "day" / "red.png", "red"), make_places(home)
    # OpenGL ES may not work here.
    subprocess.run([BUILD / "app" / "koma", "classify", "--model", COLOURS, "--backend", "gles", picture],
                   env={**Koma.make_environment(home), **places}, capture_output=True, timeout=600)
    with Koma(picture, **places) as koma:
        koma.wait_rows(["red.png: red "])
        _choose_backend(koma)
        _sort(koma)
        _teach(koma)
        wait("the measurement", (home / "cache" / "koma" / "autotune.ini").exists, patience=300)
    _accept_range(picture, home, places)
    found = [next(iter(sorted(home.glob(pattern))), None) for pattern in FILES]
    missing = [pattern for pattern, path in zip(FILES, found) if path is None]
    assert not missing, (missing, sorted(list_files(home)))
    return found + [path for pattern in SHADERS for path in sorted(home.glob(pattern))[:1]]
