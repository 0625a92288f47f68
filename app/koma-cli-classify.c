/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma classify: a stream of pictures through the worker. Results come back
 * in any order and are printed in that of the pictures; a bounded number of
 * requests is on its way, so that a million pictures take no more memory than
 * a thousand. */
#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli-board.h"
#include "koma-cli-collection.h"
#include "koma-cli-grid.h"
#include "koma-cli-guess.h"
#include "koma-cli-options.h"
#include "koma-cli-signals.h"
#include "koma-cli-slots.h"
#include "koma-cli-source.h"
#include "koma-cli-worker.h"
#include "koma-cli.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/decode/koma-thumbnail.h"
#include "worker/koma-worker.h"

#define THUMBNAIL_SIDE 320 /* pixels; sharp in the contact sheet on fine screens too */
/* Pictures that are known take no time to wait in: so many, and signals are looked at. */
#define MAX_AT_ONCE 1000

static const char arguments[] = N_ ("PATH…");
static const char summary[] =
  N_ ("Say what is in pictures. PATH is a picture, a folder, or “-” for a list on standard "
      "input, one path a line.");
static const char description[] =
  N_ ("Exit code: 0 all classified, 1 some failed, 2 wrong usage or a model that can not be used, "
      "130 interrupted, 143 terminated; what was printed until then is whole.\n\n"
      "In text and messages, control characters of names are written as \\n, \\t, \\r or \\xHH, as "
      "are bytes that are not UTF-8, and a backslash as \\\\. In JSON and CSV “uri” has every "
      "byte of a path. In CSV, a cell that a spreadsheet would take for a formula, or that begins "
      "with an apostrophe, has an apostrophe before it. HTML is a page with thumbnails.");

typedef struct
{
  KomaCliOptions    options;
  gboolean          is_full_decode;
  gboolean          is_null;     /* --null */
  char             *shard_given; /* (nullable) */
  KomaFormatKind    format;
  KomaPriority      priority;
  KomaCliShard      shard;
  KomaCliGrid       grid;
  KomaCliCollection collection;

  GMainLoop       *loop;
  KomaWorker      *worker;
  KomaModelInfo   *info; /* (nullable) once it is loaded */
  KomaCliSource   *source;
  KomaRangeTrial   trial; /* of the range, where it is a guess */
  KomaCliSlots     slots;
  KomaGridPicture *grid_picture; /* (nullable) whose cells are being sent … */
  char            *grid_path;
  guint            next_cell; /* … from this one on */
  guint            n_more;    /* cells, less the pictures that they are of */
  guint            n_done;
  GCancellable    *cancellable;
  guint            feeding;
  int              signal; /* that ended it early; 0: none */
} Classify;

static void
classify_clear (Classify *self)
{
  koma_cli_options_clear (&self->options);
  koma_cli_grid_clear (&self->grid);
  koma_cli_collection_clear (&self->collection);
  g_clear_handle_id (&self->feeding, g_source_remove);
  g_clear_pointer (&self->grid_picture, koma_grid_picture_unref);
  g_free (self->grid_path);
  g_free (self->shard_given);
  koma_cli_slots_clear (&self->slots);
  g_clear_pointer (&self->source, koma_cli_source_free);
  g_clear_pointer (&self->info, koma_model_info_unref);
  if (self->worker != NULL)
    koma_worker_stop (self->worker);
  g_clear_object (&self->worker);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->loop, g_main_loop_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Classify, classify_clear)

static void feed (gpointer data);

/* And says how far it is. */
static void
print_ready (Classify *self)
{
  koma_cli_slots_print (&self->slots);
  koma_cli_report_progress (self->slots.report, self->n_done,
                            koma_cli_source_get_n_found (self->source) + self->n_more,
                            koma_cli_source_is_done (self->source));
}

/* A picture has its answer. */
static void
finish (Classify *self)
{
  self->n_done++;
  print_ready (self);
  feed (self);
}

static void
classified_cb (GObject      *object,
               GAsyncResult *result,
               gpointer      data)
{
  Classify    *self = data;
  KomaCliSlot *slot = NULL;
  guint64      key = 0;
  g_autoptr (GError) error = NULL;
  KomaResult *answer = koma_worker_classify_finish (KOMA_WORKER (object), result, &key, &error);

  slot = koma_cli_slots_get (&self->slots, key);
  slot->result = answer;
  slot->error = g_steal_pointer (&error);
  if (slot->result != NULL)
    koma_cli_worker_tell_change (&self->info, slot->result->info);
  if (!koma_cli_slots_was_taken_back (&self->slots, slot))
    koma_cli_collection_add (&self->collection, slot->path, &slot->kept, answer, slot->error);
  finish (self);
}

static KomaCliSlot *
fill_slot (Classify          *self,
           char              *path, /* (transfer full) */
           const KomaRequest *what) /* the picture and the priority */
{
  KomaRequest values = *what;

  values.top_k = self->options.top_k;
  values.is_full_decode = self->is_full_decode;
  values.thumbnail_side = self->format == KOMA_FORMAT_HTML ? THUMBNAIL_SIDE : 0;
  return koma_cli_slots_add (&self->slots, path, &values);
}

static void
send (Classify    *self,
      KomaCliSlot *slot)
{
  koma_worker_classify_async (self->worker, slot->request, self->cancellable, classified_cb, self);
}

static void
take_known (KomaCliSlot *slot)
{
  slot->result = g_steal_pointer (&slot->kept.known.result);
  slot->error = g_steal_pointer (&slot->kept.known.failure);
}

/* What was known of a picture, and its thumbnail, which no collection has. */
typedef struct
{
  Classify    *self;
  KomaCliSlot *slot;
} Known;

static void
thumbnail_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      data)
{
  g_autofree Known *known = data;
  g_autoptr (KomaPicture) picture = koma_picture_load_finish (result, NULL);

  if (picture != NULL)
    known->slot->thumbnail = koma_thumbnail_encode (picture, THUMBNAIL_SIDE, NULL);
  take_known (known->slot);
  finish (known->self);
}

static void
load_thumbnail (Classify    *self,
                KomaCliSlot *slot)
{
  Known *known = g_new (Known, 1);

  *known = (Known){ self, slot };
  koma_picture_load_async (slot->request, THUMBNAIL_SIDE, self->cancellable, thumbnail_cb, known);
}

/* It is asked for, or known already; or the user took it out of the collection. */
static void
send_file (Classify         *self,
           char             *path, /* (transfer full) */
           const KomaFileId *id)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  KomaCliKept    kept = { 0 };
  const gboolean is_known = koma_cli_collection_look_up (&self->collection, path, id, &kept);
  KomaCliSlot   *slot = NULL;

  if (kept.known.is_left_out) {
    koma_cli_kept_clear (&kept);
    g_free (path);
    self->n_done++;
    return;
  }
  slot = fill_slot (self, path, &(KomaRequest){ .priority = self->priority, .file = file });
  slot->kept = kept;
  if (!is_known) {
    send (self, slot);
  } else if (self->format == KOMA_FORMAT_HTML && slot->kept.known.result != NULL) {
    load_thumbnail (self, slot);
  } else {
    take_known (slot);
    self->n_done++;
    print_ready (self);
  }
}

/* "board.jpg#1,1" is the first of a picture that is cut into cells. */
static void
send_cell (Classify *self)
{
  const guint       n_cells = koma_grid_picture_get_n_cells (self->grid_picture);
  const KomaRequest what = {
    .priority = KOMA_PRIORITY_BULK, .grid = self->grid_picture, .cell = self->next_cell
  };

  send (self, fill_slot (self, g_strdup (self->grid_path), &what));
  if (++self->next_cell < n_cells)
    return;
  g_clear_pointer (&self->grid_picture, koma_grid_picture_unref);
  g_clear_pointer (&self->grid_path, g_free);
}

static void
open_grid_picture (Classify        *self,
                   char            *path,         /* (transfer full) */
                   KomaGridPicture *grid_picture) /* (transfer full) */
{
  self->grid_picture = grid_picture;
  self->grid_path = path;
  self->next_cell = 0;
  self->n_more += koma_grid_picture_get_n_cells (grid_picture) - 1;
}

/* FALSE: there is none now. */
static gboolean
send_next (Classify *self)
{
  KomaFileId id = { 0 };
  char      *path =
    self->grid_picture == NULL ? koma_cli_source_take_file (self->source, &id) : NULL;
  KomaGridPicture *grid_picture = path != NULL ? koma_cli_grid_open (&self->grid, path) : NULL;

  if (grid_picture != NULL)
    open_grid_picture (self, path, grid_picture);
  else if (path != NULL)
    send_file (self, path, &id);
  else if (self->grid_picture != NULL)
    send_cell (self);
  else
    return FALSE;
  return TRUE;
}

static gboolean
is_done (const Classify *self)
{
  return self->slots.n_printed == self->slots.n_sent &&
         (self->signal != 0 || koma_cli_source_is_done (self->source));
}

static gboolean
feed_cb (gpointer data)
{
  Classify *self = data;

  self->feeding = 0;
  feed (self);
  return G_SOURCE_REMOVE;
}

/* Sends as many as may be on their way; ends when all is done. */
static void
feed (gpointer data)
{
  Classify     *self = data;
  const guint64 end = self->slots.n_sent + self->collection.n_left_out + MAX_AT_ONCE;

  /* Pictures may be found while the range is still compared. */
  if (self->slots.report == NULL)
    return;
  while (self->signal == 0 && self->slots.n_sent + self->collection.n_left_out < end &&
         !koma_cli_slots_are_full (&self->slots) && send_next (self))
    ;
  koma_cli_report_flush ();
  if (self->slots.n_sent + self->collection.n_left_out == end && self->feeding == 0)
    self->feeding = g_idle_add (feed_cb, self);
  if (is_done (self))
    g_main_loop_quit (self->loop);
}

/* The output ends as it should end. */
static void
end_early (gpointer data,
           int      signal)
{
  Classify *self = data;

  self->signal = signal;
  self->slots.is_ending = TRUE;
  koma_cli_source_stop (self->source);
  g_cancellable_cancel (self->cancellable);
  feed (self);
}

static KomaWorkerModel
get_model (const Classify *self)
{
  KomaWorkerModel model = koma_cli_worker_get_model (&self->options);

  model.batch = self->options.batch;
  model.is_brief = self->priority == KOMA_PRIORITY_INTERACTIVE && self->grid.given == NULL &&
                   !self->grid.is_board;
  model.is_one_language = TRUE;
  return model;
}

static gboolean
load_model (Classify *self)
{
  const KomaWorkerModel model = get_model (self);

  self->worker = koma_worker_new ();
  self->info = koma_cli_worker_load (self->worker, &model);
  return self->info != NULL;
}

static gboolean
settle_range (Classify *self)
{
  g_autoptr (GPtrArray) found = NULL;
  const KomaCliGuess guess = { .options = &self->options,
                               .collection = &self->collection,
                               .worker = self->worker,
                               .model = get_model (self) };

  if (self->info->values.sources[KOMA_PART_RANGE] != KOMA_SOURCE_GUESS || self->grid.given != NULL)
    return TRUE;
  found = koma_cli_source_look_ahead (self->source, KOMA_MAX_RANGE_PICTURES);
  koma_cli_collection_drop_left_out (&self->collection, found);
  return found->len == 0 || koma_cli_guess_settle (&guess, found, &self->info, &self->trial);
}

/* One file alone is waited for, and should not wait for a batch. */
static KomaPriority
choose_priority (int    argc,
                 char **argv)
{
  return argc == 2 && !g_str_equal (argv[1], "-") && !g_file_test (argv[1], G_FILE_TEST_IS_DIR)
           ? KOMA_PRIORITY_INTERACTIVE
           : KOMA_PRIORITY_BULK;
}

/* It has answers for whole pictures as the recipe makes them. */
static gboolean
check_collection (const Classify *self)
{
  const KomaCliGrid *grid = &self->grid;

  if (self->options.collection == NULL ||
      !(grid->is_board || grid->n_rows * grid->n_columns > 1 || grid->corners_given != NULL ||
        self->is_full_decode))
    return TRUE;
  koma_cli_warn (_ ("--collection keeps answers for whole pictures, not for boards and cells"));
  return FALSE;
}

static gboolean
parse (Classify *self,
       int      *argc,
       char   ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "batch", 0, 0, G_OPTION_ARG_INT, &self->options.batch,
      N_("Pictures of one inference; 0: measured"), N_("N") },
    { "grid", 0, 0, G_OPTION_ARG_STRING, &self->grid.given,
      N_("Cut each picture into cells, as 9x9; default: as samples.json beside it says"),
      N_("ROWSxCOLUMNS") },
    { "corners", 0, 0, G_OPTION_ARG_STRING, &self->grid.corners_given,
      N_("What --grid cuts, in pixels: top left, top right, bottom right, bottom left; default: "
          "the whole picture"), N_("X,Y,X,Y,X,Y,X,Y") },
    { "board", 0, 0, G_OPTION_ARG_NONE, &self->grid.is_board,
      N_("Find the shogi board in each picture, and read its position as SFEN"), NULL },
    { "shard", 0, 0, G_OPTION_ARG_STRING, &self->shard_given,
      N_("Take one part of the pictures, the K-th of N, by a hash of their paths"), N_("K/N") },
    { "null", '0', 0, G_OPTION_ARG_NONE, &self->is_null,
      N_("The list on standard input is as find -print0 writes it: a NUL ends each path"), NULL },
    { "full-decode", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &self->is_full_decode,
      NULL, NULL },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_CLASSIFIER | KOMA_TAKES_FORMAT | KOMA_TAKES_ANSWERS |
             KOMA_TAKES_SURE_FROM,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, koma_cli_grid_get_formats (&self->grid),
                                    &self->format) ||
      !koma_cli_shard_parse (self->shard_given, &self->shard) ||
      !koma_cli_grid_parse (&self->grid) || !check_collection (self))
    return FALSE;
  if (*argc >= 2)
    return TRUE;
  koma_cli_warn (_ ("name a picture, a folder, or “-”; “koma classify --help” tells more"));
  return FALSE;
}

static void
classify_all (Classify *self)
{
  KomaCliSignals         signals = { 0 };
  const KomaSheetOptions table = {
    .top_k = self->options.top_k,
    .sure_from = self->options.sure_from,
    .has_sha256 = self->options.has_sha256,
    .info = self->info,
    .range = self->trial.n_candidates > 0 ? &self->trial : NULL,
  };

  self->cancellable = g_cancellable_new ();
  self->slots.collection = &self->collection;
  self->slots.report = koma_cli_report_new (self->format, &table);
  koma_cli_signals_connect (&signals, end_early, self);
  feed (self);
  if (!is_done (self))
    g_main_loop_run (self->loop);
  koma_cli_signals_disconnect (&signals);
  if (self->signal == 0 && koma_cli_source_get_n_found (self->source) == 0)
    koma_cli_warn (_ ("there are no pictures"));
}

int
koma_cli_classify (int    argc,
                   char **argv)
{
  g_auto (Classify) self = { 0 };
  gboolean is_kept = FALSE;

  if (!parse (&self, &argc, &argv) || !koma_cli_options_take_model (&self.options, 0, NULL))
    return KOMA_EXIT_USAGE;
  self.priority = choose_priority (argc, argv);
  /* No window waits for these threads. */
  if (koma_flags_get_source (KOMA_FLAG_BACKGROUND) == KOMA_FLAG_FROM_DEFAULT)
    koma_flags_set (KOMA_FLAG_BACKGROUND, 0, NULL);
  self.loop = g_main_loop_new (NULL, FALSE);
  if (!koma_cli_collection_open (&self.collection, &self.options) || !load_model (&self))
    return KOMA_EXIT_USAGE;
  if (self.grid.is_board)
    return koma_cli_boards_read (self.worker, self.info, self.format, self.is_null, &self.shard,
                                 argv + 1);
  self.source = koma_cli_source_new (argv + 1, self.is_null, feed, &self);
  koma_cli_source_set_shard (self.source, &self.shard);
  if (!koma_cli_collection_add_paths (&self.collection, argv + 1) || !settle_range (&self))
    return KOMA_EXIT_USAGE;
  self.options.top_k = MIN (self.options.top_k, (int) self.info->n_classes);
  if (self.options.sure_from == KOMA_SURE_BY_MODEL)
    self.options.sure_from = self.info->values.sure_from;
  if (!koma_cli_collection_choose_model (&self.collection, self.info, self.options.top_k))
    return KOMA_EXIT_USAGE;
  classify_all (&self);
  is_kept = koma_cli_collection_end (&self.collection, self.slots.n_failed);
  if (self.signal != 0)
    return KOMA_EXIT_SIGNAL + self.signal;
  return self.slots.n_failed + koma_cli_source_get_n_failed (self.source) > 0 || !is_kept
           ? KOMA_EXIT_SOME_FAILED
           : KOMA_EXIT_OK;
}
