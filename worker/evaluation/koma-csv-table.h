/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Calls @row for each line that has a cell; cells are bytes as they stand, NULL-terminated.
 * @line: from 1; where the row begins. FALSE ends the reading. */
typedef gboolean (*KomaCsvRow) (char   **cells,
                                guint    line,
                                gpointer user_data);

/* RFC 4180: commas, quotes, doubled quotes, line ends in quotes; LF and CRLF; a byte order mark is
 * skipped. */
gboolean koma_csv_table_read (const char *text,
                              gsize       length,
                              KomaCsvRow  row,
                              gpointer    user_data,
                              GError    **error);

G_END_DECLS
