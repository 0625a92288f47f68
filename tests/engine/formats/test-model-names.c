/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/formats/archive.h"
#include "engine/formats/format.h"
#include "engine/formats/model-names.h"
#include "tests/test-main.h"

static void
test_endings (void)
{
  const char *const models[] = { "a/model.json", "A.TFLITE", "x.onnx.gz", "graph.pbtxt",
                                 "run/checkpoint", "checkpoint", "step.meta", "all.tar.xz" };
  const char *const others[] = { "cat.jpg", "onnx", "my-checkpoint", "checkpoint.txt", "a.gz", "" };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++) {
    g_test_message ("%s", models[i]);
    g_assert_true (koma_model_names_has_ending (models[i]));
  }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_test_message ("%s", others[i]);
    g_assert_false (koma_model_names_has_ending (others[i]));
  }
}

/* A row that forgot them would be found by no dialog. */
static void
test_every_format (void)
{
  g_autoptr (GPtrArray) patterns = koma_model_names_list_patterns ();

  for (guint f = 0; koma_formats_get (f) != NULL; f++) {
    const char *const *endings = koma_formats_get (f)->endings;

    g_test_message ("%s", koma_formats_get (f)->name);
    g_assert_nonnull (endings);
    g_assert_nonnull (endings[0]);
    for (guint i = 0; endings[i] != NULL; i++) {
      g_autofree char *lower = g_ascii_strdown (endings[i], -1);
      g_autofree char *path = g_strconcat ("folder/model", endings[i], NULL);

      g_assert_cmpstr (endings[i], ==, lower);
      g_assert_true (koma_model_names_has_ending (path));
    }
  }
  for (guint i = 0; i + 1 < patterns->len; i++) {
    for (guint j = i + 1; j + 1 < patterns->len; j++)
      g_assert_cmpstr (patterns->pdata[i], !=, patterns->pdata[j]);
  }
  g_assert_null (patterns->pdata[patterns->len - 1]);
  g_assert_true (g_ptr_array_find_with_equal_func (patterns, "*.onnx", g_str_equal, NULL));
  g_assert_true (g_ptr_array_find_with_equal_func (patterns, "checkpoint", g_str_equal, NULL));
  g_assert_true (g_ptr_array_find_with_equal_func (patterns, "*.zip", g_str_equal, NULL));
}

static void
test_usual (void)
{
  guint n = 0;

  while (koma_model_names_get_usual (n) != NULL) {
    g_assert_true (koma_model_names_is_usual (koma_model_names_get_usual (n)));
    g_assert_true (koma_model_names_has_ending (koma_model_names_get_usual (n)));
    n++;
  }
  g_assert_cmpuint (n, >=, 5);
  g_assert_cmpstr (koma_model_names_get_usual (0), ==, "model.json");
  g_assert_false (koma_model_names_is_usual ("birds.onnx"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model-names/endings", test_endings);
  g_test_add_func ("/model-names/every-format", test_every_format);
  g_test_add_func ("/model-names/usual", test_usual);
  return g_test_run ();
}
