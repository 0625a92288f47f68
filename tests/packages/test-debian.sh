#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-debian.sh RELEASE…: in roots of each Debian release (bookworm, trixie) builds the packages,
# twice, with the same bytes; lets lintian look at them; installs them into a root that has
# nothing else, runs debian/tests there, removes them, and looks for what is left.
# Wants root, debootstrap and a mirror; exits with 77, “skipped”, where there is none.
set -u -o pipefail
source_dir=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)

skip () {
  echo "skipped: $*" >&2
  exit 77
}

[ "$(id -u)" = 0 ] || skip "only root can make a root"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"
scratch=$(mktemp -d -p /var/tmp koma-packages.XXXXXX)

trap 'rm -rf "$scratch"' EXIT

# make_root DIR RELEASE
make_root () {
  unshare --mount debootstrap --variant=minbase --include=ca-certificates "$2" "$1" >"$1.log" 2>&1
}

# in_root DIR COMMAND: quietly, unless it fails. What is mounted for it goes with it.
in_root () {
  local log
  log=$(mktemp -p "$scratch")
  unshare --mount bash -e -c '
      mount -t proc proc "$1/proc"
      mount -t sysfs sys "$1/sys"
      mount --rbind /dev "$1/dev"
      exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive bash -e -o pipefail -c "$2"' \
    in-root "$1" "$2" >"$log" 2>&1 </dev/null && return
  tail -n 40 "$log"
  echo "failed in ${1##*/}: $2"
  return 1
}

build_packages () {
  local root=$1 folder
  mkdir "$root/source"
  git -C "$source_dir" ls-files -z | tar -C "$source_dir" -c --null --files-from=- |
    tar -C "$root/source" -x || return 1
  in_root "$root" "apt-get update -q
    apt-get install -q -y --no-install-recommends dpkg-dev lintian
    apt-get build-dep -q -y --no-install-recommends /source/data/packages" || return 1
  for folder in one two; do
    in_root "$root" "/source/data/packages/make-debian /$folder" || return 1
  done
  in_root "$root" "cd /one; for package in *.deb; do cmp \$package /two/\$package; done
    lintian --fail-on error *.changes"
}

try_packages () {
  local root=$1 test
  in_root "$root" "apt-get update -q
    cd /source/data/packages/debian/tests
    wanted=\$(sed -n '/^Depends:/,/^[A-Z]/{s/^Depends://; /^[A-Z]/d; p}' control |
      tr ',' '\n' | sed 's/|.*//; /koma/d')
    apt-get install -q -y --no-install-recommends \$wanted /packages/*.deb" || return 1
  for test in classify library window; do
    in_root "$root" "cd /source && data/packages/debian/tests/$test" || return 1
  done
  in_root "$root" "apt-get purge -q -y '*koma*'
    left=\$(find / -xdev \\( -path /source -o -path /packages -o -path /root -o -path /proc -o -path /sys \
        -o -path /tmp \\) -prune -o -iname '*koma*' -print; grep -l koma /usr/share/glib-2.0/schemas/gschemas.compiled \
      /usr/share/applications/mimeinfo.cache 2>/dev/null || true)
    [ -z \"\$left\" ] || { echo \"left: \$left\"; exit 1; }"
}

for release in "$@"; do
  builder=$scratch/$release-builder clean=$scratch/$release-clean
  make_root "$builder" "$release" || skip "$(tail -n 3 "$builder.log")"
  build_packages "$builder" || exit 1
  make_root "$clean" "$release" || skip "$(tail -n 3 "$clean.log")"
  mkdir "$clean/packages" && cp "$builder"/one/*.deb "$clean/packages/" &&
    cp -r "$builder/source" "$clean/source" || exit 1
  rm -f "$clean"/packages/*-dbgsym_*
  try_packages "$clean" || exit 1
  echo "$release: $(cd "$clean/packages" && ls | tr '\n' ' ')"
done
