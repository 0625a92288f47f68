/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/koma-worker.h"
#include "worker/measure/koma-backend-choice.h"
#include "worker/models/koma-model-choices.h"

G_BEGIN_DECLS

/* Which model there is, which is being loaded, and which could be. */
#define KOMA_TYPE_MODEL_CONTROL (koma_model_control_get_type ())
G_DECLARE_FINAL_TYPE (KomaModelControl, koma_model_control, KOMA, MODEL_CONTROL, GObject)

KomaModelControl *koma_model_control_new (KomaWorker *worker, KomaModelChoices *choices);

KomaModelInfo *koma_model_control_get_info (KomaModelControl *self);    /* (nullable) */
const char    *koma_model_control_get_bundled (KomaModelControl *self); /* (nullable) path */
gboolean       koma_model_control_is_bundled (KomaModelControl *self);  /* Koma's own is in use */
const char    *koma_model_control_get_bundled_other (KomaModelControl *self);
/* (nullable) Path of a folder of pictures that the model in use, one of Koma's own, knows. */
const char   *koma_model_control_get_samples (KomaModelControl *self);
gboolean      koma_model_control_is_loading (KomaModelControl *self);
const char   *koma_model_control_get_loading_path (KomaModelControl *self); /* (nullable) */
KomaLoadStage koma_model_control_get_stage (KomaModelControl *self);
double        koma_model_control_get_fraction (KomaModelControl *self); /* of the whole, 0 … 1 */
GPtrArray    *koma_model_control_get_entries (KomaModelControl *self);  /* KomaModelEntry */

/* The backend, threads and precision of loads from now on. */
void                     koma_model_control_set_choice (KomaModelControl *self,
                                                        KomaBackendChoice choice);
const KomaBackendChoice *koma_model_control_get_choice (KomaModelControl *self);
void                     koma_model_control_set_threads (KomaModelControl *self, guint n_threads);
/* @language: (nullable) */
void koma_model_control_set_class_language (KomaModelControl *self,
                                            const char       *language);
void koma_model_control_set_precision (KomaModelControl *self,
                                       KomaPrecision     precision);

/* Of the backend in use, which is not the choice where that fails or is not ready yet. */
KomaChooser koma_model_control_get_chooser (KomaModelControl *self);
const GError *
koma_model_control_get_failure (KomaModelControl *self); /* (nullable) of the choice */

void koma_model_control_take_change (KomaModelControl *self, KomaModelInfo *info);

void koma_model_control_load (KomaModelControl *self, const char *path);
void koma_model_control_reload (KomaModelControl *self); /* the same with the choice of now */
/* What the model in use expects; kept for it. While choosing, the choice is not in
 * effect yet. */
gboolean koma_model_control_can_choose (KomaModelControl *self);
gboolean koma_model_control_is_choosing (KomaModelControl *self);
void     koma_model_control_set_parts (KomaModelControl  *self,
                                       const char *const *parts); /* [KOMA_N_PARTS] */
void     koma_model_control_set_part (KomaModelControl *self,
                                      KomaRecipePart    part,
                                      const char       *word);
/* Of a model that compares pictures with words; "": as the model says. */
void koma_model_control_set_words (KomaModelControl *self,
                                   const char       *classes,
                                   const char       *prompts);
void koma_model_control_accept_range (KomaModelControl *self);
/* Benchmarks the backends once more for the model in use. */
gboolean koma_model_control_can_measure_again (KomaModelControl *self);
void     koma_model_control_measure_again (KomaModelControl *self);
/* Whether the model is one that served before: its answers stay valid. */
gboolean koma_model_control_is_reload (KomaModelControl *self);
/* Whether words alone tell it from the one before: vectors of pictures stay valid. */
gboolean koma_model_control_is_reworded (KomaModelControl *self);
void     koma_model_control_cancel (KomaModelControl *self);
void     koma_model_control_refresh (KomaModelControl *self); /* looks for models */
gboolean koma_model_control_is_recent (KomaModelControl *self, const char *path);
void     koma_model_control_set_recent (KomaModelControl *self,
                                        const char       *path,
                                        gboolean          is_recent);

char *koma_model_control_dup_name (KomaModelControl *self, const char *path);

G_END_DECLS
