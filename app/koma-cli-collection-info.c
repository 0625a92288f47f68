/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "koma-cli-collections.h"
#include "koma-cli-json.h"
#include "koma-cli.h"
#include "worker/collection/koma-collection-summary.h"

static void
build_models (JsonBuilder  *builder,
              const GArray *models)
{
  json_builder_set_member_name (builder, "models");
  json_builder_begin_array (builder);
  for (guint i = 0; i < models->len; i++) {
    const KomaCollectionModel *model = &g_array_index (models, KomaCollectionModel, i);

    json_builder_begin_object (builder);
    koma_json_string (builder, "name", model->name);
    koma_json_string (builder, "hash", model->hash);
    koma_json_string (builder, "recipe", model->recipe);
    koma_json_int (builder, "answers", model->n_answers);
    koma_json_int (builder, "failed", model->n_failed);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static void
print_json (const KomaCollectionSummary *info)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  koma_cli_json_path (builder, "path", info->path);
  koma_json_int (builder, "version", info->version);
  koma_json_int (builder, "size_bytes", (gint64) info->size_bytes);
  koma_json_int (builder, "pictures", info->n_pictures);
  koma_json_int (builder, "left_out", info->n_left_out);
  koma_json_int (builder, "corrections", info->n_corrections);
  koma_json_int (builder, "ratings", info->n_ratings);
  koma_json_int (builder, "vectors", info->n_vectors);
  build_models (builder, info->models);
  json_builder_set_member_name (builder, "errors");
  json_builder_begin_object (builder);
  for (guint i = 0; i < info->reasons->len; i++) {
    const KomaCollectionReason *reason = &g_array_index (info->reasons, KomaCollectionReason, i);

    koma_json_int (builder, reason->code, reason->n);
  }
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

static void
print_number (const char *title,
              gint64      number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  koma_cli_say ("%s: %s\n", title, text);
}

static void
print_model (const KomaCollectionModel *model)
{
  g_autofree char *answers = g_strdup_printf ("%" G_GINT64_FORMAT, model->n_answers);
  g_autofree char *failed = g_strdup_printf ("%" G_GINT64_FORMAT, model->n_failed);

  /* Translators: a model's name and hash, and numbers of pictures */
  koma_cli_say (_ ("%s (%s): answers: %s, failed: %s\n"), model->name, model->hash, answers,
                failed);
  koma_cli_say ("    %s\n", model->recipe);
}

static void
print_text (const KomaCollectionSummary *info)
{
  g_autofree char *size = g_format_size (info->size_bytes);

  /* Translators: a file, the number of a version, and a size such as "1.2 MB" */
  koma_cli_say (_ ("%s: a collection of version %u, %s\n"), info->path, info->version, size);
  print_number (_ ("Pictures"), info->n_pictures);
  /* Translators: a number of pictures that a person took out of a collection */
  print_number (_ ("Left out"), info->n_left_out);
  print_number (_ ("Corrections"), info->n_corrections);
  /* Translators: a number of pictures that a person gave stars */
  print_number (_ ("Ratings"), info->n_ratings);
  print_number (_ ("Vectors"), info->n_vectors);
  for (guint i = 0; i < info->models->len; i++)
    print_model (&g_array_index (info->models, KomaCollectionModel, i));
  for (guint i = 0; i < info->reasons->len; i++) {
    const KomaCollectionReason *reason = &g_array_index (info->reasons, KomaCollectionReason, i);
    g_autofree char            *n = g_strdup_printf ("%" G_GINT64_FORMAT, reason->n);

    /* Translators: a word that programs read, such as "decode", and a number of pictures */
    koma_cli_say (_ ("error “%s”: %s\n"), reason->code, n);
  }
}

int
koma_cli_collection_info (const char *path,
                          gboolean    is_json)
{
  g_auto (KomaCollectionSummary) info = { 0 };
  g_autoptr (GError) error = NULL;

  if (!koma_collection_summary_read (&info, path, &error)) {
    koma_cli_warn ("%s", error->message);
    return KOMA_EXIT_USAGE;
  }
  if (is_json)
    print_json (&info);
  else
    print_text (&info);
  return KOMA_EXIT_OK;
}
