/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

/* What a byte of a quantised value stands for: scale * ((byte ^ flip) - zero). int8 becomes
 * unsigned by its flip, 0x80. */
typedef struct
{
  guint8 flip;
  gint32 zero;
  float  scale; /* the first, where there is one for each channel */
} KomaCpuGrid;

/* The grid of a result, and its levels, counted from zero, that the node's clamp leaves. */
typedef struct
{
  KomaCpuGrid grid;
  float       low;
  float       high;
} KomaCpuGridOut;

KomaCpuGrid    koma_cpu_grid_in (const KomaCpuStep *step, guint index);
KomaCpuGridOut koma_cpu_grid_out (const KomaCpuStep *step);
float         *koma_cpu_grid_new_multipliers (const KomaCpuStep *step, /* [n_channels] */
                                              gsize              n_channels);

static inline gint32
koma_cpu_grid_load (const KomaCpuGrid *grid,
                    guint8             byte)
{
  return (gint32) (byte ^ grid->flip) - grid->zero;
}

/* @level is a result in steps of its scale. Halves are rounded to the even neighbour. */
static inline guint8
koma_cpu_grid_store (const KomaCpuGridOut *out,
                     float                 level)
{
  const float raised = level > out->low ? level : out->low;
  const float lowered = raised < out->high ? raised : out->high;
  /* Where floats lie 1 apart, adding rounds; and unlike rintf () it is fast on any processor. */
  const float  shifted = lowered + 12582912.0f;
  const gint32 rounded = (gint32) (shifted - 12582912.0f);

  return (guint8) (rounded + out->grid.zero) ^ out->grid.flip;
}

G_END_DECLS
