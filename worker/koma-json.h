/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Pieces of JSON that exports are made of. */
/* NULL: null */
void koma_json_string (JsonBuilder *builder, const char *name, const char *value);
void koma_json_int (JsonBuilder *builder, const char *name, gint64 value);
void koma_json_double (JsonBuilder *builder, const char *name, double value);
/* open sizes: null */
void koma_json_shape (JsonBuilder *builder, const char *name, const KomaShape *shape);
void koma_json_strings (JsonBuilder *builder, const char *name, const char *const *strings);
/* [[x, y], …] in thousandths of a pixel */
void koma_json_points (JsonBuilder     *builder,
                       const char      *name,
                       const KomaPoint *points,
                       guint            n_points);
/* Members "verdict" and "candidates". */
void  koma_json_range_trial (JsonBuilder *builder, const KomaRangeTrial *trial);
char *koma_json_to_string (JsonBuilder *builder, gboolean is_pretty);

G_END_DECLS
