#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""TensorFlow.js' own tests of tensors, ops, gradients and optimizers, from the npm registry, with Koma's tf.js. Each
test passes, asks for what is absent in Koma, or differs; those that do not pass are in expected.json, with a reason
of reasons.json.

test-tfjs-core.py GJS BUILD [FILE…]             compares with expected.json, for all files or for some
test-tfjs-core.py --update GJS BUILD [FILE…]    writes expected.json, and prints what has no reason
test-tfjs-core.py --table                       prints the tables of README.md, of what expected.json has"""
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from tfjs_package import fetch_tests  # noqa: E402

TIMEOUT = 120  # seconds for a file; most take one
N_PROGRAMS = 2
REASONS = json.loads((HERE / "reasons.json").read_text(encoding="utf-8"))
EXPECTED = HERE / "expected.json"


def list_files(core):
    """Test files of the package that are not left out, by their paths below dist."""
    left_out = {file for files in REASONS["left out"].values() for file in files}
    found = sorted(str(path.relative_to(core)) for path in core.rglob("*_test.js"))
    unknown = left_out - set(found)
    if unknown:
        sys.exit(f"reasons.json: there is no {', '.join(sorted(unknown))}")
    return [file for file in found if file not in left_out]


def fits(rule, file, name, said):
    """Whether a rule is of this test, and one or every of its messages is what the rule says."""
    return re.search(rule.get("file", ""), file) and re.search(rule.get("test", ""), name) \
        and ("said" not in rule or any(re.search(rule["said"], message, re.DOTALL) for message in said)) \
        and ("every" not in rule or all(re.search(rule["every"], message, re.DOTALL) for message in said))


def find_reason(file, name, said):
    """The first rule that fits, or None."""
    return next((rule["reason"] for rule in REASONS["rules"] if fits(rule, file, name, said)), None)


def judge(file, test):
    """None for a test that passes, or its reason, which is its message where there is none."""
    said = test["messages"] if not test["isPassed"] else test["thrown"]
    reason = find_reason(file, test["name"], said)
    if test["isPassed"]:
        # It was to throw, and does because what it calls is not there.
        return reason if test["thrown"] and reason in REASONS["absent"] else None
    return reason or f"? {' '.join(said)}"


def run_file(gjs, bundles, file):
    """{pass, other: [[name, reason]]}"""
    try:
        done = subprocess.run([gjs, "-m", HERE / "run-tests.js", bundles / "jasmine.js", bundles / file],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False)
        output, ending = done.stdout, f"ended with {done.returncode}"
    except subprocess.TimeoutExpired as error:
        output, ending = error.stdout or b"", f"took more than {TIMEOUT} s"
    lines = output.decode("utf-8", "replace").splitlines()
    tests = [json.loads(line.removeprefix("result ")) for line in lines if line.startswith("result ")]
    judged = [(test["name"], judge(file, test)) for test in tests]
    other = [[name, reason] for name, reason in judged if reason is not None]
    if "done" not in lines or not ending.endswith(" 0"):
        other.append(["the program", f"? {ending}: {' '.join(lines[-3:])}"])
    return {"pass": len(judged) - sum(reason is not None for _, reason in judged), "other": other}


def run_all(gjs, packages, files):
    with tempfile.TemporaryDirectory() as temporary:
        bundles = pathlib.Path(temporary)
        subprocess.run(["node", HERE / "bundle.mjs", packages, bundles, *files], check=True)
        with concurrent.futures.ThreadPoolExecutor(N_PROGRAMS) as pool:
            found = pool.map(lambda file: run_file(gjs, bundles, file), files)
            return {file: result for file, result in zip(files, found) if result["pass"] or result["other"]}


def count(pairs):
    return collections.Counter((name, reason) for name, reason in pairs)


def compare(file, found, expected):
    """Complaints of what is not as expected."""
    complaints = [f"{file}: {name}: {reason}" for name, reason in count(found["other"]) - count(expected["other"])]
    known = {name for name, _ in found["other"]}
    complaints += [f"{file}: {name}: passes now, or is no more: run with --update"
                   for name, reason in count(expected["other"]) - count(found["other"]) if name not in known]
    if found["pass"] < expected["pass"]:
        complaints.append(f"{file}: {found['pass']} pass, expected {expected['pass']}")
    return complaints


def write(results):
    """A line for each test, so that a difference is one of lines."""
    rows = []
    for file, result in results.items():
        tests = ",\n".join(f"  {json.dumps(pair, ensure_ascii=False)}" for pair in sorted(result["other"]))
        rows.append(f'{json.dumps(file)}: {{"pass": {result["pass"]}, "other": [{tests and chr(10)}{tests}]}}')
    EXPECTED.write_text("{" + ",\n".join(rows) + "}\n", encoding="utf-8")


def sort_out(result):
    """How many pass, are absent, differ."""
    n_absent = sum(reason in REASONS["absent"] for _, reason in result["other"])
    return result["pass"], n_absent, len(result["other"]) - n_absent


def add_up(results):
    return tuple(map(sum, zip((0, 0, 0), *map(sort_out, results))))


def tabulate(title, columns, rows):
    head = [f"| {title} | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    return head + [f"| {' | '.join(map(str, row))} |" for row in rows]


def tabulate_kinds(results):
    """How many tests of each kind of files pass, are absent, differ."""
    rows = []
    rest = dict(results)
    for kind, pattern in REASONS["kinds"].items():
        some = [file for file in rest if re.search(pattern, file)]
        counts = add_up([rest.pop(file) for file in some])
        rows.append((kind, len(some), *counts))
    rows.append(("all", len(results), *add_up(results.values())))
    return tabulate("files", ["n", "pass", "absent", "differs"], rows)


def tabulate_reasons(results):
    """How many tests each reason has."""
    counts = collections.Counter(reason for result in results.values() for _, reason in result["other"])
    rows = [(f"`{reason}`", kind, counts[reason], meaning)
            for kind in ("absent", "differs") for reason, meaning in REASONS[kind].items()]
    return tabulate("reason", ["", "tests", "meaning"], rows)


def make_tables(results):
    return ["\n".join(tabulate_kinds(results)), "\n".join(tabulate_reasons(results))]


def print_counts(results):
    for file, result in results.items():
        print(f"{file}: {' / '.join(map(str, sort_out(result)))}")
    n_pass, n_absent, n_differ = add_up(results.values())
    print(f"{n_pass} pass, {n_absent} absent, {n_differ} differ")


def compare_all(results, expected, is_part):
    nothing = {"pass": 0, "other": []}
    files = results if is_part else {**results, **expected}
    complaints = [complaint for file in sorted(files)
                  for complaint in compare(file, results.get(file, nothing), expected.get(file, nothing))]
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    if not all(table in readme for table in make_tables(expected)):
        complaints.append("README.md has other tables: --table prints them")
    return complaints


def main():
    options = [arg for arg in sys.argv[1:] if arg.startswith("--")]
    if "--table" in options:
        print("\n\n".join(make_tables(json.loads(EXPECTED.read_text(encoding="utf-8")))))
        return
    gjs, build, *wanted = [arg for arg in sys.argv[1:] if not arg.startswith("--")]
    packages = fetch_tests(build)
    files = wanted or list_files(packages / "@tensorflow" / "tfjs-core" / "dist")
    results = run_all(gjs, packages, files)
    print_counts(results)
    expected = json.loads(EXPECTED.read_text(encoding="utf-8")) if EXPECTED.exists() else {}
    if "--update" in options:
        write({**expected, **results} if wanted else results)
        print("\n".join(f"{file}: {name}: {reason}" for file, result in results.items()
                        for name, reason in result["other"] if reason.startswith("?")))
        return
    complaints = compare_all(results, expected, bool(wanted))
    print("\n".join(complaints))
    sys.exit(1 if complaints else 0)


main()
