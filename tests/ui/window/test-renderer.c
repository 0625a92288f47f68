/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/koma-renderer.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "tests/remove-tree.h"
#include "tests/test-main.h"

/* Files of a folder as /dev is, and whether they may be those of a card. */
static const struct
{
  const char *files[4];
  gboolean    may_have_card;
} cases[] = {
  { { NULL }, FALSE },
  { { "null", "video0", "fb0" }, FALSE },
  { { "dri/card0", "dri/by-path" }, FALSE },
  { { "dri/card0", "dri/renderD128" }, TRUE },
  { { "dri/renderD129" }, TRUE },
  { { "nvidiactl", "nvidia0" }, TRUE },
  { { "dxg" }, TRUE },
  { { "kgsl-3d0" }, TRUE },
  { { "mali0" }, TRUE },
};

static void
make_files (const char        *folder,
            const char *const *files,
            guint              n_files)
{
  for (guint i = 0; i < n_files && files[i] != NULL; i++) {
    g_autofree char *path = g_build_filename (folder, files[i], NULL);
    g_autofree char *parent = g_path_get_dirname (path);

    g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
    g_assert_true (g_file_set_contents (path, "", 0, NULL));
  }
}

static void
test_card (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *folder = g_dir_make_tmp ("koma-devices-XXXXXX", NULL);

    make_files (folder, cases[i].files, G_N_ELEMENTS (cases[i].files));
    g_test_message ("%s", cases[i].files[0] != NULL ? cases[i].files[0] : "nothing");
    g_assert_cmpint (koma_renderer_may_have_card (folder), ==, cases[i].may_have_card);
    remove_tree (folder);
  }
}

/* What can not be looked at may have one. */
static void
test_unknown (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-devices-XXXXXX", NULL);
  g_autofree char *dri = g_build_filename (folder, "dri", NULL);

  g_assert_true (g_file_set_contents (dri, "no folder", -1, NULL));
  g_assert_true (koma_renderer_may_have_card (folder));
  remove_tree (folder);
}

/* In a start of its own. */
static void
assert_choice (const char *asked,  /* (nullable) */
               const char *chosen) /* (nullable) */
{
  if (asked != NULL)
    g_setenv ("GSK_RENDERER", asked, TRUE);
  else
    g_unsetenv ("GSK_RENDERER");
  koma_renderer_choose ();
  g_assert_cmpstr (g_getenv ("GSK_RENDERER"), ==, chosen);
}

/* On this very machine, with a card or without. */
static void
test_choice (void)
{
  const char *by_itself = koma_renderer_may_have_card ("/dev") ? NULL : "cairo";

  assert_choice ("gl", "gl");
  assert_choice ("cairo", "cairo");
  assert_choice (NULL, by_itself);
  assert_choice ("", by_itself);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/renderer/card", test_card);
  g_test_add_func ("/renderer/unknown", test_unknown);
  g_test_add_func ("/renderer/choice", test_choice);
  return g_test_run ();
}
