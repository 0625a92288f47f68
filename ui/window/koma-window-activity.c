/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-activity.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"
#include "ui/models/koma-library-words.h"
#include "worker/koma-thread.h"

static char *
describe_loading (KomaModelControl *control)
{
  const char      *path = koma_model_control_get_loading_path (control);
  g_autofree char *name = koma_model_control_dup_name (control, path);

  if (koma_model_control_is_choosing (control))
    return g_strdup (_ ("Applying your choice"));
  /* The user knows the model while they change what computes. */
  if (koma_model_control_is_reload (control))
    return g_strdup (_ ("Changing what computes"));
  /* Translators: the name of a model */
  return g_strdup_printf (_ ("Opening “%s”"), name);
}

static void
show_loading (KomaActivityBar  *bar,
              KomaModelControl *control)
{
  g_autofree char *title = describe_loading (control);

  KomaActivity activity = {
    .title = title,
    .detail = koma_words_for_load_stage (koma_model_control_get_stage (control)),
    .fraction = koma_model_control_get_fraction (control),
    .button = _ ("Cancel"),
    .action = "win.stop",
  };

  koma_activity_bar_show (bar, &activity);
}

static void
show_download (KomaActivityBar *bar,
               KomaLibraryItem *item)
{
  const KomaFetch *fetch = &item->fetch;
  /* Translators: the name of a model */
  g_autofree char *title = g_strdup_printf (_ ("Downloading “%s”"), item->name);
  g_autofree char *detail = koma_library_words_for_fetch (fetch);

  KomaActivity activity = {
    .title = title,
    .detail = detail,
    .fraction = fetch->done_bytes / (double) MAX (fetch->total_bytes, 1),
    .button = _ ("Cancel"),
    .action = "win.stop",
  };

  koma_activity_bar_show (bar, &activity);
}

static char *
describe_speed (const KomaFeedProgress *progress)
{
  g_autofree char *rate = NULL;
  g_autofree char *left = NULL;

  if (progress->per_second <= 0.0 || progress->seconds_left < 0.0)
    return NULL;

  rate = koma_words_for_rate (progress->per_second);
  left = koma_words_for_time_left (progress->seconds_left);
  /* Translators: how fast it goes, and how long it will take */
  return g_strdup_printf (C_ ("rate and time left", "%s · %s"), rate, left);
}

static void
show_progress (KomaActivityBar        *bar,
               const KomaFeedProgress *progress)
{
  g_autofree char *title = g_strdup_printf (ngettext ("%'u of %'u picture", "%'u of %'u pictures",
                                                      progress->n_total),
                                            progress->n_done, progress->n_total);
  g_autofree char *detail = progress->is_paused ? g_strdup (C_ ("work", "Paused"))
                                                : describe_speed (progress);

  KomaActivity activity = {
    .title = title,
    .detail = detail,
    .fraction = progress->n_done / (double) MAX (progress->n_total, 1),
    .button = _ ("Cancel"),
    .action = "win.stop",
    .other_button = progress->is_paused ? C_ ("work", "Resume") : C_ ("work", "Pause"),
    .other_action = "win.pause",
  };

  koma_activity_bar_show (bar, &activity);
}

static void
show_missing_model (KomaActivityBar        *bar,
                    const KomaFeedProgress *progress)
{
  g_autofree char *title =
    g_strdup_printf (ngettext ("%'u picture waits for a model",
                               "%'u pictures wait for a model", progress->n_open),
                     progress->n_open);
  KomaActivity activity = {
    .title = title,
    .fraction = -1.0,
    .button = _ ("Open Model…"),
    .action = "win.open-model",
  };

  koma_activity_bar_show (bar, &activity);
}

static void
show_searching (KomaActivityBar *bar)
{
  KomaActivity activity = {
    .title = _ ("Looking for pictures…"),
    .fraction = -1.0,
    .button = _ ("Cancel"),
    .action = "win.stop",
  };

  koma_activity_bar_show (bar, &activity);
}

/* Where no other model serves, the offer stays until the user takes it. */
static void
show_backend_failure (KomaActivityBar  *bar,
                      KomaModelControl *control)
{
  g_autofree char *title =
    koma_words_for_backend_failure (koma_model_control_get_choice (control)->backend);

  KomaActivity activity = {
    .title = title,
    .detail = koma_model_control_get_failure (control)->message,
    .fraction = -1.0,
    .button = _ ("Use the Fastest"),
    .action = "win.use-automatic",
  };

  koma_activity_bar_show (bar, &activity);
}

void
koma_window_activity_update (KomaActivityBar  *bar,
                             KomaModelControl *control,
                             KomaResultFeed   *feed,
                             KomaLibraryItem  *download,
                             gboolean          is_searching)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (feed);
  gboolean                has_model = koma_model_control_get_info (control) != NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (koma_model_control_is_loading (control))
    show_loading (bar, control);
  else if (download != NULL)
    show_download (bar, download);
  else if (!has_model && koma_model_control_get_failure (control) != NULL)
    show_backend_failure (bar, control);
  else if (progress->n_open > 0 && !has_model)
    show_missing_model (bar, progress);
  else if (progress->n_open > 0 && progress->n_total >= KOMA_MIN_PICTURES_FOR_BAR)
    show_progress (bar, progress);
  else if (is_searching)
    show_searching (bar);
  else
    koma_activity_bar_hide (bar);
}
