/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/remove-tree.h"
#include "tests/ui/widget-tests.h"
#include "ui/window/koma-recent.h"
#include "tests/test-main.h"

static gboolean
is_remembered (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);

  koma_recent_add (file, NULL);
  return gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri);
}

static void
test_type (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/some pictures");
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GError) error = NULL;
  GtkRecentInfo *info = NULL;

  koma_recent_add (file, "inode/directory");
  info = gtk_recent_manager_lookup_item (gtk_recent_manager_get_default (), uri, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (gtk_recent_info_get_mime_type (info), ==, "inode/directory");
  gtk_recent_info_unref (info);
}

static void
test_not_enabled (void)
{
  GtkSettings *settings = gtk_settings_get_default ();

  g_assert_true (is_remembered ("/nowhere/1.tflite"));
  g_object_set (settings, "gtk-recent-files-enabled", FALSE, NULL);
  g_assert_false (is_remembered ("/nowhere/2.tflite"));
  g_object_set (settings, "gtk-recent-files-enabled", TRUE, NULL);
}

static void
test_privacy (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
    g_settings_schema_source_lookup (source, "org.gnome.desktop.privacy", TRUE);
  g_autoptr (GSettings) privacy = NULL;

  if (schema == NULL) {
    g_test_skip ("there is no desktop whose settings GTK knows");
    return;
  }
  privacy = g_settings_new ("org.gnome.desktop.privacy");
  g_settings_set_boolean (privacy, "remember-recent-files", FALSE);
  g_assert_false (is_remembered ("/nowhere/3.tflite"));
  g_settings_reset (privacy, "remember-recent-files");
  g_assert_true (is_remembered ("/nowhere/3.tflite"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-recent-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  if (widget_tests_init (&argc, &argv)) {
    g_test_add_func ("/ui/recent/type", test_type);
    g_test_add_func ("/ui/recent/not-enabled", test_not_enabled);
    g_test_add_func ("/ui/recent/privacy", test_privacy);
    status = g_test_run ();
  }
  remove_tree (folder);
  return status;
}
