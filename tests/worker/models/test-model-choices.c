/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/models/koma-model-choices.h"

#include <string.h>

#include <glib/gstdio.h>

#include "engine/model/model.h"
#include "tests/remove-tree.h"
#include "worker/models/koma-known-models.h"
#include "tests/test-main.h"

/* As much of a model as its looks need. */
static void
make_model (const char *folder,
            const char *name)
{
  g_autofree char *parent = g_build_filename (folder, name, NULL);
  g_autofree char *path = g_build_filename (parent, "model.json", NULL);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "{\"format\":\"graph-model\",\"modelTopology\":{},"
                                            "\"weightsManifest\":[]}",
                                      -1, NULL));
}

static char *
list_names (KomaModelChoices *choices)
{
  g_autoptr (GPtrArray) entries = koma_model_choices_list (choices, TRUE);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++) {
    const KomaModelEntry *entry = g_ptr_array_index (entries, i);

    g_assert_true (g_path_is_absolute (entry->path));
    g_string_append_printf (names, "%s%s ", entry->is_gone ? "-" : entry->is_recent ? "*"
                                                                                    : "",
                            entry->name);
  }
  return g_string_free (names, FALSE);
}

static void
assert_listed (KomaModelChoices *choices,
               const char       *expected)
{
  g_autofree char *names = list_names (choices);

  g_assert_cmpstr (names, ==, expected);
}

/* GLib reads the environment once, so all tests share one home, and each
 * leaves it empty. (G_TEST_OPTION_ISOLATE_DIRS would do this, but leaks.) */
static char *
make_home (void)
{
  static const char *const folders[][2] = {
    { "XDG_DATA_HOME", "data" },
    { "XDG_DATA_DIRS", "system" },
    { "XDG_STATE_HOME", "state" },
    { "XDG_CACHE_HOME", "cache" },
  };
  g_autoptr (GError) error = NULL;
  char *home = g_dir_make_tmp ("koma-model-choices-XXXXXX", &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++) {
    g_autofree char *path = g_build_filename (home, folders[i][1], NULL);

    g_setenv (folders[i][0], path, TRUE);
  }
  return home;
}

typedef struct
{
  int unused;
} Fixture;

static void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer home)
{
  remove_tree (home);
}

static void
test_installed (Fixture *fixture, gconstpointer home)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autofree char *models = g_build_filename (g_get_user_data_dir (), "koma", "models", NULL);
  g_autofree char *letter = g_build_filename (models, "letter", NULL);

  assert_listed (choices, "");
  make_model (models, "flowers");
  make_model (models, "birds");
  make_model (models, ".hidden");
  g_assert_cmpint (g_mkdir (letter, 0700), ==, 0);
  assert_listed (choices, "birds flowers ");
  g_assert_finalize_object (g_steal_pointer (&choices));
}

static void
test_model_path (Fixture *fixture, gconstpointer home)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "built", NULL);
  g_autofree char *path = g_strconcat (folder, "::/nonexistent", NULL);

  make_model (folder, "shogi");
  g_setenv ("KOMA_MODEL_PATH", path, TRUE);
  assert_listed (choices, "shogi ");
  g_unsetenv ("KOMA_MODEL_PATH");
  assert_listed (choices, "");
}

/* Koma's own comes first, is called what koma.json calls it, and is never
 * among those that were opened. */
static void
test_bundled (Fixture *fixture, gconstpointer home)
{
  g_autofree char *data = g_build_filename (g_get_user_cache_dir (), "own", NULL);
  g_autofree char *models = g_build_filename (data, "models", NULL);
  g_autofree char *path = g_build_filename (models, "shogi", "model.json", NULL);
  g_autofree char *about = g_build_filename (models, "shogi", "koma.json", NULL);
  g_autoptr (KomaModelChoices) choices = NULL;
  g_autoptr (KomaModelChoices) missing = NULL;

  make_model (models, "shogi");
  make_model (models, "another");
  g_assert_true (g_file_set_contents (about, "{\"name\":{\"en\":\"Shogi\"}}", -1, NULL));
  g_setenv ("KOMA_DATA_DIR", data, TRUE);
  choices = koma_model_choices_new ();
  g_assert_cmpstr (koma_model_choices_get_bundled (choices), ==, path);
  koma_model_choices_add_recent (choices, path);
  assert_listed (choices, "Shogi ");

  g_assert_true (g_file_set_contents (about, "{", -1, NULL));
  assert_listed (choices, "shogi ");

  g_setenv ("KOMA_DATA_DIR", "/nonexistent", TRUE);
  missing = koma_model_choices_new ();
  g_assert_null (koma_model_choices_get_bundled (missing));
  assert_listed (missing, "");
}

static void
test_recent (Fixture *fixture, gconstpointer home)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autoptr (KomaModelChoices) another = koma_model_choices_new ();
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "new\nline \xff", NULL);
  g_autofree char *one = g_build_filename (folder, "one", NULL);
  g_autofree char *two = g_build_filename (folder, "two", "model.json", NULL);

  make_model (folder, "one");
  make_model (folder, "two");
  koma_model_choices_add_recent (choices, one);
  koma_model_choices_add_recent (choices, two);
  koma_model_choices_add_recent (choices, "/nonexistent/model.json");
  assert_listed (choices, "-nonexistent *two *one ");
  assert_listed (another, "-nonexistent *two *one ");

  koma_model_choices_add_recent (choices, one);
  assert_listed (choices, "*one -nonexistent *two ");
  assert_listed (another, "*one -nonexistent *two ");
}

/* What can be understood of a damaged file stays in the list; the file itself is kept, too. */
static void
test_damaged_recent (Fixture *fixture, gconstpointer home)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autofree char *state = g_build_filename (g_get_user_state_dir (), "koma", NULL);
  g_autofree char *path = g_build_filename (state, "models", NULL);
  g_autofree char *aside = g_strconcat (path, ".damaged", NULL);
  g_autofree char *text = NULL;

  g_assert_cmpint (g_mkdir_with_parents (state, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "file:///nonexistent/one\n\xff\xff\n", -1, NULL));
  assert_listed (choices, "-one ");
  g_assert_false (g_file_test (aside, G_FILE_TEST_EXISTS));
  koma_model_choices_add_recent (choices, "/nonexistent/two");
  assert_listed (choices, "-two -one ");
  g_assert_true (g_file_get_contents (aside, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "file:///nonexistent/one\n\xff\xff\n");

  g_assert_cmpint (g_remove (aside), ==, 0);
  koma_model_choices_add_recent (choices, "/nonexistent/three");
  assert_listed (choices, "-three -two -one ");
  g_assert_false (g_file_test (aside, G_FILE_TEST_EXISTS));
}

/* One that is gone can be forgotten, and remembered again. */
static void
test_remove_recent (Fixture *fixture, gconstpointer home)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autoptr (KomaModelChoices) another = koma_model_choices_new ();
  g_autoptr (GPtrArray) none = NULL;

  koma_model_choices_add_recent (choices, "/nonexistent/one/model.json");
  koma_model_choices_add_recent (choices, "/nonexistent/two");
  assert_listed (choices, "-two -one ");
  none = koma_model_choices_list (choices, FALSE);
  g_assert_cmpuint (none->len, ==, 0);
  koma_model_choices_remove_recent (choices, "/nonexistent/one/model.json");
  assert_listed (choices, "-two ");
  assert_listed (another, "-two ");
  koma_model_choices_add_recent (choices, "/nonexistent/one/model.json");
  assert_listed (choices, "-one -two ");
  assert_listed (another, "-one -two ");
}

/* Opens it, as the worker does. */
static void
assert_same_name (KomaModelChoices *choices,
                  const char       *path,
                  const char       *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autofree char *listed = g_strdup_printf ("*%s ", name);
  g_autofree char *gone = g_strdup_printf ("-%s ", name);

  g_assert_no_error (error);
  g_assert_cmpstr (koma_model_get_name (model), ==, name);
  koma_known_models_keep (model);
  koma_model_choices_add_recent (choices, path);
  assert_listed (choices, listed);
  g_assert_cmpint (g_unlink (path), ==, 0);
  assert_listed (choices, gone);
  koma_model_choices_remove_recent (choices, path);
}

static void
copy (const char *from, /* in the tests */
      const char *to)
{
  g_autofree char *path = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", from, NULL);
  g_autofree char *folder = g_path_get_dirname (to);
  g_autofree char *text = NULL;
  gsize            length = 0;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (g_file_set_contents (to, text, (gssize) length, NULL));
}

/* The list calls a model what it is called once it is open, and after it has gone. */
static void
test_one_name (Fixture *fixture, gconstpointer home)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autofree char  *folder = g_build_filename (g_get_user_cache_dir (), "named", NULL);
  g_autofree char  *file = g_build_filename (folder, "onnx", "mnist.onnx", NULL);
  g_autofree char  *inside = g_build_filename (folder, "inside", "x.onnx", NULL);
  g_autofree char  *about = g_build_filename (folder, "inside", "koma.json", NULL);
  g_autofree char  *archive = g_build_filename (folder, "download.tar", NULL);
  const char *const tar[] = { "tar", "-cf", archive, "-C", folder, "inside", NULL };
  int               status = -1;

  copy ("engine/formats/onnx-models/classifier.onnx", file);
  assert_same_name (choices, file, "mnist");
  copy ("engine/formats/onnx-models/classifier.onnx", inside);
  g_assert_true (g_file_set_contents (about, "{\"name\":\"Its Own\"}", -1, NULL));
  g_assert_true (g_spawn_sync (NULL, (char **) tar, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  assert_same_name (choices, archive, "Its Own");
  copy ("engine/formats/onnx-models/classifier.onnx", inside);
  assert_same_name (choices, inside, "Its Own");
}

static void
test_many_recent (Fixture *fixture, gconstpointer home)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "many", NULL);
  g_autoptr (GPtrArray) entries = NULL;

  for (guint i = 0; i < 30; i++) {
    g_autofree char *name = g_strdup_printf ("%u", i);
    g_autofree char *path = g_build_filename (folder, name, NULL);

    make_model (folder, name);
    koma_model_choices_add_recent (choices, path);
  }
  entries = koma_model_choices_list (choices, TRUE);
  g_assert_cmpuint (entries->len, ==, 20);
  g_assert_cmpstr (((KomaModelEntry *) g_ptr_array_index (entries, 0))->name, ==, "29");
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GAsyncResult **ret_result = user_data;

  *ret_result = g_object_ref (result);
}

static void
test_async (Fixture *fixture, gconstpointer home)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *models = g_build_filename (g_get_user_data_dir (), "koma", "models", NULL);

  make_model (models, "flowers");
  koma_model_choices_list_async (choices, NULL, listed_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  entries = koma_model_choices_list_finish (choices, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 1);
}

#define ADD(name, function) \
  g_test_add ("/model-choices/" name, Fixture, home, NULL, function, fixture_tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *home = make_home ();

  g_test_init (&argc, &argv, NULL);
  ADD ("installed", test_installed);
  ADD ("model-path", test_model_path);
  ADD ("bundled", test_bundled);
  ADD ("recent", test_recent);
  ADD ("damaged-recent", test_damaged_recent);
  ADD ("remove-recent", test_remove_recent);
  ADD ("one-name", test_one_name);
  ADD ("many-recent", test_many_recent);
  ADD ("async", test_async);
  return g_test_run ();
}
