/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <string.h>

#include "tests/remove-tree.h"
#include "ui/window/koma-transfer.h"
#include "tests/test-main.h"

static KomaTransfer *
parse (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return koma_transfer_new_from_uri_list (bytes);
}

static void
test_files (void)
{
  g_autoptr (KomaTransfer) transfer = parse ("# from a file manager\r\n"
                                             "file:///tmp/a%20cat.jpg\r\n"
                                             "\r\n"
                                             "file:///tmp/%E7%8C%AB.png\n");

  g_assert_cmpuint (transfer->files->len, ==, 2);
  g_assert_cmpuint (transfer->addresses->len, ==, 0);
  g_assert_cmpstr (g_file_peek_path (g_ptr_array_index (transfer->files, 0)), ==, "/tmp/a cat.jpg");
  g_assert_cmpstr (g_file_peek_path (g_ptr_array_index (transfer->files, 1)), ==, "/tmp/猫.png");
}

static void
test_remote (void)
{
  g_autoptr (KomaTransfer) transfer = parse ("https://example.org/cat.jpg\r\n"
                                             "file:///tmp/dog.jpg\r\n"
                                             "data:image/png;base64,iVBORw0KGgo=\r\n");

  g_assert_cmpuint (transfer->files->len, ==, 1);
  g_assert_cmpuint (transfer->addresses->len, ==, 2);
}

static void
test_odd (void)
{
  static const char *const texts[] = {
    "", "\r\n\r\n", "#", "not an address", "file://", "\xff\xfe"
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (KomaTransfer) transfer = parse (texts[i]);

    g_assert_null (transfer->picture);
  }
}

static void
assert_text (const char *text,
             const char *path,    /* (nullable) of the one file */
             const char *address) /* (nullable) the one address on the web */
{
  g_autoptr (KomaTransfer) transfer = koma_transfer_new_from_text (text);

  g_assert_cmpuint (transfer->files->len, ==, path != NULL ? 1 : 0);
  g_assert_cmpuint (transfer->addresses->len, ==, address != NULL ? 1 : 0);
  if (address != NULL)
    g_assert_cmpstr (g_ptr_array_index (transfer->addresses, 0), ==, address);
  if (path != NULL)
    g_assert_cmpstr (g_file_peek_path (g_ptr_array_index (transfer->files, 0)), ==, path);
}

/* Paths and addresses in a text, in the ways that programs copy them. */
static void
test_text (void)
{
  g_autofree char *folder = g_build_filename (g_get_home_dir (), "one año", NULL);
  g_autofree char *uri = g_filename_to_uri (folder, NULL, NULL);
  g_autofree char *quoted = g_strdup_printf ("  '%s'\r\n", folder);
  g_autofree char *several = g_strdup_printf ("see\n\"%s\"\nhttps://example.org/a.jpg", folder);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  assert_text (folder, folder, NULL);
  assert_text (uri, folder, NULL);
  assert_text (quoted, folder, NULL);
  assert_text (several, folder, "https://example.org/a.jpg");
  assert_text ("~/one año", folder, NULL);
  assert_text ("http://example.org/model.json", NULL, "http://example.org/model.json");
  assert_text (" hf:google/vit-base@v1\n", NULL, "hf:google/vit-base@v1");
  assert_text ("hf:google", NULL, NULL);
  assert_text ("HF: not at home/back at six", NULL, NULL);
  assert_text ("", NULL, NULL);
  assert_text ("cat.jpg\nDear Sir or Madam", NULL, NULL);
  assert_text ("/nonexistent/cat.jpg", NULL, NULL);
}

/* GDK 4.18 asks the display whether file lists come through a portal. */
static void
test_formats (void)
{
  g_autoptr (GdkContentFormats) formats = NULL;

  if (!gtk_init_check ()) {
    g_test_skip ("no display");
    return;
  }
  formats = koma_transfer_get_formats ();
  g_assert_true (gdk_content_formats_contain_mime_type (formats, "text/uri-list"));
  g_assert_true (gdk_content_formats_contain_mime_type (formats, "image/png"));
  g_assert_false (gdk_content_formats_contain_mime_type (formats, "text/plain"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *home = g_dir_make_tmp ("koma-home-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/transfer/files", test_files);
  g_test_add_func ("/ui/transfer/remote", test_remote);
  g_test_add_func ("/ui/transfer/odd", test_odd);
  g_test_add_func ("/ui/transfer/text", test_text);
  g_test_add_func ("/ui/transfer/formats", test_formats);
  status = g_test_run ();
  remove_tree (home);
  return status;
}
