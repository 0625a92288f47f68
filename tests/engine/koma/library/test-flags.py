#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""KOMA_FLAGS is read by programs of the library; what is wrong with it is a warning.

test-flags.py
test-flags.py --count    prints how many programs ran for a sum, which is put off where CHAINS is 1
"""
import os
import subprocess
import sys


def count():
    from gi.repository import Koma
    x = Koma.ones([200000])
    y = x + x
    n_programs = Koma.Environment.get().get_n_programs()
    assert y[-1].item() == 2
    print(n_programs)


def run(flags):
    """The number that it printed, and what it warned of. G_DEBUG of the tests would make an end of a warning."""
    env = {name: value for name, value in os.environ.items() if name not in ("G_DEBUG", "KOMA_FLAGS")}
    done = subprocess.run([sys.executable, __file__, "--count"], env=env | ({"KOMA_FLAGS": flags} if flags else {}),
                          capture_output=True, text=True, check=True)
    return int(done.stdout), done.stderr


if sys.argv[1:] == ["--count"]:
    count()
else:
    assert run(None) == (0, "")
    assert run("CHAINS:0") == (1, "")
    assert run("CHAINS:true") == (0, "")
    n_programs, warning = run("CHAINS:0,CHAIN:1")
    assert n_programs == 1 and warning.count("KOMA_FLAGS: There is no flag “CHAIN”; there are: ") == 1, warning
    n_programs, warning = run("CHAINS:2")
    assert n_programs == 0 and "The flag CHAINS takes 0 to 1, not 2" in warning, warning
