/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Whether a picture shows a shogi board, by its lines alone: no model is asked. On a thread; a
 * third of a second of it, twice that where there is none. */
void koma_board_look_async (KomaPicture        *picture,
                            GCancellable       *cancellable, /* (nullable) */
                            GAsyncReadyCallback callback,
                            gpointer            user_data);
/* FALSE without an error: it shows none. Errors: that it was cancelled. */
gboolean koma_board_look_finish (GAsyncResult *result, GError **error);

G_END_DECLS
