/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The file that keeps the answers of the list. */
#include "koma-window-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "koma-recent.h"
#include "ui/collection/koma-compare-models-window.h"
#include "ui/compat/koma-file-dialog.h"
#include "worker/koma-thread.h"

#define SUFFIX    ".koma"
#define MIME_TYPE "application/x-koma-collection"

/* A name that the user gave no ending gets the usual one. (transfer full) */
static char *
end_name (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  return strchr (base, '.') != NULL ? g_strdup (path) : g_strconcat (path, SUFFIX, NULL);
}

static void
to_keep_cb (GPtrArray *files,
            gpointer   user_data)
{
  KomaWindow      *self = user_data;
  const char      *path = g_file_peek_path (files->pdata[0]);
  g_autofree char *ended = path != NULL ? end_name (path) : NULL;

  if (self->collection != NULL && ended != NULL)
    koma_collection_control_keep (self->collection, ended);
}

static void
keep_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  /* Translators: the name of a file that keeps answers, without its ending */
  g_autofree char *suggested = g_strconcat (_ ("Answers"), SUFFIX, NULL);

  koma_file_dialog_save (GTK_WINDOW (widget), suggested, to_keep_cb, g_object_ref (widget),
                         g_object_unref);
}

static void
to_open_cb (GPtrArray *files,
            gpointer   user_data)
{
  KomaWindow *self = user_data;

  if (self->input != NULL)
    koma_picture_input_open (self->input, files);
}

static void
open_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  koma_file_dialog_open (GTK_WINDOW (widget), KOMA_FILE_DIALOG_COLLECTION, to_open_cb,
                         g_object_ref (widget), g_object_unref);
}

static void
close_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaWindow      *self = KOMA_WINDOW (widget);
  g_autofree char *file = koma_collection_control_dup_name (self->collection);
  /* Translators: the name of a file */
  g_autofree char *text = g_strdup_printf (_ ("“%s” has the answers until now"), file);

  koma_window_close_comparison (self);
  koma_collection_control_close (self->collection);
  koma_toast_show (self->toast, text);
}

static void
forget_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  koma_collection_control_forget_gone (KOMA_WINDOW (widget)->collection);
}

/* Unlike those that are removed from the list, they do not come back with it. */
static void
take_out_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GPtrArray) items = koma_results_view_dup_selected (self->results);
  const guint      n = koma_result_feed_take_out (self->feed, items);
  g_autofree char *text = g_strdup_printf (
    ngettext ("%'u picture taken out of the collection", "%'u pictures taken out of the collection",
              n),
    n);

  if (n > 0)
    koma_toast_show_with_action (self->toast, text, _ ("Undo"), "win.undo");
  koma_window_update (self);
}

/* ---- Models beside each other ---- */

static void
picture_cb (KomaWindow *self,
            const char *path)
{
  KomaResultItem  *item = koma_result_feed_find (self->feed, path);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = NULL;

  if (item != NULL && koma_window_open_picture_item (self, item)) {
    gtk_window_present (GTK_WINDOW (self));
    return;
  }
  /* Translators: the name of a file */
  text = g_strdup_printf (_ ("“%s” is not in the list"), name);
  koma_toast_show (self->toast, text);
}

/* Before the collection is: SQLite leaves a journal beside a file that another one still reads. */
void
koma_window_close_comparison (KomaWindow *self)
{
  if (self->compare_window != NULL)
    gtk_window_destroy (self->compare_window);
  g_clear_weak_pointer (&self->compare_window);
}

/* Anew each time: answers come while it is open. */
static void
compare_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  const char *path = koma_collection_control_get_path (self->collection);
  GtkWindow  *window = NULL;

  koma_window_close_comparison (self);
  window = koma_compare_models_window_new (path);
  g_set_weak_pointer (&self->compare_window, window);
  g_signal_connect_object (window, "picture", G_CALLBACK (picture_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (window);
}

/* It reads a file that is closed, or another one. */
static void
update_compare_window (KomaWindow *self)
{
  if (self->compare_window != NULL &&
      g_strcmp0 (koma_compare_models_window_get_path (
                   KOMA_COMPARE_MODELS_WINDOW (self->compare_window)),
                 koma_collection_control_get_path (self->collection)) != 0)
    koma_window_close_comparison (self);
}

/* ---- What is told ---- */

static void
gone_cb (KomaWindow *self,
         guint       n_gone)
{
  g_autofree char *text = g_strdup_printf (
    ngettext ("%'u picture is no longer where it was", "%'u pictures are no longer where they were",
              n_gone),
    n_gone);

  if (n_gone == 0) {
    koma_notice_hide (self->gone_notice);
    return;
  }
  koma_notice_show (self->gone_notice, text, _ ("Forget Them"), "win.forget-missing");
}

static void
tell_opened (KomaWindow *self,
             const char *name)
{
  /* Translators: the name of a file */
  g_autofree char *text = g_strdup_printf (_ ("Answers are kept in “%s”"), name);

  koma_toast_show_with_action (self->toast, text, _ ("Stop Keeping"), "win.close-collection");
}

static void
note_recent (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  koma_recent_add (file, MIME_TYPE);
}

static void
opened_cb (KomaWindow *self)
{
  const char      *path = koma_collection_control_get_path (self->collection);
  g_autofree char *name = koma_collection_control_dup_name (self->collection);

  tell_opened (self, name);
  note_recent (path);
}

static void
changed_cb (KomaWindow *self)
{
  g_autofree char *name = koma_collection_control_dup_name (self->collection);

  koma_model_button_set_collection (self->model_button, name);
  if (koma_collection_control_get_n_gone (self->collection) == 0)
    koma_notice_hide (self->gone_notice);
  update_compare_window (self);
  koma_window_update (self);
}

static void
show_list_cb (KomaWindow *self)
{
  koma_window_show (self, KOMA_VIEW_LIST);
}

void
koma_window_open_collection (KomaWindow *self,
                             const char *path)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_collection_control_open (self->collection, path);
}

const char *
koma_window_get_collection (KomaWindow *self)
{
  return self->collection != NULL ? koma_collection_control_get_path (self->collection) : NULL;
}

void
koma_window_install_collection_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.keep-answers", NULL, keep_action);
  gtk_widget_class_install_action (widget_class, "win.open-collection", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "win.close-collection", NULL, close_action);
  gtk_widget_class_install_action (widget_class, "win.forget-missing", NULL, forget_action);
  gtk_widget_class_install_action (widget_class, "win.take-out", NULL, take_out_action);
  gtk_widget_class_install_action (widget_class, "win.compare-models", NULL, compare_action);
}

void
koma_window_connect_collection (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_signal_connect_object (self->collection, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->collection, "opened", G_CALLBACK (opened_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->collection, "adding", G_CALLBACK (show_list_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->collection, "gone", G_CALLBACK (gone_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->collection, "message", G_CALLBACK (koma_toast_show), self->toast,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->input, "collection", G_CALLBACK (koma_collection_control_open),
                           self->collection, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->input, "file", G_CALLBACK (koma_collection_control_add_file),
                           self->collection, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->input, "folder", G_CALLBACK (koma_collection_control_add_folder),
                           self->collection, G_CONNECT_SWAPPED);
}
