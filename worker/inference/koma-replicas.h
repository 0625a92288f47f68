/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-runner.h"

G_BEGIN_DECLS

/* A classifier compiled once for each of several threads. A thread computes
 * whole pictures by itself, so no thread waits for another within a picture,
 * and one that waits for pictures sleeps. Thread: the one that made it. */
typedef struct _KomaReplicas KomaReplicas;

/* Both are called once for each picture, on the thread that computes it. */
typedef struct
{
  void (*fill_input) (guint index, float *ret_input, gpointer user_data);     /* [input_size] */
  void (*take_scores) (guint index, const float *scores, gpointer user_data); /* [n_classes] */
  gpointer user_data;
} KomaReplicaWork;

KomaReplicas *koma_replicas_new (const KomaGraph          *graph,
                                 guint                     output, /* index of the scores */
                                 const KomaSessionOptions *options,
                                 KomaRunner               *first, /* (nullable) */
                                 GError                  **error);
void          koma_replicas_free (KomaReplicas *replicas);
guint         koma_replicas_get_n (const KomaReplicas *replicas);
gboolean      koma_replicas_run (KomaReplicas          *replicas,
                                 guint                  n_pictures,
                                 const KomaReplicaWork *work,
                                 GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaReplicas, koma_replicas_free)

G_END_DECLS
