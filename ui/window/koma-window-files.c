/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of the window in other programs. */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-file-launcher.h"

/* (transfer none) (nullable) Where it has none, the user is told. */
static GFile *
get_file (KomaWindow     *self,
          KomaResultItem *item) /* (nullable) */
{
  GFile *file = item != NULL ? koma_result_item_get_file (item) : NULL;

  if (file == NULL)
    koma_toast_show (self->toast, _ ("This picture has no file"));
  return file;
}

/* (transfer full) (nullable) */
static KomaResultItem *
get_selected (KomaWindow *self)
{
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self->results);

  return koma_results_view_get_item (self->results, gtk_bitset_get_minimum (selection));
}

static void
launched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (KomaWindow) self = user_data;

  if (!g_app_info_launch_default_for_uri_finish (result, NULL) && self->feed != NULL)
    koma_toast_show (self->toast, _ ("No program could open this picture"));
}

static void
open_in_viewer_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (KomaResultItem) item = get_selected (self);
  g_autoptr (GdkAppLaunchContext) context = NULL;
  g_autofree char *uri = NULL;
  GFile           *file = get_file (self, item);

  if (file == NULL)
    return;

  uri = g_file_get_uri (file);
  context = gdk_display_get_app_launch_context (gtk_widget_get_display (widget));
  g_app_info_launch_default_for_uri_async (uri, G_APP_LAUNCH_CONTEXT (context), NULL, launched_cb,
                                           g_object_ref (self));
}

static void
open_with_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (KomaResultItem) item = get_selected (self);
  GFile *file = get_file (self, item);

  if (file != NULL)
    koma_file_launcher_open_with (GTK_WINDOW (self), file);
}

static void
show_selected_in_files_action (GtkWidget  *widget,
                               const char *name,
                               GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (KomaResultItem) item = get_selected (self);
  GFile *file = get_file (self, item);

  if (file != NULL)
    koma_file_launcher_show (GTK_WINDOW (self), file);
}

static void
show_in_files_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *uri)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (uri, NULL));

  koma_file_launcher_show (GTK_WINDOW (widget), file);
}

void
koma_window_install_file_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open-in-viewer", NULL, open_in_viewer_action);
  gtk_widget_class_install_action (widget_class, "win.open-with", NULL, open_with_action);
  gtk_widget_class_install_action (widget_class, "win.show-in-files", "s", show_in_files_action);
  gtk_widget_class_install_action (widget_class, "win.show-selected-in-files", NULL,
                                   show_selected_in_files_action);
}
