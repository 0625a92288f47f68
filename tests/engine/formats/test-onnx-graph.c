/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How nodes stand in an ONNX file: in any order, in branches of If, in functions of the file; and
 * inputs whose numbers are known ahead. And one case of each operator whose definition is in
 * make-onnx.py, all case-*.onnx there: x is op-x.f32, y a file beside. */

#include <string.h>

#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

#define MODELS "tests/engine/formats/onnx-models"

static char *
load_bytes (const char *name,
            gsize      *ret_length)
{
  g_autofree char *path = g_build_filename (MODELS, name, NULL);
  g_autofree char *full = find_source (path);
  g_autoptr (GError) error = NULL;
  char *data = NULL;

  (void) g_file_get_contents (full, &data, ret_length, &error);
  g_assert_no_error (error);
  return data;
}

static gboolean
read_model (const char   *name,
            KomaRawModel *raw,
            GError      **error)
{
  g_autofree char *path = g_build_filename (MODELS, name, NULL);
  g_autofree char *full = find_source (path);

  return read_raw_model (full, raw, error);
}

static KomaSession *
make_session (const KomaRawModel *raw)
{
  /* Where a model leaves the batch open, operators are read for one of 1. */
  const KomaShape          x = KOMA_SHAPE (2, 3, 4);
  const KomaSessionOptions options = {
    .backend = "cpu",
    .n_threads = 1,
    .input_shapes = &x,
    .n_input_shapes = koma_graph_get_n_inputs (raw->graph) > 0,
  };
  g_autoptr (GError) error = NULL;
  GHashTableIter iter;
  gpointer       unsupported = NULL;
  KomaSession   *session = NULL;

  g_hash_table_iter_init (&iter, raw->unsupported);
  if (g_hash_table_iter_next (&iter, &unsupported, NULL))
    g_error ("%s", (const char *) unsupported);
  session = koma_session_new (raw->graph, &options, &error);
  g_assert_no_error (error);
  return session;
}

static void
compare (const float *found,
         const float *expected,
         gsize        n)
{
  for (gsize i = 0; i < n; i++)
    if (!(fabsf (found[i] - expected[i]) <= 1e-5f * fmaxf (1, fabsf (expected[i]))) &&
        !(isnan (found[i]) && isnan (expected[i])))
      g_error ("element %zu: %.9g, expected %.9g", i, (double) found[i], (double) expected[i]);
}

/* @data: case-NAME */
static void
test_case (gconstpointer data)
{
  g_autofree char *model = g_strconcat (data, ".onnx", NULL);
  g_autofree char *y_name = g_strconcat (data, ".f32", NULL);
  gsize            x_bytes = 0;
  gsize            y_bytes = 0;
  g_autofree char *x = load_bytes ("op-x.f32", &x_bytes);
  g_autofree char *y = load_bytes (y_name, &y_bytes);
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GError) error = NULL;

  (void) read_model (model, &raw, &error);
  g_assert_no_error (error);
  session = make_session (&raw);
  if (koma_session_get_n_inputs (session) > 0)
    memcpy (koma_session_get_input_data (session, 0), x, x_bytes);
  koma_session_run (session, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_value_get_bytes (koma_session_get_output (session, 0)), ==, y_bytes);
  compare (koma_session_get_output_data (session, 0), (const float *) y, y_bytes / sizeof (float));
}

typedef struct
{
  const char *model;
  int         code;
  const char *words;
} Bad;

static const Bad bad[] = {
  { "bad-cycle.onnx", KOMA_ERROR_MODEL, "needs itself" },
  { "bad-cycle-branch.onnx", KOMA_ERROR_MODEL, "value “y” needs itself" },
  { "bad-function.onnx", KOMA_ERROR_MEMORY, "more than 16 deep" },
  { "bad-wide.onnx", KOMA_ERROR_MEMORY, "more than 100000 nodes" },
  { "bad-inputs.onnx", KOMA_ERROR_MODEL, "2 inputs are given, the function takes 1" },
  { "bad-deep.onnx", KOMA_ERROR_MEMORY, "too many graphs lie in graphs" },
  { "bad-graph.onnx", KOMA_ERROR_MODEL, "the graph in it is damaged" },
  { "bad-missing.onnx", KOMA_ERROR_MODEL, "then_branch is missing" },
  { "bad-omitted.onnx", KOMA_ERROR_MODEL, "Sum “y”: an input is missing" },
};

static void
test_bad (gconstpointer data)
{
  const Bad *self = data;
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (read_model (self->model, &raw, &error));
  assert_error_says (error, KOMA_ERROR, self->code, self->model, self->words, NULL);
}

/* A model that can be looked at, and not run. */
static void
test_condition (void)
{
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (read_model ("bad-condition.onnx", &raw, &error));
  g_assert_true (
    g_hash_table_contains (raw.unsupported, "If (a condition known only when it runs)"));
}

/* What an input says is a constant where nodes must know it, and only there. */
static void
test_known (void)
{
  static const gint32 shape[] = { 4, 6 };
  static const gint32 from[] = { 1 };
  g_autofree char    *path = find_source (MODELS "/known.onnx");
  gsize               length = 0;
  g_autofree char    *x = load_bytes ("op-x.f32", &length);
  g_autoptr (GBytes) x_bytes = g_bytes_new (x, length);
  g_autoptr (GBytes) shape_bytes = g_bytes_new_static (shape, sizeof shape);
  g_autoptr (GBytes) from_bytes = g_bytes_new_static (from, sizeof from);
  GBytes *const       inputs[] = { x_bytes, shape_bytes, from_bytes };
  const KomaModelFile file = { .path = path, .inputs = inputs, .n_inputs = 3 };
  g_auto (KomaRawModel) unknown = { 0 };
  g_auto (KomaRawModel) known = { 0 };
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (read_raw_model (path, &unknown, &error));
  g_assert_cmpuint (g_hash_table_size (unknown.unsupported), >, 0);
  g_assert_true (koma_format_read (koma_formats_find (path, NULL), &file, &known, &error));
  g_assert_cmpuint (koma_graph_get_n_inputs (known.graph), ==, 3);
  session = make_session (&known);
  /* The numbers of x are those that it is run with. */
  for (gsize i = 0; i < length / sizeof (float); i++)
    ((float *) koma_session_get_input_data (session, 0))[i] = 2 * ((const float *) x)[i];
  koma_session_run (session, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_value_get_bytes (koma_session_get_output (session, 0)), ==,
                    6 * sizeof (float));
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat (((const float *) koma_session_get_output_data (session, 0))[i], ==,
                       2 * ((const float *) x)[6 + i]);
}

/* Numbers of another size than the input's are not known. */
static void
test_known_wrong (void)
{
  static const gint32 shape[] = { 4, 6, 1 };
  g_autofree char    *path = find_source (MODELS "/known.onnx");
  g_autoptr (GBytes) shape_bytes = g_bytes_new_static (shape, sizeof shape);
  GBytes *const       inputs[] = { NULL, shape_bytes };
  const KomaModelFile file = { .path = path, .inputs = inputs, .n_inputs = 2 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_format_read (koma_formats_find (path, NULL), &file, &raw, &error));
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), >, 0);
}

static void
add_cases (void)
{
  g_autofree char *folder = find_source (MODELS);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL) {
    if (g_str_has_prefix (name, "case-") && g_str_has_suffix (name, ".onnx")) {
      g_autofree char *plain = g_strndup (name, strlen (name) - strlen (".onnx"));
      g_autofree char *path = g_strconcat ("/onnx-graph/", plain, NULL);

      g_test_add_data_func_full (path, g_steal_pointer (&plain), test_case, g_free);
    }
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  add_cases ();
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autofree char *path = g_strconcat ("/onnx-graph/", bad[i].model, NULL);

    g_test_add_data_func (path, &bad[i], test_bad);
  }
  g_test_add_func ("/onnx-graph/condition", test_condition);
  g_test_add_func ("/onnx-graph/known", test_known);
  g_test_add_func ("/onnx-graph/known-wrong", test_known_wrong);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
