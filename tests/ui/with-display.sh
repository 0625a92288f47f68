#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# with-display.sh COMMAND…: runs it on the display there is, or on an Xvfb of
# its own; without either the command finds out itself, and skips.
if [ -n "$DISPLAY$WAYLAND_DISPLAY" ] || ! command -v Xvfb >/dev/null; then
  exec "$@"
fi

scratch=$(mktemp -d)
trap 'kill "$xvfb" 2>/dev/null; rm -rf "$scratch"' EXIT
trap 'exit 143' TERM INT HUP

Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp -noreset 3>"$scratch/display" 2>/dev/null &
xvfb=$!
for _ in $(seq 100); do
  [ -s "$scratch/display" ] && break
  sleep 0.05
done

DISPLAY=:$(cat "$scratch/display") GDK_BACKEND=x11 XDG_STATE_HOME=$scratch XDG_DATA_HOME=$scratch "$@"
