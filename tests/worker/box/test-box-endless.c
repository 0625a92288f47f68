/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever a helper says for ever: it costs one picture, model or archive, within the time that it
 * has, and can be cancelled. */
#include "attacks.h"
#include "box-fixture.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/picture/decode-share.h"
#include "engine/koma-limits.h"
#include "tests/remove-tree.h"
#include "worker/box/koma-box-patience.h"
#include "tests/test-main.h"

/* For a picture; and how much longer the machine may take to notice. */
#define SECONDS       4
#define MODEL_SECONDS (5 * SECONDS)
#define SLACK_SECONDS 20

static void
begin (gint64 *ret_begin_us)
{
  koma_box_set_seconds (SECONDS);
  box_set_mode ("liar");
  *ret_begin_us = g_get_monotonic_time ();
}

static void
assert_ended (gint64        begin_us,
              guint         seconds,
              const GError *error,
              const char   *said)
{
  const double passed = (double) (g_get_monotonic_time () - begin_us) / G_USEC_PER_SEC;

  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
  g_test_message ("%.1f s: %s", passed, error->message);
  g_assert_nonnull (strstr (error->message, said));
  g_assert_cmpfloat (passed, <, seconds + SLACK_SECONDS);
}

static void
end (void)
{
  box_set_mode ("");
  koma_box_set_seconds (KOMA_MAX_BOX_SECONDS);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
  box_assert_still_decodes ();
}

static void
test_picture (const char *name,
              const char *said)
{
  g_autofree char *text = g_strconcat ("LIE ", name, NULL);
  g_autoptr (GError) error = NULL;
  gint64 begin_us = 0;

  begin (&begin_us);
  g_assert_null (box_decode_text (text, NULL, &error));
  assert_ended (begin_us, SECONDS, error, said);
  end ();
}

static void
test_pictures (void)
{
  test_picture ("deaf parts", "does not listen");
  test_picture ("slow parts", "longer than 4 seconds");
}

static void
decode_slowly (const char *text,
               const char *said)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (box_decode_text (text, NULL, &error));
  g_assert_nonnull (strstr (error->message, said));
}

/* A folder of pictures that take all the time that there is: three of a kind and size, and no
 * more. Others are tried, and so are these once one of them was decoded. */
static void
test_patience (void)
{
  g_autoptr (GBytes) jpeg = box_make_jpeg (64, 64);
  g_autoptr (GBytes) like_them = g_bytes_new_static ("LIE of another", 14);
  gint64 begin_us = 0;

  begin (&begin_us);
  koma_box_set_seconds (1);
  koma_box_patience_forget ();
  for (guint i = 0; i < KOMA_BOX_PATIENCE_TURNS; i++)
    decode_slowly ("LIE slow parts", "longer than 1 seconds");
  begin_us = g_get_monotonic_time ();
  for (guint i = 0; i < 100; i++)
    decode_slowly ("LIE slow parts", "of this kind and size");
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, SLACK_SECONDS * G_USEC_PER_SEC);
  /* Of another size, and of another kind. */
  decode_slowly ("LIE slow parts, and a longer file than the others are", "");
  koma_box_patience_note (jpeg, TRUE, FALSE);
  decode_slowly ("LIE slow parts", "of this kind and size");
  koma_box_patience_note (like_them, TRUE, FALSE);
  decode_slowly ("LIE slow parts", "longer than 1 seconds");
  koma_box_patience_forget ();
  end ();
}

static gpointer
cancel (gpointer cancellable)
{
  g_usleep (G_USEC_PER_SEC / 2);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* One that talks all the time is no more to be waited for than one that says nothing. */
static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread = NULL;
  gint64   begin_us = 0;

  begin (&begin_us);
  koma_box_set_seconds (KOMA_MAX_BOX_SECONDS);
  thread = g_thread_new ("cancel", cancel, cancellable);
  g_assert_null (box_decode_text ("LIE slow parts", cancellable, &error));
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, SLACK_SECONDS * G_USEC_PER_SEC);
  end ();
}

/* One that says nothing, and one that talks all the time. */
static void
test_cancel_model (void)
{
  static const char *const modes[] = { "", "liar" };
  g_autofree char         *folder = g_dir_make_tmp ("koma-box-XXXXXX", NULL);
  g_autofree char         *path = g_build_filename (folder, "slow progress.tflite", NULL);

  g_assert_true (g_file_set_contents (path, "ATTACK sleep", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (KomaModel) model = NULL;
    g_autoptr (GError) error = NULL;
    const gint64 begin_us = g_get_monotonic_time ();
    GThread     *thread = NULL;

    box_set_mode (modes[i]);
    thread = g_thread_new ("cancel", cancel, cancellable);
    g_cancellable_push_current (cancellable);
    model = koma_box_load_model (path, NULL, NULL, NULL, &error);
    g_cancellable_pop_current (cancellable);
    g_thread_join (thread);
    g_assert_null (model);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpint (g_get_monotonic_time () - begin_us, <, SLACK_SECONDS * G_USEC_PER_SEC);
  }
  end ();
  remove_tree (folder);
}

static void
test_model (const char *folder,
            const char *name,
            const char *said)
{
  g_autofree char *file = g_strconcat (name, ".tflite", NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begin_us = 0;

  g_assert_true (g_file_set_contents (path, "nothing", -1, NULL));
  begin (&begin_us);
  model = koma_box_load_model (path, NULL, NULL, NULL, &error);
  g_assert_null (model);
  assert_ended (begin_us, MODEL_SECONDS, error, said);
  end ();
}

static void
test_models (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-box-XXXXXX", NULL);

  test_model (folder, "deaf files", "does not listen");
  test_model (folder, "slow progress", "longer than 20 seconds");
  remove_tree (folder);
}

static gboolean
begin_file (const char *name,
            gpointer    user_data,
            GError    **error)
{
  return TRUE;
}

static gboolean
take_bytes (gconstpointer data,
            gsize         length,
            gpointer      user_data,
            GError      **error)
{
  return TRUE;
}

static void
test_archive (const char *path,
              const char *name,
              const char *said)
{
  const KomaArchiveSink sink = { begin_file, take_bytes, NULL };
  g_autoptr (GError) error = NULL;
  gint64 begin_us = 0;
  int    fd = -1;

  g_assert_true (g_file_set_contents (path, name, -1, NULL));
  fd = open (path, O_RDONLY | O_CLOEXEC);
  g_assert_cmpint (fd, >=, 0);
  begin (&begin_us);
  g_assert_false (koma_box_read_archive (fd, &sink, &error));
  assert_ended (begin_us, MODEL_SECONDS, error, said);
  (void) close (fd);
  end ();
}

static void
test_archives (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-box-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "archive.zip", NULL);

  test_archive (path, "deaf archive", "does not listen");
  remove_tree (folder);
}

KOMA_TEST_MAIN (argc, argv)
{
  int result = 0;

  g_test_init (&argc, &argv, NULL);
  koma_box_open ();
  g_test_add_func ("/box-endless/pictures", test_pictures);
  g_test_add_func ("/box-endless/patience", test_patience);
  g_test_add_func ("/box-endless/cancel", test_cancel);
  g_test_add_func ("/box-endless/cancel-model", test_cancel_model);
  g_test_add_func ("/box-endless/models", test_models);
  g_test_add_func ("/box-endless/archives", test_archives);
  result = g_test_run ();
  koma_box_close ();
  return result;
}
