/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The model file at a path: the file itself, or the one in the folder. */
char *koma_model_find_file (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* (nullable) The file in the folder that has one of the usual names. */
char *koma_model_find_usual (const char *folder);
/* (transfer none) The model file among files. */
const char *koma_model_find_among (const GPtrArray *paths, /* char * */
                                   GError         **error) G_GNUC_WARN_UNUSED_RESULT;
/* Whether it looks like a model: cheap, for lists. */
gboolean koma_model_is_path (const char *path);
/* The name of a model at that path, for people. */
char *koma_model_name_from_path (const char *path);
/* The name that it will have once it is read. */
char *koma_model_find_name (const char *path);

G_END_DECLS
