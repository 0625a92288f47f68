/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "towers.h"

G_BEGIN_DECLS

/* Where pictures and words of one model are compared: its halves, and what turns texts into
 * vectors. The vector of a text is computed once, and kept. Atomic reference count, any thread;
 * threads wait for each other while a text is computed. */
typedef struct _KomaWordSpace KomaWordSpace;

KomaWordSpace *koma_word_space_new (KomaModel *model,
                                    GError   **error) G_GNUC_WARN_UNUSED_RESULT;
KomaWordSpace *koma_word_space_ref (KomaWordSpace *self);
void           koma_word_space_unref (KomaWordSpace *self);

KomaModel  *koma_word_space_get_model (const KomaWordSpace *self);
KomaTowers *koma_word_space_get_towers (const KomaWordSpace *self);

/* The mean of the vectors of @texts, of length 1. */
gboolean koma_word_space_encode (KomaWordSpace     *self,
                                 const char *const *texts,      /* NULL-terminated, 1 or more */
                                 float             *ret_vector, /* [koma_towers_get_width ()] */
                                 GError           **error);
/* Texts that went through the model so far. */
guint koma_word_space_get_n_encoded (KomaWordSpace *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaWordSpace, koma_word_space_unref)

G_END_DECLS
