/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators that onnxruntime makes of several or of quantised ones, and attention: models that
 * make-onnx-fused.py wrote, with onnxruntime's results; activations by their names; and what is
 * refused, by its name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/formats/onnx/onnx.pb-c.h"
#include "engine/graph/recurrent.h"
#include "engine/model/model.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

typedef Koma__Onnx__ModelProto ModelProto;

#define FOLDER "tests/engine/formats/onnx-models"

static void
model_proto_free (ModelProto *model)
{
  koma__onnx__model_proto__free_unpacked (model, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelProto, model_proto_free)

/* As wave () of make-onnx-fused.py. */
static void
fill_input (KomaSession *session)
{
  float       *x = koma_session_get_input_data (session, 0);
  const gint64 n = koma_shape_count (&koma_session_get_input (session, 0)->shape);

  for (gint64 i = 0; i < n; i++)
    x[i] = (float) ((i * 7) % 17 - 8) / 16;
}

/* One number of a quantised result in twenty may be rounded to the other side, by a step. */
static void
compare (const char  *name,
         const float *found,
         const float *expected,
         gsize        n)
{
  const gboolean is_quantized = g_str_has_prefix (name, "fused-q-");
  gsize          n_off = 0;

  for (gsize i = 0; i < n; i++) {
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], is_quantized ? 1.0 / 30 + 1e-5 : 1e-5);
    n_off += fabsf (found[i] - expected[i]) > 1e-5f;
  }
  g_assert_cmpuint (n_off, <=, n / 20);
}

static KomaSession *
run_on (const KomaGraph *graph,
        const char      *backend)
{
  const KomaSessionOptions options = { .backend = backend,
                                       .n_threads = 1,
                                       .precision = KOMA_PRECISION_FLOAT32 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  fill_input (session);
  g_assert_true (koma_session_run (session, &error));
  return g_steal_pointer (&session);
}

static void
test_case (gconstpointer data)
{
  static const char *const backends[] = { "cpu", "xnnpack" };
  const char              *name = data;
  g_autofree char         *folder = find_source (FOLDER);
  g_autofree char         *model = g_strconcat (folder, "/", name, ".onnx", NULL);
  g_autofree char         *numbers = g_strconcat (folder, "/", name, ".f32", NULL);
  g_autofree char         *bytes = NULL;
  gsize                    n_bytes = 0;
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;

  read_raw_model (model, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
  g_assert_true (g_file_get_contents (numbers, &bytes, &n_bytes, NULL));
  for (guint b = 0; b < G_N_ELEMENTS (backends); b++) {
    g_autoptr (KomaSession) session = run_on (raw.graph, backends[b]);

    g_assert_cmpint (koma_shape_count (&koma_session_get_output (session, 0)->shape), ==,
                     n_bytes / sizeof (float));
    compare (name, koma_session_get_output_data (session, 0), (const float *) (void *) bytes,
             n_bytes / sizeof (float));
  }
}

/* All but the ends of a chain of quantised operators computes with integers. */
static void
test_integers (void)
{
  g_autofree char *path = find_source (FOLDER "/fused-chain.onnx");
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autoptr (KomaSession) session = NULL;
  const KomaGraph *graph = NULL;
  guint            n_convolutions = 0;

  g_assert_no_error (error);
  session = run_on (koma_model_get_graph (model), "cpu");
  graph = koma_session_get_graph (session);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    if (node->op == KOMA_OP_QUANTIZE || node->op == KOMA_OP_DEQUANTIZE ||
        node->op == KOMA_OP_SQUEEZE || node->op == KOMA_OP_RESHAPE)
      continue;
    n_convolutions += node->op == KOMA_OP_CONV_2D;
    g_assert_true (koma_node_is_8_bit (graph, node));
  }
  g_assert_cmpuint (n_convolutions, ==, 2);
}

static void
set_text (char      **text,
          const char *to)
{
  free (*text);
  *text = strdup (to);
}

static void
read_changed (const ModelProto *model,
              KomaRawModel     *ret_raw)
{
  const gsize        length = koma__onnx__model_proto__get_packed_size (model);
  g_autofree guint8 *bytes = g_malloc (length);
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  koma__onnx__model_proto__pack (model, bytes);
  folder_init (&folder);
  folder_write (&folder, "model.onnx", bytes, (gssize) length);
  path = folder_get (&folder, "model.onnx");
  read_raw_model (path, ret_raw, &error);
  g_assert_no_error (error);
}

/* What the one node of a model can not do with this attribute, or with this input. */
static void
expect_refused (const ModelProto *model,
                const char       *what)
{
  g_auto (KomaRawModel) raw = { 0 };

  read_changed (model, &raw);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 1);
  g_assert_nonnull (g_hash_table_lookup (raw.unsupported, what));
}

static ModelProto *
unpack (const char *name)
{
  g_autofree char *inside = g_strconcat (FOLDER "/", name, ".onnx", NULL);
  g_autofree char *path = find_source (inside);
  g_autofree char *bytes = NULL;
  gsize            length = 0;
  ModelProto      *model = NULL;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  model = koma__onnx__model_proto__unpack (NULL, length, (const guint8 *) bytes);
  g_assert_nonnull (model);
  return model;
}

/* Moves the last input to that place; those between are left out. */
static void
move_input (ModelProto *model,
            gsize       to)
{
  Koma__Onnx__NodeProto *node = model->graph->node[0];
  const gsize            n = node->n_input;

  node->input = realloc (node->input, (to + 1) * sizeof *node->input);
  node->n_input = to + 1;
  for (gsize i = n; i <= to; i++)
    node->input[i] = strdup (node->input[n - 1]);
  for (gsize i = n - 1; i < to; i++)
    set_text (&node->input[i], "");
}

static void
test_refused (void)
{
  g_autoptr (ModelProto) activation = unpack ("fused-conv-relu");
  g_autoptr (ModelProto) past = unpack ("fused-attention-mask");
  g_autoptr (ModelProto) packed_past = unpack ("fused-packed-mask");
  g_autoptr (ModelProto) heads_past = unpack ("fused-heads-full");
  g_autoptr (ModelProto) rotary = unpack ("fused-packed");
  Koma__Onnx__NodeProto *node = activation->graph->node[0];

  for (gsize i = 0; i < node->n_attribute; i++)
    if (strcmp (node->attribute[i]->name, "activation") == 0) {
      memcpy (node->attribute[i]->s.data, "Perl", 4);
      break;
    }
  expect_refused (activation, "com.microsoft.FusedConv (activation Perl)");
  move_input (past, 4);
  expect_refused (past, "Attention (past_key)");
  move_input (packed_past, 4);
  expect_refused (packed_past, "com.microsoft.Attention (past)");
  move_input (heads_past, 7);
  expect_refused (heads_past, "com.microsoft.MultiHeadAttention (past_value)");
  set_text (&rotary->graph->node[0]->attribute[0]->name, "do_rotary");
  expect_refused (rotary, "com.microsoft.Attention (do_rotary)");
}

static Koma__Onnx__AttributeProto *
find_attr (const Koma__Onnx__NodeProto *node,
           const char                  *name)
{
  for (gsize i = 0; i < node->n_attribute; i++)
    if (strcmp (node->attribute[i]->name, name) == 0)
      return node->attribute[i];
  return NULL;
}

/* One of the nodes with that op. */
static const KomaNode *
find_op (const KomaGraph *graph,
         KomaOp           op)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    if (koma_graph_get_node (graph, i)->op == op)
      return koma_graph_get_node (graph, i);
  return NULL;
}

/* Without a number LeakyRelu has that of the operator LeakyRelu. */
static void
test_default (void)
{
  g_autoptr (ModelProto) model = unpack ("fused-conv-leaky");
  g_auto (KomaRawModel) raw = { 0 };
  const KomaNode *found = NULL;

  set_text (&find_attr (model->graph->node[0], "activation_params")->name, "nothing");
  read_changed (model, &raw);
  found = find_op (raw.graph, KOMA_OP_LEAKY_RELU);
  g_assert_nonnull (found);
  g_assert_cmpfloat_with_epsilon (koma_attrs_get_float (found->attrs, "alpha", 7), 0.01, 1e-9);
}

/* Of both directions of the one RNN. */
static ModelProto *
unpack_rnn (const char *forwards,
            const char *backwards)
{
  ModelProto                 *model = unpack ("case-rnn");
  Koma__Onnx__NodeProto      *node = model->graph->node[0];
  Koma__Onnx__AttributeProto *attr = g_new (Koma__Onnx__AttributeProto, 1);
  const char                 *names[] = { forwards, backwards };

  g_assert_cmpstr (node->op_type, ==, "RNN");
  g_assert_null (find_attr (node, "activations"));
  koma__onnx__attribute_proto__init (attr);
  attr->name = strdup ("activations");
  attr->type = 8; /* STRINGS */
  attr->n_strings = G_N_ELEMENTS (names);
  attr->strings = g_new (ProtobufCBinaryData, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    attr->strings[i] = (ProtobufCBinaryData){ strlen (names[i]), (guint8 *) strdup (names[i]) };
  node->attribute = realloc (node->attribute, (node->n_attribute + 1) * sizeof *node->attribute);
  node->attribute[node->n_attribute++] = attr;
  return model;
}

/* A cell's functions are named as others' activations are, in letters of either case. */
static void
test_cells (void)
{
  static const struct
  {
    const char *name;
    KomaOp      op;
  } rows[] = {
    { "Relu", KOMA_OP_RELU },
    { "sigmoid", KOMA_OP_SIGMOID },
    { "SOFTPLUS", KOMA_OP_SOFTPLUS },
    { "SoftSign", KOMA_OP_SOFTSIGN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (ModelProto) model = unpack_rnn (rows[i].name, rows[i].name);
    g_auto (KomaRawModel) raw = { 0 };
    const KomaNode *loop = NULL;

    read_changed (model, &raw);
    loop = find_op (raw.graph, KOMA_OP_RECURRENT);
    g_assert_nonnull (loop);
    g_assert_nonnull (find_op (koma_recurrent_read (loop).body, rows[i].op));
    g_assert_null (find_op (koma_recurrent_read (loop).body, KOMA_OP_TANH));
  }
}

/* Elu has a number, which a cell does not say. */
static void
test_cells_refused (void)
{
  g_autoptr (ModelProto) numbered = unpack_rnn ("Tanh", "Elu");
  g_autoptr (ModelProto) unknown = unpack_rnn ("Perl", "Tanh");

  expect_refused (numbered, "RNN (activation Elu)");
  expect_refused (unknown, "RNN (activation Perl)");
}

static void
add_cases (GPtrArray *names)
{
  g_autofree char *folder = find_source (FOLDER);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file = NULL;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = NULL;
    char            *name = NULL;

    if (!g_str_has_prefix (file, "fused-") || !g_str_has_suffix (file, ".onnx"))
      continue;
    name = g_strndup (file, strlen (file) - strlen (".onnx"));
    path = g_strconcat ("/onnx-fused/", name + strlen ("fused-"), NULL);
    g_ptr_array_add (names, name);
    g_test_add_data_func (path, name, test_case);
  }
  g_assert_cmpuint (names->len, >, 70);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  add_cases (names);
  g_test_add_func ("/onnx-fused/cells", test_cells);
  g_test_add_func ("/onnx-fused/cells-refused", test_cells_refused);
  g_test_add_func ("/onnx-fused/default", test_default);
  g_test_add_func ("/onnx-fused/integers", test_integers);
  g_test_add_func ("/onnx-fused/refused", test_refused);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
