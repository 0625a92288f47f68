/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-model-info.h"

#include "engine/model.h"
#include "engine/session.h"

G_BEGIN_DECLS

KomaModelInfo *koma_model_info_new (const KomaModel   *model,
                                    const KomaSession *session,
                                    guint              n_classes,
                                    const char        *half_turn,      /* (nullable) in words */
                                    const char *const *more_warnings); /* (nullable) */

G_END_DECLS
