/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-file-dialog.h"

#include <glib/gi18n-lib.h>

#include "engine/koma-values.h"
#include "worker/decode/koma-picture-finder.h"

typedef struct
{
  GtkFileChooserNative *native;
  KomaFileDialogChosen  chosen;
  gpointer              user_data;
  GDestroyNotify        destroy;
} Dialog;

static void
dialog_free (Dialog *dialog)
{
  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (dialog->native));
  g_object_unref (dialog->native);
  if (dialog->destroy != NULL)
    dialog->destroy (dialog->user_data);
  g_free (dialog);
}

static GPtrArray *
get_files (GtkFileChooser *chooser)
{
  g_autoptr (GListModel) model = gtk_file_chooser_get_files (chooser);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    g_ptr_array_add (files, g_list_model_get_item (model, i));
  return files;
}

static void
response_cb (Dialog *dialog,
             int     response)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GPtrArray) files = get_files (GTK_FILE_CHOOSER (dialog->native));

    dialog->chosen (files, dialog->user_data);
  }
  dialog_free (dialog);
}

static void
add_filter (GtkFileChooser    *chooser,
            const char        *name,
            const char *const *mime_types, /* (nullable) */
            const char *const *patterns)   /* (nullable) */
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; mime_types != NULL && mime_types[i] != NULL; i++)
    gtk_file_filter_add_mime_type (filter, mime_types[i]);
  for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}

static void
add_filters (GtkFileChooser    *chooser,
             KomaFileDialogKind kind)
{
  static const char *const label_patterns[] = { "*.txt", "*.csv", NULL };
  static const char *const collection_patterns[] = { "*.koma", NULL };
  static const char *const table_patterns[] = { "*.csv", NULL };
  static const char *const project_patterns[] = { "*.tm", NULL };
  static const char *const all_patterns[] = { "*", NULL };
  g_autoptr (GPtrArray) model_patterns = koma_model_names_list_patterns ();

  if (kind == KOMA_FILE_DIALOG_PICTURE || kind == KOMA_FILE_DIALOG_PICTURES)
    add_filter (chooser, _ ("Pictures"), koma_picture_finder_get_mime_types (), NULL);
  else if (kind == KOMA_FILE_DIALOG_MODEL)
    add_filter (chooser, _ ("Models"), NULL, (const char *const *) model_patterns->pdata);
  else if (kind == KOMA_FILE_DIALOG_COLLECTION)
    add_filter (chooser, _ ("Collections"), NULL, collection_patterns);
  else if (kind == KOMA_FILE_DIALOG_LABELS)
    add_filter (chooser, _ ("Lists of Labels"), NULL, label_patterns);
  else if (kind == KOMA_FILE_DIALOG_TABLE)
    add_filter (chooser, _ ("Tables"), NULL, table_patterns);
  else if (kind == KOMA_FILE_DIALOG_TEACHABLE_MACHINE)
    add_filter (chooser, _ ("Projects of Teachable Machine"), NULL, project_patterns);
  else
    return;

  add_filter (chooser, _ ("All Files"), NULL, all_patterns);
}

static const char *
get_title (KomaFileDialogKind kind)
{
  switch (kind) {
  case KOMA_FILE_DIALOG_PICTURE:
    return _ ("Open Picture");
  case KOMA_FILE_DIALOG_PICTURES:
    return _ ("Open Pictures");
  case KOMA_FILE_DIALOG_PICTURE_FOLDER:
    return _ ("Open Folder of Pictures");
  case KOMA_FILE_DIALOG_MODEL:
    return _ ("Open Model");
  case KOMA_FILE_DIALOG_MODEL_FOLDER:
    return _ ("Open Model Folder");
  case KOMA_FILE_DIALOG_COLLECTION:
    return _ ("Open Collection");
  case KOMA_FILE_DIALOG_LABELS:
    return _ ("Open Labels File");
  case KOMA_FILE_DIALOG_TABLE:
    return _ ("Open Table of Labels");
  case KOMA_FILE_DIALOG_TEACHABLE_MACHINE:
    return _ ("Open Project of Teachable Machine");
  case KOMA_FILE_DIALOG_FOLDER:
    return _ ("Choose a Folder");
  default:
    g_return_val_if_reached (NULL);
  }
}

static Dialog *
dialog_new (GtkFileChooserNative *native, /* (transfer full) */
            KomaFileDialogChosen  chosen,
            gpointer              user_data,
            GDestroyNotify        destroy)
{
  Dialog *dialog = g_new (Dialog, 1);

  dialog->native = native;
  dialog->chosen = chosen;
  dialog->user_data = user_data;
  dialog->destroy = destroy;
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (native), TRUE);
  g_signal_connect_swapped (native, "response", G_CALLBACK (response_cb), dialog);
  return dialog;
}

void
koma_file_dialog_open (GtkWindow           *parent,
                       KomaFileDialogKind   kind,
                       KomaFileDialogChosen chosen,
                       gpointer             user_data,
                       GDestroyNotify       destroy)
{
  gboolean is_folder = kind == KOMA_FILE_DIALOG_PICTURE_FOLDER ||
                       kind == KOMA_FILE_DIALOG_MODEL_FOLDER || kind == KOMA_FILE_DIALOG_FOLDER;
  GtkFileChooserNative *native =
    gtk_file_chooser_native_new (get_title (kind), parent,
                                 is_folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER
                                           : GTK_FILE_CHOOSER_ACTION_OPEN,
                                 _ ("_Open"), _ ("_Cancel"));
  Dialog *dialog = dialog_new (native, chosen, user_data, destroy);

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (native),
                                        kind == KOMA_FILE_DIALOG_PICTURES);
  add_filters (GTK_FILE_CHOOSER (native), kind);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog->native));
}

void
koma_file_dialog_save (GtkWindow           *parent,
                       const char          *name,
                       KomaFileDialogChosen chosen,
                       gpointer             user_data,
                       GDestroyNotify       destroy)
{
  const char           *title = _ ("Save As");
  const char           *save = _ ("_Save");
  GtkFileChooserNative *native =
    gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, save, _ ("_Cancel"));
  Dialog *dialog = dialog_new (native, chosen, user_data, destroy);

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (native), name);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog->native));
}
