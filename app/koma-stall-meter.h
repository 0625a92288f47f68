/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Measures how long the main loop is away from its poll, for tests and for
 * whoever wonders why the window is not smooth. */
void koma_stall_meter_start (const char *log_path); /* NULL: not wanted */
void koma_stall_meter_reset (void);                 /* forgets what was measured so far */
void koma_stall_meter_stop (void);                  /* writes the log */

G_END_DECLS
