#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make-sysroot.sh DIR LIST: lays the packages of LIST, of Debian 12 for arm64, and what they depend on
# into DIR, to build against and to run with qemu. Nothing is installed, no script of theirs runs, and
# this computer's apt learns of no other architecture: no root is needed. Where all of LIST is there
# already nothing happens. Exits with 77 where there is no mirror.
set -eu
root=$(realpath -m "$1") list=$2
stamp=$root/.packages
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

mapfile -t packages < <(sed '/^#/d; /^$/d' "$list")
[ "$(cat "$stamp" 2>/dev/null)" != "${packages[*]}" ] || exit 0

apt=$(mktemp -d -p "${TMPDIR:-/var/tmp}" koma-sysroot.XXXXXX)
trap 'rm -rf "$apt"' EXIT
mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/sources"
: >"$apt/status"
echo "deb [signed-by=$keyring] http://deb.debian.org/debian bookworm main" >"$apt/sources/debian.list"
# An apt of its own, but for the network's settings.
cat >"$apt/apt.conf" <<EOF
APT { Architecture "arm64"; Architectures { "arm64"; }; Install-Recommends "false"; Sandbox::User "root"; };
Dir { State "$apt"; State::Lists "$apt/lists"; State::Status "$apt/status"; Cache "$apt";
      Cache::Archives "$apt/archives"; Etc::SourceList "/dev/null"; Etc::SourceParts "$apt/sources"; };
Acquire::Languages "none";
EOF
export APT_CONFIG=$apt/apt.conf

if ! apt-get update -q >"$apt/log" 2>&1 ||
   ! apt-get install -q -y --download-only "${packages[@]}" >>"$apt/log" 2>&1; then
  tail -n 5 "$apt/log" >&2
  exit 77
fi
rm -rf "$root"
mkdir -p "$root"
for package in "$apt"/archives/*.deb; do
  dpkg-deb -x "$package" "$root"
done
echo "${packages[*]}" >"$stamp"
