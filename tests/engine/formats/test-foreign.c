/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/formats/foreign.h"

#include "engine/formats/format.h"
#include "engine/koma/koma-error.h"
#include "engine/model/model-find.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

static const char *
find_kind (const char *name,
           const char *head,
           gsize       length)
{
  const KomaForeign *foreign = koma_foreign_find (name, (const guint8 *) head, length);

  return foreign != NULL ? foreign->kind : NULL;
}

static void
test_names (void)
{
  static const char *const known[][2] = {
    { "/a/x.pt", "a PyTorch model" },
    { "X.PT", "a PyTorch model" },
    { "x.pth", "a PyTorch model" },
    { "x.tar.gz", "an archive" },
    { "group1-shard1of2.bin", "a file of weights" },
    { "/a/model.ckpt-7.data-00000-of-00001", "the numbers of a TensorFlow checkpoint" },
    { "variables.data-00011-of-00032", "the numbers of a TensorFlow checkpoint" },
    { "labels.txt", "a text file" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++) {
    g_assert_cmpstr (find_kind (known[i][0], NULL, 0), ==, known[i][1]);
    g_assert_cmpstr (find_kind (known[i][0], "\1\2\3", 3), ==, known[i][1]);
  }
  g_assert_null (find_kind ("cat.jpg", NULL, 0));
  g_assert_null (find_kind ("model.json", NULL, 0));
  g_assert_null (find_kind ("pt", NULL, 0));
  g_assert_null (find_kind ("/x.data-00000-of-00001/model", NULL, 0));
}

static void
test_contents (void)
{
  g_assert_cmpstr (find_kind ("download", "PK\3\4....", 8), ==, "an archive");
  /* Such an archive has a better name. */
  g_assert_cmpstr (find_kind ("x.pt", "PK\3\4....", 8), ==, "a PyTorch model");

  g_assert_cmpstr (find_kind ("net.pb", "\x08\x01\x12\x04", 4), ==, "a TensorFlow SavedModel");

  g_assert_null (find_kind ("model", "\x1c\0\0\0TFL3", 8));
  g_assert_null (find_kind ("weights", "\x08\x01", 2)); /* too short */
  g_assert_null (find_kind ("cat.txt", "\x89PNG\r\n\x1a\n", 8));
  g_assert_null (find_kind ("letter", "Dear Sir or Madam", 17));
}

/* Opened as a model, it is named, too. */
static void
test_error (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-foreign-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "x.pt", NULL);
  g_autofree char *missing = g_build_filename (folder, "y.pt", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "\x08\x07", 2, NULL));
  g_assert_null (koma_formats_find (path, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "x.pt: a PyTorch model. "));
  g_assert_nonnull (strstr (error->message, "torch.onnx.export"));
  g_assert_cmpstr (koma_foreign_find_file (path)->kind, ==, "a PyTorch model");
  g_assert_null (koma_foreign_find_file (missing));
  g_assert_null (koma_foreign_find_file (folder));
  remove_tree (folder);
}

/* A model of TensorFlow is a folder, whatever its name; where it was converted in place, that is
 * meant. */
static void
test_folder (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-foreign-XXXXXX", NULL);
  g_autofree char *graph = g_build_filename (folder, "saved_model.pb", NULL);
  g_autofree char *model = g_build_filename (folder, "model.json", NULL);
  g_autofree char *saved = NULL;
  g_autofree char *found = NULL;

  g_assert_true (g_file_set_contents (graph, "\x08\x01", 2, NULL));
  saved = koma_model_find_file (folder, NULL);
  g_assert_cmpstr (saved, ==, graph);
  g_assert_cmpstr (koma_formats_find (saved, NULL)->name, ==, "TensorFlow SavedModel");

  g_assert_true (g_file_set_contents (model, "{}", 2, NULL));
  found = koma_model_find_file (folder, NULL);
  g_assert_cmpstr (found, ==, model);
  remove_tree (folder);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/foreign/names", test_names);
  g_test_add_func ("/engine/foreign/contents", test_contents);
  g_test_add_func ("/engine/foreign/error", test_error);
  g_test_add_func ("/engine/foreign/folder", test_folder);
  return g_test_run ();
}
