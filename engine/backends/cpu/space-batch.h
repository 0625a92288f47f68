/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"
#include "units.h"

G_BEGIN_DECLS

/* One side: the space, whose lines are cut into blocks; other side: the
 * batch, with one small picture for each position in a block. Everything
 * behind the spatial dimensions is one group of bytes. Items are lines, along
 * the last spatial dimension, of the result. */
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
