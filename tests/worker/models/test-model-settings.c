/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/models/koma-model-settings.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define ONE   "0123456789abcdef0123456789abcdef"
#define OTHER "fedcba9876543210fedcba9876543210"

static void
keep (const char *hash,
      const char *labels_path,
      const char *range)
{
  const KomaModelSettings settings = { .parts = { [KOMA_PART_LABELS] = (char *) labels_path,
                                                  [KOMA_PART_RANGE] = (char *) range } };
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_model_settings_keep (hash, &settings, &error));
  g_assert_no_error (error);
}

static void
assert_kept (const char *hash,
             const char *labels_path,
             const char *range)
{
  g_autoptr (KomaModelSettings) settings = koma_model_settings_find (hash);

  g_assert_cmpstr (settings->parts[KOMA_PART_LABELS], ==, labels_path);
  g_assert_cmpstr (settings->parts[KOMA_PART_RANGE], ==, range);
}

static char *
get_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "koma", "model-settings.ini", NULL);
}

static void
forget_all (void)
{
  g_autofree char *path = get_path ();

  g_remove (path);
}

/* Each model has its own; what is no more chosen is forgotten. */
static void
test_keep (void)
{
  forget_all ();
  assert_kept (ONE, NULL, NULL);
  keep (ONE, "/tmp/new\nline; \xff.txt", "imagenet");
  keep (OTHER, NULL, "1,0");
  assert_kept (ONE, "/tmp/new\nline; \xff.txt", "imagenet");
  assert_kept (OTHER, NULL, "1,0");
  keep (ONE, NULL, "0,1");
  assert_kept (ONE, NULL, "0,1");
  keep (ONE, NULL, NULL);
  assert_kept (ONE, NULL, NULL);
  assert_kept (OTHER, NULL, "1,0");
}

/* All that can be chosen is kept. */
static void
test_parts (void)
{
  const KomaModelSettings settings = { .parts = {
                                         [KOMA_PART_SIZE] = (char *) "64x32",
                                         [KOMA_PART_RANGE] = (char *) "0,1",
                                         [KOMA_PART_INVERT] = (char *) "true",
                                         [KOMA_PART_CHANNELS] = (char *) "bgr",
                                         [KOMA_PART_FIT] = (char *) "pad",
                                         [KOMA_PART_RESIZE] = (char *) "bicubic",
                                         [KOMA_PART_SCORES] = (char *) "logits",
                                         [KOMA_PART_BACKGROUND] = (char *) "first",
                                         [KOMA_PART_LABELS] = (char *) "/tmp/names.txt",
                                         [KOMA_PART_TEMPERATURE] = (char *) "1.5",
                                         [KOMA_PART_SURE_FROM] = (char *) "0.5",
                                       } };
  g_autoptr (KomaModelSettings) found = NULL;

  forget_all ();
  g_assert_true (koma_model_settings_keep (ONE, &settings, NULL));
  found = koma_model_settings_find (ONE);
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    g_assert_cmpstr (found->parts[i], ==, settings.parts[i]);
}

static void
assert_text (const char *path,
             const char *suffix,
             const char *expected)
{
  g_autofree char *aside = g_strconcat (path, suffix, NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (aside, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (g_remove (aside), ==, 0);
}

/* A file that someone edited must not keep a model from being opened. */
static void
test_damaged (void)
{
  static const char *const texts[] = { "[", "[" ONE "]\nrange=warm\nlabels=names.txt\n",
                                       "[" ONE "]\nrange=0,1,2\nlabels=http://example.org/\n",
                                       "\xff" };
  g_autofree char         *path = get_path ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
    assert_kept (ONE, NULL, NULL);
  }
  keep (ONE, NULL, "0,1");
  assert_kept (ONE, NULL, "0,1");
  assert_text (path, ".damaged", "\xff");
}

/* What was chosen for other models is not lost with a file that can not be read. */
static void
test_set_aside (void)
{
  const KomaModelSettings settings = { .parts = { [KOMA_PART_RANGE] = (char *) "0,1" } };
  g_autofree char        *path = get_path ();
  g_autofree char        *aside = g_strconcat (path, ".damaged", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "[" OTHER "]\nrange=0,1\n\xff", -1, NULL));
  keep (ONE, NULL, "0,1");
  g_assert_true (g_file_set_contents (path, "second", -1, NULL));
  keep (ONE, NULL, "1,0");
  assert_kept (ONE, NULL, "1,0");
  assert_text (path, ".damaged", "[" OTHER "]\nrange=0,1\n\xff");
  assert_text (path, ".damaged-2", "second");

  /* A folder is somebody else's. */
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_false (koma_model_settings_keep (ONE, &settings, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  assert_kept (ONE, NULL, NULL);
  g_assert_cmpint (g_rmdir (path), ==, 0);

  /* One that says nothing, or is not there, is not damaged. */
  g_assert_true (g_file_set_contents (path, "", -1, NULL));
  keep (ONE, NULL, "0,1");
  forget_all ();
  keep (ONE, NULL, "0,1");
  g_assert_false (g_file_test (aside, G_FILE_TEST_EXISTS));
}

static void
test_many (void)
{
  g_autofree char *path = get_path ();
  g_autoptr (GKeyFile) file = g_key_file_new ();
  gsize n_groups = 0;

  for (guint i = 0; i < 1000; i++) {
    g_autofree char *hash = g_strdup_printf ("%032u", i);

    g_key_file_set_string (file, hash, "range", "0,1");
    g_key_file_set_int64 (file, hash, "time", i != 7 ? 1000 + i : 999);
  }
  g_assert_true (g_key_file_save_to_file (file, path, NULL));
  keep (ONE, NULL, "1,0");
  assert_kept (ONE, NULL, "1,0");
  assert_kept ("00000000000000000000000000000007", NULL, NULL);
  g_assert_true (g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL));
  g_strfreev (g_key_file_get_groups (file, &n_groups));
  g_assert_cmpuint (n_groups, ==, 1000);
}

/* A guess that was accepted does not replace a choice. */
static void
test_accept (void)
{
  gboolean is_kept = FALSE;

  forget_all ();
  keep (OTHER, NULL, "1,0");
  koma_model_settings_accept_range (OTHER, "-1,1");
  koma_model_settings_accept_range (ONE, "-1,1");
  while (!is_kept) {
    g_autoptr (KomaModelSettings) settings = koma_model_settings_find (ONE);

    is_kept = settings->parts[KOMA_PART_RANGE] != NULL;
    g_usleep (1000);
  }
  assert_kept (ONE, NULL, "-1,1");
  assert_kept (OTHER, NULL, "1,0");
}

/* What was found with pictures stands beside what is chosen; a word that is none is as nothing. */
static void
test_found (void)
{
  g_autofree char *path = get_path ();
  g_autofree char *text = NULL;
  g_autoptr (GString) edited = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelSettings) none = NULL;
  g_autoptr (KomaModelSettings) both = NULL;
  g_autoptr (KomaModelSettings) broken = NULL;

  forget_all ();
  none = koma_model_settings_find (ONE);
  g_assert_null (none->found_range);
  keep (ONE, NULL, "1,0");
  g_assert_true (koma_model_settings_keep_found (ONE, "imagenet", 17, &error));
  g_assert_no_error (error);
  assert_kept (ONE, NULL, "1,0");
  both = koma_model_settings_find (ONE);
  g_assert_cmpstr (both->found_range, ==, "imagenet");
  g_assert_cmpuint (both->n_pictures, ==, 17);

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  edited = g_string_new (text);
  g_assert_cmpuint (g_string_replace (edited, "imagenet", "sausage", 0), ==, 1);
  g_assert_true (g_file_set_contents (path, edited->str, -1, NULL));
  broken = koma_model_settings_find (ONE);
  g_assert_null (broken->found_range);
  assert_kept (ONE, NULL, "1,0");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *state = g_dir_make_tmp ("koma-settings-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (state, "koma", NULL);
  int              status = 0;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_mkdir (folder, 0700);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model-settings/keep", test_keep);
  g_test_add_func ("/model-settings/parts", test_parts);
  g_test_add_func ("/model-settings/damaged", test_damaged);
  g_test_add_func ("/model-settings/set-aside", test_set_aside);
  g_test_add_func ("/model-settings/many", test_many);
  g_test_add_func ("/model-settings/accept", test_accept);
  g_test_add_func ("/model-settings/found", test_found);
  status = g_test_run ();
  remove_tree (state);
  return status;
}
