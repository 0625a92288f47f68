/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "towers.h"

G_BEGIN_DECLS

/* The half of a model for words, with its tokenizer: texts become vectors that it compares pictures
 * with. One thread at a time. */
typedef struct _KomaTextTower KomaTextTower;

KomaTextTower *koma_text_tower_new (KomaTowers      *towers,
                                    const KomaModel *model, /* with its tokenizer beside it */
                                    GError         **error) G_GNUC_WARN_UNUSED_RESULT;
void           koma_text_tower_free (KomaTextTower *self);

guint koma_text_tower_get_n_computed (const KomaTextTower *self);
/* Divides by the length; zeros stay. */
void koma_vector_make_unit (float *vector, guint n);
/* [koma_towers_get_width ()] The mean of the vectors of several texts, in UTF-8, made one of length
 * 1. */
gboolean koma_text_tower_encode_mean (KomaTextTower     *self,
                                      const char *const *texts, /* NULL-terminated, 1 or more */
                                      float             *ret_vector,
                                      GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTextTower, koma_text_tower_free)

G_END_DECLS
