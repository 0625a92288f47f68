/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "engine/koma-values.h"
#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

/* So many classes are asked for, and no more can be shown. */
#define KOMA_MAX_RESULTS 10

/* The user's preferences. Each is a property that notifies; the names are those
 * of the schema's keys. Thread: main. */
#define KOMA_TYPE_PREFERENCES (koma_preferences_get_type ())
G_DECLARE_FINAL_TYPE (KomaPreferences, koma_preferences, KOMA, PREFERENCES, GObject)

KomaPreferences *koma_preferences_new (void);

/* The backend is NULL where it is automatic, threads are 0. */
const char   *koma_preferences_get_backend (KomaPreferences *self);
void          koma_preferences_set_backend (KomaPreferences *self, const char *backend);
KomaPrecision koma_preferences_get_precision (KomaPreferences *self);
guint         koma_preferences_get_threads (KomaPreferences *self);
const char   *koma_preferences_get_class_language (KomaPreferences *self);
guint         koma_preferences_get_results (KomaPreferences *self);          /* 1 … MAX */
double        koma_preferences_get_camera_smoothing (KomaPreferences *self); /* seconds; 0: none */
gboolean      koma_preferences_get_speak_results (KomaPreferences *self);
gboolean      koma_preferences_get_technical_details (KomaPreferences *self);
/* Whether a model for the user's pictures was named already; that is done once. */
gboolean koma_preferences_was_model_suggested (KomaPreferences *self);
void     koma_preferences_set_model_suggested (KomaPreferences *self);
/* A score, 0 … 1. */
double   koma_preferences_get_not_sure_below (KomaPreferences  *self,
                                              const KomaRecipe *recipe);
gboolean koma_preferences_is_sure (KomaPreferences *self, const KomaResult *result);

G_END_DECLS
