# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A camera of 30 frames in a second before a model that takes the time of ten and more.

The picture does not wait for the model, what waits does not grow, and the
window answers while both processors are busy.
"""
import sys
import time

from koma_camera import Page, VirtualCamera, skip_without, write_slow_model
from koma_gui import SCRATCH, Koma, run, show_details
from koma_stall import Stalls, check_smooth

RATE = 30
SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 6
MAX_GROWTH_MIB = 24

skip_without()


def measure(koma, page):
    """For a while; returns what was said of the speed, and of the memory."""
    speeds, memory = [], []
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        time.sleep(1)
        speeds.append(page.speed())
        memory.append(koma.get_memory())
    return speeds, memory


def check(speeds, memory):
    inference = max(speed["inference_ms"] for speed in speeds)
    age = max(speed["age_ms"] for speed in speeds)
    shown = sorted(speed["shown"] for speed in speeds)[len(speeds) // 2]
    classified = max(speed["classified"] for speed in speeds)
    growth = memory[-1] - memory[0]
    print(f"    {SECONDS} s of {RATE} frames each: shown {shown} in a second (median), classified "
          f"{classified:.1f}, an inference {inference:.0f} ms, a result after {age} ms at most, "
          f"{speeds[-1]['passed']} frames passed over, {growth:.1f} MiB more than {memory[0]:.0f}")
    # The picture is not held up by the model ...
    assert shown > 2 * classified, shown
    assert speeds[-1]["passed"] > speeds[0]["passed"]
    # ... and nothing queues: that would be seconds in a while.
    assert age < 3 * inference + 1000, age
    assert growth < MAX_GROWTH_MIB, growth


def measure_with(model, name):
    """The start, when all pages, threads and caches are new, is measured apart from what runs then."""
    log = SCRATCH / f"{name}.log"
    with VirtualCamera(rate=RATE), Koma(model=model, KOMA_STALL_LOG=str(log),
                                                **show_details()) as koma:
        page, stalls = Page(koma), Stalls(koma, log)
        print("    the start:")
        stalls.begin()
        page.enter()
        page.start()
        page.wait_title("red")
        time.sleep(3)  # till the first rates are known
        start = stalls.end()
        print("    running:")
        stalls.begin()
        speeds, memory = measure(koma, page)
        running = stalls.end()
    check(speeds, memory)
    return max(start, running)


def test_load():
    model = write_slow_model(12 * 1000 / RATE)
    check_smooth(lambda name: measure_with(model, name))


run(test_load)
