/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-library-window-private.h"

#include <glib/gi18n-lib.h>

#include "koma-library-words.h"
#include "ui/compat/koma-message.h"

/* ---- Actions; their target is the key of an item ---- */

static KomaLibraryItem *
find (GtkWidget *widget,
      GVariant  *key)
{
  KomaLibraryWindow *self = KOMA_LIBRARY_WINDOW (widget);

  return koma_library_find (self->library, g_variant_get_string (key, NULL));
}

static void
open_action (GtkWidget  *widget,
             const char *name,
             GVariant   *key)
{
  koma_library_open (KOMA_LIBRARY_WINDOW (widget)->library, g_variant_get_string (key, NULL));
}

static void
download_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *key)
{
  koma_library_download (KOMA_LIBRARY_WINDOW (widget)->library, g_variant_get_string (key, NULL));
}

static void
cancel_action (GtkWidget  *widget,
               const char *name,
               GVariant   *key)
{
  koma_library_cancel (KOMA_LIBRARY_WINDOW (widget)->library, g_variant_get_string (key, NULL));
}

static void
show_details (KomaLibraryWindow *self,
              KomaLibraryItem   *item) /* (nullable) */
{
  g_autofree char *text = NULL;

  if (item == NULL)
    return;
  text = koma_library_words_for_details (item);
  koma_message_show (GTK_WINDOW (self), item->name, text);
}

static void
details_action (GtkWidget  *widget,
                const char *name,
                GVariant   *key)
{
  show_details (KOMA_LIBRARY_WINDOW (widget), find (widget, key));
}

static void
launch (GtkWidget  *widget,
        const char *uri)
{
  g_autoptr (GdkAppLaunchContext) context =
    gdk_display_get_app_launch_context (gtk_widget_get_display (widget));

  g_app_info_launch_default_for_uri_async (uri, G_APP_LAUNCH_CONTEXT (context), NULL, NULL, NULL);
}

static void
show_files_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *key)
{
  KomaLibraryItem *item = find (widget, key);
  g_autofree char *folder = NULL;
  g_autofree char *uri = NULL;

  if (item == NULL || item->model == NULL)
    return;
  folder = g_path_get_dirname (item->model->path);
  uri = g_filename_to_uri (folder, NULL, NULL);
  if (uri != NULL)
    launch (widget, uri);
}

static void
web_page_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *key)
{
  KomaLibraryItem *item = find (widget, key);

  if (item != NULL && item->source != NULL)
    launch (widget, item->source);
}

/* The window of the pictures has the dialogs, and shows their errors. */
static void
parent_action (GtkWidget  *widget,
               const char *name,
               GVariant   *action)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (widget));

  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), g_variant_get_string (action, NULL), NULL);
}

static void
teach_on_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *path)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (widget));

  if (parent != NULL)
    gtk_widget_activate_action_variant (GTK_WIDGET (parent), "win.teach-on", path);
  gtk_window_close (GTK_WINDOW (widget));
}

static void
search_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (KOMA_LIBRARY_WINDOW (widget)->search));
}

/* ---- Removal ---- */

typedef struct
{
  KomaLibrary     *library;
  KomaLibraryItem *item;
} Question;

static void
question_free (gpointer user_data)
{
  Question *question = user_data;

  g_object_unref (question->library);
  g_object_unref (question->item);
  g_free (question);
}

static void
remove_cb (gpointer user_data)
{
  Question *question = user_data;

  koma_library_remove (question->library, question->item);
}

static void
ask_to_remove (KomaLibraryWindow *self,
               KomaLibraryItem   *item) /* (nullable) */
{
  g_autofree char *heading = NULL;
  g_autofree char *text = NULL;
  Question        *question = NULL;

  if (item == NULL || item->model == NULL || !koma_model_item_is_removable (item->model))
    return;

  question = g_new (Question, 1);
  question->library = g_object_ref (self->library);
  question->item = g_object_ref (item);
  /* Translators: the name of a model */
  heading = g_strdup_printf (_ ("Remove “%s”?"), item->name);
  text = koma_library_words_for_removal (item);
  koma_message_ask (GTK_WINDOW (self), heading, text, _ ("_Remove"), remove_cb, question,
                    question_free);
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *key)
{
  ask_to_remove (KOMA_LIBRARY_WINDOW (widget), find (widget, key));
}

static void
remove_selected_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  KomaLibraryWindow *self = KOMA_LIBRARY_WINDOW (widget);

  ask_to_remove (self, gtk_single_selection_get_selected_item (self->selection));
}

static void
details_of_selected_action (GtkWidget  *widget,
                            const char *name,
                            GVariant   *parameter)
{
  KomaLibraryWindow *self = KOMA_LIBRARY_WINDOW (widget);

  show_details (self, gtk_single_selection_get_selected_item (self->selection));
}

void
koma_library_window_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "library.open", "s", open_action);
  gtk_widget_class_install_action (widget_class, "library.download", "s", download_action);
  gtk_widget_class_install_action (widget_class, "library.cancel", "s", cancel_action);
  gtk_widget_class_install_action (widget_class, "library.details", "s", details_action);
  gtk_widget_class_install_action (widget_class, "library.show-files", "s", show_files_action);
  gtk_widget_class_install_action (widget_class, "library.web-page", "s", web_page_action);
  gtk_widget_class_install_action (widget_class, "library.remove", "s", remove_action);
  gtk_widget_class_install_action (widget_class, "library.remove-selected", NULL,
                                   remove_selected_action);
  gtk_widget_class_install_action (widget_class, "library.details-of-selected", NULL,
                                   details_of_selected_action);
  gtk_widget_class_install_action (widget_class, "library.parent", "s", parent_action);
  gtk_widget_class_install_action (widget_class, "library.teach-on", "s", teach_on_action);
  gtk_widget_class_install_action (widget_class, "library.search", NULL, search_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "library.search",
                                       NULL);
}
