/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An object a picture. */
#include "koma-sheet-private.h"

#include <math.h>

#include "engine/koma-app.h"
#include "koma-said.h"
#include "worker/board/koma-board-error.h"
#include "worker/koma-json.h"

/**
 * koma_sheet_get_error_code:
 * @error: why a picture has no answer
 *
 * Thread: any.
 *
 * Returns: the code that programs read; the message is for people
 */
const char *
koma_sheet_get_error_code (const GError *error)
{
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_DECODE))
    return "decode";
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_MEMORY))
    return "memory";
  if (g_error_matches (error, KOMA_BOARD_ERROR, KOMA_BOARD_ERROR_NO_BOARD))
    return "no-board";
  if (error->domain == KOMA_ERROR || error->domain == KOMA_BOARD_ERROR)
    return "engine";
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return "not-found";
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return "permission-denied";
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return "cancelled";
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PENDING))
    return "pending";
  return "io";
}

static void
build_top (JsonBuilder *builder,
           KomaResult  *result)
{
  json_builder_set_member_name (builder, "top");
  json_builder_begin_array (builder);
  for (guint i = 0; i < result->n_classes; i++) {
    const KomaResultClass class = koma_result_get_class (result, i);

    json_builder_begin_object (builder);
    koma_json_int (builder, "index", class.index);
    koma_json_string (builder, "label", class.label);
    koma_json_string (builder, "name", class.name);
    koma_json_double (builder, "score", class.score);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

/* In microseconds; digits beyond them say nothing. */
static void
build_time (JsonBuilder *builder,
            const char  *name,
            float        time_ms)
{
  koma_json_double (builder, name, round ((double) time_ms * 1000) / 1000);
}

static void
build_timing (JsonBuilder *builder,
              KomaResult  *result)
{
  const KomaResultTiming *timing = &result->timing;

  json_builder_set_member_name (builder, "timing_ms");
  json_builder_begin_object (builder);
  build_time (builder, "decode", timing->decode_ms);
  build_time (builder, "preprocess", timing->preprocess_ms);
  build_time (builder, "inference", timing->inference_ms);
  json_builder_end_object (builder);
}

static void
build_answer (KomaSheet   *self,
              JsonBuilder *builder,
              KomaResult  *result)
{
  koma_json_string (builder, "backend", result->info->backend);
  build_top (builder, result);
  json_builder_set_member_name (builder, "sure");
  json_builder_add_boolean_value (builder, koma_sheet_is_sure (self, result));
  json_builder_set_member_name (builder, "half_turn");
  json_builder_add_boolean_value (builder, result->is_turned);
  build_timing (builder, result);
}

/* Rows and columns are counted from 1, as in the path. */
static void
build_cell (JsonBuilder         *builder,
            const KomaExportRow *row)
{
  const guint n_columns = koma_grid_picture_get_n_columns (row->grid);
  KomaPoint   corners[4];

  json_builder_set_member_name (builder, "cell");
  json_builder_begin_object (builder);
  koma_json_int (builder, "row", row->cell / n_columns + 1);
  koma_json_int (builder, "column", row->cell % n_columns + 1);
  if (koma_grid_picture_get_cell_corners (row->grid, row->cell, corners))
    koma_json_points (builder, "corners", corners, 4);
  json_builder_end_object (builder);
}

static void
build_error (JsonBuilder  *builder,
             const GError *error)
{
  json_builder_set_member_name (builder, "error");
  json_builder_begin_object (builder);
  koma_json_string (builder, "code", koma_sheet_get_error_code (error));
  koma_json_string (builder, "message", error->message);
  json_builder_end_object (builder);
}

static void
build_range (const KomaSheet      *self,
             JsonBuilder          *builder,
             const KomaRangeTrial *trial)
{
  const KomaRecipe *recipe = &self->options.info->values;

  json_builder_set_member_name (builder, "range");
  json_builder_begin_object (builder);
  koma_json_string (builder, "source",
                    koma_recipe_source_get_name (recipe->sources[KOMA_PART_RANGE]));
  koma_json_int (builder, "pictures", trial->n_pictures);
  koma_json_range_trial (builder, trial);
  json_builder_end_object (builder);
}

static void
build_provenance (KomaSheet            *self,
                  JsonBuilder          *builder,
                  const KomaProvenance *from)
{
  json_builder_set_member_name (builder, "provenance");
  json_builder_begin_object (builder);
  for (guint i = 0; i < KOMA_N_PROVENANCE; i++) {
    const char *name = NULL, *value = NULL;

    koma_provenance_get_pair (from, i, &name, &value);
    koma_json_string (builder, name, value);
  }
  if (self->options.range != NULL)
    build_range (self, builder, self->options.range);
  json_builder_end_object (builder);
}

static void
build_correction (JsonBuilder          *builder,
                  const KomaCorrection *correction)
{
  g_autofree char *time = koma_said_dup_time (correction->corrected_us);

  koma_json_string (builder, "corrected_label", correction->label);
  koma_json_string (builder, "corrected_by", correction->author);
  koma_json_string (builder, "corrected_at", time);
}

static void
build_rating (JsonBuilder      *builder,
              const KomaRating *rating)
{
  g_autofree char *time = koma_said_dup_time (rating->rated_us);

  koma_json_int (builder, "rating", rating->stars);
  koma_json_string (builder, "rated_by", rating->author);
  koma_json_string (builder, "rated_at", time);
}

static void
build_taken (JsonBuilder         *builder,
             const KomaExportRow *row)
{
  g_autofree char *time = koma_sheet_dup_taken_at (row);
  g_autofree char *camera = koma_sheet_dup_camera (row);

  if (time != NULL)
    koma_json_string (builder, "taken_at", time);
  if (camera != NULL)
    koma_json_string (builder, "camera", camera);
}

void
koma_sheet_json_append_row (KomaSheet           *self,
                            GString             *text,
                            const KomaExportRow *row)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *object = NULL;
  KomaProvenance   from = { 0 };
  const gboolean   is_known = koma_sheet_get_provenance (self, row, &from);

  json_builder_begin_object (builder);
  koma_json_string (builder, "path", row->path);
  koma_json_string (builder, "uri", row->uri);
  if (row->grid != NULL)
    build_cell (builder, row);
  koma_json_string (builder, "model", from.model);
  if (row->result != NULL)
    build_answer (self, builder, row->result);
  else if (row->error != NULL)
    build_error (builder, row->error);
  if (is_known)
    build_provenance (self, builder, &from);
  if (self->options.has_sha256)
    koma_json_string (builder, "sha256", row->sha256);
  if (row->correction != NULL)
    build_correction (builder, row->correction);
  if (row->rating != NULL)
    build_rating (builder, row->rating);
  if (self->options.has_taken)
    build_taken (builder, row);
  json_builder_end_object (builder);
  object = koma_json_to_string (builder, FALSE);
  g_string_append (text, object);
}
