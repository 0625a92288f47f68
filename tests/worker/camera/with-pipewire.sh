#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# with-pipewire.sh COMMAND…: runs it with a PipeWire and a session bus of its own, on which nothing
# starts by itself; without either it says, in TAP, that it skips.
skip () {
  echo "1..0 # SKIP $1"
  exit "${KOMA_SKIP_STATUS:-0}" # TAP says it with words
}

if [ -z "${KOMA_PIPEWIRE_BUS:-}" ]; then
  for tool in dbus-run-session pipewire wireplumber pw-cli; do
    command -v "$tool" >/dev/null || skip "there is no $tool"
  done
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  trap "exit 143" TERM INT HUP
  cat >"$scratch/bus.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=$scratch/run</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
END
  mkdir -m 700 "$scratch/run" "$scratch/home"
  # The socket's name must be short.
  export XDG_RUNTIME_DIR=$scratch/run PIPEWIRE_RUNTIME_DIR=$scratch/run
  export XDG_STATE_HOME=$scratch/home XDG_CONFIG_HOME=$scratch/home
  KOMA_PIPEWIRE_BUS=yes dbus-run-session --config-file="$scratch/bus.conf" -- "$0" "$@"
  exit $?
fi

# What tests want of themselves is in the way of both daemons. And memory that was freed must not be
# filled: PipeWire 0.3.65 now and then reads what it has freed, when a stream begins.
debug=${G_DEBUG-}
unset G_DEBUG MALLOC_PERTURB_
trap 'kill $wireplumber $pipewire 2>/dev/null; wait $wireplumber $pipewire 2>/dev/null' EXIT
pipewire >"$XDG_RUNTIME_DIR/pipewire.log" 2>&1 &
pipewire=$!
export KOMA_PIPEWIRE_PID=$pipewire
for _ in $(seq 200); do
  [ -S "$XDG_RUNTIME_DIR/pipewire-0" ] && break
  sleep 0.05
done
[ -S "$XDG_RUNTIME_DIR/pipewire-0" ] || skip "PipeWire does not start here"
wireplumber >"$XDG_RUNTIME_DIR/wireplumber.log" 2>&1 &
wireplumber=$!
for _ in $(seq 200); do
  pw-cli ls Client 2>/dev/null | grep -q WirePlumber && break
  sleep 0.05
done
pw-cli ls Client 2>/dev/null | grep -q WirePlumber || skip "WirePlumber does not start here"
G_DEBUG=$debug "$@"
