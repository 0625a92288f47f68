#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What scrolls in a card is cut at the card's round corners."""
import xml.etree.ElementTree as ElementTree

import source

complaints = []


def get_property(item, name):
    return next((child.text for child in item.findall("property") if child.get("name") == name), None)


for path in source.files(".ui", under="ui"):
    for item in ElementTree.fromstring(source.read(path)).iter("object"):
        styles = {style.get("name") for style in item.findall("style/class")}
        if item.get("class") == "GtkScrolledWindow" and "card" in styles:
            if get_property(item, "overflow") != "hidden":
                complaints.append(f"{path}: a card that scrolls, and does not have its overflow hidden")

source.report(complaints)
