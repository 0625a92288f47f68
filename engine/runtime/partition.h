/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/backend.h"

G_BEGIN_DECLS

/* Which backend computes which node, and when. */
typedef struct
{
  guint                    n_nodes;
  guint                    n_segments;
  guint                   *order;      /* [n_nodes] node indices, as they run */
  guint                   *first;      /* [n_segments + 1] into @order */
  const KomaBackendClass **backend_of; /* [n_segments] */
  char                   **reason_of;  /* [n_nodes] why not on the backend asked for, or NULL */
} KomaPartition;

KomaPartition *koma_partition_new (const KomaGraph        *graph,
                                   const KomaBackendClass *backend,
                                   const KomaBackendClass *fallback);
void           koma_partition_split (KomaPartition *partition); /* a segment for each node */
void           koma_partition_free (KomaPartition *partition);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaPartition, koma_partition_free)

G_END_DECLS
