/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/koma-backend-choice.h"
#include "worker/koma-model-store.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* Which model there is, which is being loaded, and which could be. */
#define KOMA_TYPE_MODEL_LOADER (koma_model_loader_get_type ())
G_DECLARE_FINAL_TYPE (KomaModelLoader, koma_model_loader, KOMA, MODEL_LOADER, GObject)

KomaModelLoader *koma_model_loader_new (KomaWorker *worker, KomaModelStore *store);

KomaModelInfo *koma_model_loader_get_info (KomaModelLoader *self);    /* (nullable) */
const char    *koma_model_loader_get_bundled (KomaModelLoader *self); /* (nullable) path */
gboolean       koma_model_loader_is_bundled (KomaModelLoader *self);  /* Koma's own is in use */
gboolean       koma_model_loader_is_loading (KomaModelLoader *self);
const char    *koma_model_loader_get_loading_path (KomaModelLoader *self); /* (nullable) */
KomaLoadStage  koma_model_loader_get_stage (KomaModelLoader *self);
double         koma_model_loader_get_fraction (KomaModelLoader *self); /* of the whole, 0 … 1 */
GPtrArray     *koma_model_loader_get_entries (KomaModelLoader *self);  /* KomaModelEntry */

/* What models are to run on from the next load on. */
void                     koma_model_loader_set_choice (KomaModelLoader  *self,
                                                       KomaBackendChoice choice);
const KomaBackendChoice *koma_model_loader_get_choice (KomaModelLoader *self);
void                     koma_model_loader_set_threads (KomaModelLoader *self, guint n_threads);
void                     koma_model_loader_set_precision (KomaModelLoader *self,
                                                          KomaPrecision    precision);

/* Who chose the backend that serves now, which may not be the choice: that fails, or is not yet
 * ready. */
KomaChooser   koma_model_loader_get_chooser (KomaModelLoader *self);
const GError *koma_model_loader_get_failure (KomaModelLoader *self); /* (nullable) of the choice */

void koma_model_loader_take_change (KomaModelLoader *self, KomaModelInfo *info);

void koma_model_loader_load (KomaModelLoader *self, const char *path);
void koma_model_loader_reload (KomaModelLoader *self); /* the same on what is chosen now */
/* What automatic choice knows of the model in use, found out once more. */
gboolean koma_model_loader_can_measure_again (KomaModelLoader *self);
void     koma_model_loader_measure_again (KomaModelLoader *self);
/* Whether the model is one that served before: its answers stay valid. */
gboolean koma_model_loader_is_reload (KomaModelLoader *self);
void     koma_model_loader_cancel (KomaModelLoader *self);
void     koma_model_loader_refresh (KomaModelLoader *self); /* looks for models */

char *koma_model_loader_dup_name_of (const char *path);

G_END_DECLS
