/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The features of one picture. Immutable, atomic reference count, any thread. */
typedef struct _KomaFeatureVector KomaFeatureVector;

KomaFeatureVector *koma_feature_vector_new (const float *values, guint n); /* copies */
/* Fewer numbers, of length 1, to tell how like two pictures are. */
#define KOMA_SKETCH_WIDTH 256
KomaFeatureVector *koma_feature_vector_new_sketch (const float *values, guint n);
KomaFeatureVector *koma_feature_vector_ref (KomaFeatureVector *vector);
void               koma_feature_vector_unref (KomaFeatureVector *vector);

guint        koma_feature_vector_get_n (const KomaFeatureVector *vector);
const float *koma_feature_vector_get_values (const KomaFeatureVector *vector); /* [n] */
/* The cosine of the angle between two of one length, -1 … 1; 0 where one is all zeros. Pictures
 * that are nearly the same have more than 0.995. */
double koma_feature_vector_compare (const KomaFeatureVector *a, const KomaFeatureVector *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaFeatureVector, koma_feature_vector_unref)

G_END_DECLS
