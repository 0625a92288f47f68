/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "byte-writer.h"
#include "engine/formats/kept-files.h"
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
write_missing (GByteArray         *bytes,
               const KomaRawModel *raw)
{
  const guint n = raw->missing != NULL ? raw->missing->len : 0;

  koma_byte_writer_uint32 (bytes, n);
  for (guint i = 0; i < n; i++) {
    const KomaMissingOutput *output = &g_array_index (raw->missing, KomaMissingOutput, i);

    koma_byte_writer_string (bytes, output->name);
    koma_raw_write_shape (bytes, &output->shape);
  }
}

static void
write_numbers (GByteArray         *bytes,
               const KomaRawModel *raw)
{
  koma_byte_writer_uint32 (bytes, raw->has_normalization |
                                    (raw->has_channels ? raw->channels + 1 : 0) << 1);
  for (guint c = 0; c < G_N_ELEMENTS (raw->scale); c++) {
    koma_byte_writer_double (bytes, raw->scale[c]);
    koma_byte_writer_double (bytes, raw->offset[c]);
  }
  koma_byte_writer_uint32 (bytes, raw->has_fit | raw->fit.is_cut_rounded << 1 |
                                    raw->fit.is_guess << 2);
  koma_byte_writer_uint32 (bytes, raw->fit.fit);
  koma_byte_writer_uint32 (bytes, raw->fit.resize);
  koma_byte_writer_uint32 (bytes, raw->fit.scaled_width);
  koma_byte_writer_uint32 (bytes, raw->fit.scaled_height);
  koma_byte_writer_uint32 (bytes, raw->is_size_guess);
  koma_byte_writer_uint32 (bytes, raw->is_multi_label | raw->is_scale_guess << 1 |
                                    raw->is_normalization_guess << 2);
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
  write_missing (self->bytes, raw);
  koma_raw_write_array (self, raw->labels);
}

/* What raw-files.h is to read. */
static void
write_files (KomaRawParts       *self,
             const KomaRawModel *raw)
{
  const guint n_hashed = raw->hashed != NULL ? raw->hashed->len : 0;

  koma_byte_writer_uint32 (self->files, self->found->len);
  for (guint i = 0; i < self->found->len; i++) {
    const KomaKeptPart *part = &g_array_index (self->found, KomaKeptPart, i);

    koma_byte_writer_uint32 (self->files, part->kept);
    koma_byte_writer_int64 (self->files, (gint64) part->offset);
    koma_byte_writer_int64 (self->files, (gint64) part->size_bytes);
    koma_byte_writer_int64 (self->files, (gint64) part->at);
  }
  koma_byte_writer_uint32 (self->files, n_hashed);
  for (guint i = 0; i < n_hashed; i++)
    koma_byte_writer_uint32 (self->files, g_array_index (raw->hashed, KomaKeptPart, i).kept);
}

static void
add_part (KomaRawParts     *self,
          const GByteArray *bytes)
{
  const KomaRawPart part = { bytes->data, bytes->len };

  g_array_append_val (self->parts, part);
  self->size_bytes += part.size_bytes;
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
    .files = g_byte_array_new (),
    .bytes = g_byte_array_new (),
    .found = g_array_new (FALSE, FALSE, sizeof (KomaKeptPart)),
    .offsets = g_hash_table_new (NULL, NULL),
  };

  write_all_but_graph (&self, raw);
  if (!koma_raw_write_graph (&self, raw->graph, error))
    return FALSE;
  write_files (&self, raw);
  self.offset = self.size_bytes;
  add_part (&self, self.files);
  add_part (&self, self.bytes);
  *ret_parts = self;
  self = (KomaRawParts){ 0 };
  return TRUE;
}

void
koma_raw_parts_clear (KomaRawParts *self)
{
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->files, g_byte_array_unref);
  g_clear_pointer (&self->bytes, g_byte_array_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->offsets, g_hash_table_unref);
}
