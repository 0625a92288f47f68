/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/models/koma-opened-files.h"

#include <glib/gstdio.h>

#include "tests/remove-tree.h"
#include "worker/models/koma-gathered-files.h"
#include "tests/test-main.h"

#define MODEL "{\"format\":\"graph-model\",\"modelTopology\":{},\"weightsManifest\":[]}"

typedef struct
{
  char            *folder;
  GPtrArray       *files;
  gboolean         are_labels;
  KomaOpenedFiles *opened;
  GError          *error;
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("koma-opened-XXXXXX", NULL);
  fixture->files = g_ptr_array_new_with_free_func (g_object_unref);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  g_clear_pointer (&fixture->opened, koma_opened_files_free);
  g_clear_error (&fixture->error);
  g_ptr_array_unref (fixture->files);
  remove_tree (fixture->folder);
  g_free (fixture->folder);
}

static void
write_text (Fixture    *fixture,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
open_file (Fixture    *fixture,
           const char *name)
{
  g_ptr_array_add (fixture->files, g_file_new_build_filename (fixture->folder, name, NULL));
}

static void
sorted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Fixture *fixture = user_data;

  fixture->opened = koma_opened_files_sort_finish (result, &fixture->error);
}

static void
sort (Fixture      *fixture,
      GCancellable *cancellable)
{
  koma_opened_files_sort_async (fixture->files, fixture->are_labels, cancellable, sorted_cb,
                                fixture);
  while (fixture->opened == NULL && fixture->error == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
assert_sorted (Fixture    *fixture,
               const char *model,
               guint       n_pictures,
               const char *refused)
{
  g_autofree char *path = model != NULL ? g_build_filename (fixture->folder, model, NULL) : NULL;

  sort (fixture, NULL);
  g_assert_no_error (fixture->error);
  g_assert_cmpstr (fixture->opened->model, ==, path);
  g_assert_cmpuint (fixture->opened->pictures->len, ==, n_pictures);
  g_assert_cmpstr (fixture->opened->refused != NULL ? fixture->opened->refused_name : NULL, ==,
                   refused);
}

/* A folder is searched for pictures whether or not it holds a model. */
static void
test_folder (Fixture      *fixture,
             gconstpointer data)
{
  write_text (fixture, "net/model.json", MODEL);
  write_text (fixture, "net/cat.png", "");
  open_file (fixture, "net");
  assert_sorted (fixture, "net", 1, NULL);
}

/* A folder that is a model as a whole. */
static void
test_saved_model (Fixture      *fixture,
                  gconstpointer data)
{
  write_text (fixture, "net/saved_model.pb", "");
  write_text (fixture, "net/plot.png", "");
  open_file (fixture, "net");
  assert_sorted (fixture, "net", 1, NULL);
}

static void
test_checkpoint_folder (Fixture      *fixture,
                        gconstpointer data)
{
  write_text (fixture, "logdir/checkpoint", "model_checkpoint_path: \"model.ckpt-7\"\n");
  write_text (fixture, "logdir/plot.png", "");
  open_file (fixture, "logdir");
  assert_sorted (fixture, "logdir", 1, NULL);
}

/* Several of its files look like models, and its numbers like nothing that Koma opens. */
static void
test_checkpoint_files (Fixture      *fixture,
                       gconstpointer data)
{
  static const char *const names[] = { "m-7.meta", "m-7.data-00000-of-00001", "checkpoint" };

  write_text (fixture, names[0], "graph_def {\n}\n");
  write_text (fixture, names[1], "1234");
  write_text (fixture, names[2], "model_checkpoint_path: \"m-7\"\n");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    open_file (fixture, names[i]);
  assert_sorted (fixture, "checkpoint", 0, NULL);
  g_assert_cmpint (fixture->opened->trouble, ==, KOMA_OPENED_WELL);
}

static void
test_no_model (Fixture      *fixture,
               gconstpointer data)
{
  write_text (fixture, "photos/cat.png", "");
  open_file (fixture, "photos");
  open_file (fixture, "gone.png");
  open_file (fixture, "gone");
  assert_sorted (fixture, NULL, 3, NULL);
}

/* All that a web page of a model lets one download, and a picture. */
static void
test_together (Fixture      *fixture,
               gconstpointer data)
{
  write_text (fixture, "metadata.json", "{}");
  write_text (fixture, "model.json", MODEL);
  write_text (fixture, "weights.bin", "1234");
  write_text (fixture, "labels.txt", "cat");
  open_file (fixture, "metadata.json");
  open_file (fixture, "model.json");
  open_file (fixture, "weights.bin");
  open_file (fixture, "labels.txt");
  open_file (fixture, "cat.png");
  assert_sorted (fixture, "model.json", 1, NULL);
  g_assert_null (fixture->opened->labels_path);
}

/* Beside pictures, and where they are no text. */
static void
test_labels (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "names.CSV", NULL);

  write_text (fixture, "names.CSV", "0,cat\n1,dog");
  write_text (fixture, "more.txt", "a\nb\nc");
  open_file (fixture, "names.CSV");
  open_file (fixture, "more.txt");
  open_file (fixture, "cat.png");
  assert_sorted (fixture, NULL, 1, NULL);
  g_assert_cmpstr (fixture->opened->labels_path, ==, path);
  g_assert_cmpuint (koma_labels_get_n (fixture->opened->labels), ==, 2);
  g_assert_cmpstr (koma_labels_get (fixture->opened->labels, 1), ==, "dog");
}

static void
test_damaged_labels (Fixture      *fixture,
                     gconstpointer data)
{
  write_text (fixture, "names.txt", "\xff");
  open_file (fixture, "names.txt");
  assert_sorted (fixture, NULL, 0, NULL);
  g_assert_nonnull (fixture->opened->labels_path);
  g_assert_null (fixture->opened->labels);
}

/* Whatever their name is. */
static void
test_said_labels (Fixture      *fixture,
                  gconstpointer data)
{
  write_text (fixture, "classes", "cat");
  open_file (fixture, "classes");
  fixture->are_labels = TRUE;
  assert_sorted (fixture, NULL, 0, NULL);
  g_assert_cmpuint (koma_labels_get_n (fixture->opened->labels), ==, 1);
}

static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  write_text (fixture, "x.pt", "1234");
  write_text (fixture, "y.ckpt", "1234");
  write_text (fixture, "letter", "Dear Sir or Madam");
  open_file (fixture, "cat.png");
  open_file (fixture, "x.pt");
  open_file (fixture, "y.ckpt");
  open_file (fixture, "letter");
  assert_sorted (fixture, NULL, 2, "x.pt");
  g_assert_cmpstr (fixture->opened->refused->kind, ==, "a PyTorch model");
}

static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  open_file (fixture, "cat.png");
  g_cancellable_cancel (cancellable);
  sort (fixture, cancellable);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define ADD(name, function) \
  g_test_add ("/worker/opened-files/" name, Fixture, NULL, set_up, function, tear_down)

/* ---- The files of one model ---- */

static gboolean
has_picture (Fixture    *fixture,
             const char *name)
{
  g_autoptr (GFile) file = g_file_new_build_filename (fixture->folder, name, NULL);

  for (guint i = 0; i < fixture->opened->pictures->len; i++)
    if (g_file_equal (fixture->opened->pictures->pdata[i], file))
      return TRUE;
  return FALSE;
}

static void
assert_beside (Fixture    *fixture,
               const char *name,
               const char *text) /* NULL: it is not there */
{
  g_autofree char *folder = g_path_get_dirname (fixture->opened->model);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *found = NULL;

  g_assert_cmpint (g_file_get_contents (path, &found, NULL, NULL), ==, text != NULL);
  g_assert_cmpstr (found, ==, text);
}

/* From several folders: beside each other as long as they are needed; pictures stay pictures. */
static void
test_several_folders (Fixture      *fixture,
                      gconstpointer data)
{
  g_autofree char *model = NULL;

  write_text (fixture, "net/model.json", MODEL);
  write_text (fixture, "net/koma.json", "{}");
  write_text (fixture, "net/old.txt", "old");
  write_text (fixture, "parts/group1-shard1of1", "\001\002\003");
  write_text (fixture, "lists/labels.txt", "cat\ndog\n");
  write_text (fixture, "parts/photo", "\x89PNG\r\n\x1a\n");
  write_text (fixture, "parts/a.png", "picture");
  open_file (fixture, "parts/group1-shard1of1");
  open_file (fixture, "parts/photo");
  open_file (fixture, "lists/labels.txt");
  open_file (fixture, "net/model.json");
  open_file (fixture, "parts/a.png");
  sort (fixture, NULL);
  g_assert_true (koma_gathered_files_is (fixture->opened->model));
  assert_beside (fixture, "model.json", MODEL);
  assert_beside (fixture, "group1-shard1of1", "\001\002\003");
  assert_beside (fixture, "labels.txt", "cat\ndog\n");
  assert_beside (fixture, "koma.json", "{}");
  assert_beside (fixture, "old.txt", NULL);
  g_assert_true (g_str_has_suffix (fixture->opened->model, "/net/model.json"));
  g_assert_true (has_picture (fixture, "parts/photo"));
  g_assert_true (has_picture (fixture, "parts/a.png"));
  g_assert_false (has_picture (fixture, "parts/group1-shard1of1"));
  g_assert_null (fixture->opened->labels_path);

  model = g_strdup (fixture->opened->model);
  g_clear_pointer (&fixture->opened, koma_opened_files_free);
  g_assert_false (g_file_test (model, G_FILE_TEST_EXISTS));
}

/* From one folder they lie where they must. */
static void
test_one_folder (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "model.json", NULL);

  write_text (fixture, "model.json", MODEL);
  write_text (fixture, "weights", "\001");
  open_file (fixture, "weights");
  open_file (fixture, "model.json");
  sort (fixture, NULL);
  g_assert_cmpstr (fixture->opened->model, ==, path);
  g_assert_cmpuint (fixture->opened->pictures->len, ==, 0);
}

static void
assert_trouble (Fixture          *fixture,
                KomaOpenedTrouble trouble,
                const char       *names)
{
  sort (fixture, NULL);
  g_assert_null (fixture->opened->model);
  g_assert_cmpint (fixture->opened->trouble, ==, trouble);
  g_assert_cmpstr (fixture->opened->trouble_names, ==, names);
}

static void
test_same_name (Fixture      *fixture,
                gconstpointer data)
{
  write_text (fixture, "net/model.json", MODEL);
  write_text (fixture, "a/weights.dat", "\001");
  write_text (fixture, "b/weights.dat", "\002");
  open_file (fixture, "net/model.json");
  open_file (fixture, "a/weights.dat");
  open_file (fixture, "b/weights.dat");
  assert_trouble (fixture, KOMA_OPENED_SAME_NAME, "weights.dat");
}

static void
test_several_models (Fixture      *fixture,
                     gconstpointer data)
{
  write_text (fixture, "one.onnx", "\010\010");
  write_text (fixture, "two.onnx", "\010\010");
  open_file (fixture, "one.onnx");
  open_file (fixture, "two.onnx");
  assert_trouble (fixture, KOMA_OPENED_SEVERAL_MODELS, "one.onnx, two.onnx");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("folder", test_folder);
  ADD ("foreign-folder", test_saved_model);
  ADD ("checkpoint-folder", test_checkpoint_folder);
  ADD ("checkpoint-files", test_checkpoint_files);
  ADD ("no-model", test_no_model);
  ADD ("together", test_together);
  ADD ("labels", test_labels);
  ADD ("damaged-labels", test_damaged_labels);
  ADD ("said-labels", test_said_labels);
  ADD ("refused", test_refused);
  ADD ("cancelled", test_cancelled);
  ADD ("several-folders", test_several_folders);
  ADD ("one-folder", test_one_folder);
  ADD ("same-name", test_same_name);
  ADD ("several-models", test_several_models);
  return g_test_run ();
}
