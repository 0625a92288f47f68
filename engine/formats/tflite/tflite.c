/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TensorFlow Lite: a FlatBuffer of the schema's version 3. Subgraph 0 is the model. */
#include "tflite.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/formats/hashed-file.h"
#include "engine/koma-limits.h"
#include "lower.h"
#include "metadata.h"

static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  return g_str_has_suffix (path, ".tflite") ||
         (head_length >= 8 && memcmp (head + 4, KOMA_TFLITE_IDENTIFIER, 4) == 0);
}

static void
tflite_clear (KomaTflite *self)
{
  for (guint i = 0; i < self->n_tensors; i++)
    g_free (self->tensors[i].name);
  g_free (self->tensors);
  g_clear_pointer (&self->constants, g_hash_table_unref);
  koma_builder_clear (&self->nodes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaTflite, tflite_clear)

/* Whether nothing was damaged that has been asked for. */
static gboolean
check (KomaFlatBuffer *buffer,
       GError        **error)
{
  if (buffer->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&buffer->error));
  return FALSE;
}

static gboolean
open_model (KomaTflite     *self,
            KomaFlatBuffer *buffer,
            GError        **error)
{
  guint32 version = 0;

  self->model = koma_flat_get_root (buffer, KOMA_TFLITE_IDENTIFIER, "Model");
  version = koma_flat_get_uint32 (&self->model, MODEL_VERSION);
  if (!check (buffer, error))
    return FALSE;
  if (version != KOMA_TFLITE_VERSION)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "the schema's version is %u, expected %d", version, KOMA_TFLITE_VERSION);
  self->subgraph = koma_flat_get_element (&self->model, MODEL_SUBGRAPHS, 0, "SubGraph");
  return check (buffer, error) && koma_tflite_read_tensors (self, error) && check (buffer, error);
}

static gboolean
read_buffer (KomaFlatBuffer *buffer,
             KomaRawModel   *raw,
             GError        **error)
{
  g_auto (KomaTflite) self = { .raw = raw };

  raw->graph = koma_graph_new ();
  koma_builder_init_open (&self.nodes, raw->graph, "");
  raw->op_counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  raw->unsupported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.constants = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) koma_array_unref);
  if (!open_model (&self, buffer, error))
    return FALSE;
  koma_tflite_lower (&self);
  /* Damage in the file comes before what follows from it. */
  if (!check (buffer, error) || !koma_builder_finish (&self.nodes, error))
    return FALSE;
  koma_tflite_read_metadata (&self.model, raw);
  return TRUE;
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_autofree char *data = NULL;
  KomaFlatBuffer   buffer = { 0 };
  gboolean         is_read = FALSE;

  if (!koma_hashed_file_read (file->path, KOMA_MAX_WEIGHT_BYTES, file->checksum, &data,
                              &buffer.size_bytes, error))
    return FALSE;
  raw->format = g_strdup ("TensorFlow Lite model");
  buffer.data = (const guint8 *) data;
  is_read = read_buffer (&buffer, raw, error);
  g_clear_error (&buffer.error);
  return is_read || koma_file_prefix_error (file->path, error);
}

const KomaFormat koma_format_tflite = {
  .name = "TensorFlow Lite",
  .endings = (const char *const[]){ ".tflite", NULL },
  .usual_names = (const char *const[]){ "model.tflite", NULL },
  .matches = matches,
  .read = read_model,
};
