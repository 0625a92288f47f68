# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""TensorFlow.js from the npm registry, for tests that compare with it."""
import sys

from nets.npm import install
from nets.runner import NotThere

VERSION = "4.22.0"
# Jasmine is of the line that these tests are written for; later ones want what gjs lacks.
TEST_TOOLS = ["esbuild@0.28.2", "jasmine-core@3.99.1"]
SKIPPED = 77


def fetch(build):
    """The folder of the npm package, for programs of node. Ends the test as skipped where it can not be had."""
    return _install_or_skip(build, f"tfjs-{VERSION}", f"@tensorflow/tfjs@{VERSION}") / "@tensorflow" / "tfjs"


def fetch_tests(build):
    """The folder of npm's packages with the tests of TensorFlow.js' core, and with what bundles and runs them."""
    return _install_or_skip(build, f"tfjs-core-{VERSION}", f"@tensorflow/tfjs-core@{VERSION}", *TEST_TOOLS)


def fetch_wasm(build):
    """The folder of npm's packages with TensorFlow.js and its backend wasm. Raises NotThere where they can not be
    had."""
    return install(build, f"tfjs-wasm-{VERSION}", f"@tensorflow/tfjs@{VERSION}",
                   f"@tensorflow/tfjs-backend-wasm@{VERSION}")


def _install_or_skip(build, name, *packages):
    try:
        return install(build, name, *packages)
    except NotThere as error:
        print(error)
        sys.exit(SKIPPED)
