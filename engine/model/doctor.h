/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/session.h"
#include "finding.h"
#include "model.h"

G_BEGIN_DECLS

/* The model doctor: all that would fail or is doubtful about a model, found before it runs. */

/* Both (transfer full) (element-type KomaFinding): errors first. */
GPtrArray *koma_doctor_examine (const KomaModel   *model,
                                const KomaSession *session, /* (nullable) */
                                const GError      *reason);      /* (nullable) why there is none */
/* Of what koma_model_load () could not load. */
GPtrArray *koma_doctor_explain (const char *path, const GError *error);

G_END_DECLS
