/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "finding.h"
#include "model-private.h"
#include "purpose.h"

#include <glib/gi18n.h>

#include "engine/runtime/session.h"

G_BEGIN_DECLS

/* The parts of doctor.c; each adds what it finds. @graph is that of one picture, inferred; NULL
 * where that failed. */
void koma_doctor_examine_file (const KomaModel *model, GPtrArray *findings);
void koma_doctor_examine_input (const KomaModel *model,
                                const KomaGraph *graph, /* (nullable) */
                                GPtrArray       *findings);
/* Those of @before, but what was said of another range. */
void        koma_doctor_examine_range_anew (const KomaModel *model,
                                            GPtrArray       *before,
                                            GPtrArray       *findings);
void        koma_doctor_examine_purpose (const KomaModel *model,
                                         const KomaGraph *graph, /* (nullable) */
                                         GPtrArray       *findings);
KomaPurpose koma_doctor_find_purpose (const KomaModel *model,
                                      const KomaGraph *graph); /* (nullable) */
void        koma_doctor_examine_labels (const KomaModel *model, GPtrArray *findings);
void        koma_doctor_examine_weights (const KomaModel *model, GPtrArray *findings);
void        koma_doctor_examine_session (const KomaModel   *model,
                                         const KomaSession *session,
                                         GPtrArray         *findings);

void koma_doctor_examine_memory (guint64 n_bytes, GPtrArray *findings);

/* All but the session, while the model is loaded. */
GPtrArray *koma_doctor_examine_model (const KomaModel *model,
                                      const KomaGraph *graph); /* (nullable) */

G_END_DECLS
