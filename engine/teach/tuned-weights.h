/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph-info.h"

G_BEGIN_DECLS

/* Weights of a #KomaTail, in its order. Immutable, atomic reference count, any thread. */
typedef struct _KomaTunedWeights KomaTunedWeights;

KomaTunedWeights *koma_tuned_weights_new (GPtrArray *arrays /* (transfer full) KomaArray */);
void              koma_tuned_weights_unref (KomaTunedWeights *self);

guint      koma_tuned_weights_get_n (const KomaTunedWeights *self);
KomaArray *koma_tuned_weights_get (const KomaTunedWeights *self, guint index); /* borrowed */
/* All numbers one after the other: float32, little-endian. */
GBytes *koma_tuned_weights_to_bytes (const KomaTunedWeights *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTunedWeights, koma_tuned_weights_unref)

G_END_DECLS
