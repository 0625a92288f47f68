/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-arrivals.h"

#include <string.h>

#include "koma-cli-worker.h"

/* Requests on their way: enough for the largest batch to be filled while another is computed. */
#define MAX_OPEN (2 * KOMA_MAX_BATCH)
/* Pictures that are known take no time to wait in: so many, and signals are looked at. */
#define MAX_AT_ONCE 1000

/* A picture on its way. */
typedef struct
{
  KomaCliArrivals *arrivals;
  char            *path;
  GFile           *file;
  KomaCliKept      kept;
} Arrival;

static void
arrival_free (Arrival *arrival)
{
  koma_cli_kept_clear (&arrival->kept);
  g_object_unref (arrival->file);
  g_free (arrival->path);
  g_free (arrival);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Arrival, arrival_free)

static void feed (KomaCliArrivals *self);

static void
print_arrival (KomaCliArrivals *self,
               const Arrival   *arrival,
               KomaResult      *result, /* (nullable) … */
               const GError    *error)     /* … and then why */
{
  KomaExportRow *row = koma_export_row_new_for_file (arrival->file, arrival->path);

  row->result = result != NULL ? koma_result_ref (result) : NULL;
  row->error = error != NULL ? g_error_copy (error) : NULL;
  koma_cli_report_add (self->report, row);
  koma_cli_report_flush ();
  koma_cli_collection_add_sha256 (self->collection, arrival->path, &arrival->kept, row->sha256);
  self->n_failed += result == NULL;
  koma_export_row_free (row);
}

/* The picture's own failures are no reason to try it again. */
static gboolean
may_pass (const GError *error)
{
  return error->domain == G_IO_ERROR && error->code != G_IO_ERROR_BROKEN_PIPE;
}

/* One that is there was away for a moment, perhaps: it is tried once more at once. */
static gboolean
try_once_more (KomaCliArrivals *self,
               const char      *path)
{
  if (!g_file_test (path, G_FILE_TEST_EXISTS) ||
      !g_hash_table_add (self->retried, g_strdup (path)))
    return FALSE;
  g_queue_push_tail (&self->paths, g_strdup (path));
  return TRUE;
}

/* One that is gone, or whose share is, has no row. */
static void
take_failure (KomaCliArrivals *self,
              const Arrival   *arrival,
              const GError    *error)
{
  const gboolean   is_gone = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_autofree char *folder = g_path_get_dirname (arrival->path);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
      (may_pass (error) && try_once_more (self, arrival->path)))
    return;
  g_hash_table_remove (self->retried, arrival->path);
  if (may_pass (error) && !(is_gone && g_file_test (folder, G_FILE_TEST_IS_DIR)))
    g_hash_table_add (self->unread, g_strdup (arrival->path));
  if (is_gone)
    return;
  koma_cli_collection_add (self->collection, arrival->path, &arrival->kept, NULL, error);
  print_arrival (self, arrival, NULL, error);
}

static void
answered_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (Arrival) arrival = data;
  KomaCliArrivals *self = arrival->arrivals;
  g_autoptr (GError) error = NULL;
  KomaResult *answer = koma_worker_classify_finish (KOMA_WORKER (object), result, NULL, &error);

  self->n_open--;
  if (answer != NULL) {
    g_hash_table_remove (self->retried, arrival->path);
    koma_cli_worker_tell_change (&self->info, answer->info);
    koma_cli_collection_add (self->collection, arrival->path, &arrival->kept, answer, NULL);
    print_arrival (self, arrival, answer, NULL);
    koma_result_unref (answer);
  } else {
    take_failure (self, arrival, error);
  }
  feed (self);
}

static void
send (KomaCliArrivals *self,
      char            *path) /* (transfer full) */
{
  g_autoptr (Arrival) arrival = g_new0 (Arrival, 1);
  g_autoptr (KomaRequest) request = NULL;

  arrival->arrivals = self;
  arrival->path = path;
  arrival->file = g_file_new_for_path (path);
  g_hash_table_remove (self->unread, path);
  if (koma_cli_collection_look_up (self->collection, path, &(KomaFileId){ 0 }, &arrival->kept) ||
      arrival->kept.known.is_left_out)
    return;
  request = koma_request_new (&(KomaRequest){
    .priority = KOMA_PRIORITY_BULK, .file = arrival->file, .top_k = self->top_k });
  self->n_open++;
  koma_worker_classify_async (self->worker, request, self->cancellable, answered_cb,
                              g_steal_pointer (&arrival));
}

static gboolean
feed_cb (gpointer data)
{
  KomaCliArrivals *self = data;

  self->feeding = 0;
  feed (self);
  return G_SOURCE_REMOVE;
}

/* Sends as many as may be on their way; says when all have come back that were stopped. */
static void
feed (KomaCliArrivals *self)
{
  guint n = 0;

  for (; !self->is_stopped && n < MAX_AT_ONCE && self->n_open < MAX_OPEN; n++) {
    char *path = g_queue_pop_head (&self->paths);

    if (path == NULL)
      break;
    send (self, path);
  }
  if (n == MAX_AT_ONCE && self->feeding == 0)
    self->feeding = g_idle_add (feed_cb, self);
  if (self->is_stopped && self->n_open == 0)
    self->ended (self->data);
}

gboolean
koma_cli_arrivals_is_in (const char *path,
                         const char *folder)
{
  const gsize length = strlen (folder);

  return g_str_has_prefix (path, folder) &&
         (path[length] == G_DIR_SEPARATOR || path[length] == '\0' ||
          g_str_has_suffix (folder, G_DIR_SEPARATOR_S));
}

void
koma_cli_arrivals_init (KomaCliArrivals *self)
{
  g_queue_init (&self->paths);
  self->unread = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->retried = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->cancellable = g_cancellable_new ();
}

void
koma_cli_arrivals_clear (KomaCliArrivals *self)
{
  g_clear_handle_id (&self->feeding, g_source_remove);
  g_clear_pointer (&self->info, koma_model_info_unref);
  g_queue_clear_full (&self->paths, g_free);
  g_clear_pointer (&self->unread, g_hash_table_unref);
  g_clear_pointer (&self->retried, g_hash_table_unref);
  g_clear_object (&self->cancellable);
}

void
koma_cli_arrivals_add (KomaCliArrivals *self,
                       const char      *path)
{
  g_queue_push_tail (&self->paths, g_strdup (path));
  feed (self);
}

void
koma_cli_arrivals_forget (KomaCliArrivals *self,
                          const char      *path)
{
  g_hash_table_remove (self->unread, path);
}

void
koma_cli_arrivals_try_again (KomaCliArrivals *self,
                             const char      *folder)
{
  GHashTableIter iter;
  gpointer       path = NULL;

  g_hash_table_iter_init (&iter, self->unread);
  while (g_hash_table_iter_next (&iter, &path, NULL)) {
    if (!koma_cli_arrivals_is_in (path, folder))
      continue;
    g_hash_table_iter_steal (&iter);
    g_queue_push_tail (&self->paths, path);
  }
  feed (self);
}

void
koma_cli_arrivals_stop (KomaCliArrivals *self)
{
  self->is_stopped = TRUE;
  g_cancellable_cancel (self->cancellable);
  feed (self);
}
