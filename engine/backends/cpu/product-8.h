/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "grid.h"

G_BEGIN_DECLS

/* Shared by the convolutions and the matrix product of 8 bits. */
typedef struct
{
  KomaCpuGrid    x;
  KomaCpuGrid    weights;
  KomaCpuGridOut out;
  const gint32  *bias;        /* (nullable) [n_channels] */
  float         *multipliers; /* [n_channels] (owned) */
} KomaCpuProduct8;

static inline void
koma_cpu_product_8_init (KomaCpuProduct8   *product,
                         const KomaCpuStep *step,
                         gsize              n_channels)
{
  *product = (KomaCpuProduct8){
    .x = koma_cpu_grid_in (step, 0),
    .weights = koma_cpu_grid_in (step, 1),
    .out = koma_cpu_grid_out (step),
    .bias = step->node->n_inputs > 2 ? step->in[2] : NULL,
    .multipliers = koma_cpu_grid_new_multipliers (step, n_channels),
  };
}

static inline void
koma_cpu_product_8_clear (KomaCpuProduct8 *product)
{
  g_clear_pointer (&product->multipliers, g_free);
}

/* @sum is of products, without the bias. */
static inline guint8
koma_cpu_product_8_finish (const KomaCpuProduct8 *product,
                           gsize                  channel,
                           gint32                 sum)
{
  const gint32 total = sum + (product->bias != NULL ? product->bias[channel] : 0);

  return koma_cpu_grid_store (&product->out, (float) total * product->multipliers[channel]);
}

G_END_DECLS
