/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "engine/runtime/precision.h"
#include "worker/measure/koma-autotune-report.h"

G_BEGIN_DECLS

/* What may be known of the loaded model outside the worker thread.
 * Immutable, reference counted. */
typedef struct _KomaModelInfo KomaModelInfo;

KomaModelInfo *koma_model_info_ref (KomaModelInfo *info);
void           koma_model_info_unref (KomaModelInfo *info);

const char        *koma_model_info_get_path (const KomaModelInfo *info);
const char        *koma_model_info_get_name (const KomaModelInfo *info);
const char        *koma_model_info_get_format (const KomaModelInfo *info);
const char        *koma_model_info_get_hash (const KomaModelInfo *info);
const char        *koma_model_info_get_backend (const KomaModelInfo *info);       /* "xnnpack" */
const char        *koma_model_info_get_backend_title (const KomaModelInfo *info); /* "XNNPACK" */
const char        *koma_model_info_get_device (const KomaModelInfo *info);        /* (nullable) */
const char        *koma_model_info_get_recipe (const KomaModelInfo *info);        /* in words */
guint              koma_model_info_get_n_classes (const KomaModelInfo *info);
guint              koma_model_info_get_n_threads (const KomaModelInfo *info);
KomaPrecision      koma_model_info_get_precision (const KomaModelInfo *info);
const char *const *koma_model_info_get_warnings (const KomaModelInfo *info);
/* (nullable) what automatic choice found out, as soon as it has */
const KomaAutotuneReport *koma_model_info_get_trials (const KomaModelInfo *info);
/* (nullable) as it computed before: on a backend that failed while it ran, or
 * that a better one was found for */
KomaModelInfo *koma_model_info_get_before (const KomaModelInfo *info);
gboolean       koma_model_info_has_failed_over (const KomaModelInfo *info);
gboolean       koma_model_info_comes_from (const KomaModelInfo *info,
                                           const KomaModelInfo *loaded);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaModelInfo, koma_model_info_unref)

G_END_DECLS
