/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Vectors of texts that a model has computed, in a file: a model of words has the same classes at
 * each start. One thread at a time; other programs may use the same file. */
typedef struct _KomaKeptVectors KomaKeptVectors;

/* Before the first model is opened. A version of Koma has a folder of its own: another one may
 * compute another vector. NULL, as it is without a call: nothing is kept. */
void koma_kept_vectors_set_folder (const char *folder);

/* (nullable) Where nothing is kept. */
KomaKeptVectors *koma_kept_vectors_new (const char *model_hash,  /* hexadecimal */
                                        guint       width);            /* numbers of a vector */
void             koma_kept_vectors_free (KomaKeptVectors *self); /* (nullable) */

/* (nullable) [width], until the next call. */
const float *koma_kept_vectors_find (KomaKeptVectors *self,
                                     const gint32    *ids, /* [n_ids] tokens of a text */
                                     guint            n_ids);
void         koma_kept_vectors_add (KomaKeptVectors *self,
                                    const gint32    *ids,
                                    guint            n_ids,
                                    const float     *vector); /* [width], of length 1 */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaKeptVectors, koma_kept_vectors_free)

G_END_DECLS
