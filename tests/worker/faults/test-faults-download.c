/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each call that changes a file fails in turn, while a model's file is downloaded and put into the
 * store: a file of its name is whole, an error names it, and the next try has it. */
#include <string.h>

#include <glib/gstdio.h>

#include "../../remove-tree.h"
#include "failing-calls.h"
#include "worker/net/koma-download.h"
#include "worker/net/koma-net-error.h"
#include "worker/net/koma-transport.h"
#include "worker/models/koma-staging.h"
#include "tests/test-main.h"

#define MAX_CALLS  100
#define SIZE_BYTES (200u << 10)

/* ---- A server in this process: one file, which can be asked for from anywhere on ---- */

typedef struct
{
  gsize at;
} Connection;

static gpointer
open_connection (guint stall_seconds)
{
  return g_new0 (Connection, 1);
}

static gboolean
ask (gpointer       self,
     const KomaAsk *question,
     KomaReply     *ret_reply,
     GCancellable  *cancellable,
     GError       **error)
{
  ((Connection *) self)->at = question->from;
  *ret_reply = (KomaReply){ .status = question->from > 0 ? 206 : 200,
                            .etag = g_strdup ("\"1\""),
                            .length = (gint64) (SIZE_BYTES - question->from) };
  if (question->from > 0)
    ret_reply->range = g_strdup_printf ("bytes %" G_GUINT64_FORMAT "-", question->from);
  return TRUE;
}

static gssize
read_some (gpointer      self,
           void         *buffer,
           gsize         size_bytes,
           GCancellable *cancellable,
           GError      **error)
{
  Connection *connection = self;
  const gsize n = MIN (size_bytes, SIZE_BYTES - connection->at);

  memset (buffer, 'x', n);
  connection->at += n;
  return (gssize) n;
}

static const KomaTransport transport = { open_connection, ask, read_some, g_free };

static void
ignore_progress (guint64  done_bytes,
                 guint64  total_bytes,
                 gpointer user_data)
{
}

/* ---- Into the store ---- */

static gboolean
fetch (GError **error)
{
  g_autoptr (KomaStaging) staging = koma_staging_open ("model", error);
  KomaDownload *download = NULL;
  gboolean      is_there = FALSE;

  if (staging == NULL)
    return FALSE;
  download = koma_download_new (&transport, koma_staging_get_folder (staging), NULL,
                                ignore_progress, NULL);
  is_there = koma_download_get (download,
                                &(KomaDownloadFile){ .address = "https://a.org/m.bin",
                                                     .name = "m.bin",
                                                     .max_bytes = SIZE_BYTES },
                                error) &&
             koma_staging_commit (staging, error);
  koma_download_free (download);
  return is_there;
}

/* TRUE: it is there. */
static gboolean
check_whole (const char *path)
{
  g_autofree char *content = NULL;
  gsize            length = 0;

  if (!g_file_get_contents (path, &content, &length, NULL))
    return FALSE;
  g_assert_cmpuint (length, ==, SIZE_BYTES);
  for (gsize i = 0; i < length; i++)
    g_assert_cmpint (content[i], ==, 'x');
  return TRUE;
}

/* FALSE: there are fewer calls than that. */
static gboolean
fetch_with_fault (guint   at,
                  FailWay way)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *path = g_build_filename (store, "model", "m.bin", NULL);
  g_autofree char *arriving = g_build_filename (store, ".incoming", "model", "m.bin", NULL);
  g_autoptr (GError) error = NULL;
  const char *what = NULL;
  gboolean    is_there = FALSE;

  failing_calls_begin (at, way);
  is_there = fetch (&error);
  what = failing_calls_end ();
  g_assert_true (check_whole (path) || !is_there);
  (void) check_whole (arriving);
  if (!is_there && (error->domain != KOMA_NET_ERROR || strstr (error->message, ": ") == NULL))
    g_error ("“%s” names no file: %s", what, error->message);
  /* A folder whose own entry could not be synchronised is there all the same. */
  g_clear_error (&error);
  if (!check_whole (path)) {
    g_assert_true (fetch (&error));
    g_assert_no_error (error);
    g_assert_true (check_whole (path));
  }
  g_assert_true (koma_staging_remove_stored ("model", &error));
  g_assert_no_error (error);
  return what != NULL;
}

static void
test_fetching (void)
{
  for (FailWay way = FAIL_ONCE; way < N_FAIL_WAYS; way++) {
    guint at = 1;

    while (at < MAX_CALLS && fetch_with_fault (at, way))
      at++;
    g_assert_cmpuint (at, >, 8);
    g_assert_cmpuint (at, <, MAX_CALLS);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *data = g_dir_make_tmp ("koma-faults-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_DATA_HOME", data, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/faults/download/fetching", test_fetching);
  status = g_test_run ();
  remove_tree (data);
  return status;
}
