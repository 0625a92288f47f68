/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/queue/koma-request.h"

#include "engine/koma-app.h"
#include "koma-teach-tuned.h"

G_BEGIN_DECLS

/* The model whose features are used, up to its last dense layer or to where its tail begins, which
 * can be fine-tuned. Thread: the one that made it. */
typedef struct _KomaTeachBase KomaTeachBase;

/* @tuned: (nullable): weights in place of its own; of another base they are left out. */
KomaTeachBase *koma_teach_base_new (const char     *path,
                                    KomaTeachTuned *tuned,
                                    GError        **error);
/* What stands before the tail: it computes that alone. */
KomaTeachBase *koma_teach_base_new_stem (const char *path, KomaTail **ret_tail, GError **error);
void           koma_teach_base_free (KomaTeachBase *self);

/* Tells features of one base from those of another: content, recipe, layer. */
const char *koma_teach_base_get_hash (const KomaTeachBase *self);
KomaModel  *koma_teach_base_get_model (const KomaTeachBase *self);
guint       koma_teach_base_get_n_features (const KomaTeachBase *self);
/* (nullable) The graph of its features, where their weights are tuned. */
const KomaGraph *koma_teach_base_get_tuned_graph (const KomaTeachBase *self);
KomaTeachTuned  *koma_teach_base_get_tuned (const KomaTeachBase *self); /* (nullable) */

KomaFeatureVector *koma_teach_base_compute (KomaTeachBase *self,
                                            KomaRequest   *request,
                                            GCancellable  *cancellable,
                                            GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachBase, koma_teach_base_free)

G_END_DECLS
