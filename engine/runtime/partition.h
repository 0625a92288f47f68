/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/backend.h"

G_BEGIN_DECLS

/* The backend of each node, and the order of the nodes. */
typedef struct
{
  guint                    n_nodes;
  guint                    n_segments;
  guint                   *order;      /* [n_nodes] node indices, as they run */
  guint                   *first;      /* [n_segments + 1] into @order */
  const KomaBackendClass **backend_of; /* [n_segments] */
  /* [n_nodes] why it does not run on the backend asked for; NULL if it does */
  char **reason_of;
  /* Set by whoever wants it: see #KomaSegmentSpec. */
  gboolean joins_elements;
} KomaPartition;

KomaPartition *koma_partition_new (const KomaGraph        *graph,
                                   const KomaBackendClass *backend,
                                   const KomaBackendClass *fallback);
void           koma_partition_split (KomaPartition *partition); /* a segment for each node */
void           koma_partition_free (KomaPartition *partition);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaPartition, koma_partition_free)

G_END_DECLS
