/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * KomaPictureFolder:
 *
 * A folder with a folder for each class, whose files are its pictures: names alone. A
 * #KomaPictureReader reads the pictures. Immutable; any thread may use it.
 */
#define KOMA_TYPE_PICTURE_FOLDER (koma_picture_folder_get_type ())
G_DECLARE_FINAL_TYPE (KomaPictureFolder, koma_picture_folder, KOMA, PICTURE_FOLDER, GObject)

KomaPictureFolder *koma_picture_folder_new (const char *path, GError **error);

const char *const *koma_picture_folder_get_class_names (KomaPictureFolder *self);
guint              koma_picture_folder_get_n_pictures (KomaPictureFolder *self);
const char        *koma_picture_folder_get_path (KomaPictureFolder *self, guint index);
guint              koma_picture_folder_get_class_index (KomaPictureFolder *self, guint index);

G_END_DECLS
