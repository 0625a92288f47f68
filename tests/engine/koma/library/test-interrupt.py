# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl+C in gjs ends the program; where that has a handler, it ends the training after a batch.

test-interrupt.py GJS
"""
import pathlib
import signal
import subprocess
import sys


def interrupt(*args):
    """Status and output of a training that is interrupted as soon as it has begun."""
    script = pathlib.Path(__file__).with_suffix(".js")
    with subprocess.Popen([sys.argv[1], script, *args], stdout=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as child:
        begun = child.stdout.readline()
        child.send_signal(signal.SIGINT)
        rest = child.stdout.read()
    return child.returncode, begun + rest


wanted = {(): (-signal.SIGINT, "begun\n"), ("handler",): (0, "begun\nended\nhandler\nthen 2\n")}
for args, result in wanted.items():
    found = interrupt(*args)
    if found != result:
        sys.exit(f"{args}: {found}, expected {result}")
