/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the doctor says of files that can not be loaded. */
#include <glib/gstdio.h>

#include "engine/koma/koma-error.h"
#include "engine/model/doctor.h"
#include "finding-fixture.h"
#include "fixture.h"
#include "tests/test-main.h"

static void
assert_explained (const char *path,
                  const char *id,
                  const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autoptr (GPtrArray) findings = NULL;

  g_assert_null (model);
  findings = koma_doctor_explain (path, error);
  g_assert_cmpuint (findings->len, ==, 1);
  assert_finding (findings, id, KOMA_FINDING_ERROR, words);
}

static void
test_failures (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *model = NULL;
  g_autofree char *foreign = NULL;
  g_autofree char *unknown = NULL;
  g_autofree char *weights = NULL;
  g_autofree char *other = NULL;
  g_autofree char *state = NULL;

  folder_init (&folder);
  folder_copy_colours (&folder, "model.json");
  folder_write (&folder, "net.pt", "PK", -1);
  folder_write (&folder, "net.xyz", "something", -1);
  model = folder_get (&folder, "model.json");
  foreign = folder_get (&folder, "net.pt");
  unknown = folder_get (&folder, "net.xyz");
  weights = folder_get (&folder, "weights.bin");
  assert_explained ("/nowhere/model.json", "model-missing", "/nowhere/model.json");
  assert_explained (foreign, "foreign", "PyTorch");
  assert_explained (unknown, "unsupported", "net.xyz");
  folder_write_json (&folder, "other.json", "{'modelTopology': 1, 'name': 'of another program'}");
  other = folder_get (&folder, "other.json");
  assert_explained (other, "unsupported", "other.json");
  folder_write (&folder, "weights.bin", "short", -1);
  assert_explained (model, "damaged", "weights.bin");
  g_assert_cmpint (g_remove (weights), ==, 0);
  assert_explained (model, "file-missing", "weights.bin");
  folder_write (&folder, "checkpoint", "model_checkpoint_path: \"step-9\"", -1);
  state = folder_get (&folder, "checkpoint");
  assert_explained (state, "file-missing", "step-9.index");
}

static void
test_failures_elsewhere (void)
{
  static const struct
  {
    int         code; /* of KOMA_ERROR; -1: of another domain */
    const char *id;
  } kinds[] = {
    { KOMA_ERROR_MODEL, "damaged" },
    { KOMA_ERROR_UNSUPPORTED, "unsupported" },
    { KOMA_ERROR_MEMORY, "memory" },
    { KOMA_ERROR_SHAPE, "not-usable" },
    { KOMA_ERROR_NO_MODEL, "not-usable" },
    { KOMA_ERROR_SEVERAL_MODELS, "not-usable" },
    { -1, "not-readable" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (GError) error =
      kinds[i].code >= 0 ? g_error_new_literal (KOMA_ERROR, kinds[i].code, "so it is")
                         : g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_ACCES, "so it is");
    g_autoptr (GPtrArray) findings = koma_doctor_explain ("/some/model.json", error);

    assert_finding (findings, kinds[i].id, KOMA_FINDING_ERROR, "so it is");
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doctor-failure/files", test_failures);
  g_test_add_func ("/doctor-failure/elsewhere", test_failures_elsewhere);
  return g_test_run ();
}
