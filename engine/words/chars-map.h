/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What SentencePiece makes of characters before it looks for pieces: a table of texts and of what
 * stands for them, as its files have it (precompiled_charsmap). */
typedef struct _KomaCharsMap KomaCharsMap;

KomaCharsMap *koma_chars_map_new (const guint8 *data, /* is copied */
                                  gsize         n_bytes,
                                  GError      **error) G_GNUC_WARN_UNUSED_RESULT;
void          koma_chars_map_free (KomaCharsMap *self);
/* Appends @data as koma_chars_map_new () takes it. */
void koma_chars_map_write (const KomaCharsMap *self, GByteArray *data);
/* (transfer none) (nullable) What stands for the longest entry that @text begins with. */
const char *koma_chars_map_find (const KomaCharsMap *self,
                                 const char         *text,
                                 gsize               n_bytes,
                                 gsize              *ret_n_matched);
/* (transfer none) (nullable) For the shortest one. */
const char *koma_chars_map_find_shortest (const KomaCharsMap *self,
                                          const char         *text,
                                          gsize               n_bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCharsMap, koma_chars_map_free)

G_END_DECLS
