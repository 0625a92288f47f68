/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph-info.h"

G_BEGIN_DECLS

/* What the integers of a value stand for: scale * (integer - zero_point). Immutable, with an
 * atomic reference count. */
struct _KomaQuantization
{
  KomaDType dtype; /* of the integers */
  gint32    zero_point;
  /* One scale for all elements, or one for each channel: element i in memory has
   * scales[i / run_elems % n_scales]. */
  gsize n_scales;
  gsize run_elems;
  float scales[]; /* [n_scales] */
};

KomaQuantization *koma_quantization_new (KomaDType    dtype,
                                         gint32       zero_point,
                                         const float *scales,
                                         gsize        n_scales,
                                         gsize        run_elems);
KomaQuantization *koma_quantization_new_single (KomaDType dtype, gint32 zero_point, float scale);
KomaQuantization *koma_quantization_ref (const KomaQuantization *self);
void              koma_quantization_unref (KomaQuantization *self);
gboolean          koma_quantization_equal (const KomaQuantization *a,
                                           const KomaQuantization *b);

KomaQuantization *koma_graph_find_quantization (const KomaGraph *graph, /* (nullable) */
                                                KomaValueId      id);

/* Weights that were computed ahead remember the integers that they were made from. */
void koma_quantization_trace (KomaGraph *graph, const KomaNode *node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaQuantization, koma_quantization_unref)

G_END_DECLS
