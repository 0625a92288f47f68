#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma run against the official runtimes, on the processor."""
from koma_cli import run_all
from parity import golden, ops


def golden_on_cpu(folder):
    golden("cpu", folder)


def golden_on_xnnpack(folder):
    golden("xnnpack", folder)


def ops_on_cpu(folder):
    ops("cpu", folder)


def ops_on_xnnpack(folder):
    ops("xnnpack", folder)


run_all([golden_on_cpu, golden_on_xnnpack, ops_on_cpu, ops_on_xnnpack])
