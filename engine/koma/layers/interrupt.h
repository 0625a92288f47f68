/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Ctrl+C (SIGINT) while a function of the library keeps its caller's language from looking. */
void  koma_interrupt_watch (void); /* nests, on all threads together */
void  koma_interrupt_unwatch (void);
guint koma_interrupt_count (void); /* how often it came, while it was watched */

G_END_DECLS
