/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"
#include "units.h"

G_BEGIN_DECLS

/* The two sides: the space, whose lines are cut into blocks, and the batch, with
 * a small picture for each position in a block. All dimensions after the spatial
 * ones are one group of bytes. Items are lines of the result along the last
 * spatial dimension. */
typedef struct
{
  gsize        n_pictures; /* of the space */
  gsize        group_bytes;
  KomaCpuUnits units;
} KomaCpuSpaceBatch;

void koma_cpu_space_batch_prepare (KomaCpuStep     *step,
                                   const KomaShape *space,
                                   void (*run) (const KomaCpuStep *step, gsize unit));

G_END_DECLS
