/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Wraps GtkFileChooserNative: GTK 4.10 deprecates it in favour of GtkFileDialog, which GTK 4.8 does
 * not have. */
typedef enum {
  KOMA_FILE_DIALOG_PICTURE,
  KOMA_FILE_DIALOG_PICTURES,
  KOMA_FILE_DIALOG_PICTURE_FOLDER,
  KOMA_FILE_DIALOG_MODEL,
  KOMA_FILE_DIALOG_MODEL_FOLDER,
  KOMA_FILE_DIALOG_COLLECTION,
  KOMA_FILE_DIALOG_LABELS,
  KOMA_FILE_DIALOG_TABLE,             /* of pictures and their labels */
  KOMA_FILE_DIALOG_TEACHABLE_MACHINE, /* a project of it */
  KOMA_FILE_DIALOG_FOLDER,            /* to write into; a new one can be made */
} KomaFileDialogKind;

/* @files: (element-type GFile); not called if the user chose nothing. */
typedef void (*KomaFileDialogChosen) (GPtrArray *files,
                                      gpointer   user_data);

/* @destroy releases @user_data when the dialog is gone. */
void koma_file_dialog_open (GtkWindow           *parent,
                            KomaFileDialogKind   kind,
                            KomaFileDialogChosen chosen,
                            gpointer             user_data,
                            GDestroyNotify       destroy);

/* Asks for a file to write. @name is the suggestion. The dialog asks before it replaces a file. */
void koma_file_dialog_save (GtkWindow           *parent,
                            const char          *name,
                            KomaFileDialogChosen chosen,
                            gpointer             user_data,
                            GDestroyNotify       destroy);

G_END_DECLS
