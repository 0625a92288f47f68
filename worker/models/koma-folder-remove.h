/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Removes a folder and all in it, and follows no link, whoever moves things about meanwhile. */
gboolean koma_folder_remove (int         parent, /* descriptor of the folder that holds it */
                             const char *name,   /* in it, without a slash */
                             GError    **error);
gboolean koma_folder_remove_path (const char *path, GError **error);

G_END_DECLS
