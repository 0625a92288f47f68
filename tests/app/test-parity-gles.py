#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma run against the official runtimes, on OpenGL ES in both tiers; single ops test-op-conformance.c has."""
from koma_cli import run_all
from parity import golden


def golden_in_tier_1(folder):
    golden("gles", folder, KOMA_FLAGS="GLES_TIER:1,GLES_SIZES:0")


def golden_in_tier_2(folder):
    golden("gles", folder, KOMA_FLAGS="GLES_TIER:2")


run_all([golden_in_tier_1, golden_in_tier_2])
