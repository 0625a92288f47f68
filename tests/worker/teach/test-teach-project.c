/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations of a project: the lists after them, on the disk, and after they are undone. */
#include "teach-fixture.h"

#include <string.h>

#include <glib/gstdio.h>

#include "worker/teach/disk/koma-teach-keeper.h"
#include "worker/teach/learn/koma-teach-learn.h"
#include "tests/test-main.h"

static void
check (KomaTeachProject *project,
       const char       *expected)
{
  g_autofree char *text = teach_describe (project);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_classes (Teach        *teach,
              gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  KomaTeachClass   *cat = NULL;
  KomaTeachClass   *dog = NULL;

  g_assert_cmpint (koma_teach_project_get_status (project).state, ==, KOMA_TEACH_READY);
  g_assert_null (koma_teach_project_get_status (project).warnings);
  check (project, "\n");
  koma_teach_project_rename (project, "Pets");
  cat = koma_teach_project_add_class (project, "cat");
  dog = koma_teach_project_add_class (project, "dog");
  koma_teach_project_add_class (project, "line\n“quote\"");
  check (project, "Pets\n1 cat 0:\n2 dog 1:\n3 line\n“quote\" 2:\n");
  koma_teach_project_rename_class (project, cat, "Cat");
  koma_teach_project_recolour_class (project, dog, 7);
  koma_teach_project_move_class (project, cat, 9);
  check (project, "Pets\n2 dog 7:\n3 line\n“quote\" 2:\n1 Cat 0:\n");
  koma_teach_project_remove_class (project, dog);
  check (project, "Pets\n3 line\n“quote\" 2:\n1 Cat 0:\n");
  g_assert_true (koma_teach_class_is_removed (dog));
  g_assert_true (koma_teach_project_find_class (project, "Cat") == cat);
  g_assert_null (koma_teach_project_find_class (project, "dog"));
  teach_check_kept (teach, project);
}

static void
assert_undo (KomaTeachProject *project,
             KomaTeachChange   kind,
             guint             n_examples,
             const char       *name)
{
  const KomaTeachUndo *undo = koma_teach_project_get_undo (project);

  g_assert_nonnull (undo);
  g_assert_cmpint (undo->kind, ==, kind);
  g_assert_cmpuint (undo->n_examples, ==, n_examples);
  g_assert_cmpstr (undo->name, ==, name);
}

/* Does each operation, and undoes all, with a look at each state on the way back. */
static void
test_undo (Teach        *teach,
           gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) examples = g_ptr_array_new_with_free_func (g_object_unref);
  KomaTeachClass *cat = NULL;
  KomaTeachClass *dog = NULL;

#define NOTE g_ptr_array_add (states, teach_describe (project))
  koma_teach_project_rename (project, "Pets");
  NOTE;
  cat = koma_teach_project_add_class (project, "cat");
  NOTE;
  dog = koma_teach_project_add_class (project, "dog");
  assert_undo (project, KOMA_TEACH_ADD_CLASS, 0, "dog");
  NOTE;
  g_ptr_array_add (examples, teach_add_pixels (project, cat, 1));
  NOTE;
  g_ptr_array_add (examples, teach_add_pixels (project, dog, 0xff00));
  NOTE;
  g_ptr_array_add (examples, teach_add_pixels (project, cat, 0xff0000));
  assert_undo (project, KOMA_TEACH_ADD_EXAMPLES, 1, "cat");
  NOTE;
  koma_teach_project_move_examples (project, examples, dog);
  assert_undo (project, KOMA_TEACH_MOVE_EXAMPLES, 2, "cat");
  g_assert_cmpuint (koma_teach_class_get_n_examples (dog), ==, 3);
  NOTE;
  koma_teach_project_remove_examples (project, examples);
  assert_undo (project, KOMA_TEACH_REMOVE_EXAMPLES, 3, "dog");
  NOTE;
  koma_teach_project_move_class (project, dog, 0);
  NOTE;
  koma_teach_project_recolour_class (project, dog, 5);
  NOTE;
  koma_teach_project_rename_class (project, dog, "Dog");
  assert_undo (project, KOMA_TEACH_RENAME_CLASS, 0, "dog");
  NOTE;
  koma_teach_project_remove_class (project, dog);
#undef NOTE
  while (states->len > 0) {
    g_autofree char *state = g_ptr_array_steal_index (states, states->len - 1);

    g_assert_true (koma_teach_project_undo (project));
    check (project, state);
  }
  /* Its name, and the model it learns with, are no steps. */
  koma_teach_project_rename (project, "Others");
  koma_teach_project_set_base (project, "/nowhere/model.json", "Nothing");
  g_assert_false (koma_teach_project_undo (project));
  teach_check_kept (teach, project);
}

/* Half-way back, what is on the disk is what is in memory. */
static void
test_undo_kept (Teach        *teach,
                gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  KomaTeachClass   *cat = koma_teach_project_add_class (project, "cat");
  KomaTeachClass   *dog = koma_teach_project_add_class (project, "dog");
  g_autoptr (GPtrArray) examples = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < 20; i++)
    g_ptr_array_add (examples, teach_add_pixels (project, i % 3 == 0 ? cat : dog, i << 12));
  koma_teach_project_move_examples (project, examples, cat);
  koma_teach_project_remove_class (project, dog);
  koma_teach_project_remove_examples (project, examples);
  check (project, "\n1 cat 0:\n");
  for (guint i = 0; i < 3; i++)
    g_assert_true (koma_teach_project_undo (project));
  g_assert_cmpuint (koma_teach_class_get_n_examples (cat), ==, 7);
  g_assert_cmpuint (koma_teach_class_get_n_examples (dog), ==, 13);
  teach_check_kept (teach, project);
}

static void
test_step (Teach        *teach,
           gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  KomaTeachClass   *klass = NULL;

  koma_teach_project_begin_step (project);
  klass = koma_teach_project_add_class (project, "new");
  g_object_unref (teach_add_pixels (project, klass, 0));
  g_object_unref (teach_add_pixels (project, klass, 0xffffff));
  g_assert_false (koma_teach_project_undo (project));
  koma_teach_project_end_step (project);
  assert_undo (project, KOMA_TEACH_ADD_EXAMPLES, 2, "new");
  g_assert_true (koma_teach_project_undo (project));
  check (project, "\n");
  g_assert_false (koma_teach_project_undo (project));
  teach_check_kept (teach, project);
}

static void
test_folders (Teach        *teach,
              gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  g_autofree char  *pets = g_build_filename (teach->folder, "pets", NULL);
  g_autofree char  *bad = g_build_filename (teach->folder, "pets", "dog", "bad.jpg", NULL);
  g_autoptr (KomaTeachAdded) added = NULL;
  KomaTeachClass *klass = NULL;

  g_free (teach_write_picture (teach, "pets/cat/1.jpg", 40, 1));
  g_free (teach_write_picture (teach, "pets/cat/old/2.jpg", 40, 2));
  g_free (teach_write_picture (teach, "pets/dog/1.jpg", 1000, 3));
  g_free (teach_write_picture (teach, "pets/dog/2.jpg", 40, 1));
  g_free (teach_write_picture (teach, "pets/5.jpg", 40, 4));
  g_assert_true (g_file_set_contents (bad, "no picture", -1, NULL));
  added = teach_add_files (project, NULL, pets);
  g_assert_cmpuint (added->n_added, ==, 5);
  g_assert_cmpuint (added->n_twins, ==, 1);
  g_assert_cmpuint (added->n_failed, ==, 1);
  g_assert_cmpuint (g_strv_length (added->errors), ==, 1);
  g_assert_true (g_str_has_prefix (added->errors[0], "bad.jpg: "));
  klass = koma_teach_project_find_class (project, "cat");
  g_assert_cmpuint (koma_teach_class_get_n_examples (klass), ==, 2);
  klass = koma_teach_project_find_class (project, "dog");
  g_assert_cmpuint (koma_teach_class_get_n_examples (klass), ==, 2);
  klass = koma_teach_project_find_class (project, "pets");
  g_assert_cmpuint (koma_teach_class_get_n_examples (klass), ==, 1);
  assert_undo (project, KOMA_TEACH_ADD_EXAMPLES, 5, "");
  g_assert_true (koma_teach_project_undo (project));
  check (project, "\n");
  g_clear_pointer (&added, koma_teach_added_free);
  klass = koma_teach_project_add_class (project, "all");
  added = teach_add_files (project, klass, pets);
  g_assert_cmpuint (koma_teach_class_get_n_examples (klass), ==, 5);
  teach_check_kept (teach, project);
}

/* Small ones byte by byte, large ones scaled. */
static void
test_pictures (Teach        *teach,
               gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  KomaTeachClass   *klass = koma_teach_project_add_class (project, "all");
  g_autofree char  *small = teach_write_picture (teach, "small.jpg", 640, 1);
  g_autofree char  *large = teach_write_picture (teach, "large.jpg", 1281, 2);
  const char *const names[] = { small, large };

  for (guint i = 0; i < 2; i++) {
    G_GNUC_UNUSED g_autoptr (KomaTeachAdded) added = teach_add_files (project, klass, names[i]);
    g_autoptr (KomaTeachExample) example = g_list_model_get_item (G_LIST_MODEL (klass), i);
    g_autoptr (GFile) file = koma_teach_example_get_file (example);
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (KomaPicture) picture = NULL;
    g_autofree char *original = NULL;
    g_autofree char *kept = NULL;
    gsize            original_bytes = 0;
    gsize            kept_bytes = 0;

    g_assert_true (g_file_get_contents (names[i], &original, &original_bytes, NULL));
    g_assert_true (g_file_load_contents (file, NULL, &kept, &kept_bytes, NULL, NULL));
    g_assert_cmpint (kept_bytes == original_bytes && memcmp (kept, original, kept_bytes) == 0, ==,
                     i == 0);
    koma_teach_example_load_async (example, 2000, NULL, teach_keep_result_cb, &result);
    teach_wait (result != NULL);
    picture = koma_teach_example_load_finish (example, result, NULL);
    g_assert_cmpuint (picture->width, ==, KOMA_TEACH_SIDE);
  }
  teach_check_kept (teach, project);
}

static void
add_request (KomaTeachProject  *project,
             KomaTeachClass    *klass,
             const KomaRequest *values)
{
  g_autoptr (KomaRequest) request = koma_request_new (values);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (KomaTeachExample) example = NULL;
  g_autoptr (GError) error = NULL;

  koma_teach_project_add_picture_async (project, klass, request, "wrong answer", NULL,
                                        teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  example = koma_teach_project_add_picture_finish (project, result, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (koma_teach_example_get_source (example), ==, "wrong answer");
  g_assert_true (koma_teach_example_get_class (example) == klass);
}

/* All that a result may be of: "This is a …". */
static void
test_requests (Teach        *teach,
               gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  KomaTeachClass   *klass = koma_teach_project_add_class (project, "cat");
  g_autofree char  *path = teach_write_picture (teach, "board.jpg", 90, 1);
  g_autofree char  *text = NULL;
  gsize             length = 0;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaGridPicture) grid =
    koma_grid_picture_new (&(KomaGridValues){ .file = file, .n_rows = 3, .n_columns = 3 });
  g_autoptr (GBytes) bytes = NULL;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  bytes = g_bytes_new (text, length);
  add_request (project, klass, &(KomaRequest){ .file = file });
  add_request (project, klass, &(KomaRequest){ .bytes = bytes });
  for (guint i = 0; i < 9; i += 8) {
    const guint n = koma_teach_class_get_n_examples (klass);
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (KomaTeachExample) cell = NULL;
    g_autoptr (KomaPicture) picture = NULL;

    add_request (project, klass, &(KomaRequest){ .grid = grid, .cell = i });
    cell = g_list_model_get_item (G_LIST_MODEL (klass), n);
    koma_teach_example_load_async (cell, 100, NULL, teach_keep_result_cb, &result);
    teach_wait (result != NULL);
    picture = koma_teach_example_load_finish (cell, result, NULL);
    g_assert_cmpuint (picture->width, ==, 30);
    g_assert_null (koma_teach_example_get_twin (cell));
  }
  teach_check_kept (teach, project);
}

static void
check_ended (KomaTeachProject *project,
             GAsyncResult     *result,
             int               code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_teach_project_add_picture_finish (project, result, &error));
  g_assert_error (error, G_IO_ERROR, code);
}

/* Frames of a camera that come faster than they can be kept are refused; none is in memory for
 * long. */
static void
test_busy (Teach        *teach,
           gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  KomaTeachClass   *klass = koma_teach_project_add_class (project, "frames");
  g_autoptr (KomaPicture) picture = teach_make_picture (600, 0x123456);
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .picture = picture });
  GAsyncResult *results[KOMA_TEACH_MAX_PIXELS_WAITING + 1] = { NULL };

  for (guint i = 0; i <= KOMA_TEACH_MAX_PIXELS_WAITING; i++)
    koma_teach_project_add_picture_async (project, klass, request, NULL, NULL,
                                          teach_keep_result_cb, &results[i]);
  teach_wait (koma_teach_project_get_status (project).n_adding == 0 &&
              results[KOMA_TEACH_MAX_PIXELS_WAITING] != NULL);
  check_ended (project, results[KOMA_TEACH_MAX_PIXELS_WAITING], G_IO_ERROR_BUSY);
  g_assert_cmpuint (koma_teach_class_get_n_examples (klass), ==, KOMA_TEACH_MAX_PIXELS_WAITING);
  for (guint i = 0; i <= KOMA_TEACH_MAX_PIXELS_WAITING; i++)
    g_object_unref (results[i]);
  teach_check_kept (teach, project);
}

static void
close_interrupted (KomaTeachProject *project,
                   GAsyncResult    **results)
{
  g_autoptr (GAsyncResult) closed = NULL;

  koma_teach_project_close_async (project, teach_keep_result_cb, &closed);
  teach_wait (closed != NULL);
  for (guint i = 0; i < 20; i++)
    g_assert_nonnull (results[i]);
  g_assert_cmpuint (koma_teach_project_get_status (project).n_adding, ==, 0);
}

/* Undone, cancelled or closed while pictures are on their way: each call ends, and what the lists
 * have is on the disk. */
static void
test_interrupted (Teach        *teach,
                  gconstpointer data)
{
  const int         how = GPOINTER_TO_INT (data);
  KomaTeachProject *project = teach_open (teach);
  KomaTeachClass   *klass = koma_teach_project_add_class (project, "frames");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaPicture) picture = teach_make_picture (640, 0x123456);
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .picture = picture });
  GAsyncResult *results[20] = { NULL };

  koma_teach_project_begin_step (project);
  for (guint i = 0; i < 20; i++)
    koma_teach_project_add_picture_async (project, klass, request, NULL, cancellable,
                                          teach_keep_result_cb, &results[i]);
  koma_teach_project_end_step (project);
  g_usleep (g_test_rand_int_range (0, 20000));
  if (how == 0) {
    g_assert_true (koma_teach_project_undo (project));
    teach_wait (koma_teach_project_get_status (project).n_adding == 0);
    check (project, "\n1 frames 0:\n");
  }
  if (how == 1)
    g_cancellable_cancel (cancellable);
  if (how < 2) {
    teach_wait (koma_teach_project_get_status (project).n_adding == 0);
    for (guint i = 0; i < 20; i++)
      teach_wait (results[i] != NULL);
  }
  if (how == 2)
    close_interrupted (project, results);
  for (guint i = 0; i < 20; i++)
    g_object_unref (results[i]);
  if (how < 2)
    teach_check_kept (teach, project);
  else
    g_assert_finalize_object (project);
}

/* The last reference is dropped at once, in whatever state. */
static void
test_dropped (Teach        *teach,
              gconstpointer data)
{
  for (guint i = 0; i < 20; i++) {
    KomaTeachProject *project = koma_teach_project_new (teach->project);

    for (guint j = 0; j < i; j++)
      g_main_context_iteration (NULL, FALSE);
    koma_teach_project_add_class (project, "class");
    g_assert_finalize_object (project);
  }
}

/* Of 20 classes of 500, no turn of the main loop makes more than a chunk. */
static void
test_chunks (Teach        *teach,
             gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("{\"koma-teach\":1}\n{\"classes\":[");
  g_autofree char  *journal = g_build_filename (teach->project, "journal.jsonl", NULL);
  KomaTeachProject *project = NULL;
  guint             most = 0;

  for (guint i = 1; i <= 20; i++)
    g_string_append_printf (text, "%s{\"id\":%u,\"name\":\"c%u\",\"colour\":0}",
                            i > 1 ? "," : "", i, i);
  g_string_append (text, "]}\n");
  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (text, "{\"example\":{\"key\":%u,\"class\":%u,"
                                  "\"picture\":\"%u.jpg\"}}\n",
                            i + 1, i % 20 + 1, i);
  g_assert_cmpint (g_mkdir (teach->project, 0700), ==, 0);
  g_assert_true (g_file_set_contents (journal, text->str, -1, NULL));
  project = koma_teach_project_new (teach->project);
  while (koma_teach_project_get_status (project).state == KOMA_TEACH_OPENING) {
    const guint n_before = koma_teach_project_get_status (project).n_examples;

    g_main_context_iteration (NULL, TRUE);
    most = MAX (most, koma_teach_project_get_status (project).n_examples - n_before);
  }
  g_assert_cmpuint (koma_teach_project_get_status (project).n_examples, ==, 10000);
  g_assert_cmpuint (most, ==, KOMA_TEACH_CHUNK);
  teach_close (project);
}

/* One that is being closed is waited for. */
static void
test_opened_at_once (Teach        *teach,
                     gconstpointer data)
{
  KomaTeachProject *first = teach_open (teach);
  KomaTeachProject *second = NULL;
  g_autoptr (GAsyncResult) closed = NULL;

  koma_teach_project_add_class (first, "cat");
  second = koma_teach_project_new (teach->project);
  g_usleep (G_USEC_PER_SEC / 20);
  koma_teach_project_close_async (first, teach_keep_result_cb, &closed);
  teach_wait (koma_teach_project_get_status (second).state != KOMA_TEACH_OPENING);
  g_assert_cmpint (koma_teach_project_get_status (second).state, ==, KOMA_TEACH_READY);
  check (second, "\n1 cat 0:\n");
  teach_wait (closed != NULL);
  g_object_unref (first);
  teach_close (second);
}

KOMA_TEST_MAIN (argc, argv)
{
#define ADD(name, data, function) \
  g_test_add (name, Teach, data, teach_set_up, function, teach_tear_down)

  g_test_init (&argc, &argv, NULL);
  ADD ("/teach-project/classes", NULL, test_classes);
  ADD ("/teach-project/opened-at-once", NULL, test_opened_at_once);
  ADD ("/teach-project/undo", NULL, test_undo);
  ADD ("/teach-project/undo-kept", NULL, test_undo_kept);
  ADD ("/teach-project/step", NULL, test_step);
  ADD ("/teach-project/folders", NULL, test_folders);
  ADD ("/teach-project/pictures", NULL, test_pictures);
  ADD ("/teach-project/requests", NULL, test_requests);
  ADD ("/teach-project/busy", NULL, test_busy);
  ADD ("/teach-project/undone", GINT_TO_POINTER (0), test_interrupted);
  ADD ("/teach-project/cancelled", GINT_TO_POINTER (1), test_interrupted);
  ADD ("/teach-project/closed", GINT_TO_POINTER (2), test_interrupted);
  ADD ("/teach-project/dropped", NULL, test_dropped);
  ADD ("/teach-project/chunks", NULL, test_chunks);
  return g_test_run ();
}
