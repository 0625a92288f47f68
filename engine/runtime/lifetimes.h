/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "partition.h"

G_BEGIN_DECLS

/* The first and the last step in which a value needs host memory; steps are
 * positions in the partition's order. */
typedef struct
{
  gboolean is_needed;
  guint    first;
  guint    last;
  /* The value in whose memory it lies: itself, or what it has another shape of. That one is needed
   * for as long as both are, and this one is not. */
  KomaValueId memory_of;
} KomaLifetime;

KomaLifetime *koma_lifetimes_find (const KomaGraph     *graph,
                                   const KomaPartition *partition,
                                   guint                n_threads); /* [n_values] */

G_END_DECLS
