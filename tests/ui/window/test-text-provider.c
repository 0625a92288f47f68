/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/koma-text-provider.h"
#include "tests/test-main.h"

#define LONG_BYTES (3 << 20)

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  gboolean *is_done = user_data;

  g_assert_true (
    gdk_content_provider_write_mime_type_finish (GDK_CONTENT_PROVIDER (source), result, &error));
  g_assert_no_error (error);
  *is_done = TRUE;
}

/* What is closed before it is dropped can not be waited for then. */
static void
check_text (const char *text)
{
  g_autoptr (GdkContentProvider) provider = koma_text_provider_new (text);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
  gboolean             is_done = FALSE;

  gdk_content_provider_write_mime_type_async (provider, "text/plain;charset=utf-8", stream,
                                              G_PRIORITY_DEFAULT, NULL, written_cb, &is_done);
  g_assert_false (is_done);
  while (!is_done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_output_stream_is_closed (stream));
  g_assert_cmpmem (g_memory_output_stream_get_data (memory),
                   g_memory_output_stream_get_data_size (memory), text, strlen (text));
}

static void
test_write (void)
{
  g_autofree char *text = g_strnfill (LONG_BYTES, 'k');

  check_text ("");
  check_text ("駒.jpg: 歩兵 99.5 %");
  check_text (text);
}

static void
test_formats (void)
{
  g_autoptr (GdkContentProvider) provider = koma_text_provider_new ("x");
  g_autoptr (GdkContentFormats) formats = gdk_content_provider_ref_formats (provider);

  g_assert_true (gdk_content_formats_contain_mime_type (formats, "text/plain"));
  g_assert_true (gdk_content_formats_contain_mime_type (formats, "text/plain;charset=utf-8"));
  g_assert_finalize_object (g_steal_pointer (&provider));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-provider/write", test_write);
  g_test_add_func ("/text-provider/formats", test_formats);
  return g_test_run ();
}
