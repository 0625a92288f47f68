/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-json.h"

#include <math.h>

/* JSON is UTF-8; names of files may be anything. */
static void
add_string (JsonBuilder *builder,
            const char  *value)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);

  json_builder_add_string_value (builder, valid);
}

void
koma_json_string (JsonBuilder *builder,
                  const char  *name,
                  const char  *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    add_string (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
koma_json_int (JsonBuilder *builder,
               const char  *name,
               gint64       value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

/* JSON has no infinity and no NaN. */
void
koma_json_double (JsonBuilder *builder,
                  const char  *name,
                  double       value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
koma_json_shape (JsonBuilder     *builder,
                 const char      *name,
                 const KomaShape *shape)
{
  json_builder_set_member_name (builder, name);
  if (shape->rank > KOMA_MAX_RANK) {
    json_builder_add_null_value (builder);
    return;
  }
  json_builder_begin_array (builder);
  for (guint i = 0; i < shape->rank; i++) {
    if (shape->dims[i] == KOMA_DIM_UNKNOWN)
      json_builder_add_null_value (builder);
    else
      json_builder_add_int_value (builder, shape->dims[i]);
  }
  json_builder_end_array (builder);
}

void
koma_json_strings (JsonBuilder       *builder,
                   const char        *name,
                   const char *const *strings)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; strings != NULL && strings[i] != NULL; i++)
    add_string (builder, strings[i]);
  json_builder_end_array (builder);
}

static void
add_rounded (JsonBuilder *builder,
             double       value)
{
  json_builder_add_double_value (builder, round (1000 * value) / 1000);
}

void
koma_json_points (JsonBuilder     *builder,
                  const char      *name,
                  const KomaPoint *points,
                  guint            n_points)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < n_points; i++) {
    json_builder_begin_array (builder);
    add_rounded (builder, points[i].x);
    add_rounded (builder, points[i].y);
    json_builder_end_array (builder);
  }
  json_builder_end_array (builder);
}

void
koma_json_range_trial (JsonBuilder          *builder,
                       const KomaRangeTrial *trial)
{
  koma_json_string (builder, "verdict", koma_range_verdict_get_name (trial->verdict));
  json_builder_set_member_name (builder, "candidates");
  json_builder_begin_array (builder);
  for (guint i = 0; i < trial->n_candidates; i++) {
    json_builder_begin_object (builder);
    koma_json_string (builder, "range", trial->candidates[i].range);
    koma_json_double (builder, "told", trial->candidates[i].told);
    koma_json_double (builder, "swayed", trial->candidates[i].swayed);
    koma_json_double (builder, "mean_best", trial->candidates[i].mean_best);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

char *
koma_json_to_string (JsonBuilder *builder,
                     gboolean     is_pretty)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);

  return json_to_string (root, is_pretty);
}
