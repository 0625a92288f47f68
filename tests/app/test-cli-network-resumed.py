#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models from addresses that arrive in several tries: broken off, changed meanwhile, two at once."""
import shutil
import signal

import koma_server
from koma_cli import check, contains, equal
from koma_server import Server
from koma_store import (FILES, MODEL, WEIGHTS, classes, get, refused, run, run_with_network, start, store, stored,
                        wait_for)


def it_goes_on_where_it_stopped(folder):
    size = len(FILES[WEIGHTS])
    for second in (koma_server.go_on, koma_server.ignore_range, koma_server.wrong_range, koma_server.refuse_range):
        with Server(FILES) as server:
            server.modes[WEIGHTS] = koma_server.half_and_stall
            refused(folder, server.address(MODEL), "goes on", KOMA_NETWORK_TIMEOUT="1")
            server.asked.clear()
            server.modes[WEIGHTS] = second
            equal(classes(folder, server.address(MODEL)), "red")
            ranges = [headers.get("range") for path, headers, _ in server.asked if path == WEIGHTS]
            equal(ranges[0], f"bytes={size // 2}-")
            # What was there already is asked for, and not sent again.
            contains(next(headers for path, headers, _ in server.asked if path == MODEL), "if-none-match")
        shutil.rmtree(folder / "home")


def it_begins_anew_where_the_file_changed(folder):
    with Server(FILES) as server:
        server.modes[WEIGHTS] = koma_server.half_and_stall
        refused(folder, server.address(MODEL), "goes on", KOMA_NETWORK_TIMEOUT="1")
        # Another entity tag: the part must not be used.
        server.modes = {}
        server.files[WEIGHTS] = FILES[WEIGHTS][::-1]
        path = get(folder, server.address(MODEL)).stdout.strip()
        equal((store(folder) / stored(folder)[0] / "weights.bin").read_bytes(), FILES[WEIGHTS][::-1])
        equal(open(path, "rb").read(), FILES[MODEL])


def a_model_that_changes_meanwhile(folder):
    def change(handler, body):
        handler.server.owner.files[MODEL] = FILES[MODEL] + b"\n"
        handler.send_file(body)

    with Server(FILES) as server:
        server.modes[WEIGHTS] = change
        refused(folder, server.address(MODEL), "changed while it was downloaded")
        server.modes = {}
        get(folder, server.address(MODEL))
        (name,) = stored(folder)
        equal((store(folder) / name / "model.json").read_bytes(), FILES[MODEL] + b"\n")


def a_new_version_between_two_tries(folder):
    """Nothing of the old version stays."""
    files = {**FILES, "models/colours/labels.txt": b"a\nb\nc\n"}
    with Server(files) as server:
        server.modes["models/colours/dict.txt"] = koma_server.status(500)
        refused(folder, server.address(MODEL), "in trouble")
        server.modes = {}
        server.files[MODEL] += b"\n"
        del server.files["models/colours/labels.txt"]
        get(folder, server.address(MODEL))
        (name,) = stored(folder)
        equal(sorted(path.name for path in (store(folder) / name).iterdir()),
              ["koma-record.ini", "koma.json", "model.json", "weights.bin"])


def interrupted(folder):
    for number, command in ((signal.SIGINT, ("models", "--get")), (signal.SIGTERM, ("inspect",))):
        with Server(FILES) as server:
            server.modes[WEIGHTS] = koma_server.half_and_stall
            process = start(folder, *command, server.address(MODEL))
            wait_for(lambda: list(store(folder).glob(".incoming/*/weights.bin.part")))
            process.send_signal(number)
            _, said = process.communicate(timeout=120)
            equal(process.returncode, -number)
            contains(said, "goes on where it stopped")
            equal(stored(folder), [])
            server.modes[WEIGHTS] = koma_server.go_on
            equal(classes(folder, server.address(MODEL)), "red")
        shutil.rmtree(folder / "home")


def killed(folder):
    with Server(FILES) as server:
        server.modes[WEIGHTS] = koma_server.half_and_stall
        process = start(folder, "models", "--get", server.address(MODEL))
        wait_for(lambda: any(path.stat().st_size for path in store(folder).glob(".incoming/*/weights.bin.part")))
        process.kill()
        process.communicate(timeout=120)
        equal(check(run(folder, "models"), 0).stdout.startswith("There are no models"), True)
        server.asked.clear()
        server.modes[WEIGHTS] = koma_server.go_on
        equal(classes(folder, server.address(MODEL)), "red")
        contains([headers.get("range") for path, headers, _ in server.asked if path == WEIGHTS][0], "bytes=")


def two_at_once(folder):
    with Server(FILES) as server:
        server.modes[WEIGHTS] = koma_server.half_and_stall
        process = start(folder, "models", "--get", server.address(MODEL))
        wait_for(lambda: list(store(folder).glob(".incoming/*/weights.bin.part")))
        refused(folder, server.address(MODEL), "another Koma")
        # Another model is no matter.
        with Server(FILES) as other:
            get(folder, other.address(MODEL))
        process.kill()
        process.communicate(timeout=120)


run_with_network([it_goes_on_where_it_stopped, it_begins_anew_where_the_file_changed, a_model_that_changes_meanwhile,
                  a_new_version_between_two_tries, interrupted, killed, two_at_once])
