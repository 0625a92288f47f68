#!/bin/sh
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Classifies a folder as an array of jobs of Slurm, one part of the pictures each:
#
#   sbatch --array=1-64 slurm.sh 64 INTO FOLDER [OPTION OF koma classify…]
#   sbatch --dependency=singleton --job-name=koma --wrap 'koma collection merge INTO INTO.parts-64/*.koma'
#
# Tasks that were killed are done again, and go on where they stopped: --array=3,17 with the same 64.
#SBATCH --job-name=koma
#SBATCH --cpus-per-task=4
#SBATCH --requeue
set -eu
n=$1 into=$2 folder=$3
shift 3

mkdir -p "$into.parts-$n"
# With 1, some pictures have no answer, and the collection has the reasons.
"${KOMA:-koma}" classify --threads "${SLURM_CPUS_PER_TASK:-0}" --shard "$SLURM_ARRAY_TASK_ID/$n" \
  --collection "$into.parts-$n/$SLURM_ARRAY_TASK_ID.koma" "$@" "$folder" >/dev/null || test $? = 1
