#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What bash, zsh and fish offer after the beginning of a command."""
import os
import pathlib
import shutil
import subprocess
import tempfile

from koma_cli import BUILD, SOURCE, Skip, equal, run_all

FOLDER = SOURCE / "data" / "completions"
BASH_COMPLETION = pathlib.Path("/usr/share/bash-completion/bash_completion")
BASH = """
source {base}
source {folder}/koma.bash
COMP_WORDS=({line}) COMP_LINE='{line}' COMP_POINT=${{#COMP_LINE}} COMP_TYPE=9 COMP_KEY=9
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
compopt () {{ :; }}
_koma
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
# After Tab, Control-X shows the line.
ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'show () {{ print -r -- "[$BUFFER]" }}; zle -N show; bindkey "^X" show'
zpty -w shell 'fpath=({folder} $fpath); autoload -U compinit; compinit -u -D; echo rea""dy'
zpty -r shell seen '*ready*'
zpty -w -n shell '{line}'$'\\t\\C-x'
zpty -r shell seen '*\\[koma *\\]*'
print -r -- ${{${{seen##*\\[}}%%\\]*}}
"""
# Where the shells stand: nothing that files could be completed to.
CASES = [("koma cl", "classify"), ("koma classify --sure", "--sure-from="), ("koma --vers", "--version"),
         ("koma wa", "watch"), ("koma watch --new", "--new-only"),
         ("koma collection me", "merge"), ("koma collection in", "info"), ("koma collection ex", "export"),
         ("koma collection co", "compare"), ("koma collection le", "leave-out"),
         ("koma collection ra", "rate"),
         ("koma collection --wi", "--with=")]


def offer(shell, script):
    if not shutil.which(shell):
        raise Skip(f"{shell} is not installed")
    with tempfile.TemporaryDirectory(prefix="koma-completion-") as home:
        env = {"HOME": home, "TERM": "dumb", "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home,
               "PATH": f"{BUILD / 'app'}{os.pathsep}{os.environ['PATH']}"}
        command = [shell, "-f" if shell == "zsh" else "--private" if shell == "fish" else "--norc", "-c", script]
        done = subprocess.run(command, cwd=home, env=env, capture_output=True, text=True, timeout=60)
    return [line.split("\t")[0] for line in done.stdout.splitlines()], done.stderr


def bash(_):
    if not BASH_COMPLETION.exists():
        raise Skip("bash-completion is not installed")
    for line, wanted in CASES:
        equal(offer("bash", BASH.format(base=BASH_COMPLETION, folder=FOLDER, line=line)), ([wanted], ""))


def fish(_):
    for line, wanted in CASES:
        equal(offer("fish", f"source {FOLDER}/koma.fish; complete -C '{line}'"), ([wanted], ""))


def zsh(_):
    for line, wanted in CASES:
        found, _stderr = offer("zsh", ZSH.format(folder=FOLDER, line=line))
        equal([text.split()[-1] for text in found], [wanted])


run_all([bash, fish, zsh])
