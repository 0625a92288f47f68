# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the tests of a file are run."""
import sys
import time
import traceback


def run(*tests):
    """Runs them all, or those that the command line names, and exits."""
    n_failed = 0
    for test in [test for test in tests if not sys.argv[1:] or test.__name__ in sys.argv]:
        start = time.monotonic()
        try:
            test()
            result = "ok"
        except Exception:
            traceback.print_exc(file=sys.stdout)
            result, n_failed = "NOT OK", n_failed + 1
        print(f"{result} - {test.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
    sys.exit(1 if n_failed else 0)
