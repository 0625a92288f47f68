/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "koma-picture-drop.h"
#include "koma-text-provider.h"
#include "koma-window-toasts.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/compat/koma-about.h"
#include "ui/diagnostics/koma-diagnostics-window.h"
#include "ui/models/koma-about-model-window.h"
#include "ui/models/koma-recipe-window.h"
#include "ui/preferences/koma-preferences-window.h"
#include "ui/preferences/koma-troubleshooting.h"

/* ---- Opening ---- */

static void
pictures_chosen_cb (GPtrArray *files,
                    gpointer   user_data)
{
  KomaWindow *self = user_data;

  if (self->input != NULL)
    koma_picture_input_open (self->input, files);
}

static void
model_chosen_cb (GPtrArray *files,
                 gpointer   user_data)
{
  KomaWindow *self = user_data;
  GFile      *file = files->len > 0 ? g_ptr_array_index (files, 0) : NULL;

  if (file != NULL && g_file_peek_path (file) != NULL && self->control != NULL)
    koma_model_control_load (self->control, g_file_peek_path (file));
}

static void
labels_chosen_cb (GPtrArray *files,
                  gpointer   user_data)
{
  KomaWindow *self = user_data;

  if (self->input != NULL)
    koma_picture_input_open_labels (self->input, files);
}

static void
open_dialog (KomaWindow        *self,
             KomaFileDialogKind kind)
{
  KomaFileDialogChosen chosen = pictures_chosen_cb;

  if (kind == KOMA_FILE_DIALOG_MODEL || kind == KOMA_FILE_DIALOG_MODEL_FOLDER)
    chosen = model_chosen_cb;
  else if (kind == KOMA_FILE_DIALOG_LABELS)
    chosen = labels_chosen_cb;
  koma_file_dialog_open (GTK_WINDOW (self), kind, chosen, g_object_ref (self), g_object_unref);
}

static void
open_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->view == KOMA_VIEW_TEACH)
    koma_teach_page_add_pictures (self->teach_page);
  else
    open_dialog (self, KOMA_FILE_DIALOG_PICTURES);
}

static void
open_samples_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  const char *samples = koma_model_control_get_samples (self->control);

  if (samples != NULL)
    koma_picture_input_open_samples (self->input, samples);
}

static void
open_folder_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  open_dialog (KOMA_WINDOW (widget), KOMA_FILE_DIALOG_PICTURE_FOLDER);
}

static void
open_model_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  open_dialog (KOMA_WINDOW (widget), KOMA_FILE_DIALOG_MODEL);
}

static void
open_model_folder_action (GtkWidget  *widget,
                          const char *name,
                          GVariant   *parameter)
{
  open_dialog (KOMA_WINDOW (widget), KOMA_FILE_DIALOG_MODEL_FOLDER);
}

static void
open_labels_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  open_dialog (KOMA_WINDOW (widget), KOMA_FILE_DIALOG_LABELS);
}

static void
use_own_labels_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  koma_model_control_set_part (KOMA_WINDOW (widget)->control, KOMA_PART_LABELS, "");
}

static void
choose_model_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  koma_model_button_popup (KOMA_WINDOW (widget)->model_button);
}

static void
about_model_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  gtk_window_present (
    koma_about_model_window_new (GTK_WINDOW (self), self->control, self->library));
}

static void
paste_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->view == KOMA_VIEW_TEACH)
    koma_teach_page_paste (self->teach_page);
  else
    koma_picture_drop_paste (gtk_widget_get_clipboard (widget), self->input);
}

static void
back_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  koma_window_show (KOMA_WINDOW (widget), KOMA_VIEW_LIST);
}

/* ---- The selection ---- */

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaWindow      *self = KOMA_WINDOW (widget);
  g_autofree char *text = koma_results_view_describe_selection (self->results);
  g_autoptr (GdkContentProvider) provider = NULL;

  if (*text == '\0')
    return;

  provider = koma_text_provider_new (text);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (widget), provider);
  koma_toast_show (self->toast, _ ("Copied"));
}

static void
select_all_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  koma_results_view_select_all (KOMA_WINDOW (widget)->results);
}

/* ---- Changing the list ---- */

static void
offer_undo (KomaWindow *self,
            guint       n_removed)
{
  koma_window_toasts_offer_undo (self->toast, n_removed);
  koma_window_update (self);
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GPtrArray) items = koma_results_view_dup_selected (self->results);

  if (items->len > 0)
    offer_undo (self, koma_result_feed_remove_items (self->feed, items));
}

static void
clear_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_picture_input_cancel (self->input);
  /* The list is emptied, and the file that keeps its answers stays as it is. */
  koma_window_close_comparison (self);
  koma_collection_control_close (self->collection);
  if (!koma_result_feed_is_empty (self->feed))
    offer_undo (self, koma_result_feed_clear (self->feed));
}

static void
undo_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->view == KOMA_VIEW_TEACH) {
    gtk_widget_activate_action (widget, "win.undo-teaching", NULL);
    return;
  }
  if (self->view == KOMA_VIEW_BOARD) {
    koma_board_page_undo (self->board_page);
    return;
  }
  if (self->view == KOMA_VIEW_GRID) {
    koma_grid_page_undo (self->grid_page);
    return;
  }
  koma_toast_withdraw (self->toast, "win.undo");
  koma_window_undo_review (self);
  koma_window_update (self);
}

/* ---- Work ---- */

/* Ends the work that the bar at the bottom shows, on whatever page. */
static void
stop (KomaWindow *self)
{
  if (koma_model_control_is_loading (self->control)) {
    koma_model_control_cancel (self->control);
    return;
  }
  if (koma_library_get_running (self->library) != NULL) {
    koma_library_cancel (self->library, koma_library_get_running (self->library)->key);
    return;
  }

  koma_picture_input_cancel (self->input);
  if (koma_result_feed_get_progress (self->feed)->n_open > 0)
    koma_result_feed_cancel (self->feed);
  koma_window_update (self);
}

static void
stop_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  stop (KOMA_WINDOW (widget));
}

/* What comes of pictures stays; the rest waits until it is to go on. */
static void
pause_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_result_feed_set_paused (self->feed,
                               !koma_result_feed_get_progress (self->feed)->is_paused);
  koma_window_update (self);
}

/* Escape leaves the camera and the classes; a model that is being opened comes first. */
static void
cancel_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (koma_window_leave_fullscreen (self) ||
      (self->view == KOMA_VIEW_TEACH && koma_teach_page_escape (self->teach_page)))
    return;
  if (self->view != KOMA_VIEW_LIST && !koma_model_control_is_loading (self->control))
    koma_window_show (self, KOMA_VIEW_LIST);
  else
    stop (self);
}

static void
retry_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_result_feed_retry (self->feed);
  koma_window_update (self);
}

static void
show_earlier_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_result_feed_show_earlier (self->feed);
  koma_window_update (self);
}

static void
show_failed_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  GListModel *items = koma_results_view_get_shown (self->results);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);

    if (koma_result_item_get_state (item) == KOMA_ITEM_FAILED) {
      koma_results_view_scroll_to (self->results, i);
      return;
    }
  }
  /* The filter hides it. */
  koma_results_view_show_all (self->results);
}

static void
preferences_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->preferences_window == NULL) {
    GtkWindow *window = koma_preferences_window_new (GTK_WINDOW (self), self->backends,
                                                     koma_speaker_get_speech (self->speaker));

    g_set_weak_pointer (&self->preferences_window, window);
  }
  gtk_window_present (self->preferences_window);
}

static void
model_expects_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->recipe_window == NULL) {
    GtkWindow *window = koma_recipe_window_new (GTK_WINDOW (self), self->worker, self->control);

    g_set_weak_pointer (&self->recipe_window, window);
    koma_window_update_picture_windows (self);
  }
  gtk_window_present (self->recipe_window);
}

static void
diagnostics_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->diagnostics_window == NULL) {
    g_autoptr (KomaDiagnostics) diagnostics = koma_diagnostics_new (self->worker, self->backends);
    GtkWindow *window = koma_diagnostics_window_new (GTK_WINDOW (self), diagnostics);

    g_set_weak_pointer (&self->diagnostics_window, window);
    koma_window_update_picture_windows (self);
  }
  gtk_window_present (self->diagnostics_window);
}

static void
use_automatic_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  koma_backend_control_choose (KOMA_WINDOW (widget)->backends, NULL);
}

static void
listed_cb (GtkWidget          *about,
           KomaBackendControl *backends)
{
  g_autofree char *text = koma_troubleshooting_describe (backends);

  koma_about_set_troubleshooting (about, text);
}

static void
about_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaWindow      *self = KOMA_WINDOW (widget);
  g_autofree char *text = koma_troubleshooting_describe (self->backends);
  GtkWidget       *about = koma_about_show (GTK_WINDOW (self), text);

  g_signal_connect_object (self->backends, "listed", G_CALLBACK (listed_cb), about,
                           G_CONNECT_SWAPPED);
  koma_backend_control_list (self->backends);
}

void
koma_window_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.about", NULL, about_action);
  gtk_widget_class_install_action (widget_class, "win.about-model", NULL, about_model_action);
  gtk_widget_class_install_action (widget_class, "win.back", NULL, back_action);
  gtk_widget_class_install_action (widget_class, "win.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "win.choose-model", NULL, choose_model_action);
  gtk_widget_class_install_action (widget_class, "win.clear", NULL, clear_action);
  gtk_widget_class_install_action (widget_class, "win.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "win.diagnostics", NULL, diagnostics_action);
  gtk_widget_class_install_action (widget_class, "win.model-expects", NULL, model_expects_action);
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "win.open-folder", NULL, open_folder_action);
  gtk_widget_class_install_action (widget_class, "win.open-labels", NULL, open_labels_action);
  gtk_widget_class_install_action (widget_class, "win.open-model", NULL, open_model_action);
  gtk_widget_class_install_action (widget_class, "win.open-model-folder", NULL,
                                   open_model_folder_action);
  gtk_widget_class_install_action (widget_class, "win.open-samples", NULL, open_samples_action);
  gtk_widget_class_install_action (widget_class, "win.paste", NULL, paste_action);
  gtk_widget_class_install_action (widget_class, "win.pause", NULL, pause_action);
  gtk_widget_class_install_action (widget_class, "win.preferences", NULL, preferences_action);
  gtk_widget_class_install_action (widget_class, "win.remove", NULL, remove_action);
  gtk_widget_class_install_action (widget_class, "win.retry", NULL, retry_action);
  gtk_widget_class_install_action (widget_class, "win.select-all", NULL, select_all_action);
  gtk_widget_class_install_action (widget_class, "win.show-earlier", NULL, show_earlier_action);
  gtk_widget_class_install_action (widget_class, "win.show-failed", NULL, show_failed_action);
  gtk_widget_class_install_action (widget_class, "win.stop", NULL, stop_action);
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "win.use-automatic", NULL, use_automatic_action);
  gtk_widget_class_install_action (widget_class, "win.use-own-labels", NULL, use_own_labels_action);
}
