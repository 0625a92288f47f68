/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma watch: classifies what is in folders, and then what arrives, until it is interrupted. */
#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli-arrivals.h"
#include "koma-cli-options.h"
#include "koma-cli-range.h"
#include "koma-cli-signals.h"
#include "koma-cli-source.h"
#include "koma-cli-worker.h"
#include "koma-cli.h"
#include "worker/watch/koma-folder-watch.h"

#define MAX_SECONDS 86400

static const char arguments[] = N_ ("FOLDER…");
static const char summary[] =
  N_ ("Say what is in the pictures of folders, and of those that arrive in them, each when it is "
      "whole.");
static const char description[] =
  N_ ("It runs until it is interrupted. A folder that vanishes, such as a share, is tried again; "
      "what is new then is classified. With --collection, what is known is not printed.\n\n"
      "Exit code: 2 wrong usage or a model that can not be used, 130 interrupted, 143 terminated; "
      "what was printed until then is whole.");

typedef struct
{
  KomaCliOptions    options;
  int               interval_s;
  int               settle_s;
  gboolean          is_new_only;
  KomaFormatKind    format;
  KomaCliCollection collection;

  GMainLoop      *loop;
  KomaWorker     *worker;
  KomaCliSource  *source; /* (nullable) of pictures for … */
  KomaRangeTrial  trial;  /* … the range, where it is a guess */
  KomaCliReport  *report;
  GPtrArray      *watches; /* (element-type KomaFolderWatch) */
  KomaCliArrivals arrivals;
  int             signal; /* that ended it */
} Watch;

static void
watch_clear (Watch *self)
{
  g_clear_pointer (&self->watches, g_ptr_array_unref);
  koma_cli_options_clear (&self->options);
  koma_cli_collection_clear (&self->collection);
  g_clear_pointer (&self->report, koma_cli_report_free);
  koma_cli_arrivals_clear (&self->arrivals);
  g_clear_pointer (&self->source, koma_cli_source_free);
  if (self->worker != NULL)
    koma_worker_stop (self->worker);
  g_clear_object (&self->worker);
  g_clear_pointer (&self->loop, g_main_loop_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Watch, watch_clear)

static void
signal_cb (gpointer data,
           int      signal)
{
  Watch *self = data;

  self->signal = signal;
  g_ptr_array_set_size (self->watches, 0);
  koma_cli_arrivals_stop (&self->arrivals);
}

static void
ended_cb (gpointer data)
{
  g_main_loop_quit (((Watch *) data)->loop);
}

static void
tell_walks (const char *path)
{
  /* Translators: a folder; fs.inotify.max_user_watches is the name of a setting */
  koma_cli_warn (_ ("%s: the system watches no more folders, so all are walked now and then; "
                    "fs.inotify.max_user_watches is the limit"),
                 path);
}

static void
told_cb (const KomaWatchEvent *event,
         gpointer              data)
{
  Watch *self = data;

  switch (event->kind) {
  case KOMA_WATCH_PICTURE:
    koma_cli_arrivals_add (&self->arrivals, event->path);
    break;
  case KOMA_WATCH_VANISHED:
    koma_cli_arrivals_forget (&self->arrivals, event->path);
    break;
  case KOMA_WATCH_WALKED:
    koma_cli_warn (_ ("%s: is watched; what arrives is classified"), event->path);
    break;
  case KOMA_WATCH_LOST:
    /* Translators: a folder, and why it can not be read */
    koma_cli_warn (_ ("%s: %s; it is tried again"), event->path, event->message);
    break;
  case KOMA_WATCH_BACK:
    koma_cli_warn (_ ("%s: is there again"), event->path);
    koma_cli_arrivals_try_again (&self->arrivals, event->path);
    break;
  case KOMA_WATCH_UNREADABLE:
    /* Translators: a folder, and why it can not be read */
    koma_cli_warn (_ ("%s: %s; what is in it is left out"), event->path, event->message);
    break;
  case KOMA_WATCH_WALKS:
    tell_walks (event->path);
    break;
  default:
    g_assert_not_reached ();
  }
}

static void
watch_folders (Watch *self,
               char **folders)
{
  const KomaFolderWatchSettings settings = {
    .settle_ms = (guint) self->settle_s * 1000,
    .walk_ms = (guint) self->interval_s * 1000,
    .is_walked = self->interval_s > 0,
    .is_new_only = self->is_new_only,
  };

  self->watches = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_folder_watch_free);
  for (guint i = 0; folders[i] != NULL; i++)
    g_ptr_array_add (self->watches, koma_folder_watch_new (folders[i], &settings, told_cb, self));
}

/* What is looked for is waited for. */
static void
found_cb (gpointer data)
{
}

static KomaWorkerModel
get_model (const Watch *self)
{
  KomaWorkerModel model = koma_cli_worker_get_model (&self->options);

  model.is_one_language = TRUE;
  return model;
}

/* Where nothing says the range, the pictures that are there may. */
static gboolean
settle_range (Watch *self,
              char **folders)
{
  g_autoptr (GPtrArray) found = NULL;
  const char     *range = NULL;
  KomaWorkerModel model = get_model (self);
  KomaModelInfo **info = &self->arrivals.info;

  if ((*info)->values.sources[KOMA_PART_RANGE] != KOMA_SOURCE_GUESS)
    return TRUE;
  self->source = koma_cli_source_new (folders, FALSE, found_cb, NULL);
  found = koma_cli_source_look_ahead (self->source, KOMA_MAX_RANGE_PICTURES);
  koma_cli_source_stop (self->source);
  range = koma_cli_range_find (&self->options, self->worker, found, &self->trial);
  if (range == NULL)
    return TRUE;
  model.found_range = range;
  model.n_pictures = self->trial.n_pictures;
  g_clear_pointer (info, koma_model_info_unref);
  *info = koma_cli_worker_load_again (self->worker, &model);
  return *info != NULL;
}

static gboolean
load_model (Watch *self,
            char **folders)
{
  const KomaWorkerModel model = get_model (self);

  self->worker = koma_worker_new ();
  self->arrivals.info = koma_cli_worker_load (self->worker, &model);
  return self->arrivals.info != NULL && settle_range (self, folders);
}

/* A folder may come later, but nothing else may have its name; each picture is told once. */
static gboolean
check_folders (char **folders)
{
  for (guint i = 0; folders[i] != NULL; i++) {
    g_autofree char *path = g_canonicalize_filename (folders[i], NULL);

    if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_DIR)) {
      koma_cli_warn (_ ("“%s” is no folder; “koma classify” takes pictures"), folders[i]);
      return FALSE;
    }
    for (guint k = 0; folders[k] != NULL; k++) {
      g_autofree char *other = g_canonicalize_filename (folders[k], NULL);

      if (k != i && koma_cli_arrivals_is_in (path, other)) {
        koma_cli_warn (_ ("“%s” is watched with “%s” already; name one of them"), folders[i],
                       folders[k]);
        return FALSE;
      }
    }
  }
  return TRUE;
}

static gboolean
parse (Watch  *self,
       int    *argc,
       char ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "new-only", 0, 0, G_OPTION_ARG_NONE, &self->is_new_only,
      N_("Leave pictures alone that are there at the start"), NULL },
    { "interval", 0, 0, G_OPTION_ARG_INT, &self->interval_s,
      N_("Seconds from one walk through the folders to the next; default: 30 where the system does "
          "not tell what happens, as on shares; else they are not walked"), N_("S") },
    { "settle", 0, 0, G_OPTION_ARG_INT, &self->settle_s,
      N_("Seconds for which a file has to stay as it is before it is read; default 1"), N_("S") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_CLASSIFIER | KOMA_TAKES_FORMAT | KOMA_TAKES_ANSWERS,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "text json jsonl csv", &self->format) ||
      !koma_cli_check_number ("--interval", self->interval_s, MAX_SECONDS) ||
      !koma_cli_check_number ("--settle", self->settle_s, MAX_SECONDS))
    return FALSE;
  if (*argc >= 2)
    return check_folders (*argv + 1);
  koma_cli_warn (_ ("name a folder; “koma watch --help” tells more"));
  return FALSE;
}

static void
open_arrivals (Watch *self)
{
  KomaCliArrivals       *arrivals = &self->arrivals;
  const KomaSheetOptions table = {
    .top_k = (guint) self->options.top_k,
    .sure_from = arrivals->info->values.sure_from,
    .has_sha256 = self->options.has_sha256,
    .info = arrivals->info,
    .range = self->trial.n_candidates > 0 ? &self->trial : NULL,
  };

  self->report = koma_cli_report_new (self->format, &table);
  arrivals->collection = &self->collection;
  arrivals->report = self->report;
  arrivals->worker = self->worker;
  arrivals->top_k = (guint) self->options.top_k;
  arrivals->ended = ended_cb;
  arrivals->data = self;
  koma_cli_arrivals_init (arrivals);
}

int
koma_cli_watch (int    argc,
                char **argv)
{
  g_auto (Watch) self = { 0 };
  KomaCliSignals signals = { 0 };

  if (!parse (&self, &argc, &argv) || !koma_cli_options_take_model (&self.options, 0, NULL))
    return KOMA_EXIT_USAGE;
  self.loop = g_main_loop_new (NULL, FALSE);
  if (!koma_cli_collection_open (&self.collection, &self.options) || !load_model (&self, argv + 1))
    return KOMA_EXIT_USAGE;
  self.options.top_k = MIN (self.options.top_k, (int) self.arrivals.info->n_classes);
  if (!koma_cli_collection_choose_model (&self.collection, self.arrivals.info,
                                         (guint) self.options.top_k) ||
      !koma_cli_collection_add_paths (&self.collection, argv + 1))
    return KOMA_EXIT_USAGE;
  open_arrivals (&self);
  watch_folders (&self, argv + 1);
  koma_cli_signals_connect (&signals, signal_cb, &self);
  g_main_loop_run (self.loop);
  koma_cli_signals_disconnect (&signals);
  (void) koma_cli_collection_end (&self.collection, self.arrivals.n_failed);
  return KOMA_EXIT_SIGNAL + self.signal;
}
