/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A sub-folder of a folder of examples: a class, and pictures of it. */
typedef struct
{
  char      *name;
  GPtrArray *paths; /* utf8 or any bytes, sorted; what is in folders within it too */
} KomaClassFolder;

/* All that have pictures, sorted by name; hidden ones are left out. (element-type KomaClassFolder)
 * */
GPtrArray *koma_class_folders_find (const char *folder, GPtrArray *ret_problems, GError **error);
/* All pictures below a folder. (element-type filename) */
GPtrArray *koma_class_folders_find_pictures (const char *folder,
                                             GPtrArray  *ret_problems,
                                             GError    **error);
guint      koma_class_folders_count (const GPtrArray *classes); /* pictures */

G_END_DECLS
