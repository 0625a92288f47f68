/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _KomaWindow KomaWindow;

/* Another model in place of answers that are guesses, where nearly all are. */
void     koma_window_suggest_model (KomaWindow *self);     /* when all pictures are answered */
void     koma_window_update_suggestion (KomaWindow *self); /* it goes where it is not wanted */
void     koma_window_hide_suggestion (KomaWindow *self);
gboolean koma_window_is_suggesting (KomaWindow *self);

G_END_DECLS
