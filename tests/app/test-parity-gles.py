#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma run against the official runtimes, on OpenGL ES; single ops test-op-conformance.c has.

Usage: test-parity-gles.py TIER"""
import sys

from koma_cli import run_all
from parity import golden


def golden_in_tier_1(folder):
    golden("gles", folder, KOMA_FLAGS="GLES_TIER:1,GLES_SIZES:0")


def golden_in_tier_2(folder):
    golden("gles", folder, KOMA_FLAGS="GLES_TIER:2")


run_all([{"1": golden_in_tier_1, "2": golden_in_tier_2}[sys.argv[1]]])
