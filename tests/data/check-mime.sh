#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check-mime.sh DESKTOP MIME: installed into a folder of their own, Koma's desktop file and types of files do what
# README.md of data/ says: models that can be nothing else are models, and open in Koma; other files stay what they are.
desktop=$1 types=$2
for tool in update-mime-database update-desktop-database gio; do
  command -v $tool >/dev/null || { echo "skipped: no $tool"; exit 77; }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
export XDG_DATA_HOME="$scratch/data" XDG_DATA_DIRS=/usr/share XDG_CONFIG_HOME="$scratch/config" GIO_USE_VFS=local
PATH="$KOMA_BUILD/app:$PATH"
mkdir -p "$XDG_DATA_HOME/mime/packages" "$XDG_DATA_HOME/applications" "$scratch/files"
cp "$types" "$XDG_DATA_HOME/mime/packages/"
cp "$desktop" "$XDG_DATA_HOME/applications/"
update-mime-database "$XDG_DATA_HOME/mime" 2>"$scratch/said" || status=1
grep -i koma "$scratch/said" && status=1
update-desktop-database "$XDG_DATA_HOME/applications" || status=1

# expect TYPE FILE
expect () {
  found=$(gio info -a standard::content-type "$scratch/files/$2" | sed -n 's/.*standard::content-type: //p')
  [ "$found" = "$1" ] || { echo "$2: $found, not $1"; status=1; }
}

# opens TYPE yes|no
opens () {
  gio mime "$1" 2>/dev/null | grep -q "$(basename "$desktop")" && found=yes || found=no
  [ "$found" = "$2" ] || { echo "$1 opens in Koma: $found, not $2"; status=1; }
}

cd "$scratch/files" || exit 1
printf '\034\0\0\0TFL3\0\0\0\0' >flowers.tflite
cp flowers.tflite flowers # by its content alone
printf '\010\007\022\007pytorch' >flowers.onnx
printf 'PK\003\004' >flowers.keras
printf '{"format":"layers-model","modelTopology":{}}' >model.json
printf '\211HDF\r\n\032\n' >flowers.h5
printf 'PK\003\004' >flowers.zip
printf 'PK\003\004' >flowers.pth
printf '\200\002\212\012' >flowers.pt # the legacy format
printf '\200\002\212\012' >flowers.pth.tar
printf '\010\0\0\0\0\0\0\0{}      ' >flowers.safetensors
printf '<TeXmacs|2.1>\n' >letter.tm
expect application/x-tflite flowers.tflite
expect application/x-tflite flowers
expect application/x-onnx flowers.onnx
expect application/x-keras flowers.keras
expect application/x-pytorch flowers.pth
expect application/x-pytorch flowers.pt
expect application/x-pytorch flowers.pth.tar
expect application/x-safetensors flowers.safetensors
expect application/json model.json
expect application/x-hdf flowers.h5
expect application/zip flowers.zip
gio info -a standard::content-type letter.tm | grep -q 'tflite\|onnx\|keras\|torch' &&
  { echo "letter.tm: a model"; status=1; }

for type in x-tflite x-onnx x-keras x-safetensors x-pytorch; do
  opens application/$type yes
done
for type in json x-hdf zip octet-stream; do
  opens application/$type no
done

# No type of the desktop file is unknown, and each picture's is one that Koma looks for.
for type in $(sed -n 's/^MimeType=//p' "$desktop" | tr ';' ' '); do
  [ -f "/usr/share/mime/$type.xml" ] || [ -f "$XDG_DATA_HOME/mime/$type.xml" ] ||
    { echo "$type: not a known type"; status=1; }
  case $type in
    image/*) grep -q "\"$type\"" "$KOMA_SOURCE/worker/decode/koma-picture-types.c" ||
      { echo "$type: not a picture to Koma"; status=1; } ;;
  esac
done
exit $status
