# SPDX-License-Identifier: GPL-3.0-or-later
"""The 29 classes: what the model tells apart, in the order of its outputs.

Kinds have the two letters that the CSA file format of computer shogi gives them. A piece points up
or down in the picture, so turning a picture by half a turn swaps the two; an empty square stays.
"""

KINDS = ("FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY")
EMPTY = 0
LABELS = ("empty", *(f"{kind}_up" for kind in KINDS), *(f"{kind}_down" for kind in KINDS))

# TURNED[c] is the class that a picture of class c has after half a turn.
TURNED = (EMPTY, *range(len(KINDS) + 1, 2 * len(KINDS) + 1), *range(1, len(KINDS) + 1))


def class_of(kind, is_up=True):
    """The class of a piece of that kind, or of an empty square where kind is None."""
    if kind is None:
        return EMPTY
    return 1 + KINDS.index(kind) + (0 if is_up else len(KINDS))
