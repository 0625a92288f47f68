/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* FlatBuffers, read without trusting them: every offset, vtable, vector and string is checked
 * before it is followed. The first damage is kept in the buffer's error, which names table and
 * field; what is asked for then and later is the default. So a reader asks for all that it needs
 * and looks at the error once, before it uses the answers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const guint8 *data;
  gsize         size_bytes;
  GError       *error; /* (nullable) KOMA_ERROR_MODEL */
} KomaFlatBuffer;

/* A place in a schema. */
typedef struct
{
  guint       index;
  const char *name;
} KomaFlatField;

/* @buffer is NULL of a table that is not there: its fields have their defaults. */
typedef struct
{
  KomaFlatBuffer *buffer;
  const char     *name; /* of its type, for messages */
  gsize           at;
  gsize           size_bytes;
  gsize           vtable;
  gsize           n_fields;
} KomaFlatTable;

/* Elements lie in the file, perhaps not aligned. */
typedef struct
{
  const guint8 *data;
  gsize         n;
} KomaFlatVector;

KomaFlatTable koma_flat_get_root (KomaFlatBuffer *buffer,
                                  const char     *identifier, /* four characters */
                                  const char     *name);

gint64         koma_flat_get_int (const KomaFlatTable *table,
                                  KomaFlatField        field,
                                  guint                n_bytes, /* 1, 4 */
                                  gint64               fallback);
guint32        koma_flat_get_uint32 (const KomaFlatTable *table, KomaFlatField field);
float          koma_flat_get_float (const KomaFlatTable *table, KomaFlatField field);
KomaFlatTable  koma_flat_get_table (const KomaFlatTable *table,
                                    KomaFlatField        field,
                                    const char          *name);
KomaFlatVector koma_flat_get_vector (const KomaFlatTable *table,
                                     KomaFlatField        field,
                                     guint                elem_bytes);
KomaFlatVector koma_flat_get_part (const KomaFlatTable *table,
                                   KomaFlatField        offset,
                                   KomaFlatField        size);
/* (nullable) (transfer full) valid UTF-8, cut after @max_bytes */
char *koma_flat_get_string (const KomaFlatTable *table, KomaFlatField field, gsize max_bytes);

/* A vector of tables: their number, and one of them. */
guint         koma_flat_count (const KomaFlatTable *table, KomaFlatField field);
KomaFlatTable koma_flat_get_element (const KomaFlatTable *table,
                                     KomaFlatField        field,
                                     guint                index,
                                     const char          *name);

gint32 koma_flat_vector_get_int32 (const KomaFlatVector *vector, gsize index);
gint64 koma_flat_vector_get_int64 (const KomaFlatVector *vector, gsize index);
float  koma_flat_vector_get_float (const KomaFlatVector *vector, gsize index);

G_END_DECLS
