/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Where projects lie: <user data dir>/koma/teach/NAME. */
char *koma_teach_folder_get (const char *name);

/* The names of those that there are. */
void   koma_teach_folder_list_async (GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
char **koma_teach_folder_list_finish (GAsyncResult *result, GError **error);

G_END_DECLS
