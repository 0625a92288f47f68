/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* No token has this id. */
#define KOMA_NO_TOKEN (-1)

typedef enum {
  KOMA_TOKEN_TEXT = 1 << 0,         /* may stand for a part of a text */
  KOMA_TOKEN_STRIPS_LEFT = 1 << 1,  /* with the white space before it */
  KOMA_TOKEN_STRIPS_RIGHT = 1 << 2, /* and behind it */
  KOMA_TOKEN_WHOLE_WORD = 1 << 3,   /* not within a word */
} KomaTokenFlags;

typedef struct
{
  const char    *text;    /* [n_bytes] UTF-8, no NUL at the end */
  guint          n_bytes; /* > 0 */
  gint32         id;
  KomaTokenFlags flags;
  double         score; /* logarithm of its probability; 0 where there are none */
} KomaToken;

/* Tokens, found by their text. */
typedef struct _KomaVocabulary KomaVocabulary;

KomaVocabulary *koma_vocabulary_new (void);
void            koma_vocabulary_free (KomaVocabulary *self);
gboolean        koma_vocabulary_add (KomaVocabulary  *self,
                                     const KomaToken *token, /* its text is copied */
                                     GError         **error) G_GNUC_WARN_UNUSED_RESULT;
/* After the last one was added, before anything is found. */
gboolean koma_vocabulary_close (KomaVocabulary *self,
                                GError        **error) G_GNUC_WARN_UNUSED_RESULT;

guint  koma_vocabulary_get_n_ids (const KomaVocabulary *self); /* the largest, and one */
gint32 koma_vocabulary_find (const KomaVocabulary *self, const char *text, gsize n_bytes);
gint32 koma_vocabulary_find_byte (const KomaVocabulary *self, guint8 byte); /* "<0x0A>" */
/* (nullable) The longest one that @text begins with. */
const KomaToken *koma_vocabulary_match (const KomaVocabulary *self,
                                        const char           *text,
                                        gsize                 n_bytes);

/* All of them, in the order of their bytes. */
guint            koma_vocabulary_get_n_tokens (const KomaVocabulary *self);
const KomaToken *koma_vocabulary_get_token (const KomaVocabulary *self, guint index);

/* The tokens that begin with the same @depth bytes. */
typedef struct
{
  guint begin;
  guint end;
  guint depth;
} KomaVocabularyRange;

KomaVocabularyRange koma_vocabulary_get_range (const KomaVocabulary *self); /* all */
/* Those that go on with @byte; FALSE: there are none. */
gboolean koma_vocabulary_narrow (const KomaVocabulary *self,
                                 KomaVocabularyRange  *range,
                                 guint8                byte);
/* (nullable) The one that ends there. */
const KomaToken *koma_vocabulary_get_whole (const KomaVocabulary      *self,
                                            const KomaVocabularyRange *range);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaVocabulary, koma_vocabulary_free)

G_END_DECLS
