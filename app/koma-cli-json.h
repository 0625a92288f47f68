/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/koma-json.h"

G_BEGIN_DECLS

/* char * → guint */
void koma_cli_json_counts (JsonBuilder *builder, const char *name, GHashTable *counts);
/* The member @name, and "uri", which has all bytes of a path that is not UTF-8. */
void koma_cli_json_path (JsonBuilder *builder, const char *name, const char *path);
void koma_cli_json_print (JsonBuilder *builder); /* pretty, to standard output */

/* The keys of a table of counts, sorted; (transfer container). */
GList *koma_cli_sorted_keys (GHashTable *counts);

G_END_DECLS
