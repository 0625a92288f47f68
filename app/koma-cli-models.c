/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib/gi18n.h>

#include "koma-cli-json.h"
#include "koma-cli-options.h"
#include "koma-cli.h"
#include "worker/model/koma-model-store.h"

static const char summary[] = N_ ("List models that are installed, or that were opened before.");

static void
print_json (GPtrArray *entries)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "models");
  json_builder_begin_array (builder);
  for (guint i = 0; i < entries->len; i++) {
    const KomaModelEntry *entry = entries->pdata[i];

    json_builder_begin_object (builder);
    koma_json_string (builder, "name", entry->name);
    koma_cli_json_path (builder, "path", entry->path);
    json_builder_set_member_name (builder, "recent");
    json_builder_add_boolean_value (builder, entry->is_recent);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

static void
print_text (GPtrArray *entries)
{
  for (guint i = 0; i < entries->len; i++) {
    const KomaModelEntry *entry = entries->pdata[i];

    koma_cli_say ("%s\n", entry->name);
    koma_cli_say ("    %s\n", entry->path);
  }
  if (entries->len == 0)
    koma_cli_say ("%s\n",
                  _ ("There are no models. “koma classify --model MODEL” uses one from anywhere."));
}

int
koma_cli_models (int    argc,
                 char **argv)
{
  g_auto (KomaCliOptions) options = { 0 };
  const KomaCliUsage usage = {
    .summary = summary,
    .takes = KOMA_TAKES_FORMAT,
  };
  KomaFormatKind format = KOMA_FORMAT_TEXT;
  g_autoptr (KomaModelStore) store = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  if (!koma_cli_options_parse (&options, &usage, &argc, &argv) ||
      !koma_cli_options_get_format (&options, "text json", &format))
    return KOMA_EXIT_USAGE;
  store = koma_model_store_new ();
  entries = koma_model_store_list (store, FALSE);
  if (format == KOMA_FORMAT_JSON)
    print_json (entries);
  else
    print_text (entries);
  return KOMA_EXIT_OK;
}
