/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Vectors of length 1, of pictures or of words, all of which are compared with one at once. Each
 * number takes 16 bits. One thread adds; any compare while none does. */
typedef struct _KomaVectorIndex KomaVectorIndex;

KomaVectorIndex *koma_vector_index_new (guint width); /* numbers of a vector, 1 or more */
void             koma_vector_index_free (KomaVectorIndex *self);

guint koma_vector_index_add (KomaVectorIndex *self,
                             const float     *vector); /* [width], copied; its number, from 0 */
guint koma_vector_index_get_count (const KomaVectorIndex *self);
guint koma_vector_index_get_width (const KomaVectorIndex *self);
gsize koma_vector_index_get_size (const KomaVectorIndex *self); /* bytes of memory */

/* The cosine of each with @wanted, of length 1; the standard deviation of errors is 0.00001. */
void koma_vector_index_compare (const KomaVectorIndex *self,
                                const float           *wanted, /* [width] */
                                float                 *ret_cosines);           /* [count] */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaVectorIndex, koma_vector_index_free)

G_END_DECLS
