/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Standard output for people: a line, or a part of one, escaped. */
void koma_cli_say (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Standard error, "koma: …" and a new line, escaped. */
void koma_cli_warn (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Standard output for programs: as it is, UTF-8 whatever the locale is, and at once. */
void     koma_cli_print (const char *format, ...) G_GNUC_PRINTF (1, 2);
gboolean koma_cli_finish_output (void); /* FALSE, and a warning: not all could be written */

G_END_DECLS
