/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Decoders share memory: who comes too late waits, and nobody fails. No test
 * waits for a time: each for what only the right order brings about. */

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>

#include "engine/koma-limits.h"
#include "engine/picture/decode-share.h"
#include "engine/picture/decoder.h"
#include "worker/decode/koma-grid-picture.h"
#include "tests/test-main.h"

#define N_THREADS 8
#define LARGE     (KOMA_MAX_DECODE_BYTES / 2 + 1)

static guint64
take (guint64 size_bytes)
{
  guint64 share_bytes = 0;
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_decode_share_take (size_bytes, NULL, &share_bytes, &error));
  g_assert_no_error (error);
  return share_bytes;
}

static void
test_free (void)
{
  const guint64 all = take (KOMA_MAX_DECODE_BYTES);

  g_assert_cmpuint (all, ==, KOMA_MAX_DECODE_BYTES);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, all);
  g_assert_cmpuint (take (128 * 128 * 3), ==, 0); /* a thumbnail */
  koma_decode_share_give_back (all);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
}

/* Parts of it at one time, but no two that are more than all. */
static void
test_parts (void)
{
  const guint64 half = take (KOMA_MAX_DECODE_BYTES / 2);
  const guint64 other = take (KOMA_MAX_DECODE_BYTES / 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint64 share_bytes = 1;

  g_cancellable_cancel (cancellable);
  g_assert_false (koma_decode_share_take (4 << 20, cancellable, &share_bytes, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (share_bytes, ==, 0);
  koma_decode_share_give_back (half);
  koma_decode_share_give_back (take (KOMA_MAX_DECODE_BYTES / 2));
  koma_decode_share_give_back (other);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
}

static gint n_inside;

static gpointer
take_turns (gpointer data)
{
  const guint64 size_bytes = *(const guint64 *) data;

  for (guint i = 0; i < 50; i++) {
    const guint64 share_bytes = take (size_bytes);

    g_assert_cmpint (g_atomic_int_add (&n_inside, 1), ==, 0);
    g_thread_yield ();
    g_atomic_int_add (&n_inside, -1);
    koma_decode_share_give_back (share_bytes);
  }
  return NULL;
}

/* Two halves and a bit do not fit; what does not fit at all has its turn too. */
static void
test_alone (void)
{
  static const guint64 sizes[] = { LARGE, 3 * KOMA_MAX_DECODE_BYTES };
  GThread             *threads[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("decoder", take_turns,
                               (gpointer) &sizes[i % G_N_ELEMENTS (sizes)]);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
}

static GBytes *
make_file (const char *format,
           guint       side)
{
  g_autoptr (GdkPixbuf) pixbuf =
    gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, (int) side, (int) side);
  g_autoptr (GError) error = NULL;
  char *data = NULL;
  gsize size_bytes = 0;

  gdk_pixbuf_fill (pixbuf, 0x80402000);
  gdk_pixbuf_save_to_buffer (pixbuf, &data, &size_bytes, format, &error, NULL);
  g_assert_no_error (error);
  return g_bytes_new_take (data, size_bytes);
}

static gpointer
cancel (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* Every decoder takes its share before it decodes: with all of it taken, only
 * a cancellation ends the waiting. What a picture holds goes back with it. */
static void
test_decoders (gconstpointer data)
{
  g_autoptr (GBytes) file = make_file (data, 1024);
  const guint64 all = take (KOMA_MAX_DECODE_BYTES);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  KomaPicture *picture = NULL;
  GThread     *thread = g_thread_new ("cancel", cancel, cancellable);

  g_assert_null (koma_decoder_decode_bytes (file, 0, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
  koma_decode_share_give_back (all);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);

  picture = koma_decoder_decode_bytes (file, 0, NULL, NULL);
  g_assert_nonnull (picture);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 1024 * 1024 * 3);
  koma_picture_unref (picture);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
}

/* Cells of a picture that is kept keep nobody waiting. */
static void
test_grid (void)
{
  g_autoptr (GBytes) bytes = make_file ("png", 1024);
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (KomaGridPicture) grid = NULL;
  g_autoptr (KomaPicture) cell = NULL;
  int fd = g_file_open_tmp ("koma-share-XXXXXX", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_assert_true (g_close (fd, NULL));
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  file = g_file_new_for_path (path);
  grid = koma_grid_picture_new (&(KomaGridValues){ .file = file, .n_rows = 2, .n_columns = 2 });
  cell = koma_grid_picture_decode_cell (grid, 0, 0, NULL, NULL);
  g_assert_nonnull (cell);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
  g_assert_true (g_file_delete (file, NULL, NULL));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decode-share/free", test_free);
  g_test_add_func ("/decode-share/parts", test_parts);
  g_test_add_func ("/decode-share/alone", test_alone);
  g_test_add_data_func ("/decode-share/png", "png", test_decoders);
  g_test_add_data_func ("/decode-share/jpeg", "jpeg", test_decoders);
  g_test_add_func ("/decode-share/grid", test_grid);
  return g_test_run ();
}
