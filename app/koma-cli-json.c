/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-json.h"

#include <gio/gio.h>

#include "koma-cli.h"

GList *
koma_cli_sorted_keys (GHashTable *counts)
{
  return counts != NULL ? g_list_sort (g_hash_table_get_keys (counts), (GCompareFunc) strcmp)
                        : NULL;
}

void
koma_cli_json_counts (JsonBuilder *builder,
                      const char  *name,
                      GHashTable  *counts)
{
  g_autoptr (GList) keys = koma_cli_sorted_keys (counts);

  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  for (GList *k = keys; k != NULL; k = k->next)
    koma_json_int (builder, k->data, GPOINTER_TO_UINT (g_hash_table_lookup (counts, k->data)));
  json_builder_end_object (builder);
}

void
koma_cli_json_path (JsonBuilder *builder,
                    const char  *name,
                    const char  *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);

  koma_json_string (builder, name, path);
  koma_json_string (builder, "uri", uri);
}

void
koma_cli_json_print (JsonBuilder *builder)
{
  g_autofree char *text = koma_json_to_string (builder, TRUE);

  koma_cli_print ("%s\n", text);
}
