/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* Makes of a text the numbers that a model which compares pictures with words takes: as CLIP does
 * (byte-pair encoding), or as SigLIP does (pieces of SentencePiece). */
typedef struct _KomaTokenizer KomaTokenizer;

KomaTokenizer *koma_tokenizer_new (const char      *folder,
                                   KomaContentHash *checksum, /* (nullable) is fed the files */
                                   GError         **error) G_GNUC_WARN_UNUSED_RESULT;
/* Of the folder with the tokenizer's files of a model. */
KomaTokenizer *koma_tokenizer_new_for_model (const char *model_path,
                                             GError    **error) G_GNUC_WARN_UNUSED_RESULT;
/* Whether one is there, which is not read. */
gboolean koma_tokenizer_check_model (const char *model_path,
                                     GError    **error) G_GNUC_WARN_UNUSED_RESULT;
/* For a process that does not trust the one that read the files, and there: see
 * tokenizer-bytes.h. */
GBytes        *koma_tokenizer_to_bytes (const KomaTokenizer *self);
KomaTokenizer *koma_tokenizer_new_from_bytes (GBytes  *bytes,
                                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
void           koma_tokenizer_free (KomaTokenizer *self);

gint32 koma_tokenizer_get_end (const KomaTokenizer *self);   /* the token behind a text */
guint  koma_tokenizer_get_n_ids (const KomaTokenizer *self); /* all ids are smaller */

/* @n_ids: the model's context length. How many of the ids are no padding. */
guint koma_tokenizer_encode (const KomaTokenizer *self,
                             const char          *text,
                             gint32              *ret_ids, /* [n_ids] */
                             guint                n_ids);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTokenizer, koma_tokenizer_free)

G_END_DECLS
