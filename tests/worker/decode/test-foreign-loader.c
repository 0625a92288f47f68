/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A loader that is not gdk-pixbuf's own, see liar-loader.c, is not believed. */

#include <string.h>

#include <dlfcn.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "engine/picture/decode-share.h"
#include "engine/picture/decoder.h"
#include "tests/test-main.h"

static char *module_path;

static KomaPicture *
decode (const char   *text,
        GCancellable *cancellable,
        GError      **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return koma_decoder_decode_bytes (bytes, 0, cancellable, error);
}

/* As large as it is, not as it was said to be. */
static void
test_size (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) honest = decode ("LIAR 8 4 8 4", NULL, &error);
  g_autoptr (KomaPicture) larger = decode ("LIAR 1 1 8 4", NULL, NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (honest->width, ==, 8);
  g_assert_cmpuint (larger->width, ==, 8);
  g_assert_null (decode ("LIAR 1 1 65501 1", NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
}

/* The share is taken before the loader has memory for the picture. */
static void
test_share (void)
{
  void        *module = dlopen (module_path, RTLD_NOW | RTLD_NOLOAD);
  const guint *n_pixbufs = module != NULL ? dlsym (module, "liar_n_pixbufs") : NULL;
  guint        n_before = 0;
  guint64      all = 0;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread = NULL;

  g_assert_nonnull (n_pixbufs);
  n_before = *n_pixbufs;
  g_assert_true (koma_decode_share_take (KOMA_MAX_DECODE_BYTES, NULL, &all, NULL));
  thread = g_thread_new ("cancel", (GThreadFunc) (void (*) (void)) g_cancellable_cancel,
                         cancellable);
  g_assert_null (decode ("LIAR 1000 1000 1000 1000", cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  koma_decode_share_give_back (all);
  g_assert_cmpuint (*n_pixbufs, ==, n_before);
}

/* What only other packages read is named, with the package; there is none of
 * them here. Everything else is as unknown as before. */
static void
test_missing (void)
{
  static const struct
  {
    const char *file;
    gsize       size_bytes;
    const char *said; /* (nullable) */
    const char *package;
  } cases[] = {
    { "\0\0\0\x1c"
      "ftypheic\0\0\0\0mif1heicmiaf....",
      32, "HEIC", "heif-gdk-pixbuf" },
    { "\0\0\0\x18"
      "ftypmif1\0\0\0\0mif1miaf....",
      28, "HEIC", "heif-gdk-pixbuf" },
    { "\0\0\0\x18"
      "ftypmif1\0\0\0\0mif1avif....",
      28, "AVIF", "libavif-gdk-pixbuf" },
    { "\0\0\0\x14"
      "ftypavis\0\0\0\0avis",
      20, "AVIF", "libavif-gdk-pixbuf" },
    { "\xff\x0a\xfa\x1f", 4, "JPEG XL", "libjxl-gdk-pixbuf" },
    { "\0\0\0\x0cJXL \r\n\x87\n\0\0", 14, "JPEG XL", "libjxl-gdk-pixbuf" },
    { "\0\0\0\x14"
      "ftypqt  \0\0\0\0qt  ",
      20, NULL, NULL },
    { "\0\0\0\xff"
      "ftyp",
      8, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GBytes) bytes = g_bytes_new_static (cases[i].file, cases[i].size_bytes);
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_decoder_decode_bytes (bytes, 0, NULL, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
    if (cases[i].said != NULL) {
      g_assert_true (g_str_has_prefix (error->message, cases[i].said));
      g_assert_nonnull (strstr (error->message, cases[i].package));
    } else {
      g_assert_null (strstr (error->message, "package"));
    }
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *cache = NULL;
  g_autofree char *text = NULL;
  int              result = 0;

  g_test_init (&argc, &argv, NULL);
  module_path = g_build_filename (g_getenv ("KOMA_BUILD"), "tests", "worker", "liar-loader.so",
                                  NULL);
  text = g_strdup_printf ("\"%s\"\n\"liar\" 5 \"koma\" \"Liar\" \"GPL\"\n"
                          "\"text/plain\" \"\"\n"
                          "\"liar\" \"\"\n\"LIAR\" \"\" 100\n\n",
                          module_path);
  g_assert_cmpint (g_close (g_file_open_tmp ("koma-loaders-XXXXXX", &cache, NULL), NULL), ==, TRUE);
  g_assert_true (g_file_set_contents (cache, text, -1, NULL));
  g_setenv ("GDK_PIXBUF_MODULE_FILE", cache, TRUE);
  g_test_add_func ("/foreign-loader/size", test_size);
  g_test_add_func ("/foreign-loader/share", test_share);
  g_test_add_func ("/foreign-loader/missing", test_missing);
  result = g_test_run ();
  g_unlink (cache);
  g_free (module_path);
  return result;
}
