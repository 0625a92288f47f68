/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/models/koma-known-models.h"

#include <glib/gstdio.h>

#include "engine/model/model.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

/* Which file that is changes with each writing. */
static guint64
get_known_inode (void)
{
  g_autofree char *path =
    g_build_filename (g_get_user_state_dir (), "koma", "known-models.ini", NULL);
  GStatBuf info = { 0 };

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  return info.st_ino;
}

static void
set_known_time (const KomaModel *model,
                gint64           time)
{
  g_autofree char *path =
    g_build_filename (g_get_user_state_dir (), "koma", "known-models.ini", NULL);
  g_autofree char *uri = g_filename_to_uri (koma_model_get_path (model), NULL, NULL);
  g_autoptr (GKeyFile) file = koma_known_models_read ();

  g_key_file_set_int64 (file, uri, "time", time);
  g_assert_true (g_key_file_save_to_file (file, path, NULL));
}

/* A model that is opened again and again is not written down each time. */
static void
test_again (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", "model.json", NULL);
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, NULL);
  const gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  guint64      inode = 0;

  koma_known_models_keep (model);
  set_known_time (model, now + 1000); /* the clock was set back: it counts from then on */
  inode = get_known_inode ();
  koma_known_models_keep (model);
  g_assert_cmpuint (get_known_inode (), !=, inode);
  inode = get_known_inode ();
  koma_known_models_keep (model);
  g_assert_cmpuint (get_known_inode (), ==, inode);
  set_known_time (model, now - 3600);
  inode = get_known_inode ();
  koma_known_models_keep (model);
  g_assert_cmpuint (get_known_inode (), !=, inode);
}

/* The numbers of a checkpoint lie beside it: 4,184 and 1,124 bytes, and 5,308 of the other step. */
static void
test_checkpoint (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "engine", "formats",
                                            "checkpoints", "trained", NULL);
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, NULL);
  g_auto (KomaKnownModel) known = { 0 };
  GStatBuf info = { 0 };

  g_assert_nonnull (model);
  g_assert_cmpint (g_stat (koma_model_get_path (model), &info), ==, 0);
  koma_known_model_learn (model, &known);
  g_assert_cmpuint (known.size_bytes, ==, (guint64) info.st_size + 4184 + 1124 + 5308);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *home = g_dir_make_tmp ("koma-known-XXXXXX", NULL);
  int              result = 0;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("XDG_STATE_HOME", home, TRUE);
  g_test_add_func ("/known-models/again", test_again);
  g_test_add_func ("/known-models/checkpoint", test_checkpoint);
  result = g_test_run ();
  remove_tree (home);
  return result;
}
