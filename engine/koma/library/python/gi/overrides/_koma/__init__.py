# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of the module Koma, which ../Koma.py puts together. Private: programs import Koma alone."""
