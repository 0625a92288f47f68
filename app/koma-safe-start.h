/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/window/koma-window.h"

G_BEGIN_DECLS

/* Whether the window has left a report of a crash that nobody has seen. */
gboolean koma_safe_start_is_due (void);
/* Shows it over @window and asks how to go on; then calls @start with @user_data, once. The model,
 * the graphics card and all else that may have crashed should not be touched before. */
void koma_safe_start_ask (KomaWindow    *window,
                          GDestroyNotify start,
                          gpointer       user_data);

G_END_DECLS
