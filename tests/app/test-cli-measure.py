#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma benchmark, profile and backends."""
import csv
import gettext
import io
import math
import re
import unicodedata

from koma_cli import BUILD, COLOURS, SOURCE, Skip, check, contains, equal, is_language_heard, koma, load_json, run_all


def backends_tuning(folder):
    """What a trial found, once a model was prepared; nothing before, nor where the flag says what to take."""
    def get_tuning(**env):
        listed = load_json(check(koma("backends", "--format", "json", XDG_CACHE_HOME=str(folder), **env), 0))
        return {one["name"]: (one["available"], one["tuning"]) for one in listed["backends"]}

    equal(get_tuning()["cpu"], (True, None))
    if not get_tuning().get("gles", (False, None))[0]:
        raise Skip("there is no OpenGL ES")
    equal(get_tuning()["gles"][1], None)
    picture = SOURCE / "data" / "samples" / "01-pawn.jpg"
    check(koma("classify", picture, "--model", SOURCE / "data" / "models" / "shogi", "--backend", "gles",
               XDG_CACHE_HOME=str(folder)), 0)
    found = get_tuning()["gles"][1]
    assert re.fullmatch(r"tiles of [247] pixels in groups of \d+, [12] lines in groups of \d+", found), found
    contains(check(koma("backends", XDG_CACHE_HOME=str(folder)), 0).stdout, found)
    equal(get_tuning(KOMA_FLAGS="GLES_SIZES:0")["gles"][1], None)


def measure(line):
    """Columns on a terminal."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)


def tables_translated(folder):
    """Figures stand below their titles in each language: none is wider than its column."""
    if not is_language_heard():
        raise Skip("the C library translates nothing in C.UTF-8")
    for language in re.findall(r"^\w+", (SOURCE / "po" / "LINGUAS").read_text(encoding="utf-8"), re.M):
        result = check(koma("benchmark", "--model", COLOURS, "--backend", "cpu", LANGUAGE=language), 0)
        _, titles, *rows = result.stdout.splitlines()
        equal({measure(row) for row in rows if row.startswith("cpu ")}, {measure(titles)})
        result = check(koma("profile", COLOURS, "--backend", "cpu", "--runs", 1, LANGUAGE=language), 0)
        lines = result.stdout.splitlines()
        titles = next(i for i, line in enumerate(lines) if " ms  " in line)
        begins = {measure(line[:line.index(" cpu ")]) for line in lines[titles + 1:]}
        backend = gettext.translation("koma", BUILD / "po", [language]).gettext("backend")
        equal(begins, {measure(lines[titles][:lines[titles].rindex(f" {backend} ")])})
        ends = {measure(re.match(r".*\d[.,]\d{4}(?=  )", line)[0]) for line in lines[titles + 1:]}
        equal(ends, {measure(lines[titles][:lines[titles].rindex(" ms  ")] + " ms")})


def benchmark(folder):
    result = koma("benchmark", "--model", COLOURS, "--backend", "cpu", "--threads", 1, "--batch", "1,3",
                  "--images", 7, "--format", "json")
    found = load_json(check(result, 0))
    assert found["load_ms"] > 0 and found["peak_kb"] > 0
    equal([one["batch"] for one in found["results"]], [1, 3])
    for one in found["results"]:
        equal((one["backend"], one["threads"], one["images"]), ("cpu", 1, 7))
        assert 0 < one["min_ms"] <= one["median_ms"] <= one["p95_ms"]
        assert one["images_per_second"] > 0 and one["first_ms"] > 0 and one["peak_kb"] > 0
    contains(check(koma("benchmark", "--model", COLOURS), 0).stdout, "median")
    for args in [[], ["--model", COLOURS, "--batch", "0"], ["--model", COLOURS, "--batch", "1,,2"]]:
        contains(check(koma("benchmark", *args), 2).stderr, "koma: ")


def profile(folder):
    """The same steps as inspect lists, each with a time."""
    args = ["profile", COLOURS, "--threads", 1, "--batch", 2, "--runs", 3]
    found = load_json(check(koma(*args, "--backend", "cpu", "--format", "json"), 0))
    equal((found["backend"], found["batch"], found["threads"], found["runs"]), ("cpu", 2, 1, 3))
    for row in found["rows"]:
        equal((row["backend"], row["steps"], row["runs"]), ("cpu", 1, 3))
        equal(row["shape"][0], 2)
        equal(row["bytes"], 4 * math.prod(row["shape"]))
        assert 0 < row["median_ms"] <= row["total_ms"] and row["op"] and row["name"], row
    assert abs(sum(row["share"] for row in found["rows"]) - 1) < 1e-6
    assert abs(sum(row["median_ms"] for row in found["rows"]) - found["sum_ms"]) < 1e-6
    text = check(koma(*args, "--backend", "cpu"), 0).stdout
    contains(text, "3 runs", *(row["name"] for row in found["rows"]))
    table = list(csv.DictReader(io.StringIO(check(koma(*args, "--backend", "cpu", "--format", "csv"), 0).stdout)))
    equal([(row["name"], row["op"]) for row in table], [(row["name"], row["op"]) for row in found["rows"]])
    there = load_json(check(koma("backends", "--format", "json"), 0))["backends"]
    for backend in [one["name"] for one in there if one["available"]]:
        other = load_json(check(koma(*args, "--backend", backend, "--format", "json"), 0))
        equal([row["name"] for row in other["rows"]], [row["name"] for row in found["rows"]])
        equal("whole_ms" in other, backend == "xnnpack")
    for bad in [["--runs", "-1"], ["--batch", "1000"], ["--format", "jsonl"], ["--backend", "abacus"], ["more"]]:
        contains(check(koma("profile", COLOURS, *bad), 2).stderr, "koma: ")


def benchmark_all(folder):
    """Every backend that is there, and that all of them compute the same."""
    there = [one["name"] for one in load_json(check(koma("backends", "--format", "json"), 0))["backends"]
             if one["available"]]
    found = load_json(check(koma("benchmark", "--model", COLOURS, "--backend", "all", "--format", "json"), 0))
    equal([one["backend"] for one in found["results"]], there)
    for one in found["results"]:
        assert one["agrees"] and one["difference"] < 1e-3, one
        equal((one["differing_op"], one["differing_node"]), (None, None))
    contains(check(koma("benchmark", "--model", COLOURS, "--backend", "all"), 0).stdout, "cpu, batch 1: agrees")


def backends(folder):
    found = load_json(check(koma("backends", "--format", "json"), 0))
    by_name = {one["name"]: one for one in found["backends"]}
    assert by_name["cpu"]["available"] and by_name["cpu"]["device"]
    assert found["processors"] >= 1
    equal(load_json(check(koma("env", "--format", "json"), 0))["backend"],
          next(one["name"] for one in found["backends"] if one["available"] and one["automatic"] == "at once"))
    equal({one["automatic"] for one in found["backends"] if one["name"] != "gles" and one["available"]}, {"at once"})
    said = check(koma("backends"), 0).stdout
    contains(said, "cpu")
    if "gles" in by_name and by_name["gles"]["available"]:
        is_software = ", software, " in by_name["gles"]["device"]
        equal(by_name["gles"]["automatic"], "never" if is_software else "if fastest")
        contains(said, "(software: only when named)" if is_software else "(when named, or measured to be the fastest)")


run_all([tables_translated, benchmark, benchmark_all, profile, backends, backends_tuning])
