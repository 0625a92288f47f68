/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ONNX's own cases of one operator each that the shared data has, and more of them with the results
 * of ONNX Runtime, on every backend. test-onnx-nodes has all that ONNX 1.12 came with. */

#include "engine/backends/backends.h"
#include "fixture.h"
#include "onnx-case.h"
#include "tests/test-main.h"

/* Types that Koma does not have: 16-bit and 4-bit quantised numbers. */
static const char *const refused[] = {
  "test_dequantizelinear_float4e2m1",
  "test_quantizelinear_blocked_symmetric",
  "test_quantizelinear_float4e2m1",
  "test_quantizelinear_int16",
  "test_quantizelinear_uint16",
  NULL,
};

typedef struct
{
  char       *folder;
  char       *name;
  const char *backend;
} Case;

typedef struct
{
  guint n_cases;
  guint n_passed;
} Sums;

static Sums sums;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->folder);
  g_free (self->name);
  g_free (self);
}

static void
test_case (gconstpointer data)
{
  const Case          *self = data;
  g_autofree char     *folder = g_build_filename (self->folder, self->name, NULL);
  g_autofree char     *why = NULL;
  const OnnxCaseResult result = onnx_case_run (folder, self->backend, &why);
  const OnnxCaseResult expected =
    g_strv_contains (refused, self->name) ? ONNX_CASE_REFUSED : ONNX_CASE_PASSED;

  sums.n_cases++;
  sums.n_passed += result == ONNX_CASE_PASSED;
  if (why != NULL)
    g_test_message ("%s", why);
  g_assert_cmpint (result, ==, expected);
}

static void
test_sums (gconstpointer data)
{
  g_test_message ("%s: %u of %u cases computed", (const char *) data, sums.n_passed, sums.n_cases);
  sums = (Sums){ 0 };
}

static void
add_cases (const char             *shared,
           const char             *set,
           const KomaBackendClass *backend)
{
  g_autofree char *folder = g_build_filename (shared, "models", "onnx", set, NULL);
  g_autofree char *sums_path = g_strdup_printf ("/onnx-ops/%s/sums-of-%s", backend->name, set);
  g_autoptr (GPtrArray) names = onnx_case_list (folder);

  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_strdup_printf ("/onnx-ops/%s/%s", backend->name,
                                             (const char *) names->pdata[i]);
    Case            *self = g_new0 (Case, 1);

    *self = (Case){ g_strdup (folder), g_strdup (names->pdata[i]), backend->name };
    g_test_add_data_func_full (path, self, test_case, case_free);
  }
  g_test_add_data_func (sums_path, backend->name, test_sums);
}

static void
test_nothing (void)
{
  g_test_skip ("shared data is not there");
}

KOMA_TEST_MAIN (argc, argv)
{
  const char      *shared = g_getenv ("KOMA_SHARED");
  g_autofree char *folder = g_build_filename (shared != NULL ? shared : ".", "models", "onnx",
                                              NULL);
  int              status = 0;

  g_test_init (&argc, &argv, NULL);
  if (shared == NULL || !g_file_test (folder, G_FILE_TEST_IS_DIR)) {
    g_test_add_func ("/onnx-ops", test_nothing);
    return g_test_run ();
  }
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    if (koma_backends_find_available (koma_backends_get (i)->name, NULL) == NULL)
      continue;
    add_cases (shared, "onnx_node_tests", koma_backends_get (i));
    add_cases (shared, "extra_op_tests", koma_backends_get (i));
  }
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
