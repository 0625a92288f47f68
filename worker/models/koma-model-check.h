/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the model doctor says of a model that could not be used. */
void koma_model_check_async (const char         *path,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data);
/* (transfer full) (element-type KomaFinding) */
GPtrArray *koma_model_check_finish (GAsyncResult *result, GError **error);

G_END_DECLS
