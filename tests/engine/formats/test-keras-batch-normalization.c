/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What batch normalization does while training, and else. */
#include "engine/formats/keras/weight.h"
#include "engine/runtime/session.h"
#include "keras-built.h"
#include "tests/test-main.h"

static void
set_input (KomaSession *session,
           guint        index,
           const float *values)
{
  const KomaValue *value = koma_session_get_input (session, index);

  memcpy (koma_session_get_input_data (session, index), values,
          koma_shape_count (&value->shape) * sizeof *values);
}

static void
assert_gives (KomaSession *session,
              guint        index,
              const float *expected)
{
  const KomaValue *value = koma_session_get_output (session, index);
  const float     *found = koma_session_get_output_data (session, index);

  for (gsize i = 0; i < koma_shape_count (&value->shape); i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], 1e-5);
}

#define BATCH_NORMALIZATION(settings) \
  "{'class_name': 'BatchNormalization', 'config': {'name': 'b', 'epsilon': 0, " settings "}}"

static const float gamma_[] = { 2, 1 };
static const float beta_[] = { 1, 0 };
static const float mean_[] = { 3, 5 };
static const float variance_[] = { 4, 1 };

static KomaSession *
open_batch_normalization (Built      *self,
                          const char *layer,
                          gboolean    is_training)
{
  static const float x[] = { 1, 2, 3, 6 };
  const float       *inputs[] = { x, gamma_, beta_, mean_, variance_ };
  g_autoptr (GError) error = NULL;
  KomaSession *session = NULL;

  built_make (self, "[null, 2]", layer, is_training, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < self->builder.updates->len; i++)
    koma_graph_add_output (self->builder.nodes.graph, "update",
                           g_array_index (self->builder.updates, KomaKerasUpdate, i).update);
  session = koma_session_new (self->builder.nodes.graph, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    set_input (session, i, inputs[i]);
  g_assert_true (koma_session_run (session, &error));
  return session;
}

static void
test_batch_normalization (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (KomaSession) session =
    open_batch_normalization (&self, BATCH_NORMALIZATION ("'momentum': 0.9"), FALSE);

  built_assert_weight (&self, 0, "b/gamma", "[2]", "ones", TRUE);
  built_assert_weight (&self, 1, "b/beta", "[2]", "zeros", TRUE);
  built_assert_weight (&self, 2, "b/moving_mean", "[2]", "zeros", FALSE);
  built_assert_weight (&self, 3, "b/moving_variance", "[2]", "ones", FALSE);
  g_assert_cmpuint (self.builder.updates->len, ==, 0);
  assert_gives (session, 0, (const float[]){ -1, -3, 1, 1 });
}

/* Batch: means 2 and 4, variances 1 and 4. */
static void
test_batch_normalization_training (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (KomaSession) session =
    open_batch_normalization (&self, BATCH_NORMALIZATION ("'momentum': 0.9"), TRUE);
  const KomaKerasUpdate *updates = (const KomaKerasUpdate *) self.builder.updates->data;

  assert_gives (session, 0, (const float[]){ -1, -1, 3, 1 });
  g_assert_cmpuint (self.builder.updates->len, ==, 2);
  g_assert_cmpuint (updates[0].value, ==, koma_graph_get_input (self.builder.nodes.graph, 3));
  g_assert_cmpuint (updates[1].value, ==, koma_graph_get_input (self.builder.nodes.graph, 4));
  assert_gives (session, 1, (const float[]){ 2.9f, 4.9f });
  assert_gives (session, 2, (const float[]){ 3.7f, 1.3f });
}

static void
test_batch_normalization_frozen (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (KomaSession) session =
    open_batch_normalization (&self, BATCH_NORMALIZATION ("'trainable': false"), TRUE);

  g_assert_cmpuint (self.builder.updates->len, ==, 0);
  assert_gives (session, 0, (const float[]){ -1, -3, 1, 1 });
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keras-batch-normalization/predicting", test_batch_normalization);
  g_test_add_func ("/keras-batch-normalization/training", test_batch_normalization_training);
  g_test_add_func ("/keras-batch-normalization/frozen", test_batch_normalization_frozen);
  return g_test_run ();
}
