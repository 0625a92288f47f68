# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the model's README: card.md, its tables filled from what evaluate.py measured.

    card.py card.md README.md EVALUATION.json

A table stands between <!-- NAME --> and <!-- /NAME -->; the rest is left as it is.
"""
import json
import pathlib
import re
import sys

from backgrounds import PLACES
from captions import KINDS
from colours import COLOURS
from scene import NAMES

SEARCHES = {"seen": "combinations that training had", "new colour": "things in colours that training never showed",
            "new place": "things before what training never showed behind them"}


def percent(part):
    return f"{100 * part:.1f} %"


def accuracy_table(results):
    rows = [f"| pictures | how many | thing, of {results['things']} | among five | colour | behind | kind |"
            " what they are |",
            "|---|---:|---:|---:|---:|---:|---:|---|"]
    for name, row in results["sets"].items():
        figures = (percent(row[figure]) for figure in ("first", "five", "colour", "ground", "kind"))
        rows.append(f"| {name} | {row['n']} | {' | '.join(figures)} | {row['about']} |")
    return rows


def search_table(results):
    rows = ["| searched for | texts | first | among the first five |", "|---|---:|---:|---:|"]
    return rows + [f"| {SEARCHES[row['about']]} | {row['n']} | {percent(row['first'])} | {percent(row['five'])} |"
                   for row in results["searches"]]


def confusion_table(results):
    n_wrong = {}
    for row in results["sets"].values():
        for thing, answer, n in row["wrong"]:
            n_wrong[thing, answer] = n_wrong.get((thing, answer), 0) + n
    worst = sorted(n_wrong.items(), key=lambda entry: (-entry[1], entry[0]))[:10]
    return ["| is | taken for | times |", "|---|---|---:|",
            *(f"| {one} | {other} | {n} |" for (one, other), n in worst)]


def words_table(_results):
    return ["| | |", "|---|---|", f"| things | {', '.join(NAMES)} |", f"| kinds | {', '.join(KINDS)} |",
            f"| colours | {', '.join(COLOURS)} |",
            f"| behind | {', '.join(says[0] for _, says in PLACES.values())}; “on a red background” |"]


TABLES = {"accuracy": accuracy_table, "searches": search_table, "confusions": confusion_table, "words": words_table}


def filled(text, results):
    for name, table in TABLES.items():
        start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        body = "\n".join(table(results))
        text, n = re.subn(f"{start}.*?{end}", lambda _: f"{start}\n{body}\n{end}", text, flags=re.DOTALL)
        if n != 1:
            raise SystemExit(f"the table “{name}” stands {n} times in the card, not once")
    return text


def main():
    card, readme, evaluation = map(pathlib.Path, sys.argv[1:])
    readme.write_text(filled(card.read_text(), json.loads(evaluation.read_text())))


if __name__ == "__main__":
    main()
