/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/queue/koma-request.h"

#include "engine/model/model.h"
#include "engine/teach/feature-vector.h"

G_BEGIN_DECLS

/* The model whose features are used, up to its last dense layer. Thread: the one that made it. */
typedef struct _KomaTeachBase KomaTeachBase;

KomaTeachBase *koma_teach_base_new (const char *path, GError **error);
void           koma_teach_base_free (KomaTeachBase *self);

/* Tells features of one base from those of another: content, recipe, layer. */
const char *koma_teach_base_get_hash (const KomaTeachBase *self);
KomaModel  *koma_teach_base_get_model (const KomaTeachBase *self);
guint       koma_teach_base_get_n_features (const KomaTeachBase *self);

KomaFeatureVector *koma_teach_base_compute (KomaTeachBase *self,
                                            KomaRequest   *request,
                                            GCancellable  *cancellable,
                                            GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachBase, koma_teach_base_free)

G_END_DECLS
