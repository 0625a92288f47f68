/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/models/koma-model-check.h"

#include "engine/model/finding.h"
#include "tests/test-main.h"

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  GAsyncResult **ret_result = user_data;

  g_assert_null (source);
  *ret_result = g_object_ref (result);
}

/* The ids of what is found, with spaces between. */
static char *
check (const char *path)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GError) error = NULL;
  GString *ids = g_string_new (NULL);

  koma_model_check_async (path, NULL, checked_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  findings = koma_model_check_finish (result, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < findings->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "",
                            ((const KomaFinding *) findings->pdata[i])->id);
  return g_string_free (ids, FALSE);
}

/* One that can be loaded is examined, one that can not be is explained. */
static void
test_check (void)
{
  g_autofree char *colours = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours",
                                               NULL);
  g_autofree char *examined = check (colours);
  g_autofree char *explained = check ("/nowhere/model.json");

  g_assert_cmpstr (examined, ==, "scores-logits");
  g_assert_cmpstr (explained, ==, "model-missing");
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  koma_model_check_async ("/nowhere", cancellable, checked_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (koma_model_check_finish (result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/model-check/check", test_check);
  g_test_add_func ("/worker/model-check/cancelled", test_cancelled);
  return g_test_run ();
}
