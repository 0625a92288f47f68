/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-options.h"
#include "koma-cli-shard.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* @is_null: a NUL ends each path of a list. Returns an exit code. Thread: main. */
int koma_cli_boards_read (KomaWorker         *worker,
                          KomaModelInfo      *info,
                          KomaFormatKind      format,
                          gboolean            is_null,
                          const KomaCliShard *shard,
                          char              **paths);

G_END_DECLS
