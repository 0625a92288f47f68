/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Cells of a table on a terminal. printf () counts bytes, which are more than the columns that a
 * word in another language takes, or fewer. */
glong koma_cli_cell_measure (const char *text);
void  koma_cli_cell_say (const char *text, glong width); /* negative: flush left, as in printf () */

G_END_DECLS
