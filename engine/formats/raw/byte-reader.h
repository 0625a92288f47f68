/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/koma-error.h"

G_BEGIN_DECLS

/* Reads what koma_raw_model_write () or koma_tokenizer_to_bytes () wrote, and what somebody else
 * wrote in its place: never past the end. The first failure is kept: from then on all numbers are 0
 * and all strings empty. */
typedef struct
{
  GBytes       *memory;   /* (borrowed) what arrays lie in, too */
  guint64       files_at; /* where in it those begin that are read from files */
  const guint8 *next;
  gsize         n_left;
  GError       *error; /* (nullable) (owned) */
} KomaByteReader;

gboolean koma_byte_reader_init (KomaByteReader *self,
                                GBytes         *memory,
                                guint64         offset,
                                guint64         size_bytes,
                                GError        **error);
gboolean koma_byte_reader_finish (KomaByteReader *self,
                                  GError        **error);
/* Keeps %KOMA_ERROR_MODEL if there is no error yet. Returns FALSE. */
gboolean koma_byte_reader_fail (KomaByteReader *self,
                                const char     *format,
                                ...) G_GNUC_PRINTF (2, 3);
/* Likewise, one that somebody else made. */
gboolean koma_byte_reader_fail_with (KomaByteReader *self,
                                     GError         *error); /* (transfer full) */

guint32 koma_byte_reader_uint32 (KomaByteReader *self);
gint64  koma_byte_reader_int64 (KomaByteReader *self);
double  koma_byte_reader_double (KomaByteReader *self);
char   *koma_byte_reader_string (KomaByteReader *self); /* (transfer full) (nullable) */
/* (transfer none) (nullable) [n_bytes] A part of the memory; NULL where it has no so many left. */
const guint8 *koma_byte_reader_bytes (KomaByteReader *self,
                                      gsize           n_bytes);
/* Less than @n_kinds. */
guint32 koma_byte_reader_choice (KomaByteReader *self,
                                 guint32         n_kinds);
/* Of things that take @min_bytes each or more: no more than are left. */
guint32 koma_byte_reader_count (KomaByteReader *self,
                                gsize           min_bytes);

G_END_DECLS
