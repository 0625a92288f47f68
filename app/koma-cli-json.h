/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/shape.h"

G_BEGIN_DECLS

/* Pieces of JSON that several commands write. */
/* NULL: null */
void koma_cli_json_string (JsonBuilder *builder,
                           const char  *name,
                           const char  *value);
void koma_cli_json_int (JsonBuilder *builder, const char *name, gint64 value);
void koma_cli_json_double (JsonBuilder *builder, const char *name, double value);
/* open sizes: null */
void koma_cli_json_shape (JsonBuilder     *builder,
                          const char      *name,
                          const KomaShape *shape);
/* char * → guint */
void  koma_cli_json_counts (JsonBuilder *builder,
                            const char  *name,
                            GHashTable  *counts);
void  koma_cli_json_strings (JsonBuilder *builder, const char *name, const char *const *strings);
char *koma_cli_json_to_string (JsonBuilder *builder, gboolean is_pretty);
void  koma_cli_json_print (JsonBuilder *builder); /* pretty, to standard output */

/* The keys of a table of counts, sorted; (transfer container). */
GList *koma_cli_sorted_keys (GHashTable *counts);

G_END_DECLS
