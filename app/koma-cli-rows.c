/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-rows.h"

#include "engine/koma-app.h"
#include "koma-cli-source.h"
#include "koma-cli-worker.h"
#include "koma-cli.h"

/* Requests on their way: enough for the largest batch while another is computed. */
#define MAX_OPEN (2 * KOMA_MAX_BATCH)

typedef struct
{
  GMainLoop     *loop;
  KomaWorker    *worker;
  KomaModelInfo *info;
  KomaCliSource *source;
  GPtrArray     *rows;
  guint          n_open;
} Collect;

static void
collect_clear (Collect *self)
{
  g_clear_pointer (&self->source, koma_cli_source_free);
  g_clear_pointer (&self->info, koma_model_info_unref);
  if (self->worker != NULL)
    koma_worker_stop (self->worker);
  g_clear_object (&self->worker);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->loop, g_main_loop_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Collect, collect_clear)

static void feed (gpointer data);

static void
classified_cb (GObject      *object,
               GAsyncResult *result,
               gpointer      data)
{
  Collect       *self = data;
  guint64        key = 0;
  GError        *error = NULL;
  KomaResult    *answer = koma_worker_classify_finish (KOMA_WORKER (object), result, &key, &error);
  KomaExportRow *row = self->rows->pdata[key];

  row->result = answer;
  row->error = error;
  if (error != NULL)
    koma_cli_warn ("%s", error->message);
  self->n_open--;
  feed (self);
}

static void
send (Collect    *self,
      const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){
    .key = self->rows->len, .priority = KOMA_PRIORITY_BULK, .file = file });

  g_ptr_array_add (self->rows, koma_export_row_new_for_file (file, path));
  self->n_open++;
  koma_worker_classify_async (self->worker, request, NULL, classified_cb, self);
}

static void
feed (gpointer data)
{
  Collect         *self = data;
  g_autofree char *path = NULL;

  while (self->n_open < MAX_OPEN && (path = koma_cli_source_take (self->source)) != NULL) {
    send (self, path);
    g_clear_pointer (&path, g_free);
  }
  if (self->n_open == 0 && koma_cli_source_is_done (self->source))
    g_main_loop_quit (self->loop);
}

static gboolean
load_model (Collect              *self,
            const KomaCliOptions *options)
{
  const KomaWorkerModel model = koma_cli_worker_get_model (options);

  self->worker = koma_worker_new ();
  self->info = koma_cli_worker_load (self->worker, &model);
  return self->info != NULL;
}

GPtrArray *
koma_cli_rows_collect (const KomaCliOptions *options,
                       char                **paths)
{
  g_auto (Collect) self = { .loop = g_main_loop_new (NULL, FALSE) };

  self.rows = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_export_row_free);
  if (!load_model (&self, options))
    return NULL;
  self.source = koma_cli_source_new (paths, FALSE, feed, &self);
  feed (&self);
  if (self.n_open > 0 || !koma_cli_source_is_done (self.source))
    g_main_loop_run (self.loop);
  return g_steal_pointer (&self.rows);
}
