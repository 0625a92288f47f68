# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every program here begins with: the library, and what was typed behind the program's name."""
import sys

import gi

# Where it is built and not installed, Python must be told where it is.
try:
    gi.require_version("Koma", "1.0")
except ValueError:
    sys.exit("Koma is not found. Install it, or in the folder where it was built:\n"
             "export GI_TYPELIB_PATH=$PWD/build/engine/koma/library LD_LIBRARY_PATH=$PWD/build/engine/koma/library\n"
             "export PYTHONPATH=$PWD/engine/koma/library/python")
from gi.repository import Koma  # noqa: E402

__all__ = ["Koma", "read_options"]


def read_options(**options):
    """The options with those that were typed, “--epochs=5”; a number stays a number. “--help” says what there is."""
    if "--help" in sys.argv:
        print(sys.modules["__main__"].__doc__)
        sys.exit()
    for word in sys.argv[1:]:
        name, _, text = word.removeprefix("--").partition("=")
        if name not in options:
            known = ", ".join(f"--{one}={value}" for one, value in options.items())
            sys.exit(f"There is no option “{word}”; there are {known}")
        try:
            options[name] = type(options[name])(text)
        except ValueError:
            sys.exit(f"“{word}” is no number")
    return options
