#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The man pages against the program: commands, options, variables, flags, files, endings; and as groff reads them."""
import itertools
import re
import shutil
import subprocess

from koma_cli import SOURCE, Skip, check, contains, equal, koma, load_json, run_all

PAGE = SOURCE / "data" / "koma.1"
COMMAND_PAGES = {path.stem.removeprefix("koma-"): path for path in sorted((SOURCE / "data" / "man").glob("koma-*.1"))}
SIGNATURE = re.compile(r"(?:-\w, )?--[\w-]+(?:=\S+)?")


def plain(line):
    """A line of the page as it is read: without macros, fonts and escapes."""
    line = re.sub(r"^\.\w+ ", "", line)
    line = re.sub(r"\\f[BIRP]", "", line)
    line = re.sub(r'"([^"]*)"', lambda match: match.group(1).replace(" ", "\0"), line)
    # Fonts that take turns put words together.
    line = line.replace(" ", "").replace("\0", " ")
    return line.replace("\\-", "-").replace("\\|", "").replace("\\[u2026]", "…")


def sections(text, macro):
    """Name of each section to its text."""
    parts = re.split(rf"^\.{macro} (.*)$", text, flags=re.MULTILINE)
    return {name.strip('"'): body for name, body in zip(parts[1::2], parts[2::2])}


def terms(text):
    """The line after each .TP."""
    return [plain(line) for line in re.findall(r"^\.TP\n(.*)$", text, re.MULTILINE)]


def used_options(text):
    """What a synopsis names: {"--top": "K"}."""
    found = re.findall(r"^\.OP (\S+)(?: (\S+))?$", text, re.MULTILINE)
    # Those that must be there stand without brackets.
    found += re.findall(r"^\.B (\\-\\-\S+)\n\.I (\S+)$", text, re.MULTILINE)
    return {plain(name): plain(value) for name, value in found}


def long_name(signature):
    return re.search(r"--[\w-]+", signature).group()


def help_options(*command):
    text = check(koma(*command, "--help"), 0).stdout
    found = {match.group() for match in re.finditer(rf"^  {SIGNATURE.pattern}", text, re.MULTILINE)}
    return {signature.strip() for signature in found} - {"-h, --help"}


PAGE_TEXT = PAGE.read_text(encoding="ascii")
SECTIONS = sections(PAGE_TEXT, "SH")
COMMANDS = {command: path.read_text(encoding="ascii") for command, path in COMMAND_PAGES.items()}


def commands(folder):
    text = check(koma("--help"), 0).stdout
    listed = re.search(r"^Commands:\n(.*?)\n\n", text, re.DOTALL | re.MULTILINE).group(1)
    names = {line.split()[0] for line in listed.splitlines()}
    equal(set(COMMANDS), names)
    equal(set(terms(SECTIONS["COMMANDS"])), {f"koma-{name}(1)" for name in names})
    for name in names:
        contains(SECTIONS["SEE ALSO"], f".BR koma\\-{name} (1),\n")
    contains(text.splitlines()[-1], "man koma")


def options_of_commands(folder):
    shared = {long_name(term): term for term in terms(SECTIONS["SHARED OPTIONS"])}
    used_of_shared = set()
    for command, page in COMMANDS.items():
        text = page.partition(".SH SYNOPSIS\n")[2]
        own = {long_name(term): term for term in terms(text)}
        used = used_options(text)
        described = {name: own.get(name) or shared.get(name) for name in used}
        equal({command: set(described.values())}, {command: help_options(command)})
        equal({command: set(own) - set(used)}, {command: set()})
        for name, term in described.items():
            equal(term.partition("=")[2], used[name])
        used_of_shared |= set(used) - set(own)
    equal(used_of_shared, set(shared))


def options_of_window(folder):
    found = terms(SECTIONS["OPTIONS OF THE WINDOW"])
    equal(set(found), help_options())
    synopsis = used_options(SECTIONS["SYNOPSIS"])
    equal({long_name(term): term.partition("=")[2] for term in found if "=" in term}, synopsis)
    # The command line's help repeats what the window's module parses.
    entries = re.findall(r'\{ "([\w-]+)", \'(\w)\'', (SOURCE / "app" / "koma-application.c").read_text())
    equal({f"-{short}, --{name}" for name, short in entries},
          {term.partition("=")[0] for term in found if "=" in term})


def sources():
    for room in ("engine", "worker", "ui", "app"):
        for path in sorted((SOURCE / room).rglob("*.[ch]")):
            yield path.read_text(encoding="utf-8")


def variables(folder):
    text = "".join(sources())
    macros = dict(re.findall(r'^#define (\w+) +"(\w+)"$', text, re.MULTILINE))
    read = {macros.get(name, name) for name in re.findall(r'g_getenv \("?(\w+)"?\)', text)}
    named = {name for term in terms(SECTIONS["ENVIRONMENT"])
             for name in re.findall(r"(?:ADW|GDK|GSK|HF|KOMA|LD|PIPEWIRE|SPEECHD)_\w+", term)}
    assert "KOMA_CAMERA_PIPELINE" in read, read
    equal(named, read)


def flags(folder):
    block = re.search(r"^\.RS\n(.*?)^\.RE$", SECTIONS["ENVIRONMENT"], re.DOTALL | re.MULTILINE).group(1)
    found = load_json(check(koma("env", "--format", "json"), 0))["flags"]
    equal(terms(block), [flag["name"] for flag in found])


def files(folder):
    """The last part of each path stands in a source, as a text of C."""
    text = "".join(sources())
    paths = terms(SECTIONS["FILES"])
    assert len(paths) > 5, paths
    for path in paths:
        contains(text, path.rstrip("/").split("/")[-1] + '"')


def endings(folder):
    """How the files of each format end, by its row; and no others."""
    formats = SOURCE / "engine" / "formats"
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(formats.glob("*/*.[ch]")))
    macros = dict(re.findall(r'^#define (KOMA_CHECKPOINT_\w+)\s+"([^"]*)"$', text, re.MULTILINE))
    rows = re.findall(r"\.endings = [^{]*\{(.*?)\}", text, re.DOTALL)
    assert len(rows) >= 8, rows
    words = re.findall(r'"\.\w+"|KOMA_\w+', " ".join(rows))
    wanted = {macros.get(word, word.strip('"')) for word in words} | {".gz"}
    page = re.search(r"^Files of models end in\n(.*?)^behind it\.$", PAGE_TEXT, re.DOTALL | re.MULTILINE).group(1)
    named = " ".join(plain(line) for line in page.splitlines())
    equal(set(re.findall(r"\.\w+", named)), {ending for ending in wanted if ending.startswith(".")})


def version(folder):
    wanted = '"' + check(koma("--version"), 0).stdout.strip().replace("koma", "Koma") + '"'
    for text in (PAGE_TEXT, *COMMANDS.values()):
        contains(text, wanted)


def names(folder):
    """Of each page: in its heading, as lexgrog reads it, and in its synopsis."""
    for command, text in COMMANDS.items():
        contains(text, f".TH KOMA\\-{command.upper()} 1 ")
        contains(text, f".SH NAME\nkoma\\-{command} \\- ")
        contains(text, f'.SY "koma {command}"')


def typesetting(folder):
    tools = {
        "groff": ["groff", "-man", "-Tutf8", "-ww", "-z"],
        "mandoc": ["mandoc", "-Tlint", "-Wwarning"],
    }
    present = [command for tool, command in tools.items() if shutil.which(tool)]
    for command, page in itertools.product(present, [PAGE, *COMMAND_PAGES.values()]):
        done = subprocess.run([*command, page], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        equal((done.returncode, done.stdout), (0, b""))
    if not present:
        raise Skip("there is neither groff nor mandoc")


run_all([commands, options_of_commands, options_of_window, variables, flags, files, endings, version, names,
         typesetting])
