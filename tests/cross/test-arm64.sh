#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-arm64.sh [NAME…]: builds the engine, the worker and the command line for arm64 in build-arm64,
# with Debian's cross compiler, where a warning is an error. qemu then runs the programs of the suites
# engine and formats, or those named; once more, those of the kernels, on a processor without dot products of
# bytes. What is missing is installed, or laid into build-arm64-root (make-sysroot.sh).
# Exits with 77, “skipped”, where no compiler, qemu or mirror is to be had.
set -u -o pipefail
source_dir=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
cd "$source_dir" || exit 1
build=build-arm64

skip () {
  echo "skipped: $*" >&2
  exit 77
}

command -v apt-get >/dev/null || skip "its compiler and libraries are Debian's"
app/install-packages.sh tests/cross/packages.txt ||
  skip "the cross compiler or qemu is missing"
tests/cross/make-sysroot.sh $build-root tests/cross/sysroot-packages.txt
status=$?
[ $status = 0 ] || { [ $status = 77 ] && skip "no packages of arm64"; exit 1; }

# Without OpenGL ES, which no device would run, and what computes nothing.
if [ ! -e $build/build.ninja ]; then
  mkdir -p $build
  printf "[constants]\nroot = '%s'\n" "$source_dir/$build-root" >$build/root.ini
  meson setup $build --cross-file $build/root.ini --cross-file tests/cross/arm64.ini -Dwerror=true -Doptimization=2 \
    -Ddebug=false -Dui=false -Dgles=disabled -Dcamera=disabled -Dnetwork=disabled \
    -Dintrospection=disabled >/dev/null || exit 1
fi

# A line for each test: its name and its program, which qemu can run. Not scripts, and not programs
# that start others, which this computer would have to run.
list_programs () {
  meson introspect $build --tests | python3 -c '
import json, sys
from pathlib import Path
for test in json.load(sys.stdin):
    suites = {suite.split(":")[-1] for suite in test["suite"]}
    program = Path(test["cmd"][0])
    if suites & {"engine", "formats"} and not suites & {"long", "nightly"} and program.is_relative_to(sys.argv[1]):
        print(test["name"], program.relative_to(sys.argv[1]))
' "$source_dir/$build"
}

# ninja_quietly TARGET…
ninja_quietly () {
  local log
  log=$(ninja -C $build "$@" 2>&1) || { grep -v '^\[' <<<"$log" | tail -n 40; return 1; }
}

# tests LOG NAME…
tests () {
  local log=$1
  shift
  meson test -C $build --logbase "$log" --print-errorlogs --timeout-multiplier 10 "$@"
}

if [ $# -gt 0 ]; then
  tests koma-run "$@"
  exit
fi
programs=$(list_programs)
ninja_quietly app/koma $(cut -d" " -f2 <<<"$programs" | sort -u) || exit 1
tests koma-run $(cut -d' ' -f1 <<<"$programs")
status=$?
QEMU_CPU=cortex-a57 tests koma-run-a57 cpu-kernels cpu-kernels-8 || status=1
exit $status
