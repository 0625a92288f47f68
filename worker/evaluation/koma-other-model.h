/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/models/koma-worker-model.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Reads the model that the one in use is compared with. The words that @wanted has for parts count;
 * for the others, those that the user chose for the model earlier. */
KomaModel         *koma_other_model_load (const KomaWorkerModel *wanted,
                                          const char            *own_path, /* in its place */
                                          GError               **error);
KomaSessionOptions koma_other_model_get_options (const KomaModel *model, KomaPrecision precision);

G_END_DECLS
