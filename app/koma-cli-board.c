/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma classify --board: one picture after the other, the squares of each all at once. */
#include "koma-cli-board.h"

#include <glib/gi18n.h>

#include "koma-cli-signals.h"
#include "koma-cli-source.h"
#include "koma-cli.h"
#include "worker/board/koma-board-reading.h"
#include "worker/take/koma-sheet.h"
#include "worker/koma-json.h"

typedef struct
{
  KomaWorker    *worker;
  KomaModelInfo *info;
  KomaFormatKind format;
  KomaCliSource *source;
  GCancellable  *cancellable;
  GMainLoop     *loop;
  char          *path; /* (nullable) that is being read */
  guint          n_failed;
  guint          n_printed;
  int            signal; /* that ended it early; 0: none */
} Boards;

static void
build_board (JsonBuilder            *builder,
             const KomaBoardReading *reading)
{
  g_autofree char *sfen = koma_position_to_sfen_board (&reading->position);

  json_builder_set_member_name (builder, "board");
  json_builder_begin_object (builder);
  koma_json_points (builder, "corners", reading->corners, 4);
  koma_json_string (builder, "sfen", sfen);
  koma_json_double (builder, "sure", reading->mean_sure);
  json_builder_set_member_name (builder, "doubtful");
  json_builder_begin_array (builder);
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++)
    if (koma_board_reading_is_doubtful (reading, i)) {
      /* As people and USI count: files from the right, ranks from a. */
      const char name[] = { '9' - i % KOMA_POSITION_SIDE, 'a' + i / KOMA_POSITION_SIDE, '\0' };

      json_builder_add_string_value (builder, name);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
print_text (const char             *path,
            const KomaBoardReading *reading)
{
  g_autofree char *sfen = koma_position_to_sfen_board (&reading->position);

  koma_cli_say ("%s: %s\n", path, sfen);
}

static void
build_error (JsonBuilder  *builder,
             const GError *error)
{
  json_builder_set_member_name (builder, "error");
  json_builder_begin_object (builder);
  koma_json_string (builder, "code", koma_sheet_get_error_code (error));
  koma_json_string (builder, "message", error->message);
  json_builder_end_object (builder);
}

static void
print_json (Boards                 *self,
            const char             *path,
            const KomaBoardReading *reading, /* (nullable) */
            const GError           *error)
{
  const gboolean is_lines = self->format == KOMA_FORMAT_JSONL;
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  koma_json_string (builder, "path", path);
  koma_json_string (builder, "uri", uri);
  koma_json_string (builder, "model", self->info->name);
  if (reading != NULL) {
    koma_json_string (builder, "backend", reading->backend);
    build_board (builder, reading);
  } else
    build_error (builder, error);
  json_builder_end_object (builder);
  text = koma_json_to_string (builder, FALSE);
  if (is_lines)
    koma_cli_print ("%s\n", text);
  else
    koma_cli_print ("%s%s", self->n_printed == 0 ? "[\n" : ",\n", text);
  self->n_printed++;
}

/* The worker's messages name the file; here the path stands before them. */
static void
warn (const char   *path,
      const GError *error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *prefix = g_strconcat (name, ": ", NULL);
  const char      *message = error->message;

  if (g_str_has_prefix (message, prefix))
    message += strlen (prefix);
  koma_cli_warn ("%s: %s", path, message);
}

static void feed (gpointer data);

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  Boards          *self = data;
  g_autofree char *path = g_steal_pointer (&self->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaBoardReading) reading = koma_board_read_finish (result, &error);

  if (self->signal == 0 || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    self->n_failed += reading == NULL;
    if (reading == NULL)
      warn (path, error);
    if (self->format != KOMA_FORMAT_TEXT)
      print_json (self, path, reading, error);
    else if (reading != NULL)
      print_text (path, reading);
  }
  feed (self);
}

static void
feed (gpointer data)
{
  Boards *self = data;

  if (self->path == NULL && self->signal == 0)
    self->path = koma_cli_source_take (self->source);
  else if (self->path != NULL)
    return;
  if (self->path != NULL) {
    g_autoptr (GFile) file = g_file_new_for_path (self->path);
    g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .file = file });

    koma_board_read_async (self->worker, request, NULL, self->cancellable, read_cb, self);
  } else if (self->signal != 0 || koma_cli_source_is_done (self->source))
    g_main_loop_quit (self->loop);
}

static void
end_early (gpointer data,
           int      signal)
{
  Boards *self = data;

  self->signal = signal;
  koma_cli_source_stop (self->source);
  g_cancellable_cancel (self->cancellable);
  feed (self);
}

int
koma_cli_boards_read (KomaWorker         *worker,
                      KomaModelInfo      *info,
                      KomaFormatKind      format,
                      gboolean            is_null,
                      const KomaCliShard *shard,
                      char              **paths)
{
  KomaCliSignals signals = { 0 };
  Boards         self = { .worker = worker, .info = info, .format = format };
  guint          n_failed = 0;

  self.loop = g_main_loop_new (NULL, FALSE);
  self.cancellable = g_cancellable_new ();
  self.source = koma_cli_source_new (paths, is_null, feed, &self);
  koma_cli_source_set_shard (self.source, shard);
  koma_cli_signals_connect (&signals, end_early, &self);
  feed (&self);
  if (self.path != NULL || (self.signal == 0 && !koma_cli_source_is_done (self.source)))
    g_main_loop_run (self.loop);
  koma_cli_signals_disconnect (&signals);
  if (self.signal == 0 && koma_cli_source_get_n_found (self.source) == 0)
    koma_cli_warn (_ ("there are no pictures"));
  n_failed = self.n_failed + koma_cli_source_get_n_failed (self.source);
  koma_cli_source_free (self.source);
  if (format == KOMA_FORMAT_JSON)
    koma_cli_print ("%s]\n", self.n_printed > 0 ? "\n" : "[");
  g_object_unref (self.cancellable);
  g_main_loop_unref (self.loop);
  if (self.signal != 0)
    return KOMA_EXIT_SIGNAL + self.signal;
  return n_failed > 0 ? KOMA_EXIT_SOME_FAILED : KOMA_EXIT_OK;
}
