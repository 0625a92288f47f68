/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Measures how long the iterations of the main loop take: long ones make the window stutter. For
 * tests and debugging. */
void koma_stall_meter_start (const char *log_path); /* (nullable) no meter */
void koma_stall_meter_reset (void);                 /* drops the samples so far */
void koma_stall_meter_stop (void);                  /* writes the log */

G_END_DECLS
