/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "worker/koma-worker.h"
#include "worker/measure/koma-backend-choice.h"

G_BEGIN_DECLS

/* Numbers, times and backends in the user's language. */
char       *koma_words_for_class (const char *name, gboolean is_sure);
char       *koma_words_for_score (double score);
char       *koma_words_for_share (double share);
char       *koma_words_for_percent (double share, guint n_decimals);
char       *koma_words_for_rate (double per_second);
char       *koma_words_for_time_left (double seconds);
const char *koma_words_for_load_stage (KomaLoadStage stage);
char       *koma_words_for_ms (double ms);
const char *koma_words_for_backend (const char *name); /* (nullable) */
const char *koma_words_for_device (const char *backend, gboolean is_software);
const char *koma_words_for_technical_name (const char *backend, gboolean is_software);
const char *koma_words_for_precision (const KomaModelInfo *info);
char       *koma_words_for_device_name (const char *device); /* (nullable) */
const char *koma_words_for_tried_backend (const char *name); /* (nullable) */
char       *koma_words_for_backend_failure (const char *name);
const char *koma_words_for_chooser (KomaChooser chooser);
const char *koma_words_for_choice (KomaChooser chooser);
char       *koma_words_for_autotune (const KomaAutotuneReport *autotune);
char       *koma_words_for_value (const char *title, const char *value);
char       *koma_words_for_place (GFile *file);
char       *koma_words_for_failover (const KomaModelInfo *info);

G_END_DECLS
