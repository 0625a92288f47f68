/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Real models of the three TensorFlow.js formats, frozen graphs, and models of TensorFlow Lite and
 * of ONNX, against what their own runtimes compute: the same inputs, on every backend there is. */

#include <string.h>

#include "engine/formats/json.h"
#include "engine/runtime/flags.h"
#include "fixture.h"
#include "reference.h"
#include "tests/test-main.h"

#define TOLERANCE       1e-4
#define RANGE_TOLERANCE 5e-5

typedef struct
{
  char       *shared;
  char       *name; /* folder of golden/ */
  const char *backend;

  KomaPrecision precision;
  int           max_level; /* the flag CPU_LEVEL; 0: none */
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->shared);
  g_free (self->name);
  g_free (self);
}

static void
check_run (const Case      *self,
           JsonObject      *run,
           const KomaGraph *graph)
{
  g_autoptr (GError) error = NULL;
  Reference reference = {
    .folder = self->shared,
    .inputs = koma_json_get_array (run, "inputs"),
    .outputs = koma_json_get_array (run, "outputs"),
    .precision = self->precision,
    .range_tolerance = RANGE_TOLERANCE,
  };
  const double tolerance = self->precision == KOMA_PRECISION_FLOAT16 ? KOMA_HALF_TOLERANCE
                                                                     : TOLERANCE;

  g_test_message ("%s", koma_json_get_string (run, "name"));
  reference_check (&reference, graph, self->backend, tolerance, &error);
  g_assert_no_error (error);
}

static void
test_case (gconstpointer data)
{
  const Case      *self = data;
  g_autofree char *golden_path = g_build_filename (self->shared, "golden", self->name,
                                                   "golden.json", NULL);
  g_autofree char *model_path = NULL;
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = koma_json_load (golden_path, KOMA_MAX_TOPOLOGY_BYTES, NULL, &error);
  JsonObject *object = koma_json_node_object (node);
  JsonArray  *runs = koma_json_get_array (object, "runs");

  g_assert_no_error (error);
  model_path = g_build_filename (self->shared, koma_json_get_string (object, "model"), NULL);
  read_raw_model (model_path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);

  g_assert_cmpuint (koma_json_array_length (runs), ==, 2);
  if (self->max_level != 0)
    g_assert_true (koma_flags_set (KOMA_FLAG_CPU_LEVEL, self->max_level, NULL));
  for (guint i = 0; i < koma_json_array_length (runs); i++)
    check_run (self, koma_json_node_object (koma_json_element (runs, i)), raw.graph);
  koma_flags_reset (KOMA_FLAG_CPU_LEVEL);
}

/* The frozen graph's greatest score is 0.18, and float16 off by 2.2 % of that: too little is
 * left to judge half floats by. */
static gboolean
is_case (const char   *name,
         KomaPrecision precision)
{
  return g_str_has_prefix (name, "tfjs") || g_str_has_prefix (name, "onnx") ||
         ((g_str_has_prefix (name, "frozen") || g_str_has_prefix (name, "tflite")) &&
          precision == KOMA_PRECISION_FLOAT32);
}

static void
add_cases (const char             *shared,
           const char             *prefix, /* of names in golden/ */
           const KomaBackendClass *backend,
           KomaPrecision           precision,
           int                     max_level)
{
  g_autofree char *folder = g_build_filename (shared, "golden", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *level = max_level != 0 ? g_strdup_printf ("-level-%d", max_level) : NULL;
    g_autofree char *test_path =
      g_strdup_printf ("/golden/%s-%s%s/%s", backend->name, koma_precision_get_name (precision),
                       level != NULL ? level : "", name);
    Case *self = NULL;

    if (!g_str_has_prefix (name, prefix) || !is_case (name, precision))
      continue;

    self = g_new0 (Case, 1);
    self->shared = g_strdup (shared);
    self->name = g_strdup (name);
    self->backend = backend->name;
    self->precision = precision;
    self->max_level = max_level;
    g_test_add_data_func_full (test_path, self, test_case, case_free);
  }
}

static void
test_nothing (void)
{
  g_test_skip ("shared data is not there");
}

KOMA_TEST_MAIN (argc, argv)
{
  const char      *shared = g_getenv ("KOMA_SHARED");
  g_autofree char *folder = g_build_filename (shared != NULL ? shared : ".", "golden", NULL);
  int              status = 0;

  g_test_init (&argc, &argv, NULL);
  if (shared == NULL || !g_file_test (folder, G_FILE_TEST_IS_DIR)) {
    g_test_add_func ("/golden", test_nothing);
    return g_test_run ();
  }

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);

    if (koma_backends_find_available (backend->name, NULL) == NULL)
      continue;
    add_cases (shared, "", backend, KOMA_PRECISION_FLOAT32, 0);
    if (backend->choose_precision != NULL)
      add_cases (shared, "", backend, KOMA_PRECISION_FLOAT16, 0);
    /* What it leaves to plain C on a processor with VNNI, it computes itself without. */
    if (g_str_equal (backend->name, "xnnpack"))
      add_cases (shared, "tflite", backend, KOMA_PRECISION_FLOAT32, 1);
  }

  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
