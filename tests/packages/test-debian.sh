#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test-debian.sh RELEASE…: in roots of each Debian release (bookworm, trixie) builds the packages,
# twice, with the same bytes; lets lintian look at them; installs them into a root that has
# nothing else, runs debian/tests there by autopkgtest, removes them, and looks for what is left.
# Wants root, debootstrap, autopkgtest and a mirror; exits with 77, “skipped”, where one is not.
set -u -o pipefail
source_dir=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
own_environment=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
                 DEBIAN_FRONTEND=noninteractive)

skip () {
  echo "skipped: $*" >&2
  exit 77
}

[ "$(id -u)" = 0 ] || skip "only root can make a root"
for tool in debootstrap autopkgtest; do
  command -v $tool >/dev/null || skip "$tool is not installed"
done
scratch=$(mktemp -d -p /var/tmp koma-packages.XXXXXX)

trap 'rm -rf "$scratch"' EXIT

# make_root DIR RELEASE
make_root () {
  unshare --mount debootstrap --variant=minbase --include=ca-certificates "$2" "$1" >"$1.log" 2>&1
}

# with_mounts DIR COMMAND…: quietly, unless it fails. What is mounted in DIR goes with it.
with_mounts () {
  local log root=$1
  shift
  log=$(mktemp -p "$scratch")
  unshare --mount bash -e -c '
      mount -t proc proc "$0/proc"
      mount -t sysfs sys "$0/sys"
      mount --rbind /dev "$0/dev"
      exec "$@"' "$root" "${own_environment[@]}" "$@" >"$log" 2>&1 </dev/null && return
  tail -n 40 "$log"
  echo "failed in ${root##*/}: $*"
  return 1
}

# in_root DIR SCRIPT
in_root () {
  with_mounts "$1" chroot "$1" bash -e -o pipefail -c "$2"
}

build_packages () {
  local root=$1 folder
  in_root "$root" "apt-get update -q
    apt-get install -q -y --no-install-recommends dpkg-dev lintian
    apt-get build-dep -q -y --no-install-recommends /source/data/packages" || return 1
  for folder in one two; do
    in_root "$root" "/source/data/packages/make-debian /$folder" || return 1
  done
  in_root "$root" "cd /one; for package in *.deb; do cmp \$package /two/\$package; done
    lintian --fail-on error *.changes | tee /lintian" || return 1
  cat "$root/lintian"
}

# Installed alone, and then with what debian/tests want besides.
try_packages () {
  local root=$1
  in_root "$root" "apt-get update -q
    apt-get install -q -y --no-install-recommends /packages/*.deb
    koma classify /usr/share/koma/samples/01-pawn.jpg" || return 1
  mv "$root/source/data/packages/debian" "$root/source/" || return 1
  with_mounts "$root" autopkgtest --no-built-binaries "$root"/packages/*.deb "$root/source/" \
    -- chroot "$root" || return 1
  in_root "$root" "apt-get purge -q -y '*koma*'
    left=\$(find / -xdev \\( -path /source -o -path /packages -o -path /root -o -path /proc -o -path /sys \
        -o -path /tmp \\) -prune -o -iname '*koma*' -print; grep -l koma /usr/share/glib-2.0/schemas/gschemas.compiled \
      /usr/share/applications/mimeinfo.cache 2>/dev/null || true)
    [ -z \"\$left\" ] || { echo \"left: \$left\"; exit 1; }"
}

for release in "$@"; do
  builder=$scratch/$release-builder clean=$scratch/$release-clean
  make_root "$clean" "$release" || skip "$(tail -n 3 "$clean.log")"
  mkdir "$clean/source" "$clean/packages"
  git -C "$source_dir" ls-files -z | tar -C "$source_dir" -c --null --files-from=- |
    tar -C "$clean/source" -x && cp -a "$clean" "$builder" || exit 1
  build_packages "$builder" || exit 1
  for package in "$builder"/one/*.deb; do
    [[ $package = *-dbgsym_* ]] || cp "$package" "$clean/packages/" || exit 1
  done
  try_packages "$clean" || exit 1
  echo "$release: $(cd "$clean/packages" && ls | tr '\n' ' ')"
  rm -rf "$builder" "$clean"
done
