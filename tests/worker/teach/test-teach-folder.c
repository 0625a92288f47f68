/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The projects that there are: listed, renamed, removed and brought back, while none is open. */
#include "teach-fixture.h"

#include <utime.h>

#include "worker/teach/disk/koma-teach-folder.h"
#include "tests/test-main.h"

/* In a data folder of its own; of the form "name|class,class|examples" a line. */
static char *
list_projects (void)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  koma_teach_folder_list_async (NULL, teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  entries = koma_teach_folder_list_finish (result, NULL);
  for (guint i = 0; i < entries->len; i++) {
    const KomaTeachEntry *entry = entries->pdata[i];
    g_autofree char      *classes = g_strjoinv (",", entry->classes);

    g_assert_cmpuint (entry->n_classes, ==, g_strv_length (entry->classes));
    g_string_append_printf (text, "%s|%s|%u\n", entry->name, classes, entry->n_examples);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
check_list (const char *expected)
{
  g_autofree char *found = list_projects ();

  g_assert_cmpstr (found, ==, expected);
}

static char *
make (const char *name,
      const char *klass, /* (nullable) */
      guint       n_examples)
{
  g_autofree char  *folder = koma_teach_folder_get_unused ();
  Teach             teach = { .project = folder };
  KomaTeachProject *project = teach_open (&teach);

  if (name != NULL)
    koma_teach_project_rename (project, name);
  if (klass != NULL) {
    KomaTeachClass *added = koma_teach_project_add_class (project, klass);

    for (guint i = 0; i < n_examples; i++)
      g_object_unref (teach_add_pixels (project, added, 0x1000 * i));
  }
  teach_close (project);
  return g_steal_pointer (&folder);
}

static void
check_change (GAsyncResult *result, /* (transfer full) */
              gint          code)            /* of GIOErrorEnum; -1: none */
{
  g_autoptr (GError) error = NULL;

  if (koma_teach_folder_change_finish (result, &error))
    g_assert_cmpint (code, ==, -1);
  else
    g_assert_error (error, G_IO_ERROR, code);
  g_object_unref (result);
}

static void
rename_project (const char *folder,
                const char *name,
                gint        code)
{
  GAsyncResult *result = NULL;

  koma_teach_folder_rename_async (folder, name, teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  check_change (result, code);
}

static void
set_removed (const char *folder,
             gboolean    is_removed,
             gint        code)
{
  GAsyncResult *result = NULL;

  koma_teach_folder_remove_async (folder, is_removed, teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  check_change (result, code);
}

/* The one that was changed last is the first; what was never used is not told of. */
static void
test_list (void)
{
  g_autofree char *pets = NULL;
  g_autofree char *fruit = NULL;
  g_autofree char *empty = NULL;

  check_list ("");
  pets = make ("Pets", "Cat", 2);
  fruit = make (NULL, "Lemon", 0);
  empty = make (NULL, NULL, 0);
  check_list ("|Lemon|0\nPets|Cat|2\n");
  rename_project (pets, "Animals", -1);
  check_list ("Animals|Cat|2\n|Lemon|0\n");
  set_removed (pets, TRUE, -1);
  set_removed (fruit, TRUE, -1);
}

static void
test_removed (void)
{
  g_autofree char *pets = make ("Pets", "Cat", 1);
  Teach            teach = { .project = pets };

  set_removed (pets, TRUE, -1);
  check_list ("");
  set_removed (pets, TRUE, G_IO_ERROR_NOT_FOUND);
  set_removed (pets, FALSE, -1);
  check_list ("Pets|Cat|1\n");
  teach_check_kept (&teach, teach_open (&teach));
  set_removed (pets, TRUE, -1);
}

/* One that is open can be removed, and is whole when it comes back; renamed it is by its owner. */
static void
test_open (void)
{
  g_autofree char  *pets = make ("Pets", "Cat", 1);
  Teach             teach = { .project = pets };
  KomaTeachProject *project = teach_open (&teach);

  rename_project (pets, "Animals", G_IO_ERROR_BUSY);
  set_removed (pets, TRUE, -1);
  koma_teach_project_add_class (project, "Dog");
  teach_close (project);
  set_removed (pets, FALSE, -1);
  check_list ("Pets|Cat,Dog|1\n");
  set_removed (pets, TRUE, -1);
}

/* A month later it is deleted, and not a day after its last change. */
static void
test_deleted (void)
{
  g_autofree char *pets = make ("Pets", "Cat", 1);
  g_autofree char *root = g_path_get_dirname (pets);
  g_autofree char *name = g_path_get_basename (pets);
  g_autofree char *removed = g_strdup_printf ("%s/.removed-%s", root, name);
  const time_t     old = g_get_real_time () / G_USEC_PER_SEC - 31 * 24 * 60 * 60;

  g_assert_cmpint (utime (pets, &(struct utimbuf){ old, old }), ==, 0);
  set_removed (pets, TRUE, -1);
  check_list ("");
  g_assert_true (g_file_test (removed, G_FILE_TEST_IS_DIR));
  g_assert_cmpint (utime (removed, &(struct utimbuf){ old, old }), ==, 0);
  check_list ("");
  g_assert_false (g_file_test (removed, G_FILE_TEST_EXISTS));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *home = g_dir_make_tmp ("koma-teach-home-XXXXXX", NULL);
  Teach            all = { .folder = home };
  int              status = 0;

  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/teach-folder/list", test_list);
  g_test_add_func ("/teach-folder/removed", test_removed);
  g_test_add_func ("/teach-folder/open", test_open);
  g_test_add_func ("/teach-folder/deleted", test_deleted);
  status = g_test_run ();
  all.folder = g_steal_pointer (&home);
  teach_tear_down (&all, NULL);
  return status;
}
