# SPDX-License-Identifier: GPL-3.0-or-later
"""What is written on a piece of each kind, and how often.

A writing is a row of tokens from top to bottom. A token is a character in any font; a character
with "~" in a running hand; or the name of a kind: its writing taken whole from a set of pieces, or
drawn stroke by stroke, as the cursive golds of promoted pieces are.
"""

# Real sets promote silver, knight and lance to ever looser forms of 金; the running 全 and 今
# come close. Diagrams and one-character boards write 全 圭 杏, and cheap sets 成銀 成桂 成香.
WRITINGS = {
    "FU": ((0.22, ("FU",)), (0.34, ("歩", "兵")), (0.44, ("歩",))),
    "KY": ((0.22, ("KY",)), (0.34, ("香", "車")), (0.44, ("香",))),
    "KE": ((0.22, ("KE",)), (0.34, ("桂", "馬")), (0.44, ("桂",))),
    "GI": ((0.22, ("GI",)), (0.24, ("銀", "将")), (0.10, ("銀", "將")), (0.44, ("銀",))),
    "KI": ((0.22, ("KI",)), (0.24, ("金", "将")), (0.10, ("金", "將")), (0.44, ("金",))),
    "KA": ((0.22, ("KA",)), (0.34, ("角", "行")), (0.44, ("角",))),
    "HI": ((0.22, ("HI",)), (0.34, ("飛", "車")), (0.44, ("飛",))),
    "OU": ((0.20, ("OU",)), (0.13, ("王", "将")), (0.13, ("玉", "将")), (0.06, ("王", "將")),
           (0.06, ("玉", "將")), (0.21, ("王",)), (0.21, ("玉",))),
    "TO": ((0.48, ("TO",)), (0.30, ("と",)), (0.20, ("と~",)), (0.02, ("と", "金"))),
    "NY": ((0.68, ("NY",)), (0.16, ("杏",)), (0.16, ("成", "香"))),
    "NK": ((0.65, ("NK",)), (0.04, ("今~",)), (0.15, ("圭",)), (0.16, ("成", "桂"))),
    "NG": ((0.57, ("NG",)), (0.02, ("金~",)), (0.06, ("全~",)), (0.18, ("全",)),
           (0.17, ("成", "銀"))),
    "UM": ((0.30, ("UM",)), (0.17, ("龍~", "馬~")), (0.12, ("龍", "馬")),
           (0.05, ("竜", "馬")), (0.21, ("馬",)), (0.15, ("馬~",))),
    "RY": ((0.30, ("RY",)), (0.09, ("龍~", "王~")), (0.05, ("龍~", "王")), (0.11, ("龍", "王")),
           (0.07, ("竜", "王")), (0.13, ("龍",)), (0.09, ("龍~",)), (0.16, ("竜",))),
}
CURSIVE_KINDS = ("TO", "NY", "NK", "NG")

CHARACTERS = "歩兵香車桂馬銀将將金角行飛王玉と成龍竜杏圭全今"
# What a running hand is wanted for. 金 and its like in sosho would pass for another promoted piece.
RUNNING = {"brush": "龍馬王金全と今", "sosho": "龍馬と"}

# How often each style is met, for pieces with two characters and with one.
STYLE_WEIGHTS = {
    2: {"kaisho": 0.45, "brush": 0.26, "sosho": 0.005, "mincho": 0.13, "gothic": 0.08,
        "hand": 0.07},
    1: {"kaisho": 0.32, "brush": 0.19, "sosho": 0.005, "mincho": 0.18, "gothic": 0.21,
        "hand": 0.09},
}
