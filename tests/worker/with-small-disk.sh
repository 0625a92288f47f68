#!/bin/sh
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# with-small-disk.sh COMMAND…: runs it in a user namespace of its own, where it may mount, with an empty
# file system of 1 MiB at KOMA_SMALL_DISK. What Koma keeps is on it, too. Skips where the system does
# not allow that.
disk=$(mktemp -d -t koma-disk.XXXXXX) || exit 99
trap 'rmdir "$disk"' EXIT

if ! unshare -rm mount -t tmpfs -o size=1m tmpfs "$disk" 2>/dev/null; then
  echo "1..0 # SKIP no file system can be mounted here"
  exit 0
fi
export KOMA_SMALL_DISK="$disk"
# Where a library that was loaded late has memory for each thread, LeakSanitizer of GCC 12 reads its
# place from a wrong address here, and ends.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}intercept_tls_get_addr=0
XDG_STATE_HOME=$disk/state unshare -rm sh -c \
  'mount -t tmpfs -o size=1m tmpfs "$KOMA_SMALL_DISK" && exec "$@"' sh "$@"
