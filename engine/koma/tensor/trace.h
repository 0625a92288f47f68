/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gradient/gradient.h"
#include "environment.h"

G_BEGIN_DECLS

typedef struct _KomaTrace KomaTrace;

/* What was computed under the tapes in force on a thread, as one graph: ops on what is watched
 * are appended, not run. Nested tapes share it, so that gradients can be derived again. One
 * thread's, but the last reference may be dropped on any. */
struct _KomaTrace
{
  KomaGraph  *graph;
  GPtrArray  *arrays;   /* [n inputs of graph] KomaArray * */
  GHashTable *captured; /* KomaArray * → KomaValueId + 1, of tensors that are not watched */
  GHashTable *watched;  /* (owned) tensor → KomaValueId + 1 */
  GArray     *custom;   /* KomaGradientCustom; x is owned */
  GPtrArray  *owned;    /* of user data of custom */
  guint       n_tapes;  /* that there are: more gradients can be asked for */
  guint       n_in_force;
  GPtrArray  *keys;    /* (owned) (nullable) likewise: tensors that are others in each step */
  GPtrArray  *uses;    /* (owned) (nullable) of a layer's call: the weights, KomaOwnWeight, of
                          others that it calls */
  GHashTable *updates; /* (owned) (nullable) likewise: variable → KomaValueId + 1, of weights that a
                          step changes besides */
};

KomaTrace *koma_trace_new (void);
KomaTrace *koma_trace_ref (KomaTrace *self);
void       koma_trace_unref (KomaTrace *self);

/* The value that stands for an array, or for a tensor (any GObject) that is watched. */
KomaValueId koma_trace_capture (KomaTrace *self, KomaArray *array);
KomaValueId koma_trace_watch (KomaTrace *self, gpointer tensor, KomaArray *array);
KomaValueId koma_trace_find (const KomaTrace *self, gpointer tensor);
void        koma_trace_forget (KomaTrace *self, gpointer tensor);

/* Drops the nodes from the @n_nodes-th on, which a failure left. */
void koma_trace_truncate (KomaTrace *self, guint n_nodes);

void koma_trace_add_custom (KomaTrace                *self,
                            const KomaGradientCustom *custom, /* copied */
                            gpointer                  owned,
                            GDestroyNotify            destroy);

gboolean koma_trace_compute (const KomaTrace   *self,
                             KomaEnvironment   *environment,
                             const KomaValueId *values,
                             guint              n_values,
                             KomaArray        **ret_arrays, /* [n_values] (transfer full) */
                             GError           **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTrace, koma_trace_unref)

G_END_DECLS
