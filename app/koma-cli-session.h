/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "koma-cli-options.h"

G_BEGIN_DECLS

KomaModel *koma_cli_load_model (const KomaCliOptions *options, const char *path, GError **error);
/* (nullable) */
const char  *koma_cli_find_measured (const KomaCliOptions *options, KomaModel *model);
gboolean     koma_cli_get_session_options (const KomaCliOptions *options,
                                           KomaModel            *model,
                                           guint                 batch, /* 0: as the model says */
                                           KomaSessionOptions   *ret_options,
                                           GError              **error);
KomaSession *koma_cli_open_session (const KomaCliOptions *options,
                                    KomaModel            *model,
                                    GError              **error);

G_END_DECLS
