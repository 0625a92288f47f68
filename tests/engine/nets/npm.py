# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packages from the npm registry; kept in the build folder."""
import fcntl
import pathlib
import shutil
import subprocess

from .runner import NotThere


def install(build, name, *packages):
    """The folder node_modules of what is kept under that name. Scripts of packages, which would fetch more, are not
    run. Tests that run at the same time wait for the one that fetches. Raises NotThere where it can not be had."""
    folder = pathlib.Path(build).resolve() / "tests" / "npm" / name
    done = folder / "done"
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NotThere("node and npm are not installed")
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            run = subprocess.run(["npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund",
                                  "--silent", *packages], capture_output=True, text=True)
            if run.returncode != 0:
                raise NotThere(f"npm: {(run.stdout + run.stderr).strip()}")
            done.touch()
    return folder / "node_modules"


def fetch(build, name, version):
    """The folder of the package."""
    return install(build, f"{name}-{version}", f"{name}@{version}") / name
