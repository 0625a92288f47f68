/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "koma-text-provider.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/compat/koma-message.h"

/* ---- Opening ---- */

static void
pictures_chosen_cb (GPtrArray *files,
                    gpointer   user_data)
{
  koma_window_open_files (user_data, files);
}

static void
model_chosen_cb (GPtrArray *files,
                 gpointer   user_data)
{
  GFile *file = files->len > 0 ? g_ptr_array_index (files, 0) : NULL;

  if (file != NULL && g_file_peek_path (file) != NULL)
    koma_window_load_model (user_data, g_file_peek_path (file));
}

static void
open_dialog (KomaWindow        *self,
             KomaFileDialogKind kind)
{
  gboolean is_model = kind == KOMA_FILE_DIALOG_MODEL || kind == KOMA_FILE_DIALOG_MODEL_FOLDER;

  koma_file_dialog_open (GTK_WINDOW (self), kind, is_model ? model_chosen_cb : pictures_chosen_cb,
                         g_object_ref (self), g_object_unref);
}

static void
open_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  open_dialog (KOMA_WINDOW (widget), KOMA_FILE_DIALOG_PICTURES);
}

static void
open_samples_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  koma_window_open_samples (KOMA_WINDOW (widget));
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
  koma_window_show_model (KOMA_WINDOW (widget));
}

static void
paste_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  koma_window_paste (KOMA_WINDOW (widget));
}

static void
camera_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_window_show_camera (self, !self->is_camera);
}

/* ---- The selection ---- */

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  guint       n_results = koma_preferences_get_results (self->preferences);
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self->results);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GdkContentProvider) provider = NULL;
  GtkBitsetIter iter;
  guint         position = 0;

  for (gboolean is_valid = gtk_bitset_iter_init_first (&iter, selection, &position);
       is_valid;
       is_valid = gtk_bitset_iter_next (&iter, &position)) {
    g_autoptr (KomaResultItem) item = koma_results_view_get_item (self->results, position);
    g_autofree char *line = koma_result_item_describe (item, n_results);

    if (text->len > 0)
      g_string_append_c (text, '\n');
    g_string_append (text, line);
  }
  if (text->len == 0)
    return;

  provider = koma_text_provider_new (text->str);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (widget), provider);
  koma_window_add_toast (self, _ ("Copied"));
}

static void
launched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (KomaWindow) self = user_data;

  if (!g_app_info_launch_default_for_uri_finish (result, NULL) && self->feed != NULL)
    koma_window_add_toast (self, _ ("No program could open this picture"));
}

void
koma_window_open_in_viewer (KomaWindow *self,
                            guint       position)
{
  g_autoptr (KomaResultItem) item = koma_results_view_get_item (self->results, position);
  g_autoptr (GdkAppLaunchContext) context = NULL;
  g_autofree char *uri = NULL;
  GFile           *file = item != NULL ? koma_result_item_get_file (item) : NULL;

  if (file == NULL) {
    koma_window_add_toast (self, _ ("This picture has no file"));
    return;
  }

  uri = g_file_get_uri (file);
  context = gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (self)));
  g_app_info_launch_default_for_uri_async (uri, G_APP_LAUNCH_CONTEXT (context), NULL,
                                           launched_cb, g_object_ref (self));
}

static void
open_in_viewer_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self->results);

  if (!gtk_bitset_is_empty (selection))
    koma_window_open_in_viewer (self, gtk_bitset_get_minimum (selection));
}

static void
select_all_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  koma_results_view_select_all (KOMA_WINDOW (widget)->results);
}

/* ---- Removing ---- */

typedef struct
{
  KomaResultFeed    *feed;
  KomaResultRemoval *removal;
} Undo;

static void
undo_free (gpointer  data,
           GClosure *closure)
{
  Undo *undo = data;

  koma_result_removal_free (undo->removal);
  g_object_unref (undo->feed);
  g_free (undo);
}

static void
undo_cb (AdwToast *toast,
         Undo     *undo)
{
  koma_result_feed_undo (undo->feed, undo->removal);
}

static void
offer_undo (KomaWindow        *self,
            KomaResultRemoval *removal) /* (transfer full) */
{
  guint            n_items = koma_result_removal_get_n_items (removal);
  g_autofree char *text = g_strdup_printf (ngettext ("%'u picture removed",
                                                     "%'u pictures removed", n_items),
                                           n_items);
  AdwToast        *toast = adw_toast_new (text);
  Undo            *undo = g_new (Undo, 1);

  undo->feed = g_object_ref (self->feed);
  undo->removal = removal;
  adw_toast_set_button_label (toast, _ ("Undo"));
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo_cb), undo, undo_free, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
  koma_window_update (self);
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self->results);

  if (!gtk_bitset_is_empty (selection))
    offer_undo (self, koma_result_feed_remove (self->feed, selection));
}

static void
clear_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_window_cancel_searches (self);
  if (!koma_result_feed_is_empty (self->feed))
    offer_undo (self, koma_result_feed_clear (self->feed));
}

/* ---- Work ---- */

static void
cut_board_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  koma_window_cut_board (KOMA_WINDOW (widget));
}

/* What the bar at the bottom shows, whatever page there is above it. */
static void
stop (KomaWindow *self)
{
  if (koma_model_control_is_loading (self->loader)) {
    koma_model_control_cancel (self->loader);
    return;
  }

  koma_window_cancel_searches (self);
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

/* The key that leads back. */
static void
cancel_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->is_camera && !koma_model_control_is_loading (self->loader))
    koma_window_show_camera (self, FALSE);
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
show_failed_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  GListModel *items = koma_result_feed_get_items (self->feed);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);

    if (koma_result_item_get_state (item) == KOMA_ITEM_FAILED) {
      koma_results_view_scroll_to (self->results, i);
      return;
    }
  }
}

static void
preferences_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  koma_window_show_preferences (KOMA_WINDOW (widget));
}

static void
diagnostics_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  koma_window_show_diagnostics (KOMA_WINDOW (widget));
}

static void
use_automatic_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  koma_window_use_automatic (KOMA_WINDOW (widget));
}

static void
about_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  koma_window_show_about (KOMA_WINDOW (widget));
}

void
koma_window_update_actions (KomaWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr (GtkBitset) selection = NULL;
  gboolean is_selected = FALSE, is_empty = FALSE, is_busy = FALSE;

  if (self->feed == NULL)
    return;

  selection = koma_results_view_get_selection (self->results);
  /* Nothing is done to a list that is not to be seen. */
  is_selected = !self->is_camera && !gtk_bitset_is_empty (selection);
  is_empty = self->is_camera || koma_result_feed_is_empty (self->feed);
  is_busy = koma_model_control_is_loading (self->loader) || self->n_searches > 0 ||
            koma_result_feed_get_progress (self->feed)->n_open > 0;

  koma_window_update_board (self, is_selected);
  koma_window_update_diagnostics (self);
  gtk_widget_action_set_enabled (widget, "win.copy", is_selected);
  gtk_widget_action_set_enabled (widget, "win.open-in-viewer", is_selected);
  gtk_widget_action_set_enabled (widget, "win.remove", is_selected);
  gtk_widget_action_set_enabled (widget, "win.select-all", !is_empty);
  gtk_widget_action_set_enabled (widget, "win.retry", !is_empty && !is_busy);
  gtk_widget_action_set_enabled (widget, "win.clear", !is_empty);
  gtk_widget_action_set_enabled (widget, "win.cancel", is_busy || self->is_camera);
  gtk_widget_action_set_enabled (widget, "win.stop", is_busy);
  gtk_widget_action_set_enabled (widget, "win.about-model",
                                 koma_model_control_get_info (self->loader) != NULL);
}

void
koma_window_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.about", NULL, about_action);
  gtk_widget_class_install_action (widget_class, "win.about-model", NULL, about_model_action);
  gtk_widget_class_install_action (widget_class, "win.camera", NULL, camera_action);
  gtk_widget_class_install_action (widget_class, "win.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "win.choose-model", NULL, choose_model_action);
  gtk_widget_class_install_action (widget_class, "win.clear", NULL, clear_action);
  gtk_widget_class_install_action (widget_class, "win.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "win.cut-board", NULL, cut_board_action);
  gtk_widget_class_install_action (widget_class, "win.diagnostics", NULL, diagnostics_action);
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "win.open-folder", NULL, open_folder_action);
  gtk_widget_class_install_action (widget_class, "win.open-in-viewer", NULL, open_in_viewer_action);
  gtk_widget_class_install_action (widget_class, "win.open-model", NULL, open_model_action);
  gtk_widget_class_install_action (widget_class, "win.open-model-folder", NULL,
                                   open_model_folder_action);
  gtk_widget_class_install_action (widget_class, "win.open-samples", NULL, open_samples_action);
  gtk_widget_class_install_action (widget_class, "win.paste", NULL, paste_action);
  gtk_widget_class_install_action (widget_class, "win.preferences", NULL, preferences_action);
  gtk_widget_class_install_action (widget_class, "win.remove", NULL, remove_action);
  gtk_widget_class_install_action (widget_class, "win.retry", NULL, retry_action);
  gtk_widget_class_install_action (widget_class, "win.select-all", NULL, select_all_action);
  gtk_widget_class_install_action (widget_class, "win.show-failed", NULL, show_failed_action);
  gtk_widget_class_install_action (widget_class, "win.stop", NULL, stop_action);
  gtk_widget_class_install_action (widget_class, "win.use-automatic", NULL, use_automatic_action);
}
