/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Short names of files that tell them from each other: "cat.jpg", and "holiday/cat.jpg" where there
 * is a "garden/cat.jpg", too. Signal "changed": files that were there before have longer names. */
#define KOMA_TYPE_FILE_NAMES (koma_file_names_get_type ())
G_DECLARE_FINAL_TYPE (KomaFileNames, koma_file_names, KOMA, FILE_NAMES, GObject)

KomaFileNames *koma_file_names_new (void);
void           koma_file_names_add (KomaFileNames *self, GRefString *path);
void           koma_file_names_add_copy (KomaFileNames *self, const char *path);
void           koma_file_names_clear (KomaFileNames *self);
char          *koma_file_names_dup (KomaFileNames *self, /* (nullable) then without folders */
                                    const char    *path);

G_END_DECLS
