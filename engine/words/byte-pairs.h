/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "vocabulary.h"

G_BEGIN_DECLS

/* How words are spelled before they are merged. */
typedef struct
{
  gboolean uses_bytes;         /* each byte as GPT-2's character for it; else characters */
  char    *end_of_word;        /* (nullable) "</w>", which the last one has behind it */
  gint32   unknown;            /* for what is in no vocabulary; KOMA_NO_TOKEN: nothing */
  gboolean joins_unknown;      /* one for several in a row */
  gboolean has_byte_fall_back; /* "<0x0A>" and the like, before the unknown token */
} KomaSpelling;

/* Two tokens that become one, by their ids. */
typedef struct
{
  gint32 left;
  gint32 right;
  gint32 merged;
} KomaMerge;

/* Byte-pair encoding: neighbours are merged, those first that stand first in a list of pairs. */
typedef struct _KomaBytePairs KomaBytePairs;

KomaBytePairs *koma_byte_pairs_new (KomaVocabulary     *vocabulary, /* (transfer full) closed */
                                    const KomaSpelling *spelling);  /* is copied */
void           koma_byte_pairs_free (KomaBytePairs *self);
/* The next one of the list. */
gboolean koma_byte_pairs_add_merge (KomaBytePairs *self,
                                    const char    *left,
                                    gsize          n_left,
                                    const char    *right,
                                    gsize          n_right,
                                    GError       **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean koma_byte_pairs_add_ids (KomaBytePairs   *self, /* likewise */
                                  const KomaMerge *merge,
                                  GError         **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_byte_pairs_close (KomaBytePairs *self); /* after the last one */

const KomaVocabulary *koma_byte_pairs_get_vocabulary (const KomaBytePairs *self);
const KomaSpelling   *koma_byte_pairs_get_spelling (const KomaBytePairs *self);
guint                 koma_byte_pairs_get_n_merges (const KomaBytePairs *self);
/* As they were added. */
void koma_byte_pairs_copy_merges (const KomaBytePairs *self,
                                  KomaMerge           *ret_merges); /* [n_merges] */
/* Appends a word's tokens. */
void koma_byte_pairs_encode (const KomaBytePairs *self,
                             const char          *word, /* [n_bytes] UTF-8 */
                             gsize                n_bytes,
                             GArray              *ids); /* of gint32 */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaBytePairs, koma_byte_pairs_free)

G_END_DECLS
