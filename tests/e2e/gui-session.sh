#!/bin/bash
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# gui-session.sh COMMAND…: runs it on a display, a session bus and in a home of
# its own, with openbox as window manager. What it started is gone when it
# ends. Exits with COMMAND's status, and with 77, “skipped”, where a tool is
# missing. With KOMA_TEST_DISPLAY=wayland the display is mutter's, for Wayland.
# With KOMA_TEST_ANIMATIONS=1 pages and dialogs move as they do for most people, which takes a quarter
# of all computing.
set -u

tools="Xvfb dbus-run-session openbox xprop xdotool xclip"
[ "${KOMA_TEST_DISPLAY:-x11}" = wayland ] && tools="dbus-run-session mutter"
for tool in $tools; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed" >&2; exit 77; }
done
/usr/bin/python3 -c 'import gi; gi.require_version("Atspi", "2.0")' 2>/dev/null ||
  { echo "skipped: python3-gi or gir1.2-atspi-2.0 is not installed" >&2; exit 77; }

scratch=$(mktemp -d -t koma-session.XXXXXX)
xvfb= openbox= session=

clean_up () {
  trap - EXIT TERM INT HUP
  # Interrupted: the bus and COMMAND are a group of their own.
  if [ -n "$session" ]; then
    kill -TERM -- "-$session"
    sleep 0.2
    kill -KILL -- "-$session"
  fi 2>/dev/null
  # openbox may lose a SIGTERM, and waits for events for ever then.
  [ -z "$openbox" ] || { kill -KILL "$openbox"; wait "$openbox"; } 2>/dev/null
  [ -z "$xvfb" ] || { kill "$xvfb"; wait "$xvfb"; } 2>/dev/null
  rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 143' TERM
trap 'exit 130' INT HUP

# ---- A home ----
mkdir -p "$scratch"/{home,config/gtk-4.0,cache,data,state,run,services}
chmod 700 "$scratch/run"
export HOME=$scratch/home XDG_CONFIG_HOME=$scratch/config XDG_CACHE_HOME=$scratch/cache
export XDG_DATA_HOME=$scratch/data XDG_STATE_HOME=$scratch/state XDG_RUNTIME_DIR=$scratch/run
export LC_ALL=C.UTF-8 GSK_RENDERER=${GSK_RENDERER:-cairo} GDK_BACKEND=${KOMA_TEST_DISPLAY:-x11} GTK_A11Y=atspi
export GSETTINGS_BACKEND=memory GIO_USE_VFS=local ADW_DISABLE_PORTAL=1 KOMA_SCRATCH=$scratch
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS AT_SPI_BUS_ADDRESS SESSION_MANAGER DESKTOP_STARTUP_ID
cat > "$scratch/config/gtk-4.0/settings.ini" <<SETTINGS
[Settings]
gtk-font-name=Cantarell 11
gtk-icon-theme-name=Adwaita
gtk-xft-antialias=1
gtk-xft-hinting=1
gtk-xft-hintstyle=hintslight
gtk-xft-rgba=none
gtk-cursor-blink=0
gtk-enable-animations=${KOMA_TEST_ANIMATIONS:-0}
SETTINGS

# ---- A bus that starts nothing but the one for accessibility ----
cp /usr/share/dbus-1/services/org.a11y.Bus.service "$scratch/services/" 2>/dev/null
cat > "$scratch/session.conf" <<CONF
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type><keep_umask/><listen>unix:dir=$scratch/run</listen><auth>EXTERNAL</auth>
  <servicedir>$scratch/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
CONF

# ---- A display of Wayland, on the bus because that is how pointer and keyboard are moved ----
run_on_wayland () {
  # So that there are scales between whole numbers.
  mkdir -p "$XDG_CONFIG_HOME/glib-2.0/settings"
  printf '[org/gnome/mutter]\nexperimental-features=["scale-monitor-framebuffer"]\n' \
    >"$XDG_CONFIG_HOME/glib-2.0/settings/keyfile"
  GSETTINGS_BACKEND=keyfile mutter --headless --wayland --no-x11 --sm-disable \
    --virtual-monitor 1920x1200 --wayland-display "$WAYLAND_DISPLAY" \
    >"$KOMA_SCRATCH/mutter.log" 2>&1 &
  mutter=$!
  for _ in $(seq 200); do
    [ -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ] && break
    sleep 0.05
  done
  if ! [ -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ]; then
    echo "mutter did not start" >&2
    cat "$KOMA_SCRATCH/mutter.log" >&2
    exit 99
  fi
  "$@"
  status=$?
  kill "$mutter"
  wait "$mutter"
  exit "$status"
}

# ---- A display of X11 ----
start_x11 () {
  Xvfb -displayfd 7 -screen 0 "${KOMA_SCREEN:-1280x800x24}" -nolisten tcp -noreset -dpi 96 \
    7>"$scratch/display" >"$scratch/xvfb.log" 2>&1 &
  xvfb=$!
  for _ in $(seq 200); do
    [ -s "$scratch/display" ] && break
    sleep 0.05
  done
  if ! [ -s "$scratch/display" ]; then
    echo "Xvfb did not start" >&2
    cat "$scratch/xvfb.log" >&2
    exit 99
  fi
  DISPLAY=:$(cat "$scratch/display")
  export DISPLAY

  openbox --sm-disable >"$scratch/openbox.log" 2>&1 &
  openbox=$!
  for _ in $(seq 100); do
    xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q 'window id' && break
    sleep 0.05
  done
}

if [ "$GDK_BACKEND" = wayland ]; then
  export WAYLAND_DISPLAY=koma-wayland
  export -f run_on_wayland
  set -- bash -c 'run_on_wayland "$@"' bash "$@"
else
  start_x11
fi
setsid dbus-run-session --config-file="$scratch/session.conf" -- "$@" \
  2> >(grep --line-buffered -v -e '^dbus-daemon\[' -e 'SpiRegistry daemon is running' >&2) &
session=$!
wait "$session"
status=$?
session=
exit "$status"
