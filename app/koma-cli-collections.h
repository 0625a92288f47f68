/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-options.h"

G_BEGIN_DECLS

/* What `koma collection` does besides merging. They tell the user what is wrong, and return an
 * exit code. */
int koma_cli_collection_info (const char *path, gboolean is_json);
int koma_cli_collection_export (const char    *path,
                                const char    *model, /* (nullable) a name or a hash */
                                KomaFormatKind format,
                                double         sure_from);
/* @pictures: NULL-terminated. All of them, or an error and none. */
int koma_cli_collection_leave_out (const char *path, char **pictures, gboolean is_out);
int koma_cli_collection_rate (const char *path, char **pictures, int stars); /* −1 to 5 */
int koma_cli_collection_compare (const char    *path,
                                 const char    *model,  /* (nullable) a name or a hash … */
                                 const char    *with,   /* (nullable) … and that of before */
                                 KomaFormatKind format, /* text, JSON or CSV */
                                 int            limit);            /* -1: what is usual */

G_END_DECLS
