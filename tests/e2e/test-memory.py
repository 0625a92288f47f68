# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A long list costs little: 20,000 pictures, of which decoded ones would be gigabytes."""
import time

from koma_gui import SCRATCH, Koma, run, wait, write_many

N_PICTURES = 20000
# 300 x 200 RGB: 180 kB each when decoded, 3.4 GiB all together.
SIDES = 300, 200
MAX_GROWTH_MIB = 250


def test_long_list():
    few = write_many(SCRATCH / "few", 200, *SIDES)
    many = write_many(SCRATCH / "many", N_PICTURES, *SIDES)
    with Koma(few) as koma:
        koma.wait_all(200)
        before = koma.get_memory("VmHWM")
        start = time.monotonic()
        koma.open(many)
        wait("work", koma.is_busy)
        koma.wait_idle(step=0.5)
        seconds = time.monotonic() - start
        growth = koma.get_memory("VmHWM") - before
        print(f"    {N_PICTURES} pictures in {seconds:.0f} s; peak {before:.0f} MiB before, "
              f"{growth:.0f} MiB more with them")
        assert growth < MAX_GROWTH_MIB, growth


run(test_long_list)
