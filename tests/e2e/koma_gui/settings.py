# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Preferences that a program begins with, in place of the schema's defaults."""
import functools
import shutil
import subprocess

from .places import BUILD, SCRATCH, SOURCE

SCHEMA = "app.koma.Koma.gschema.xml"
AS_INSTALLED = {"GSETTINGS_SCHEMA_DIR": str(BUILD / "data")}


@functools.cache
def make_settings(**values):
    """The environment of a program with these; “_” in a name is “-” in the key."""
    folder = SCRATCH / "-".join([".schema", *values])  # a name that a Gate on a picture does not hold
    folder.mkdir()
    shutil.copy(SOURCE / "data" / SCHEMA, folder)
    lines = [f"{name.replace('_', '-')}={str(value).lower()}" for name, value in values.items()]
    (folder / "tests.gschema.override").write_text("\n".join(["[app.koma.Koma]", *lines, ""]))
    subprocess.run(["glib-compile-schemas", "--strict", folder], check=True)
    return {"GSETTINGS_SCHEMA_DIR": str(folder)}


def show_rows():
    """A list: most tests read the three best classes of each picture."""
    return make_settings(list_grid=False)


def show_details():
    """A list, and what computes."""
    return make_settings(list_grid=False, technical_details=True)
