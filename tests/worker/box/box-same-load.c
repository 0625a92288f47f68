/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "box-fixture.h"

#include "engine/graph/graph.h"

static void
assert_same_value (const KomaValue *a,
                   const KomaValue *b)
{
  g_assert_cmpstr (a->name, ==, b->name);
  g_assert_true ((a->constant == NULL) == (b->constant == NULL));
  if (a->constant == NULL)
    return;
  g_assert_cmpint (a->constant->dtype, ==, b->constant->dtype);
  g_assert_true (koma_shape_equal (&a->constant->shape, &b->constant->shape));
  g_assert_cmpmem (a->constant->data, koma_array_get_size_bytes (a->constant), b->constant->data,
                   koma_array_get_size_bytes (b->constant));
}

static void
assert_same_graph (const KomaGraph *a,
                   const KomaGraph *b)
{
  g_assert_cmpuint (koma_graph_get_n_values (a), ==, koma_graph_get_n_values (b));
  g_assert_cmpuint (koma_graph_get_n_nodes (a), ==, koma_graph_get_n_nodes (b));
  g_assert_cmpuint (koma_graph_get_n_inputs (a), ==, koma_graph_get_n_inputs (b));
  g_assert_cmpuint (koma_graph_get_n_outputs (a), ==, koma_graph_get_n_outputs (b));
  for (KomaValueId id = 0; id < koma_graph_get_n_values (a); id++)
    assert_same_value (koma_graph_get_value (a, id), koma_graph_get_value (b, id));
  for (guint i = 0; i < koma_graph_get_n_nodes (a); i++) {
    const KomaNode *x = koma_graph_get_node (a, i);
    const KomaNode *y = koma_graph_get_node (b, i);

    g_assert_cmpstr (x->name, ==, y->name);
    g_assert_cmpint (x->op, ==, y->op);
    g_assert_cmpmem (x->inputs, x->n_inputs * sizeof (KomaValueId), y->inputs,
                     y->n_inputs * sizeof (KomaValueId));
    g_assert_cmpmem (x->outputs, x->n_outputs * sizeof (KomaValueId), y->outputs,
                     y->n_outputs * sizeof (KomaValueId));
  }
  for (guint i = 0; i < koma_graph_get_n_outputs (a); i++) {
    g_assert_cmpstr (koma_graph_get_output_name (a, i), ==, koma_graph_get_output_name (b, i));
    g_assert_cmpuint (koma_graph_get_output (a, i), ==, koma_graph_get_output (b, i));
  }
}

static void
assert_same_model (const KomaModel *a,
                   const KomaModel *b)
{
  g_assert_cmpstr (koma_model_get_format (a), ==, koma_model_get_format (b));
  g_assert_cmpstr (koma_model_get_hash (a), ==, koma_model_get_hash (b));
  g_assert_cmpuint (g_hash_table_size (koma_model_get_op_counts (a)), ==,
                    g_hash_table_size (koma_model_get_op_counts (b)));
  g_assert_cmpuint (g_hash_table_size (koma_model_get_unsupported (a)), ==,
                    g_hash_table_size (koma_model_get_unsupported (b)));
  g_assert_true ((koma_model_get_recipe (a, NULL) == NULL) ==
                 (koma_model_get_recipe (b, NULL) == NULL));
  g_assert_true (g_strv_equal (koma_model_get_warnings (a), koma_model_get_warnings (b)));
  g_assert_true (g_strv_equal (koma_model_get_notes (a), koma_model_get_notes (b)));
  assert_same_graph (koma_model_get_file_graph (a), koma_model_get_file_graph (b));
}

void
box_assert_same_load (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) boxed_error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autoptr (KomaModel) boxed = koma_box_load_model (path, NULL, NULL, NULL, &boxed_error);

  g_test_message ("%s: %s", path, model != NULL ? koma_model_get_format (model) : error->message);
  if (model != NULL) {
    g_assert_no_error (boxed_error);
    assert_same_model (model, boxed);
    return;
  }
  g_assert_error (boxed_error, error->domain, error->code);
  g_assert_cmpstr (boxed_error->message, ==, error->message);
}
