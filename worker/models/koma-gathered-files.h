/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The files of one model from several folders, side by side: links in a private folder for
 * temporary files, which lives until it is removed. @parts: (element-type filename). All paths are
 * those of models. */
char    *koma_gathered_files_make (const char *model, const GPtrArray *parts, GError **error);
gboolean koma_gathered_files_is (const char *path);
void     koma_gathered_files_remove (const char *path); /* of a model there */

G_END_DECLS
