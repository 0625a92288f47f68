#!/bin/sh
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Classifies a folder on several hosts with GNU parallel; all answers come into one collection:
#
#   parallel.sh HOSTS N INTO FOLDER [OPTION OF koma classify…]
#   parallel.sh host1,host2,: 16 photos.koma /srv/photos --model ~/models/clip
#
# HOSTS are as --sshlogin has them; “:” is this machine. Each sees FOLDER and the model at the same
# path. N parts: some for each host, so that none waits long for the slowest. Started again, it does
# only what was not done; a part that was killed goes on where it stopped if it comes to its host.
set -eu
hosts=$1 n=$2 into=$(realpath "$3") folder=$(realpath "$4")
shift 4
koma=${KOMA:-koma}
words=$(parallel --keep-order --shellquote ::: "$koma" "$folder" "$@" | tr '\n' ' ')
koma_word=${words%% *} rest=${words#* }

# Each host writes on its own disk, at the path of this folder; parallel fetches what it wrote, by
# rsync.
mkdir -p "$into.parts-$n"
cd "$into.parts-$n"
# With 1, some pictures have no answer, and the collection has the reasons.
seq "$n" | parallel --sshlogin "$hosts" --workdir . --return {}.koma --retries 3 \
  --joblog jobs --resume-failed \
  "$koma_word classify --shard {}/$n --collection {}.koma $rest >/dev/null || test \$? = 1"
"$koma" collection merge "$into" ./*.koma
