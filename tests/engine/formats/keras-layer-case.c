/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "keras-layer-case.h"

#include "engine/runtime/memory.h"

static char *
write_model (const KerasLayerCase *c,
             KerasFixture         *fixture)
{
  g_autofree char *layer =
    c->class_name != NULL
      ? g_strdup_printf ("{'class_name': '%s', 'config': {'name': 'l', %s}}", c->class_name,
                         c->config)
      : g_strdup (c->config);
  g_autofree char *topology = g_strdup_printf (
    "{'class_name': 'Sequential', 'config': {'layers': [{'class_name': 'InputLayer', 'config': "
    "{'name': 'in', 'batch_input_shape': [null, %s]}}, %s]}}",
    c->input_shape, layer);

  keras_fixture_init (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (c->weights) && c->weights[i].what != NULL; i++) {
    const KerasLayerWeight *weight = &c->weights[i];
    g_autofree char        *name = strchr (weight->what, '/') != NULL
                                     ? g_strdup (weight->what)
                                     : g_strconcat ("l/", weight->what, NULL);

    keras_fixture_add_weight (fixture, name, weight->shape, weight->values);
  }
  return keras_fixture_write (fixture, topology);
}

static void
test_layer (gconstpointer data)
{
  const KerasLayerCase *c = data;
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = write_model (c, &fixture);

  assert_model_gives (path, c->input, c->output_shape, c->output);
  assert_no_buffers ();
}

/* Every allocation of reading fails once: each time there is an error, and
 * nothing is left. */
static void
test_memory (gconstpointer data)
{
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = write_model (data, &fixture);
  gboolean         is_read = FALSE;

  for (guint n = 1; !is_read; n++) {
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;

    koma_memory_fail_after (n);
    is_read = read_raw_model (path, &raw, &error);
    koma_memory_fail_after (0);
    if (is_read)
      break;
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
    assert_no_buffers ();
  }
}

void
keras_layer_cases_add (const char           *program,
                       const KerasLayerCase *cases,
                       gsize                 n_cases)
{
  for (gsize i = 0; i < n_cases; i++) {
    g_autofree char *path = g_strdup_printf ("/%s/%s", program, cases[i].name);
    g_autofree char *memory_path = g_strdup_printf ("/%s/memory/%s", program, cases[i].name);

    g_test_add_data_func (path, &cases[i], test_layer);
    g_test_add_data_func (memory_path, &cases[i], test_memory);
  }
}
