/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/models/koma-worker-model.h"

G_BEGIN_DECLS

char *koma_compare_words (const KomaWorkerModel *other, const char *name);
char *koma_compare_words_with_path (const KomaWorkerModel *other);

G_END_DECLS
