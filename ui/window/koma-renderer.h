/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Decides how GTK draws all windows: with Cairo where there is no graphics card, unless the user
 * has said how; as GTK likes where there may be one. Before GTK is initialised, and before other
 * threads read the environment. */
void koma_renderer_choose (void);

/* In a folder as /dev is. */
gboolean koma_renderer_may_have_card (const char *devices);

/* What draws now, and whose choice it was; a line for who looks for a fault. */
char *koma_renderer_describe (void);

G_END_DECLS
