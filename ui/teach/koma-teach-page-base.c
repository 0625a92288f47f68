/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The model that a project learns with. It is found without asking: the model for everyday things
 * where it is on this computer, else that in use. */

#include "koma-teach-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-fine-tune-window.h"
#include "koma-teach-settings-window.h"

#include "worker/koma-thread.h"

static gboolean
is_bundled (KomaTeachPage *self)
{
  const char *base = koma_teach_project_get_status (self->project).base;
  const char *bundled = koma_model_control_get_bundled (self->control);

  return base != NULL && bundled != NULL && g_str_equal (base, bundled);
}

static void
choose_base (KomaTeachPage *self)
{
  KomaLibraryItem *suggested = koma_library_get_suggested (self->library);
  KomaModelInfo   *info = koma_model_control_get_info (self->control);

  if (suggested != NULL && suggested->model != NULL)
    koma_teach_project_set_base (self->project, suggested->model->path, suggested->name);
  else if (info != NULL)
    koma_teach_project_set_base (self->project, info->path, info->name);
}

/* Shogi pieces are all that Koma's own model has ever seen. */
static void
offer_suggested (KomaTeachPage *self)
{
  KomaLibraryItem *suggested = koma_library_get_suggested (self->library);
  g_autofree char *size = NULL;
  g_autofree char *button = NULL;
  g_autofree char *text = NULL;

  if (!is_bundled (self) || suggested == NULL || suggested->fetch.state == KOMA_FETCH_RUNNING) {
    koma_notice_hide (self->notice);
    self->was_offered = FALSE;
    return;
  }
  if (self->was_offered)
    return;
  self->was_offered = TRUE;
  size = g_format_size (suggested->size_bytes);
  /* Translators: of a button; a size: “Download (3.6 MB)” */
  button = suggested->model != NULL ? g_strdup (_ ("Use"))
                                    : g_strdup_printf (_ ("Download (%s)"), size);
  /* Translators: the name of a model */
  text = g_strdup_printf (_ ("Koma has only learned to look at shogi pieces so far. With “%s” it "
                             "tells other things apart much better."),
                          suggested->name);
  koma_notice_show (self->notice, text, button, "teach.use-suggested");
}

/**
 * koma_teach_page_update_base:
 * @self: a page
 *
 * To be called when there may be other models than before.
 */
void
koma_teach_page_update_base (KomaTeachPage *self)
{
  KomaTeachStatus  status = { 0 };
  KomaLibraryItem *suggested = NULL;
  gboolean         is_wanted = FALSE;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->project == NULL)
    return;
  status = koma_teach_project_get_status (self->project);
  if (status.state != KOMA_TEACH_READY)
    return;
  suggested = koma_library_get_suggested (self->library);
  is_wanted = self->wants_suggested && suggested != NULL && suggested->model != NULL;
  if (is_wanted || status.base == NULL || status.base_state == KOMA_TEACH_BASE_FAILED) {
    self->wants_suggested = FALSE;
    choose_base (self);
  }
  offer_suggested (self);
}

static void
use_suggested_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  KomaTeachPage   *self = user_data;
  KomaLibraryItem *suggested = koma_library_get_suggested (self->library);

  if (suggested == NULL)
    return;
  self->wants_suggested = TRUE;
  if (suggested->model == NULL)
    koma_library_download (self->library, suggested->key);
  koma_teach_page_update_base (self);
}

static void
fine_tune_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  KomaTeachPage *self = user_data;
  GtkWindow     *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));

  if (self->fine_tune_window == NULL)
    g_set_weak_pointer (&self->fine_tune_window,
                        koma_fine_tune_window_new (window, self->project));
  gtk_window_present (self->fine_tune_window);
}

static void
show_settings_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  KomaTeachPage *self = user_data;
  GtkWindow     *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));

  if (self->settings_window == NULL)
    g_set_weak_pointer (&self->settings_window,
                        koma_teach_settings_window_new (window, self->project, self->library));
  gtk_window_present (self->settings_window);
}

void
koma_teach_page_add_base_actions (KomaTeachPage *self)
{
  static const GActionEntry entries[] = {
    { .name = "fine-tune", .activate = fine_tune_action },
    { .name = "show-settings", .activate = show_settings_action },
    { .name = "use-suggested", .activate = use_suggested_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
}
