#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# install-packages.sh LIST…: installs with apt-get what the lists name and is not there yet.
# Where all is there already, which dpkg knows, neither apt nor the network is asked.
set -u

# missing LIST…: the packages of the lists that are not installed, one a line, with their "?".
missing () {
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p')
  cat "$@" | sed '/^#/d; /^$/d' |
    awk 'NR == FNR { is_installed[$1] = 1; next }
         { name = $1; sub (/^[?]/, "", name); if (!(name in is_installed)) print $1 }' \
      <(printf '%s\n' "$installed") -
}

# as_root COMMAND…
as_root () {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  # Another distribution: its names are not ours, but its packages may all be there.
  for tool in meson ninja cc pkg-config msgfmt protoc-c glib-compile-resources; do
    command -v "$tool" >/dev/null && continue
    echo "koma: $tool is missing, and without apt it can not be installed from here." \
         "Please install what stands in: $*" >&2
    exit 1
  done
  exit 0
fi

wanted=$(missing "$@")
required=$(grep -v '^?' <<<"$wanted")
# What a distribution may lack is asked for once for these lists, not at each start.
stamp=${KOMA_PACKAGES_STAMP:+$KOMA_PACKAGES_STAMP-$(cat "$@" | cksum | cut -d' ' -f1)}
if [ -z "$wanted" ] || { [ -z "$required" ] && [ -n "$stamp" ] && [ -e "$stamp" ]; }; then
  exit 0
fi

if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
  [ -z "$required" ] && exit 0
  echo "koma: these packages are missing, and only root may install them:" >&2
  echo "  apt-get install" $required >&2
  exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
echo "koma: installing" ${wanted//\?/} "…" >&2

# Old lists may do where there is no network for new ones.
as_root apt-get update -q >"$log" 2>&1 </dev/null
names=()
for name in $wanted; do
  if [ "${name#\?}" = "$name" ] || apt-cache show "${name#\?}" >/dev/null 2>&1; then
    names+=("${name#\?}")
  fi
done

if [ ${#names[@]} -gt 0 ] &&
   ! as_root env DEBIAN_FRONTEND=noninteractive \
       apt-get install -q -y --no-install-recommends "${names[@]}" >>"$log" 2>&1 </dev/null; then
  tail -n 30 "$log" >&2
  [ -z "$required" ] && exit 0
  echo "koma: apt-get could not install:" $required >&2
  exit 1
fi
if [ -n "$stamp" ]; then
  mkdir -p "$(dirname "$stamp")" && : >"$stamp"
fi
exit 0
