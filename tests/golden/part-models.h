/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The parts of the golden data that models of layers compute, by the functions that users of the
 * library have. Results are written below the folder @results as check.py reads them; a case that
 * can not be computed is told to standard error and left out. */
void part_layers (const char *golden, const char *results);   /* predict, train, keep states */
void part_training (const char *golden, const char *results); /* whole trainings */

G_END_DECLS
