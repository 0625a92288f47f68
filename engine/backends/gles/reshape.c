/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The same elements in the same order. */
#include "kernel.h"
#include "move.h"

const KomaGlesKernel koma_gles_reshape = { .record = koma_gles_move_copy };
