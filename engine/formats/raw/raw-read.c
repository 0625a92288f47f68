/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "raw-parts.h"

#include <string.h>

#include "engine/formats/kept-files.h"
#include "engine/koma-limits.h"

#define HASH_DIGITS 32

/* Names of files are made of it. */
static gboolean
is_hash (const char *hash) /* (nullable) */
{
  return hash != NULL && strlen (hash) == HASH_DIGITS &&
         strspn (hash, "0123456789abcdef") == HASH_DIGITS;
}

static char *
read_name (KomaByteReader *self)
{
  char *name = koma_byte_reader_string (self);

  return name != NULL ? name : g_strdup ("");
}

static void
read_counts (KomaByteReader *self,
             KomaRawModel   *raw)
{
  const guint32 n = koma_byte_reader_count (self, 2 * sizeof (guint32));

  raw->op_counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint32 i = 0; i < n && self->error == NULL; i++) {
    char *name = read_name (self);

    g_hash_table_insert (raw->op_counts, name, GUINT_TO_POINTER (koma_byte_reader_uint32 (self)));
  }
}

static void
read_unsupported (KomaByteReader *self,
                  KomaRawModel   *raw)
{
  const guint32 n = koma_byte_reader_count (self, 3 * sizeof (guint32));

  raw->unsupported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint32 i = 0; i < n && self->error == NULL; i++) {
    g_autofree char *name = read_name (self);
    const guint32    count = koma_byte_reader_uint32 (self);
    g_autofree char *node = koma_byte_reader_string (self);

    if (node != NULL)
      koma_raw_model_note_unsupported (raw, name, node);
    g_hash_table_insert (raw->unsupported, g_strdup (name), GUINT_TO_POINTER (count));
  }
}

static void
read_missing (KomaByteReader *self,
              KomaRawModel   *raw)
{
  const guint32 n = koma_byte_reader_count (self, 2 * sizeof (guint32));

  for (guint32 i = 0; i < n && self->error == NULL; i++) {
    g_autofree char *name = read_name (self);
    const KomaShape  shape = koma_raw_read_shape (self);

    koma_raw_model_note_missing (raw, name, &shape);
  }
}

static void
read_fit (KomaByteReader *self,
          KomaRawModel   *raw)
{
  const guint32 known = koma_byte_reader_choice (self, 8);

  raw->has_fit = known & 1;
  raw->fit.is_cut_rounded = known >> 1 & 1;
  raw->fit.is_guess = known >> 2;
  raw->fit.fit = koma_byte_reader_choice (self, KOMA_FIT_PAD + 1);
  raw->fit.resize = koma_byte_reader_choice (self, KOMA_N_RESIZES);
  raw->fit.scaled_width = koma_byte_reader_choice (self, KOMA_MAX_INPUT_SIDE + 1);
  raw->fit.scaled_height = koma_byte_reader_choice (self, KOMA_MAX_INPUT_SIDE + 1);
  if ((raw->fit.scaled_width == 0) != (raw->fit.scaled_height == 0))
    koma_byte_reader_fail (self, "the model that was read scales pictures to nothing");
}

static void
read_numbers (KomaByteReader *self,
              KomaRawModel   *raw)
{
  const guint32 known = koma_byte_reader_choice (self, (KOMA_CHANNELS_GREY + 2) << 1);
  guint32       guesses = 0;

  raw->has_normalization = known & 1;
  raw->has_channels = known >> 1 != 0;
  raw->channels = raw->has_channels ? (known >> 1) - 1 : KOMA_CHANNELS_RGB;
  for (guint c = 0; c < G_N_ELEMENTS (raw->scale); c++) {
    raw->scale[c] = koma_byte_reader_double (self);
    raw->offset[c] = koma_byte_reader_double (self);
  }
  read_fit (self, raw);
  raw->is_size_guess = koma_byte_reader_choice (self, 2);
  guesses = koma_byte_reader_choice (self, 8);
  raw->is_multi_label = guesses & 1;
  raw->is_scale_guess = guesses >> 1 & 1;
  raw->is_normalization_guess = guesses >> 2;
  raw->n_float16 = (gsize) koma_byte_reader_int64 (self);
  raw->n_8_bit = (gsize) koma_byte_reader_int64 (self);
  raw->n_weights = koma_byte_reader_uint32 (self);
  raw->n_unused_weights = koma_byte_reader_uint32 (self);
}

static gboolean *
find_made (const KomaGraph *graph)
{
  const guint       n_values = koma_graph_get_n_values (graph);
  g_autofree guint *producers = koma_graph_find_producers (graph);
  gboolean         *is_made = g_new0 (gboolean, n_values + 1);

  for (KomaValueId id = 0; id < n_values; id++)
    is_made[id] =
      producers[id] != G_MAXUINT || koma_graph_get_value (graph, id)->constant != NULL;
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    is_made[koma_graph_get_input (graph, i)] = TRUE;
  return is_made;
}

/* A graph that can run has outputs, and nothing in it reads what nothing makes. */
static gboolean
check_graph (KomaByteReader  *self,
             const KomaGraph *graph)
{
  g_autofree gboolean *is_made = find_made (graph);

  if (koma_graph_get_n_outputs (graph) == 0)
    return koma_byte_reader_fail (self, "the model that was read has no output");
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    if (!is_made[koma_graph_get_output (graph, i)])
      return koma_byte_reader_fail (self, "nothing computes output %u that was read", i);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    for (guint k = 0; k < node->n_inputs; k++)
      if (!is_made[node->inputs[k]])
        return koma_byte_reader_fail (self, "nothing computes input %u of “%s” that was read", k,
                                      node->name);
  }
  return TRUE;
}

typedef struct
{
  const KomaRawFile *files;
  guint              n_files;
  guint64            files_bytes; /* that there is room for */
} Kept;

/* Room is filled from its beginning to its end, so that nobody has to read more than there is. */
static void
read_parts (KomaByteReader *self,
            const Kept     *kept,
            KomaRawWanted  *wanted)
{
  const guint32 n = koma_byte_reader_count (self, sizeof (guint32) + 3 * sizeof (gint64));
  guint64       end = 0;

  for (guint32 i = 0; i < n && self->error == NULL; i++) {
    KomaKeptPart part = { .kept = koma_byte_reader_choice (self, kept->n_files) };
    guint64      file_bytes = 0;

    part.offset = (guint64) koma_byte_reader_int64 (self);
    part.size_bytes = (guint64) koma_byte_reader_int64 (self);
    part.at = (guint64) koma_byte_reader_int64 (self);
    if (self->error != NULL)
      return;
    file_bytes = kept->files[part.kept].size_bytes;
    if (part.offset > file_bytes || part.size_bytes > file_bytes - part.offset)
      koma_byte_reader_fail (self, "the model that was read lies outside of its file");
    else if (part.at < end || part.at > kept->files_bytes ||
             part.size_bytes > kept->files_bytes - part.at)
      koma_byte_reader_fail (self, "what is read from files lies outside of its memory");
    else
      g_array_append_val (wanted->parts, part);
    end = part.at + part.size_bytes;
  }
}

static void
read_hashed (KomaByteReader *self,
             const Kept     *kept,
             KomaRawWanted  *wanted)
{
  const guint32 n = koma_byte_reader_count (self, sizeof (guint32));
  guint64       sum_bytes = 0;

  for (guint32 i = 0; i < n && self->error == NULL; i++) {
    const guint file = koma_byte_reader_choice (self, kept->n_files);

    if (self->error != NULL)
      return;
    if (n > kept->n_files || kept->files[file].size_bytes > KOMA_MAX_BOX_MODEL_BYTES - sum_bytes) {
      koma_byte_reader_fail (self, "the model that was read has too large a hash");
      return;
    }
    sum_bytes += kept->files[file].size_bytes;
    g_array_append_val (wanted->hashed, file);
  }
}

static void
read_all (KomaByteReader *self,
          KomaRawModel   *raw)
{
  raw->hash = koma_byte_reader_string (self);
  raw->format = read_name (self);
  raw->metadata = koma_byte_reader_string (self);
  raw->label_lines = koma_byte_reader_string (self);
  raw->warning = koma_byte_reader_string (self);
  read_numbers (self, raw);
  read_counts (self, raw);
  read_unsupported (self, raw);
  read_missing (self, raw);
  raw->labels = koma_raw_read_array (self);
  raw->graph = koma_raw_read_graph (self, 0);
  if (raw->hash != NULL && !is_hash (raw->hash))
    koma_byte_reader_fail (self, "the hash of the model that was read is none");
  if (raw->labels != NULL && raw->labels->dtype != KOMA_DTYPE_INT32)
    koma_byte_reader_fail (self, "the labels that were read are no integers");
  if (self->error == NULL && g_hash_table_size (raw->unsupported) == 0)
    check_graph (self, raw->graph);
}

static KomaRawWanted
read_wanted (KomaByteReader *self,
             const Kept     *kept)
{
  KomaRawWanted wanted = {
    .parts = g_array_new (FALSE, FALSE, sizeof (KomaKeptPart)),
    .hashed = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  read_parts (self, kept, &wanted);
  read_hashed (self, kept, &wanted);
  return wanted;
}

/**
 * koma_raw_model_read:
 * @memory: the parts of koma_raw_model_write(), beginning at a multiple of %KOMA_MEMORY_ALIGNMENT;
 *   nobody else can change it
 * @files: (array length=n_files): that the model may lie in
 * @ret_raw: (out): the model; its arrays are parts of @memory, and keep it; its hash is %NULL where
 *   it is one of files
 * @ret_wanted: (out): what koma_raw_files_read() is to read, before anybody looks at an array
 * @error: return location
 *
 * Believes nothing: whoever wrote may have been taken over by a hostile file. A model that is read
 * is what some file could have been read as.
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL, %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was read
 */
gboolean
koma_raw_model_read (const KomaRawMemory *memory,
                     const KomaRawFile   *files,
                     guint                n_files,
                     KomaRawModel        *ret_raw,
                     KomaRawWanted       *ret_wanted,
                     GError             **error)
{
  KomaByteReader self = { 0 };
  KomaRawModel   raw = { 0 };
  Kept           kept = { files, n_files, g_bytes_get_size (memory->memory) };
  g_auto (KomaRawWanted) wanted = { 0 };

  if (!koma_byte_reader_init (&self, memory->memory, memory->offset, memory->size_bytes, error))
    return FALSE;
  kept.files_bytes -= MIN (self.files_at, kept.files_bytes);
  wanted = read_wanted (&self, &kept);
  read_all (&self, &raw);
  if (raw.hash == NULL && wanted.hashed->len == 0)
    koma_byte_reader_fail (&self, "the model that was read has no hash");
  if (!koma_byte_reader_finish (&self, error)) {
    koma_raw_model_clear (&raw);
    return FALSE;
  }
  *ret_raw = raw;
  *ret_wanted = wanted;
  wanted = (KomaRawWanted){ 0 };
  return TRUE;
}
