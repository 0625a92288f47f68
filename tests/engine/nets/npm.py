# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packages from the npm registry; kept in the build folder."""
import pathlib
import shutil
import subprocess

from .runner import NotThere


def fetch(build, name, version):
    """The folder of the package. Its scripts, which would fetch more, are not run."""
    folder = pathlib.Path(build).resolve() / "tests" / "npm" / f"{name}-{version}"
    package = folder / "node_modules" / name
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NotThere("node and npm are not installed")
    if not package.exists():
        folder.mkdir(parents=True, exist_ok=True)
        run = subprocess.run(["npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund",
                              "--silent", f"{name}@{version}"], capture_output=True, text=True)
        if run.returncode != 0:
            raise NotThere(f"npm: {(run.stdout + run.stderr).strip()}")
    return package
