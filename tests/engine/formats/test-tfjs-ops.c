/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Graph models of one op each, with what TensorFlow.js makes of them. */

#include <string.h>

#include "engine/formats/json.h"
#include "fixture.h"
#include "reference.h"
#include "tests/test-main.h"

#define TOLERANCE 1e-5

typedef struct
{
  char       *folder;
  const char *backend;
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->folder);
  g_free (self);
}

static void
test_case (gconstpointer data)
{
  const Case      *self = data;
  g_autofree char *model_path = g_build_filename (self->folder, "model.json", NULL);
  g_autofree char *case_path = g_build_filename (self->folder, "case.json", NULL);
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = koma_json_load (case_path, KOMA_MAX_TOPOLOGY_BYTES, NULL, &error);
  JsonObject *object = koma_json_node_object (node);

  Reference reference = {
    .folder = self->folder,
    .inputs = koma_json_get_array (object, "inputs"),
    .outputs = koma_json_get_array (object, "outputs"),
  };

  g_assert_no_error (error);
  read_raw_model (model_path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);

  reference_check (&reference, raw.graph, self->backend, TOLERANCE, &error);
  g_assert_no_error (error);
}

static void
add_case (const char             *folder,
          const char             *name,
          const KomaBackendClass *backend)
{
  g_autofree char *test_path = g_strdup_printf ("/tfjs-ops/%s/%s", backend->name, name);
  Case            *self = g_new0 (Case, 1);

  self->folder = g_build_filename (folder, name, NULL);
  self->backend = backend->name;
  g_test_add_data_func_full (test_path, self, test_case, case_free);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_cases (const char             *folder,
           const KomaBackendClass *backend)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);

  for (guint i = 0; i < names->len; i++)
    add_case (folder, names->pdata[i], backend);
}

static void
test_nothing (void)
{
  g_test_skip ("shared data is not there");
}

KOMA_TEST_MAIN (argc, argv)
{
  const char      *shared = g_getenv ("KOMA_SHARED");
  g_autofree char *folder = g_build_filename (shared != NULL ? shared : ".",
                                              "models", "tfjs_ops", NULL);
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  if (!g_file_test (folder, G_FILE_TEST_IS_DIR)) {
    g_test_add_func ("/tfjs-ops", test_nothing);
    return g_test_run ();
  }

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    if (koma_backends_find_available (koma_backends_get (i)->name, NULL) != NULL)
      add_cases (folder, koma_backends_get (i));
  }

  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
