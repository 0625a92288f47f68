/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-session.h"

#include "engine/koma-app.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* Compares ranges on pictures, with the recipe of a model. */
gboolean koma_cli_range_try (KomaModel      *model,
                             KomaSession    *session,
                             GPtrArray      *paths,    /* (element-type filename) */
                             gboolean        is_quiet, /* what can not be decoded is not told */
                             KomaRangeTrial *ret_trial,
                             GError        **error);
/* The same with the model in use, whose range is a guess; tells what came of it. */
const char *koma_cli_range_find (const KomaCliOptions *options,
                                 KomaWorker           *worker,
                                 GPtrArray            *paths,
                                 KomaRangeTrial       *ret_trial); /* (nullable) */

G_END_DECLS
