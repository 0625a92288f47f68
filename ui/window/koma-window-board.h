/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _KomaWindow KomaWindow;

/* Another model was loaded: the board that is shown is read by it. */
void koma_window_restart_board (KomaWindow *self);

G_END_DECLS
