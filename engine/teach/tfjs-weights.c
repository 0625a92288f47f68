/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tfjs-weights.h"

#include <string.h>

void
koma_tfjs_weights_init (KomaTfjsWeights *self)
{
  *self = (KomaTfjsWeights){ json_array_new (), g_byte_array_new (), FALSE };
}

void
koma_tfjs_weights_clear (KomaTfjsWeights *self)
{
  g_clear_pointer (&self->entries, json_array_unref);
  g_clear_pointer (&self->bytes, g_byte_array_unref);
}

/* Numbers of 4 bytes. */
static void
append_words (GByteArray    *bytes,
              const guint32 *words,
              gsize          n_words)
{
  const guint begin = bytes->len;

  g_byte_array_set_size (bytes, begin + (guint) (n_words * sizeof *words));
  for (gsize i = 0; i < n_words; i++) {
    const guint32 word = GUINT32_TO_LE (words[i]);

    memcpy (bytes->data + begin + i * sizeof word, &word, sizeof word);
  }
}

void
koma_tfjs_weights_add (KomaTfjsWeights *self,
                       const char      *name,
                       KomaDType        dtype,
                       const KomaShape *shape,
                       gconstpointer    values)
{
  JsonObject *entry = json_object_new ();
  JsonArray  *dims = json_array_new ();
  const gsize n = koma_shape_count (shape);

  for (guint i = 0; i < shape->rank; i++)
    json_array_add_int_element (dims, shape->dims[i]);
  json_object_set_string_member (entry, "name", name);
  json_object_set_array_member (entry, "shape", dims);
  json_object_set_string_member (entry, "dtype", koma_dtype_name (dtype));
  json_array_add_object_element (self->entries, entry);
  if (self->is_trial)
    return;
  if (dtype == KOMA_DTYPE_BOOL)
    g_byte_array_append (self->bytes, values, (guint) n);
  else
    append_words (self->bytes, values, n);
}

JsonArray *
koma_tfjs_weights_make_manifest (const KomaTfjsWeights *self,
                                 const char            *weights_file)
{
  JsonArray  *manifest = json_array_new ();
  JsonArray  *paths = json_array_new ();
  JsonObject *group = json_object_new ();

  json_array_add_string_element (paths, weights_file);
  json_object_set_array_member (group, "paths", paths);
  json_object_set_array_member (group, "weights", json_array_ref (self->entries));
  json_array_add_object_element (manifest, group);
  return manifest;
}
