/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Projects whose program was killed, whose files were damaged, or whose disk is full: each example
 * that was announced is there, and nothing else is lost. */
#include "teach-fixture.h"
#include "tests/test-main.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gio/gunixinputstream.h>
#include <glib/gstdio.h>

#define N_KILLS 12

static const char *program;

/* What the child does: adds pictures for ever, and writes the key of each that was announced. */

static void
announce_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (KomaTeachExample) example =
    koma_teach_project_add_picture_finish (KOMA_TEACH_PROJECT (source), result, NULL);
  g_autoptr (GFile) file = NULL;
  g_autofree char *base = NULL;
  g_autofree char *line = NULL;

  if (example == NULL)
    return;
  file = koma_teach_example_get_file (example);
  base = g_file_get_basename (file);
  line = g_strdup_printf ("%" G_GUINT64_FORMAT " %s\n", koma_teach_example_get_key (example), base);
  g_assert_cmpint (write (STDOUT_FILENO, line, strlen (line)), ==, strlen (line));
}

static void
add_one (KomaTeachProject *project,
         KomaTeachClass   *klass,
         guint32           number)
{
  g_autoptr (KomaPicture) picture = teach_make_picture (24, number * 2654435761u);
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .picture = picture });

  koma_teach_project_add_picture_async (project, klass, request, NULL, NULL, announce_cb, NULL);
}

static G_NORETURN void
run_child (const char *folder)
{
  Teach             teach = { .project = (char *) folder };
  KomaTeachProject *project = teach_open (&teach);
  KomaTeachClass   *klass = koma_teach_project_find_class (project, "class");
  const guint32     first = koma_teach_project_get_status (project).n_examples;

  if (klass == NULL)
    klass = koma_teach_project_add_class (project, "class");
  for (guint32 i = first;; i++) {
    if (koma_teach_project_get_status (project).n_adding < 8)
      add_one (project, klass, i);
    g_main_context_iteration (NULL, koma_teach_project_get_status (project).n_adding >= 8);
  }
}

/* Returns: (transfer full) what the child announced until it was killed, some milliseconds after it
 * began */
static char *
kill_child (const char *folder,
            guint       after_ms)
{
  g_autoptr (GSubprocess) child = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GOutputStream) all = g_memory_output_stream_new_resizable ();
  GInputStream *out = NULL;
  const char   *data = NULL;
  char          mark = 0;

  child = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, "--child", folder,
                            NULL);
  g_assert_no_error (error);
  out = g_subprocess_get_stdout_pipe (child);
  g_assert_cmpint (g_input_stream_read (out, &mark, 1, NULL, &error), ==, 1);
  g_usleep (after_ms * 1000);
  g_subprocess_force_exit (child);
  g_output_stream_splice (all, out, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait (child, NULL, NULL));
  g_assert_cmpint (g_subprocess_get_term_sig (child), ==, SIGKILL);
  data = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (all));
  return g_strndup (data != NULL ? data : "",
                    g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (all)));
}

/* key → name of the picture, of all that are in the project; each can be decoded. */
static GHashTable *
list_examples (KomaTeachProject *project)
{
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (KomaTeachClass) klass = g_list_model_get_item (G_LIST_MODEL (project), 0);

  for (guint i = 0; klass != NULL && i < koma_teach_class_get_n_examples (klass); i++) {
    g_autoptr (KomaTeachExample) example = g_list_model_get_item (G_LIST_MODEL (klass), i);
    g_autoptr (GFile) file = koma_teach_example_get_file (example);
    g_autofree char *base = g_file_get_basename (file);
    g_autoptr (GAsyncResult) result = NULL;
    g_autoptr (KomaPicture) picture = NULL;

    koma_teach_example_load_async (example, 24, NULL, teach_keep_result_cb, &result);
    teach_wait (result != NULL);
    picture = koma_teach_example_load_finish (example, result, NULL);
    g_assert_nonnull (picture);
    g_hash_table_add (found, g_strdup_printf ("%" G_GUINT64_FORMAT " %s",
                                              koma_teach_example_get_key (example), base));
  }
  return found;
}

static void
test_killed (Teach        *teach,
             gconstpointer data)
{
  g_autoptr (GPtrArray) announced = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < N_KILLS; i++) {
    g_autofree char *text =
      kill_child (teach->project, (guint) g_test_rand_int_range (1, 60) * (i % 3 + 1) * 5);
    g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
    KomaTeachProject *project = teach_open (teach);
    g_autoptr (GHashTable) found = list_examples (project);

    g_assert_cmpint (koma_teach_project_get_status (project).state, ==, KOMA_TEACH_READY);
    for (guint j = 0; lines[j] != NULL; j++)
      if (*lines[j] != '\0')
        g_ptr_array_add (announced, g_strdup (lines[j]));
    for (guint j = 0; j < announced->len; j++)
      if (!g_hash_table_contains (found, announced->pdata[j]))
        g_error ("lost: %s", (char *) announced->pdata[j]);
    teach_close (project);
  }
  g_test_message ("%u examples were announced", announced->len);
  g_assert_cmpuint (announced->len, >, 0);
}

/* Damage. */

static char *
find_file (Teach      *teach,
           const char *name)
{
  return g_build_filename (teach->project, name, NULL);
}

/* A project of a class with three examples. */
static void
make_project (Teach *teach)
{
  KomaTeachProject *project = teach_open (teach);
  KomaTeachClass   *klass = koma_teach_project_add_class (project, "class");

  for (guint i = 0; i < 3; i++)
    g_object_unref (teach_add_pixels (project, klass, i * 0x401020));
  teach_close (project);
}

static void
append (Teach      *teach,
        const char *text)
{
  g_autofree char *path = find_file (teach, "journal.jsonl");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  after = g_strconcat (before, text, NULL);
  g_assert_true (g_file_set_contents (path, after, -1, NULL));
}

static void
check_opens (Teach      *teach,
             guint       n_examples,
             const char *warning) /* (nullable) a part of it */
{
  KomaTeachProject  *project = teach_open (teach);
  const char *const *warnings = koma_teach_project_get_status (project).warnings;

  g_assert_cmpint (koma_teach_project_get_status (project).state, ==, KOMA_TEACH_READY);
  g_assert_cmpuint (koma_teach_project_get_status (project).n_examples, ==, n_examples);
  g_assert_true ((warnings == NULL) == (warning == NULL));
  if (warning != NULL)
    g_assert_nonnull (strstr (warnings[0], warning));
  teach_close (project);
}

static void
check_fails (Teach      *teach,
             int         code,
             const char *text)
{
  KomaTeachProject *project = teach_open (teach);

  g_assert_cmpint (koma_teach_project_get_status (project).state, ==, KOMA_TEACH_FAILED);
  g_assert_error (koma_teach_project_get_status (project).error, G_IO_ERROR, code);
  g_assert_nonnull (strstr (koma_teach_project_get_status (project).error->message, text));
  g_assert_null (koma_teach_project_add_class (project, "class"));
  teach_close (project);
}

static void
test_half_line (Teach        *teach,
                gconstpointer data)
{
  KomaTeachProject *project = NULL;

  make_project (teach);
  append (teach, "{\"example\":{\"key\":4,\"cla");
  check_opens (teach, 3, "not written to its end");
  check_opens (teach, 3, NULL);
  append (teach, "{\"cl");
  project = teach_open (teach);
  koma_teach_project_add_class (project, "after");
  teach_check_kept (teach, project);
}

static void
test_damaged_line (Teach        *teach,
                   gconstpointer data)
{
  static const char *const lines[] = {
    "no JSON\n",
    "{\"later\":7}\n",
    "{\"classes\":7}\n",
    "{\"classes\":[{\"id\":1}]}\n",
    "{\"classes\":[{\"id\":1,\"name\":\"a\"},{\"id\":1,\"name\":\"b\"}]}\n",
    "{\"example\":{\"key\":9,\"class\":1,\"picture\":\"../../secret\"}}\n",
    "{\"example\":{\"key\":-9,\"class\":1,\"picture\":\"a.jpg\"}}\n",
    "{\"example\":{\"key\":9,\"class\":-1,\"picture\":\"a.jpg\"}}\n",
    "{\"move\":[77],\"class\":0}\n",
    "{\"move\":[\"x\"]}\n",
    "\n",
    "\xff\xfe\n",
    "[]\n",
  };
  g_autofree char *path = find_file (teach, "journal.jsonl");

  make_project (teach);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *number = g_strdup_printf ("%u line", i + 1);
    g_autofree char *text = NULL;

    append (teach, lines[i]);
    check_opens (teach, 3, number);
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_assert_nonnull (strstr (text, lines[i]));
  }
}

/* Its pictures are there, and that they are in no class any more is told. */
static void
test_emptied (Teach        *teach,
              gconstpointer data)
{
  g_autofree char *path = find_file (teach, "journal.jsonl");

  make_project (teach);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  check_opens (teach, 0, "3 pictures");
  check_opens (teach, 0, "3 pictures");
}

static void
test_foreign (Teach        *teach,
              gconstpointer data)
{
  g_autofree char         *path = find_file (teach, "journal.jsonl");
  static const char *const texts[] = { "hello", "hello\nworld\n", "{\"koma-teach\":\"x\"}\n",
                                       "{\"koma-teach\":2}\n" };

  g_assert_cmpint (g_mkdir (teach->project, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *after = NULL;

    g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
    check_fails (teach, G_IO_ERROR_INVALID_DATA, i < 3 ? "no project" : "later version");
    g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
    g_assert_cmpstr (after, ==, texts[i]);
  }
  /* The beginning of a new one, and nothing more, is a new one. */
  g_assert_true (g_file_set_contents (path, "{\"koma-te", -1, NULL));
  check_opens (teach, 0, "not written to its end");
}

static void
test_in_the_way (Teach        *teach,
                 gconstpointer data)
{
  KomaTeachProject *first = NULL;

  g_assert_true (g_file_set_contents (teach->project, "a file", -1, NULL));
  check_fails (teach, G_IO_ERROR_NOT_DIRECTORY, "project");
  g_assert_cmpint (g_remove (teach->project), ==, 0);
  first = teach_open (teach);
  check_fails (teach, G_IO_ERROR_BUSY, "another Koma");
  teach_close (first);
  check_opens (teach, 0, NULL);
  if (geteuid () == 0)
    return;
  g_assert_cmpint (g_chmod (teach->project, 0500), ==, 0);
  check_fails (teach, G_IO_ERROR_PERMISSION_DENIED, "rights");
  g_assert_cmpint (g_chmod (teach->project, 0700), ==, 0);
}

static void
test_missing_picture (Teach        *teach,
                      gconstpointer data)
{
  g_autofree char  *pictures = find_file (teach, "pictures");
  g_autofree char  *foreign = g_build_filename (pictures, "holiday.jpg", NULL);
  g_autofree char  *path = NULL;
  KomaTeachProject *project = NULL;

  make_project (teach);
  g_assert_true (g_file_set_contents (foreign, "x", -1, NULL));
  project = teach_open (teach);
  {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (G_LIST_MODEL (project), 0);
    g_autoptr (KomaTeachExample) example = g_list_model_get_item (G_LIST_MODEL (klass), 0);
    g_autoptr (GFile) file = koma_teach_example_get_file (example);

    path = g_file_get_path (file);
  }
  teach_close (project);
  g_assert_cmpint (g_remove (path), ==, 0);
  check_opens (teach, 3, "1 picture is missing");
  g_assert_true (g_file_test (foreign, G_FILE_TEST_EXISTS));
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* A journal of many void lines is written anew, and pictures that nobody has go: those that lines
 * named, and halves. */
static void
test_tidy (Teach        *teach,
           gconstpointer data)
{
  g_autofree char  *pictures = find_file (teach, "pictures");
  g_autofree char  *journal = find_file (teach, "journal.jsonl");
  g_autofree char  *foreign = g_build_filename (pictures, "holiday.jpg", NULL);
  g_autofree char  *half = g_build_filename (pictures, ".new-abc", NULL);
  KomaTeachProject *project = NULL;
  KomaTeachClass   *klass = NULL;
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);
  GStatBuf before = { 0 };
  GStatBuf after = { 0 };

  make_project (teach);
  project = teach_open (teach);
  klass = koma_teach_project_add_class (project, "more");
  for (guint i = 0; i < 5; i++)
    g_ptr_array_add (all, teach_add_pixels (project, klass, 0x30 + i * 0x003000));
  koma_teach_project_remove_examples (project, all);
  for (guint i = 0; i < 200; i++)
    koma_teach_project_recolour_class (project, klass, i % 2 + 3);
  teach_close (project);
  g_assert_true (g_file_set_contents (foreign, "x", -1, NULL));
  g_assert_true (g_file_set_contents (half, "x", -1, NULL));
  g_assert_cmpuint (count_files (pictures), ==, 10);
  g_assert_cmpint (g_stat (journal, &before), ==, 0);
  check_opens (teach, 3, NULL);
  g_assert_cmpint (g_stat (journal, &after), ==, 0);
  g_assert_cmpint (after.st_size, <, before.st_size);
  g_assert_cmpuint (count_files (pictures), ==, 4);
  project = teach_open (teach);
  g_assert_nonnull (koma_teach_project_find_class (project, "more"));
  teach_check_kept (teach, project);
}

/* A disk that is full. */

static void
trouble_cb (KomaTeachProject *project,
            const GError     *error,
            GError          **ret_error)
{
  if (*ret_error == NULL)
    *ret_error = g_error_copy (error);
}

static void
limit_files (rlim_t size_bytes)
{
  struct rlimit limit = { 0 };

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = MIN (size_bytes, limit.rlim_max);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

/* Files may not grow: as on a full disk, a picture is not kept, and says so; a line is written as
 * soon as there is room again. */
static void
test_full (Teach        *teach,
           gconstpointer data)
{
  KomaTeachProject *project = NULL;
  KomaTeachClass   *klass = NULL;
  g_autoptr (KomaPicture) picture = teach_make_picture (64, 0xabcdef);
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .picture = picture });
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) trouble = NULL;

  make_project (teach);
  project = teach_open (teach);
  g_signal_connect (project, "trouble", G_CALLBACK (trouble_cb), &trouble);
  klass = koma_teach_project_find_class (project, "class");
  signal (SIGXFSZ, SIG_IGN);
  limit_files (100);
  koma_teach_project_add_picture_async (project, klass, request, NULL, NULL, teach_keep_result_cb,
                                        &result);
  teach_wait (result != NULL);
  g_assert_null (koma_teach_project_add_picture_finish (project, result, &error));
  g_assert_nonnull (error);
  g_assert_null (trouble);
  g_clear_object (&result);
  koma_teach_project_rename_class (project, klass, "renamed");
  teach_wait (trouble != NULL);
  g_assert_cmpuint (koma_teach_project_get_status (project).n_examples, ==, 3);
  limit_files (RLIM_INFINITY);
  g_object_unref (teach_add_pixels (project, klass, 0xffffff));
  teach_check_kept (teach, project);
}

KOMA_TEST_MAIN (argc, argv)
{
#define ADD(name, function) g_test_add (name, Teach, NULL, teach_set_up, function, teach_tear_down)

  if (argc == 3 && g_str_equal (argv[1], "--child")) {
    g_assert_cmpint (write (STDOUT_FILENO, "\n", 1), ==, 1);
    run_child (argv[2]);
  }
  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  ADD ("/teach-crash/killed", test_killed);
  ADD ("/teach-crash/half-line", test_half_line);
  ADD ("/teach-crash/damaged-line", test_damaged_line);
  ADD ("/teach-crash/emptied", test_emptied);
  ADD ("/teach-crash/foreign", test_foreign);
  ADD ("/teach-crash/in-the-way", test_in_the_way);
  ADD ("/teach-crash/missing-picture", test_missing_picture);
  ADD ("/teach-crash/tidy", test_tidy);
  ADD ("/teach-crash/full", test_full);
  return g_test_run ();
}
