/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "koma-model-failure.h"
#include "koma-recent.h"
#include "koma-window-board.h"
#include "koma-window-toasts.h"
#include "engine/koma-values.h"
#include "ui/koma-error-words.h"
#include "ui/koma-words.h"
#include "ui/preferences/koma-troubleshooting.h"
#include "worker/crash/koma-crash-report.h"
#include "worker/koma-thread.h"
#include "worker/models/koma-gathered-files.h"

/* The preferences show it themselves, beside the choice. */
static void
report_backend_failure (KomaWindow   *self,
                        const GError *error)
{
  g_autofree char *text =
    koma_words_for_backend_failure (koma_model_control_get_choice (self->control)->backend);

  if (self->preferences_window == NULL)
    koma_toast_show_with_details (self->toast, text, text, error->message);
}

static void
report_model_failure (KomaWindow   *self,
                      const char   *path,
                      const GError *error)
{
  g_autofree char   *name = g_filename_display_basename (path);
  const KomaForeign *foreign = NULL;

  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED))
    foreign = koma_foreign_find (path, NULL, 0);
  /* A file of such a name may have been read, and found to be something else. */
  if (foreign != NULL && strstr (error->message, foreign->advice) != NULL)
    koma_window_toasts_show_refused (self->toast, name, foreign);
  else
    koma_window_toasts_show_failure (self->toast, koma_words_for_model_error (error), path,
                                     error->message);
}

static gboolean
is_not_found (const GError *error)
{
  return g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
offer_removal (KomaWindow *self,
               const char *path)
{
  g_autofree char *name = koma_model_control_dup_name (self->control, path);

  koma_window_toasts_offer_removal (self->toast, name, path);
}

static void
failed_cb (KomaWindow *self,
           const char *path,
           GError     *error)
{
  const char *bundled = koma_model_control_get_bundled (self->control);

  if (koma_model_control_get_failure (self->control) != NULL) {
    report_backend_failure (self, error);
    return;
  }
  if (is_not_found (error) && koma_model_control_is_recent (self->control, path))
    offer_removal (self, path);
  else
    report_model_failure (self, path, error);

  /* The model of the last time may be gone: the bundled one is better than none. */
  if (koma_model_control_get_info (self->control) == NULL && bundled != NULL &&
      !g_str_equal (path, bundled))
    koma_model_control_load (self->control, bundled);
  else
    koma_collection_control_take_model (self->collection);
  if (self->view == KOMA_VIEW_BOARD)
    koma_board_page_stop_waiting (self->board_page);
}

static void
show_warnings (KomaWindow    *self,
               KomaModelInfo *info)
{
  const char *const *warnings = info->warnings;
  g_autofree char   *details = NULL;

  /* It is no matter of the classes that are taught. */
  if (warnings == NULL || warnings[0] == NULL || self->view == KOMA_VIEW_TEACH)
    return;

  details = g_strjoinv ("\n\n", (char **) warnings);
  koma_toast_show_with_details (self->toast, _ ("There is a note about this model"), info->name,
                                details);
}

/* The answers so far give way to those of the new model. */
static void
offer_earlier (KomaWindow *self)
{
  KomaModelInfo *earlier = koma_result_feed_get_earlier (self->feed);

  if (earlier != NULL)
    koma_window_toasts_offer_earlier (self->toast, earlier->name);
}

static void
open_already_cb (KomaWindow *self)
{
  /* Translators: the name of a model */
  g_autofree char *text = g_strdup_printf (
    _ ("“%s” is open already"), koma_model_control_get_info (self->control)->name);

  koma_toast_show (self->toast, text);
}

/* What a report of a crash would say of the model and of what computes it. */
static void
describe_for_crash (KomaWindow *self)
{
  g_autofree char *text = koma_troubleshooting_describe (self->backends);

  koma_crash_report_describe (text);
}

/* A file of the user's own, not one that Koma brought along or put together. */
static void
remember (KomaWindow *self,
          const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  if (koma_model_control_is_recent (self->control, path) && !koma_gathered_files_is (path))
    koma_recent_add (file, NULL);
}

/* What they show are answers of the model before. */
static void
restart_pages (KomaWindow *self)
{
  if (self->grid_page != NULL)
    koma_grid_page_restart (self->grid_page);
  koma_window_restart_board (self);
}

static void
loaded_cb (KomaWindow *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->control);

  describe_for_crash (self);
  g_action_change_state (g_action_map_lookup_action (G_ACTION_MAP (self), "load-model"),
                         g_variant_new_string (info->path));
  /* The backend that had failed is in use again, or another was chosen. */
  koma_notice_hide (self->notice);
  koma_words_bar_show (self->words_bar, info);
  koma_results_view_set_worker (self->results, info->classes != NULL ? self->worker : NULL);
  koma_collection_control_take_model (self->collection);
  if (koma_model_control_is_reload (self->control)) {
    koma_result_feed_name (self->feed, info);
    koma_result_feed_resume (self->feed);
  } else if (koma_model_control_is_reworded (self->control)) {
    koma_result_feed_start (self->feed);
    restart_pages (self);
  } else {
    koma_result_feed_start (self->feed);
    remember (self, info->path);
    restart_pages (self);
    show_warnings (self, info);
    offer_earlier (self);
  }
  koma_window_update (self);
}

/* Answers that were shown before give way to new ones, and so does what is shown elsewhere. */
static void
range_found_cb (KomaWindow *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->control);

  koma_collection_control_take_model (self->collection);
  if (koma_result_feed_renew (self->feed, info) > 0)
    koma_toast_show (self->toast,
                     _ ("Koma learned from your pictures how this model sees them, and answers "
                        "anew"));
  restart_pages (self);
  koma_window_update (self);
}

/* The worker replaced a backend that failed in the middle of the work. */
static void
failed_over_cb (KomaWindow *self)
{
  g_autofree char *text = koma_words_for_failover (koma_model_control_get_info (self->control));

  koma_notice_show (self->notice, text, _ ("Try Again"), "win.reload-model");
}

static void
load_model_cb (GSimpleAction *action,
               GVariant      *key,
               gpointer       user_data)
{
  KomaWindow *self = user_data;

  koma_notice_hide (self->notice);
  koma_library_open (self->library, g_variant_get_string (key, NULL));
}

static void
explain_failure_cb (GSimpleAction *action,
                    GVariant      *failure,
                    gpointer       user_data)
{
  const char *path = NULL;
  const char *message = NULL;

  g_variant_get (failure, "(^&ay&s)", &path, &message);
  koma_model_failure_show (GTK_WINDOW (user_data), path, message);
}

static void
reload_model_cb (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  koma_model_control_reload (KOMA_WINDOW (user_data)->control);
}

static void
range_cb (GSimpleAction *action,
          GVariant      *range,
          gpointer       user_data)
{
  const char *word = g_variant_get_string (range, NULL);
  const char *parts[KOMA_N_PARTS] = { [KOMA_PART_RANGE] = word };
  KomaRecipe  recipe = { 0 };

  if (!koma_recipe_set_range (&recipe, word, NULL))
    return;
  parts[KOMA_PART_INVERT] = koma_recipe_is_inverted (&recipe) ? "true" : "false";
  koma_model_control_set_parts (KOMA_WINDOW (user_data)->control, parts);
}

typedef struct
{
  KomaWindow *window;
  char       *path;
  char       *name;
} Forgotten;

/* A toast hides itself after its button has acted: the next one must come later. */
static void
offer_return_cb (gpointer user_data)
{
  Forgotten *forgotten = user_data;

  if (forgotten->window->control != NULL)
    koma_window_toasts_offer_return (forgotten->window->toast, forgotten->name,
                                     forgotten->path);
  g_object_unref (forgotten->window);
  g_free (forgotten->path);
  g_free (forgotten->name);
  g_free (forgotten);
}

static void
forget_model_cb (GSimpleAction *action,
                 GVariant      *path,
                 gpointer       user_data)
{
  KomaWindow *self = user_data;
  Forgotten  *forgotten = g_new (Forgotten, 1);

  forgotten->path = g_variant_dup_string (path, NULL);
  forgotten->name = koma_model_control_dup_name (self->control, forgotten->path);
  koma_model_control_set_recent (self->control, forgotten->path, FALSE);
  forgotten->window = g_object_ref (self);
  g_idle_add_once (offer_return_cb, forgotten);
}

static void
remember_model_cb (GSimpleAction *action,
                   GVariant      *path,
                   gpointer       user_data)
{
  koma_model_control_set_recent (KOMA_WINDOW (user_data)->control,
                                 g_variant_get_string (path, NULL), TRUE);
}

static void
take_class_language (KomaWindow *self)
{
  koma_model_control_set_class_language (self->control, koma_preferences_get_class_language (
                                                          self->preferences));
}

/* The answers stay, with other words. */
static void
class_language_cb (KomaWindow *self)
{
  take_class_language (self);
  koma_model_control_reload (self->control);
}

/* The state of load-model is the path of the model in use, so that the menu can mark it; that of
 * range is its range. */
static const GActionEntry actions[] = {
  { .name = "range", .activate = range_cb, .parameter_type = "s", .state = "''" },
  { .name = "load-model", .activate = load_model_cb, .parameter_type = "s", .state = "''" },
  /* Its path, and the message of the error. */
  { .name = "explain-failure", .activate = explain_failure_cb, .parameter_type = "(ays)" },
  { .name = "reload-model", .activate = reload_model_cb },
  { .name = "forget-model", .activate = forget_model_cb, .parameter_type = "s" },
  { .name = "remember-model", .activate = remember_model_cb, .parameter_type = "s" },
};

void
koma_window_connect_model (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  take_class_language (self);
  koma_model_button_connect (self->model_button, self->control, self->preferences);
  koma_model_page_set_control (self->model_page, self->control);
  koma_range_notice_set_control (self->range_notice, self->control);
  koma_words_bar_set_control (self->words_bar, self->control);
  g_signal_connect_object (self->preferences, "notify::class-language",
                           G_CALLBACK (class_language_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->control, "changed", G_CALLBACK (koma_window_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->control, "loaded", G_CALLBACK (loaded_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->control, "failed", G_CALLBACK (failed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->control, "open-already", G_CALLBACK (open_already_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->control, "range-found", G_CALLBACK (range_found_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->control, "failed-over", G_CALLBACK (failed_over_cb), self,
                           G_CONNECT_SWAPPED);
  koma_model_control_refresh (self->control);
}
