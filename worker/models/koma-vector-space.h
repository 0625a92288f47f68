/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* What vectors of pictures depend on: those of one name can be compared, and kept.
 * @words: (nullable) of @model, where it compares pictures with words; else a vector is what the
 * last layer reads. (transfer full) Thread: any. */
char *koma_vector_space_dup_name (const KomaModel *model, KomaWordSpace *words);

G_END_DECLS
