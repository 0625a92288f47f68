# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""TensorFlow.js from the npm registry, for tests that compare with it."""
import fcntl
import pathlib
import shutil
import subprocess
import sys

VERSION = "4.22.0"
# Jasmine is of the line that these tests are written for; later ones want what gjs lacks.
TEST_TOOLS = ["esbuild@0.28.2", "jasmine-core@3.99.1"]
SKIPPED = 77


class NotThere(Exception):
    pass


def fetch(build):
    """The folder of the npm package, kept in the build folder, for programs of node. Tests that run at the same time
    wait for the one that fetches it. Ends the test as skipped where the package can not be had."""
    return _install_or_skip(build, f"tfjs-{VERSION}", f"@tensorflow/tfjs@{VERSION}") / "@tensorflow" / "tfjs"


def fetch_tests(build):
    """The folder of npm's packages with the tests of TensorFlow.js' core, and with what bundles and runs them."""
    return _install_or_skip(build, f"tfjs-core-{VERSION}", f"@tensorflow/tfjs-core@{VERSION}", *TEST_TOOLS)


def fetch_wasm(build):
    """The folder of npm's packages with TensorFlow.js and its backend wasm. Raises NotThere where they can not be
    had."""
    return _install(build, f"tfjs-wasm-{VERSION}", f"@tensorflow/tfjs@{VERSION}",
                    f"@tensorflow/tfjs-backend-wasm@{VERSION}")


def _install(build, name, *packages):
    folder = pathlib.Path(build).resolve() / "tests" / "engine" / name
    done = folder / "done"
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NotThere("node and npm are not there")
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists() and subprocess.run(
                ["npm", "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--silent",
                 *packages], check=False).returncode == 0:
            done.touch()
    if not done.exists():
        raise NotThere("the npm registry is not there")
    return folder / "node_modules"


def _install_or_skip(build, name, *packages):
    try:
        return _install(build, name, *packages)
    except NotThere as error:
        print(error)
        sys.exit(SKIPPED)
