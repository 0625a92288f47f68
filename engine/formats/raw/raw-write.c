/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "byte-writer.h"
#include "raw-parts.h"

static void
write_counts (GByteArray *bytes,
              GHashTable *counts) /* (nullable) char * → GUINT_TO_POINTER */
{
  GHashTableIter iter;
  gpointer       name = NULL;
  gpointer       count = NULL;

  koma_byte_writer_uint32 (bytes, counts != NULL ? g_hash_table_size (counts) : 0);
  if (counts == NULL)
    return;
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &name, &count)) {
    koma_byte_writer_string (bytes, name);
    koma_byte_writer_uint32 (bytes, GPOINTER_TO_UINT (count));
  }
}

/* With the first node of each. */
static void
write_unsupported (GByteArray         *bytes,
                   const KomaRawModel *raw)
{
  GHashTableIter iter;
  gpointer       name = NULL;
  gpointer       count = NULL;

  koma_byte_writer_uint32 (bytes,
                           raw->unsupported != NULL ? g_hash_table_size (raw->unsupported) : 0);
  if (raw->unsupported == NULL)
    return;
  g_hash_table_iter_init (&iter, raw->unsupported);
  while (g_hash_table_iter_next (&iter, &name, &count)) {
    koma_byte_writer_string (bytes, name);
    koma_byte_writer_uint32 (bytes, GPOINTER_TO_UINT (count));
    koma_byte_writer_string (
      bytes, raw->unsupported_at != NULL ? g_hash_table_lookup (raw->unsupported_at, name) : NULL);
  }
}

static void
write_numbers (GByteArray         *bytes,
               const KomaRawModel *raw)
{
  koma_byte_writer_uint32 (bytes, raw->has_normalization);
  for (guint c = 0; c < G_N_ELEMENTS (raw->scale); c++) {
    koma_byte_writer_double (bytes, raw->scale[c]);
    koma_byte_writer_double (bytes, raw->offset[c]);
  }
  koma_byte_writer_uint32 (bytes, raw->is_size_guess);
  koma_byte_writer_int64 (bytes, (gint64) raw->n_float16);
  koma_byte_writer_int64 (bytes, (gint64) raw->n_8_bit);
  koma_byte_writer_uint32 (bytes, raw->n_weights);
  koma_byte_writer_uint32 (bytes, raw->n_unused_weights);
}

static void
write_all_but_graph (KomaRawParts       *self,
                     const KomaRawModel *raw)
{
  koma_byte_writer_string (self->bytes, raw->hash);
  koma_byte_writer_string (self->bytes, raw->format);
  koma_byte_writer_string (self->bytes, raw->metadata);
  koma_byte_writer_string (self->bytes, raw->label_lines);
  koma_byte_writer_string (self->bytes, raw->warning);
  write_numbers (self->bytes, raw);
  write_counts (self->bytes, raw->op_counts);
  write_unsupported (self->bytes, raw);
  koma_raw_write_array (self, raw->labels);
}

/**
 * koma_raw_model_write:
 * @raw: of koma_format_read(); elements of its arrays are borrowed
 * @ret_parts: (out caller-allocates): what koma_raw_model_read() reads, one behind the other
 * @error: return location
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where outputs of a node do not follow each other.
 *
 * Returns: whether it was written
 */
gboolean
koma_raw_model_write (const KomaRawModel *raw,
                      KomaRawParts       *ret_parts,
                      GError            **error)
{
  g_auto (KomaRawParts) self = {
    .parts = g_array_new (FALSE, FALSE, sizeof (KomaRawPart)),
    .bytes = g_byte_array_new (),
    .offsets = g_hash_table_new (NULL, NULL),
  };
  KomaRawPart last = { NULL, 0 };

  write_all_but_graph (&self, raw);
  if (!koma_raw_write_graph (&self, raw->graph, error))
    return FALSE;
  last = (KomaRawPart){ self.bytes->data, self.bytes->len };
  g_array_append_val (self.parts, last);
  self.offset = self.size_bytes;
  self.size_bytes += last.size_bytes;
  *ret_parts = self;
  self = (KomaRawParts){ 0 };
  return TRUE;
}

void
koma_raw_parts_clear (KomaRawParts *self)
{
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->bytes, g_byte_array_unref);
  g_clear_pointer (&self->offsets, g_hash_table_unref);
}
