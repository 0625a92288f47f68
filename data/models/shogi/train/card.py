# SPDX-License-Identifier: GPL-3.0-or-later
"""Fills the tables of the model's README from what evaluate.py measured.

    card.py README.md EVALUATION.json

A table stands between <!-- NAME --> and <!-- /NAME -->; the rest is left as it is.
"""
import json
import pathlib
import re
import sys

from classes import KINDS, LABELS


def percent(share):
    return f"{100 * share:.1f} %"


def accuracy_table(results):
    rows = ["| set | pictures | class | kind | class, both ways | what it is |",
            "|---|---:|---:|---:|---:|---|"]
    for name, row in results.items():
        straight, both = row["straight"], row["both_ways"]
        rows.append(f"| {name} | {row['n']} | {percent(straight['accuracy'])} |"
                    f" {percent(straight['kind_accuracy'])} | {percent(both['accuracy'])} |"
                    f" {row['about']} |")
    return rows


def of_kind(row, kind):
    """The accuracy of a kind over both directions, or a dash where the set has none."""
    names = [name for name in LABELS if name.split("_")[0] == kind]
    found = [row["straight"]["per_class"][name] for name in names
             if name in row["straight"]["per_class"]]
    return percent(sum(found) / len(found)) if found else "–"


def class_table(results):
    rows = ["| | " + " | ".join(results) + " |", "|---" + "|---:" * len(results) + "|"]
    for kind in ("empty", *KINDS):
        rows.append(f"| {kind} | "
                    + " | ".join(of_kind(row, kind) for row in results.values()) + " |")
    return rows


def calibration_table(results):
    rows = ["| set | mean score | accuracy | calibration error | answers near 0.8 | right |",
            "|---|---:|---:|---:|---:|---:|"]
    for name, row in results.items():
        straight, near = row["straight"], row["straight"]["near_0.8"]
        right = percent(near["accuracy"]) if near["n"] else "–"
        rows.append(f"| {name} | {percent(straight['mean_score'])} |"
                    f" {percent(straight['accuracy'])} | {straight['calibration_error']:.3f} |"
                    f" {near['n']} | {right} |")
    return rows


def confusion_table(results):
    """The mistakes over all sets, the most frequent first; upside down counts too."""
    n_wrong = {}
    for row in results.values():
        for wanted, answered, n in row["straight"]["confusions"]:
            pair = wanted.split("_")[0], answered.split("_")[0]
            n_wrong[pair] = n_wrong.get(pair, 0) + n
    worst = sorted(n_wrong.items(), key=lambda item: -item[1])[:10]
    return ["| is | taken for | times |", "|---|---|---:|",
            *(f"| {wanted} | {answered} | {n} |" for (wanted, answered), n in worst)]


def sure_table(results):
    rows = [f"| set | pictures | marked, below {results['sureFrom']} | right of the others |"
            " what it is |", "|---|---:|---:|---:|---|"]
    for name, row in results["sets"].items():
        sure = row["sure"]
        rows.append(f"| {name} | {sure['n']} | {percent(sure['marked'])} |"
                    f" {percent(sure['right'])} | as above |")
    for name, row in results["foreign"].items():
        rows.append(f"| {name} | {row['n']} | {percent(row['marked'])} | – | {row['about']} |")
    return rows


TABLES = {"accuracy": accuracy_table, "classes": class_table, "calibration": calibration_table,
          "confusions": confusion_table}


def filled(text, results):
    bodies = {name: table(results["sets"]) for name, table in TABLES.items()}
    for name, rows in {**bodies, "sure": sure_table(results)}.items():
        start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        body = "\n".join(rows)
        text, n = re.subn(f"{start}.*?{end}", lambda _: f"{start}\n{body}\n{end}", text,
                          flags=re.DOTALL)
        if n != 1:
            raise SystemExit(f"the table “{name}” stands {n} times in the card, not once")
    return text


def main():
    path, evaluation = map(pathlib.Path, sys.argv[1:])
    path.write_text(filled(path.read_text(), json.loads(evaluation.read_text())))


if __name__ == "__main__":
    main()
