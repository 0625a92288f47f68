/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "keras-fixture.h"

#include <math.h>

#include "engine/runtime/session.h"

void
keras_fixture_init (KerasFixture *self)
{
  folder_init (&self->folder);
  self->manifest = g_string_new (NULL);
  self->weights = g_byte_array_new ();
}

void
keras_fixture_clear (KerasFixture *self)
{
  folder_clear (&self->folder);
  g_string_free (self->manifest, TRUE);
  g_byte_array_unref (self->weights);
}

void
keras_fixture_add_weight (KerasFixture *self,
                          const char   *name,
                          const char   *shape,
                          const float  *values)
{
  KomaShape parsed = KOMA_SHAPE_SCALAR;
  g_autoptr (GError) error = NULL;

  koma_shape_parse (shape, &parsed, &error);
  g_assert_no_error (error);
  g_string_append_printf (self->manifest,
                          "%s{'name': '%s', 'shape': [%s], 'dtype': 'float32'}",
                          self->manifest->len > 0 ? ", " : "", name, shape);
  g_byte_array_append (self->weights, (const guint8 *) values,
                       koma_shape_count (&parsed) * sizeof (float));
}

char *
keras_fixture_write (KerasFixture *self,
                     const char   *topology)
{
  g_autofree char *text = NULL;

  if (self->weights->len > 0)
    folder_write (&self->folder, "weights.bin", self->weights->data, self->weights->len);
  text =
    g_strdup_printf ("{'format': 'layers-model', 'modelTopology': %s, 'weightsManifest': "
                     "[{'paths': [%s], 'weights': [%s]}]}",
                     topology, self->weights->len > 0 ? "'weights.bin'" : "", self->manifest->str);
  folder_write_json (&self->folder, "model.json", text);
  return folder_get (&self->folder, "model.json");
}

void
assert_model_gives (const char  *path,
                    const float *input,
                    const char  *shape,
                    const float *expected)
{
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = 1 };
  const KomaValue         *value = NULL;
  const float             *output = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autoptr (KomaSession) session = NULL;
  g_autofree char *found = NULL;

  g_assert_no_error (error);
  session = koma_session_new (koma_model_get_graph (model), &options, &error);
  g_assert_no_error (error);
  value = koma_session_get_input (session, 0);
  memcpy (koma_session_get_input_data (session, 0), input,
          koma_shape_count (&value->shape) * sizeof *input);
  g_assert_true (koma_session_run (session, &error));
  value = koma_session_get_output (session, 0);
  found = koma_shape_to_string (&value->shape);
  g_assert_cmpstr (found, ==, shape);
  output = koma_session_get_output_data (session, 0);
  for (gsize i = 0; i < koma_shape_count (&value->shape); i++)
    g_assert_cmpfloat_with_epsilon (output[i], expected[i], 1e-5 * MAX (1, fabsf (expected[i])));
}
