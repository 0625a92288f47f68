/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-options.h"
#include "worker/take/koma-export-row.h"

G_BEGIN_DECLS

/* Classifies all pictures that arguments mean, and keeps the answers in their order.
 * (transfer full) (element-type KomaExportRow); NULL: no model can be used; the user was told */
GPtrArray *koma_cli_rows_collect (const KomaCliOptions *options, char **paths);

G_END_DECLS
