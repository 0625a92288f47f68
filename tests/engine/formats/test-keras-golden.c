/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every kind of layer against what TensorFlow.js computes, on every backend there is, with the
 * tolerances of the data: golden_layers/layers of the shared folder, whose README says how inputs
 * are made. Runs with state after the first, and runs of training, are not of a model that is
 * read. */
#include <math.h>

#include "engine/backends/backends.h"
#include "engine/formats/json.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

typedef struct
{
  char       *folder;
  JsonObject *object; /* of index.json */
  const char *backend;
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->folder);
  json_object_unref (self->object);
  g_free (self);
}

static double
mix (guint32 i,
     guint32 seed)
{
  guint32 h = i * 2654435761u + seed * 2246822519u;

  h ^= h >> 15;
  h *= 2246822519u;
  h ^= h >> 13;
  h *= 3266489917u;
  h ^= h >> 16;
  return (h >> 8) / 16777216.0;
}

static double
get_number (JsonObject *object,
            const char *name)
{
  double number = NAN;

  g_assert_true (koma_json_node_double (koma_json_get (object, name), &number));
  return number;
}

static KomaShape
get_shape (JsonObject *spec)
{
  JsonArray *dims = koma_json_get_array (spec, "shape");
  KomaShape  shape = { .rank = koma_json_array_length (dims) };

  g_assert_cmpuint (shape.rank, <=, KOMA_MAX_RANK);
  for (guint d = 0; d < shape.rank; d++)
    g_assert_true (koma_json_node_int (koma_json_element (dims, d), &shape.dims[d]));
  return shape;
}

/* Elements whose index begins so are 0. */
static void
set_zeros (JsonObject      *spec,
           const KomaShape *shape,
           float           *data)
{
  JsonArray *list = koma_json_get_array (spec, "zero_at");

  for (guint i = 0; i < koma_json_array_length (list); i++) {
    JsonArray *at = koma_json_node_array (koma_json_element (list, i));
    gsize      offset = 0;
    gsize      n = koma_shape_count (shape);

    for (guint d = 0; d < koma_json_array_length (at); d++) {
      gint64 index = 0;

      g_assert_true (koma_json_node_int (koma_json_element (at, d), &index));
      n /= (gsize) shape->dims[d];
      offset += (gsize) index * n;
    }
    memset (data + offset, 0, n * sizeof *data);
  }
}

static void
fill_input (JsonObject      *spec,
            const KomaShape *shape,
            float           *data)
{
  JsonObject  *rule = koma_json_get_object (spec, "mix");
  const double low = get_number (rule, "lo");
  const double high = get_number (rule, "hi");
  gboolean     is_whole = g_strcmp0 (koma_json_get_string (spec, "dtype"), "int32") == 0;

  (void) koma_json_node_boolean (koma_json_get (rule, "whole"), &is_whole);
  for (gsize i = 0; i < koma_shape_count (shape); i++) {
    const double value =
      low + (high - low) * mix ((guint32) i, (guint32) get_number (rule, "seed"));

    data[i] = (float) (is_whole ? floor (value) : value);
  }
  set_zeros (spec, shape, data);
}

static void
check_output (const Case        *self,
              const KomaSession *session,
              guint              index,
              JsonObject        *expected)
{
  const KomaShape *found = &koma_session_get_output (session, index)->shape;
  const KomaShape  shape = get_shape (expected);
  const float     *data = koma_session_get_output_data (session, index);
  const double     tolerance = get_number (expected, "tolerance");
  g_autofree char *path =
    g_build_filename (self->folder, koma_json_get_string (expected, "file"), NULL);
  g_autofree float *wanted = NULL;
  gsize             size_bytes = 0;

  g_assert_true (koma_shape_equal (found, &shape));
  g_assert_true (g_file_get_contents (path, (char **) &wanted, &size_bytes, NULL));
  g_assert_cmpuint (size_bytes, ==, koma_shape_count (&shape) * sizeof *wanted);
  for (gsize i = 0; i < koma_shape_count (&shape); i++)
    g_assert_cmpfloat_with_epsilon (data[i], wanted[i], tolerance);
}

static KomaSession *
open_session (const Case      *self,
              const KomaGraph *graph,
              JsonArray       *inputs)
{
  const guint           n_inputs = koma_json_array_length (inputs);
  g_autofree KomaShape *shapes = g_new0 (KomaShape, n_inputs + 1);
  KomaSessionOptions    options = { .backend = self->backend,
                                    .n_threads = 1,
                                    .precision = KOMA_PRECISION_FLOAT32,
                                    .input_shapes = shapes,
                                    .n_input_shapes = n_inputs };
  KomaSession          *session = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_inputs; i++)
    shapes[i] = get_shape (koma_json_node_object (koma_json_element (inputs, i)));
  session = koma_session_new (graph, &options, &error);
  g_assert_no_error (error);
  return session;
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  JsonArray  *inputs = koma_json_get_array (self->object, "inputs");
  JsonArray  *runs = koma_json_get_array (self->object, "runs");
  JsonArray  *outputs =
    koma_json_get_array (koma_json_node_object (koma_json_element (runs, 0)), "outputs");
  g_autofree char *path = g_build_filename (self->folder, "model.json", NULL);
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;

  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
  session = open_session (self, raw.graph, inputs);
  for (guint i = 0; i < koma_json_array_length (inputs); i++)
    fill_input (koma_json_node_object (koma_json_element (inputs, i)),
                &koma_session_get_input (session, i)->shape,
                koma_session_get_input_data (session, i));
  g_assert_true (koma_session_run (session, &error));
  g_assert_cmpuint (koma_session_get_n_outputs (session), ==, koma_json_array_length (outputs));
  for (guint i = 0; i < koma_json_array_length (outputs); i++)
    check_output (self, session, i, koma_json_node_object (koma_json_element (outputs, i)));
}

static void
add_case (const char *folder, /* of all */
          JsonObject *object,
          const char *backend)
{
  const char      *name = koma_json_get_string (object, "name");
  Case            *self = g_new0 (Case, 1);
  g_autofree char *path = g_strdup_printf ("/keras-golden/%s/%s", backend, name);

  self->folder = g_build_filename (folder, name, NULL);
  self->object = json_object_ref (object);
  self->backend = backend;
  g_test_add_data_func_full (path, self, test_case, case_free);
}

static void
test_absent (void)
{
  g_test_skip ("no golden_layers in the shared folder");
}

static void
add_cases (const char *folder, /* (nullable) */
           JsonArray  *cases)
{
  if (koma_json_array_length (cases) == 0)
    g_test_add_func ("/keras-golden/absent", test_absent);
  for (guint b = 0; b < koma_backends_get_n (); b++) {
    const char *backend = koma_backends_get (b)->name;

    if (koma_backends_find_available (backend, NULL) == NULL)
      continue;
    for (guint i = 0; i < koma_json_array_length (cases); i++)
      add_case (folder, koma_json_node_object (koma_json_element (cases, i)), backend);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  const char      *shared = g_getenv ("KOMA_SHARED");
  g_autofree char *folder =
    shared != NULL ? g_build_filename (shared, "golden_layers", "layers", NULL) : NULL;
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "index.json", NULL) : NULL;
  g_autoptr (JsonNode) node = NULL;

  g_test_init (&argc, &argv, NULL);
  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS)) {
    node = koma_json_load (path, KOMA_MAX_TOPOLOGY_BYTES, NULL, NULL);
    g_assert_nonnull (node);
  }
  add_cases (folder, koma_json_get_array (koma_json_node_object (node), "cases"));
  return g_test_run ();
}
